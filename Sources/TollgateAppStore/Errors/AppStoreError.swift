#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import TollgateKit

/// What is wrong with a signed text or a document of the App Store, and where.
public struct AppStoreError: Error, Sendable, Hashable {
  /// What is wrong.
  public let fault: AppStoreRefusal
  let place: JSONPath

  init(_ fault: AppStoreRefusal, at place: JSONPath = JSONPath()) {
    self.fault = fault
    self.place = place
  }

  /// Where it is, from the top of the document: `data[0].lastTransactions[1].signedTransactionInfo`.
  /// What stands in a signed text follows after a point. Empty for the whole document.
  public var path: String { place.text }
}

extension AppStoreError: LocalizedError {
  /// What is wrong, in the language of the person if it is Chinese, else in English.
  public var errorDescription: String? {
    description(in: Locale.preferredLanguages.first ?? "en")
  }
}

extension AppStoreError: CustomStringConvertible {
  /// What is wrong, in English.
  public var description: String { description(in: "en") }
}

extension JSONPath {
  /// A place further down.
  func appending(_ steps: Step...) -> JSONPath {
    (self.steps + steps).reversed().reduce(JSONPath()) { $0.under($1) }
  }
}
