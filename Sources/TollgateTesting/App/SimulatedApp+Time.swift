import TollgateKit
import TollgatePurchases
public import TollgateRuntime

extension SimulatedApp {
  /// Lets time go by, and looks at every moment at which something happens: a renewal, an end, a
  /// retry, a rule that begins.
  ///
  /// - Returns: Those moments.
  @discardableResult
  public func advance(to instant: Instant) async -> [SimulatedMoment] {
    let known = moments.count
    let timeless = policy.trustingForEver
    while let next = await nextLook(timeless), next < instant {
      clock.set(next)
      await settle()
    }
    clock.set(max(instant, clock.now()))
    await settle()
    return Array(moments.dropFirst(known))
  }

  /// Lets time go by.
  @discardableResult
  public func advance(by period: StorePeriod) async -> [SimulatedMoment] {
    await advance(to: period.instant(after: clock.now()))
  }

  /// The first later instant at which something may be different.
  private func nextLook(_ timeless: Policy) async -> Instant? {
    let now = clock.now()
    let snapshot = await snapshot
    // With a network the app asks the store before its news is too old.
    let policy = device.isOnline ? timeless : policy
    var instants = [store.nextDue, await session.processor.nextDue]
    instants += policy.changes(of: snapshot, at: now)
    return instants.compactMap { $0 }.filter { $0 > now }.min()
  }
}

extension Policy {
  /// The same policy, with news that never is too old.
  fileprivate var trustingForEver: Policy {
    var parts = graph.parts
    guard parts.trust >= 0 else { return self }
    parts.trust = -1
    do throws(GraphError) {
      return Policy(graph: try RuleGraph(verifying: parts))
    } catch {
      return self  // What was verified is so without the trust; all there is to lose is time.
    }
  }

  /// When decisions and statuses change, if nothing happens but time.
  fileprivate func changes(of snapshot: Snapshot, at now: Instant) -> [Instant?] {
    let prepared = prepare(snapshot)
    var instants = access(in: prepared, at: now).map { $0.validUntil }
    for grant in snapshot.grants {
      instants += [grant.start, grant.until]
      let grace = grant.product.flatMap { product($0) }?.grace ?? 0
      if grace > 0 { instants.append(grant.until?.advanced(by: grace)) }
    }
    if graph.parts.trust >= 0 { instants.append(snapshot.asOf?.advanced(by: graph.parts.trust)) }
    return instants
  }
}
