public import TollgateKit
public import TollgateRuntime

/// When to ask the store or server again: a pure state machine. Events and the time come in,
/// requests go out; nothing here waits, so an ask never does.
///
/// At most one refresh is under way. Without a network none is sent, and one is owed. What is
/// exactly as old as it is trusted is stale.
public struct Freshness: Sendable, Hashable {
  /// For how long news is trusted, in milliseconds; nothing for ever.
  public let trust: Int64?
  /// When it is refreshed as the app starts.
  public let launchVerification: PurchaseTerms.LaunchVerification
  /// When a failed refresh is made again.
  public let retries: RetrySchedule
  /// When the news was last confirmed.
  public internal(set) var confirmed: Instant?
  /// Whether there is a network.
  public internal(set) var isOnline: Bool
  /// Whether a refresh is under way.
  public internal(set) var isRefreshing = false
  /// Whether a refresh is owed that could not be made; if not before, it is made at the next
  /// launch.
  public internal(set) var isOwed = false
  /// When a failed refresh is due again by the clock.
  public internal(set) var due: Instant?
  /// Why the last refresh failed; nothing once one succeeded.
  public internal(set) var lastError: PurchaseError?
  var failures = 0
  /// The latest time seen: a clock that is set back makes nothing fresh.
  var latest = Instant(milliseconds: .min)

  /// News that was confirmed at some time.
  ///
  /// - Parameters:
  ///   - trust: For how long it is trusted, in milliseconds; nothing for ever.
  ///   - confirmed: When it was last confirmed; nothing for never.
  public init(
    trust: Int64?, launchVerification: PurchaseTerms.LaunchVerification = .always,
    retries: RetrySchedule = .standard, confirmed: Instant? = nil, isOnline: Bool = true
  ) {
    self.trust = trust
    self.launchVerification = launchVerification
    self.retries = retries
    self.confirmed = confirmed
    self.isOnline = isOnline
  }

  /// The status of purchases, trusted for as long as the policy says (`trust snapshots for 24h`).
  public init(
    policy: Policy, terms: PurchaseTerms, confirmed: Instant?, isOnline: Bool = true
  ) {
    let trust = policy.graph.parts.trust
    self.init(
      trust: trust < 0 ? nil : trust, launchVerification: terms.launchVerification,
      retries: terms.retries, confirmed: confirmed, isOnline: isOnline)
  }

  /// Whether the news is too old to be believed, or there never was any. News that is trusted for
  /// ever is never stale.
  public func isStale(at now: Instant) -> Bool {
    guard let trust else { return false }
    guard let confirmed else { return true }
    return max(now, latest) >= confirmed.advanced(by: trust)
  }

  /// Something that happened.
  public enum Event: Sendable, Hashable {
    /// The app was started.
    case launched
    /// The app came to the foreground.
    case foregrounded
    /// A decision was asked for.
    case asked
    /// The page that shows the news was opened.
    case opened
    /// There is no network any more.
    case networkLost
    /// There is a network again.
    case networkRestored
    /// Time has gone by.
    case ticked
    /// A refresh succeeded, with news of this time.
    case refreshed(Instant)
    /// A refresh failed.
    case failed(PurchaseError)
  }

  /// Something to do.
  public enum Request: Sendable, Hashable {
    /// Ask the store or server; `refreshed` or `failed` has to follow.
    case refresh
    /// Send what waits to be sent.
    case flushOutbox
  }
}
