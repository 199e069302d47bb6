import TollgateKit
import TollgatePurchases
public import TollgateRuntime

extension SimulatedApp {
  /// Advances the clock, and updates the app at every moment at which something happens: a renewal,
  /// an end, a retry, a rule that begins.
  ///
  /// - Returns: These moments.
  @discardableResult
  public func advance(to instant: Instant) async -> [SimulatedMoment] {
    await advance(to: instant, updatingAtMost: .max).moments
  }

  /// Advances the clock, and stops after so many updates.
  ///
  /// - Returns: The moments, and how many updates they took; more than `limit` if it stopped.
  package func advance(
    to instant: Instant, updatingAtMost limit: Int
  ) async -> (moments: [SimulatedMoment], updates: Int) {
    let known = moments.count
    let timeless = policy.trustingForEver
    var updates = 0
    while let next = await nextUpdate(timeless), next < instant {
      updates += 1
      if updates > limit { return (Array(moments.dropFirst(known)), updates) }
      clock.set(next)
      await update()
    }
    clock.set(max(instant, clock.now()))
    await update()
    return (Array(moments.dropFirst(known)), updates)
  }

  /// Advances the clock.
  @discardableResult
  public func advance(by period: StorePeriod) async -> [SimulatedMoment] {
    await advance(to: period.instant(after: clock.now()))
  }

  /// The next instant at which something may change.
  private func nextUpdate(_ timeless: Policy) async -> Instant? {
    let now = clock.now()
    let snapshot = await snapshot
    // With a network the app asks the store before its data is too old.
    let policy = device.isOnline ? timeless : policy
    var instants = [store.nextDue, await session.processor.nextDue]
    instants += policy.changes(of: snapshot, at: now)
    return instants.compactMap { $0 }.filter { $0 > now }.min()
  }
}

extension Policy {
  /// The same policy with purchase data that is never too old.
  var trustingForEver: Policy {
    var parts = graph.parts
    guard parts.trust != nil else { return self }
    parts.trust = nil
    do throws(GraphError) {
      return Policy(graph: try RuleGraph(verifying: parts))
    } catch {
      return self  // A verified graph is valid without the trust; failing only costs time.
    }
  }

  /// The instants at which time alone changes decisions and statuses.
  func changes(of snapshot: Snapshot, at now: Instant) -> [Instant?] {
    let prepared = prepare(snapshot)
    var instants = access(in: prepared, at: now).map { $0.validUntil }
    for grant in snapshot.grants {
      instants += [grant.start, grant.until]
      let grace = grant.product.flatMap { product($0) }?.grace ?? 0
      if grace > 0 { instants.append(grant.until?.advanced(by: grace)) }
    }
    if let trust = graph.parts.trust { instants.append(snapshot.asOf?.advanced(by: trust)) }
    return instants
  }
}
