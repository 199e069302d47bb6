#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
public import TollgateKit
import TollgateRuntime

/// What the App Store leaves for the app to say before its transactions become records.
public struct AppStoreMapping: Sendable, Hashable {
  /// How long non-renewing products last, by their id: the App Store does not know. One that is not
  /// named is refused.
  public var lengths: [String: Length]
  /// Whose the records are.
  public var account: Account
  /// What a download of the app itself gives, where it was sold before it was free.
  public var paidApp: PaidApp?

  /// A mapping; what is left out is what an app on a device needs.
  public init(
    lengths: [String: Length] = [:], account: Account = .anybody, paidApp: PaidApp? = nil
  ) {
    self.lengths = lengths
    self.account = account
    self.paidApp = paidApp
  }

  /// How long something lasts, in the calendar of UTC.
  public enum Length: Sendable, Hashable {
    /// So many days of 24 hours.
    case days(Int)
    /// So many months; where the day does not exist, until the last of the month.
    case months(Int)

    /// The instant so much later; nothing where there is none, or no length. The calendar is not
    /// asked for what no product lasts.
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

  /// Whose records are.
  public enum Account: Sendable, Hashable {
    /// Everybody's on this device.
    case anybody
    /// One account's, as the app names it.
    case named(String)
    /// That of the `appAccountToken`, in lower case; everybody's where there is none.
    case appAccountToken
  }

  /// What a download of the app gives to those who paid for it.
  public struct PaidApp: Sendable, Hashable {
    /// The product that they own, as the policy or the store calls it.
    public var product: String
    /// The first version that was free: `4.0`, or a build number on iOS. A download of it or of a
    /// later one gives nothing. Nothing: every download was paid for.
    public var firstFreeVersion: String?

    /// A product for those who paid.
    public init(product: String, firstFreeVersion: String? = nil) {
      self.product = product
      self.firstFreeVersion = firstFreeVersion
    }
  }
}

extension AppStoreMapping {
  /// Takes the lengths of products from their prices in a policy: `CNY 30 per month` lasts a
  /// month. Lengths that are named already stay.
  public mutating func addLengths(from policy: Policy) {
    for product in policy.graph.parts.products {
      let length: Length
      switch product.price?.period {
      case .weeks(let count): length = .days(Int(clamping: count.saturatingMultiply(7)))
      case .months(let count): length = .months(Int(clamping: count))
      case .once, nil: continue
      }
      for id in product.storeIDs.map({ $0.id }) + [product.name] where lengths[id] == nil {
        lengths[id] = length
      }
    }
  }
}
