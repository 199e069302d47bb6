public import TollgateRuntime

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
