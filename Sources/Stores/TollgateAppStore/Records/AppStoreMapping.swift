#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
public import TollgateKit
import TollgateRuntime

/// The app's own data that App Store transactions need to become records.
///
/// ```swift
/// var mapping = AppStoreMapping(account: .appAccountToken)
/// mapping.lengths["com.example.pass"] = .days(30)
/// mapping.addLengths(from: policy)
/// let verifier = AppStoreVerifier(shop, signatures: AppleSignatureCheck(), mapping: mapping)
/// ```
public struct AppStoreMapping: Sendable, Hashable {
  /// The lengths of non-renewing products by their ids: the App Store does not know them. A
  /// product without a length gives nothing; see ``AppStoreReading/withoutLength``.
  public var lengths: [String: Length]
  /// The account of the records.
  public var account: Account
  /// The product of users who paid for the app before it was free.
  public var paidApp: PaidApp?

  /// Creates a mapping; the defaults suit an app on a device.
  public init(
    lengths: [String: Length] = [:], account: Account = .anybody, paidApp: PaidApp? = nil
  ) {
    self.lengths = lengths
    self.account = account
    self.paidApp = paidApp
  }

  /// The length of a product, in the UTC calendar.
  public enum Length: Sendable, Hashable {
    /// Days of 24 hours.
    case days(Int)
    /// Months; if the day does not exist, until the last of the month.
    case months(Int)

    /// The end of a product of this length; nil for an invalid length or end. The limit keeps
    /// absurd lengths from the calendar.
    func end(from start: Instant) -> Instant? {
      guard (1...100_000).contains(count) else { return nil }
      var calendar = Calendar(identifier: .gregorian)
      guard let utc = TimeZone(secondsFromGMT: 0) else { return nil }
      calendar.timeZone = utc
      var components = DateComponents()
      switch self {
      case .days(let count): components.day = count
      case .months(let count): components.month = count
      }
      guard let date = calendar.date(byAdding: components, to: start.date) else { return nil }
      let end = Instant(date)
      return end > start && SnapshotJSON.readable(end) == end ? end : nil
    }

    private var count: Int {
      switch self {
      case .days(let count), .months(let count): count
      }
    }
  }

  /// The account of records.
  public enum Account: Sendable, Hashable {
    /// Everybody on this device.
    case anybody
    /// One account, by the app's name for it.
    case named(String)
    /// The `appAccountToken` in lower case; everybody without one.
    case appAccountToken
  }

  /// The product of users who paid for the app.
  public struct PaidApp: Sendable, Hashable {
    /// The product, by its name in the policy or its store id.
    public var product: String
    /// The first free version: `4.0`, or a build number on iOS. A download of it or of a later one
    /// grants nothing. Nil if every download was paid.
    public var firstFreeVersion: String?

    /// Creates the product of users who paid.
    public init(product: String, firstFreeVersion: String? = nil) {
      self.product = product
      self.firstFreeVersion = firstFreeVersion
    }
  }
}

extension AppStoreMapping {
  /// Adds the lengths of products from their prices in a policy: `CNY 30 per month` lasts a month.
  /// Existing lengths stay.
  public mutating func addLengths(from policy: Policy) {
    for product in policy.graph.parts.products {
      let length: Length
      switch product.price?.period {
      case .weeks(let count): length = .days(Int(clamping: count.saturatingMultiply(7)))
      case .months(let count): length = .months(Int(clamping: count))
      case .once, .use, nil: continue
      }
      for id in product.storeIDs.map({ $0.id }) + [product.name] where lengths[id] == nil {
        lengths[id] = length
      }
    }
  }
}
