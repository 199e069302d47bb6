public import TollgateKit
public import TollgateRuntime

/// Decides when to refresh the purchase data: a pure state machine. Events and the time come in,
/// requests go out. Nothing waits here, so a decision never does.
///
/// ```swift
/// var freshness = Freshness(trust: 3 * 86_400_000, confirmed: now)
/// if freshness.handle(.foregrounded, at: tomorrow).contains(.refresh) { refresh() }
/// ```
///
/// Only one refresh runs at a time. Without a network no refresh starts; it is made up for later.
/// Data that is exactly as old as the trusted age is stale.
public struct Freshness: Sendable, Hashable {
  /// How long purchase data is trusted, in milliseconds; nil for ever.
  public let trust: Int64?
  /// Whether the app refreshes at every launch.
  public let launchVerification: PurchaseTerms.LaunchVerification
  /// The retries of a failed refresh.
  public let retries: RetrySchedule
  /// When the purchase data was last confirmed; nil for never.
  public internal(set) var confirmed: Instant?
  /// Whether there is a network.
  public internal(set) var isOnline: Bool
  /// Whether a refresh is under way.
  public internal(set) var isRefreshing = false
  /// Whether a refresh could not be made and still has to be, at the latest at the next launch.
  public internal(set) var isOwed = false
  /// When a failed refresh is due again by the clock; nil for no retry.
  public internal(set) var due: Instant?
  /// The error of the last refresh; nil after a success.
  public internal(set) var lastError: PurchaseError?
  var failures = 0
  /// The latest time seen since the last answer: setting the clock back makes nothing fresh.
  var latest: Instant

  /// Creates the state for data that was confirmed at some time.
  ///
  /// - Parameters:
  ///   - trust: How long the data is trusted, in milliseconds; nil for ever.
  ///   - confirmed: When the data was last confirmed; nil for never.
  public init(
    trust: Int64?, launchVerification: PurchaseTerms.LaunchVerification = .always,
    retries: RetrySchedule = .standard, confirmed: Instant? = nil, isOnline: Bool = true
  ) {
    self.trust = trust
    self.launchVerification = launchVerification
    self.retries = retries
    self.confirmed = confirmed
    latest = confirmed ?? Instant(milliseconds: .min)
    self.isOnline = isOnline
  }

  /// Creates the state of purchases that are trusted as long as the policy says (`trust snapshots
  /// for 24h`).
  public init(
    policy: Policy, terms: PurchaseTerms, confirmed: Instant?, isOnline: Bool = true
  ) {
    self.init(
      trust: policy.graph.parts.trust, launchVerification: terms.launchVerification,
      retries: terms.retries, confirmed: confirmed, isOnline: isOnline)
  }

  /// Whether the purchase data is too old, or was never confirmed. Data that is trusted for ever is
  /// never stale.
  public func isStale(at now: Instant) -> Bool {
    guard let trust else { return false }
    guard let confirmed else { return true }
    return max(now, latest) >= confirmed.advanced(by: trust)
  }

  /// Something that happened.
  public enum Event: Sendable, Hashable {
    /// The app was launched.
    case launched
    /// The app came to the foreground.
    case foregrounded
    /// A decision was asked for.
    case asked
    /// The page that shows the purchases was opened.
    case opened
    /// The network was lost.
    case networkLost
    /// The network is back.
    case networkRestored
    /// Time has passed.
    case ticked
    /// A refresh succeeded, with data of this time.
    case refreshed(Instant)
    /// A refresh failed.
    case failed(PurchaseError)
  }

  /// A request to the app.
  public enum Request: Sendable, Hashable {
    /// Ask the store or server; report `refreshed` or `failed` afterwards.
    case refresh
    /// Send the waiting items.
    case flushOutbox
  }
}

extension Freshness {
  /// Handles an event.
  ///
  /// - Returns: The requests to make now. Only one refresh runs at a time.
  public mutating func handle(_ event: Event, at now: Instant) -> [Request] {
    defer { latest = max(latest, now) }
    switch event {
    case .launched:
      isRefreshing = false
      let isWanted = launchVerification == .always || isOwed || isNeeded(at: now)
      return again(isWanted: isWanted)
    case .foregrounded:
      return again(isWanted: isOwed || isNeeded(at: now))
    case .asked:
      // After a failure only the schedule decides when to try again.
      return isNeeded(at: now) && failures == 0 ? refresh() : []
    case .opened:
      return refresh()
    case .networkLost:
      isOnline = false
      return []
    case .networkRestored:
      // A refresh that failed for want of a network tells as much as a notice that it is lost.
      guard !isOnline || lastError == .networkError else { return [] }
      isOnline = true
      return again(isWanted: true)
    case .ticked:
      guard let due, due <= now else { return [] }
      return refresh()
    case .refreshed(let instant):
      succeed(instant, at: now)
      return []
    case .failed(let error):
      fail(error, at: now)
      return []
    }
  }

  /// Whether the data is too old or was never confirmed, or the clock is behind: only the store can
  /// tell then which time was wrong.
  func isNeeded(at now: Instant) -> Bool {
    confirmed == nil || isStale(at: now) || now < latest
  }

  /// Resets the retries, and also sends the waiting items.
  private mutating func again(isWanted: Bool) -> [Request] {
    failures = 0
    due = nil
    let requests = isWanted ? refresh() : []
    return isOnline ? requests + [.flushOutbox] : requests
  }

  private mutating func refresh() -> [Request] {
    guard isOnline else {
      isOwed = true
      return []
    }
    guard !isRefreshing else { return [] }
    isRefreshing = true
    due = nil
    return [.refresh]
  }

  private mutating func succeed(_ instant: Instant, at now: Instant) {
    isRefreshing = false
    isOwed = false
    failures = 0
    due = nil
    lastError = nil
    confirmed = instant
    latest = now
  }

  private mutating func fail(_ error: PurchaseError, at now: Instant) {
    isRefreshing = false
    isOwed = true
    failures += 1
    due = retries.nextAttempt(after: failures, at: now)
    lastError = error
  }
}
