import TollgateKit

/// The error of a signed text or a document of the App Store, with its place.
///
/// ```swift
/// do {
///   let reading = try await appStore.read(body)
///   show(reading.records)
/// } catch {
///   log("\(error)")  // the path in the document, and why it is refused
/// }
/// ```
public struct AppStoreError: Error, Sendable, Hashable {
  /// The mistake.
  public let refusal: AppStoreRefusal
  let place: JSONPath

  init(_ refusal: AppStoreRefusal, at place: JSONPath = JSONPath()) {
    self.refusal = refusal
    self.place = place
  }

  /// The path from the top of the document: `data[0].lastTransactions[1].signedTransactionInfo`.
  /// The path inside a signed text follows after a dot. Empty for the whole document.
  public var path: String { place.text }
}

extension JSONPath {
  /// A place further down.
  func appending(_ steps: Step...) -> JSONPath {
    (self.steps + steps).reversed().reduce(JSONPath()) { $0.under($1) }
  }
}
