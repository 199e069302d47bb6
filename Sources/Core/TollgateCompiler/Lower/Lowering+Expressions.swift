import TollgateRuntime

extension Lowering {
  /// The node of a requirement or a condition.
  mutating func node(_ expression: CheckedExpression) -> Int32 {
    switch expression {
    case .nothing: return builder.always()
    case .entitlement(let index, _): return entitlement(index)
    case .factIs(let fact, let value, _):
      return builder.leaf(.factIs(fact, value))
    case .factAtLeast(let fact, let value, _):
      return builder.leaf(.factAtLeast(fact, value))
    case .versionAtLeast(let fact, let version, _):
      let place = versions[fact, default: ComparedVersions()].place(of: version)
      return builder.leaf(.factAtLeast(fact, place))
    case .usageAtLeast(let meter, let window, let value, _):
      return builder.leaf(.usageAtLeast(CounterIndex(meter, window), value))
    case .inRollout(let rollout, _): return builder.leaf(.inRollout(rollout))
    case .not(let inner, _):
      let child = node(inner)
      return builder.not(child)
    case .all(let list, _):
      let children = list.map { node($0) }
      return builder.all(children)
    case .any(let list, _):
      let children = list.map { node($0) }
      return builder.any(children)
    }
  }

  /// The one node of an entitlement: held by a grant of the snapshot, or given by the policy.
  mutating func entitlement(_ index: Int32) -> Int32 {
    if let known = entitlements[index] { return known }
    let given = givers[index].map { builder.any($0) }
    let node = builder.leaf(.entitlement(index, givenBy: given))
    entitlements[index] = node
    return node
  }

  /// From … until …: the begin is inside, the end is not.
  mutating func inForce(_ applies: CheckedApplicability) -> Int32 {
    var parts: [Int32] = []
    if let from = applies.from { parts.append(reached(from)) }
    if let until = applies.until {
      let end = reached(until)
      parts.append(builder.not(end))
    }
    return builder.all(parts)
  }

  /// when … unless …
  mutating func condition(_ applies: CheckedApplicability) -> Int32 {
    var parts: [Int32] = []
    if let when = applies.when { parts.append(node(when)) }
    if let unless = applies.unless {
      let exception = node(unless)
      parts.append(builder.not(exception))
    }
    return builder.all(parts)
  }

  /// Now is at or after a point in time.
  mutating func reached(_ moment: CheckedMoment) -> Int32 {
    switch moment {
    case .at(let instant):
      builder.leaf(.timeAtLeast(instant.milliseconds))
    case .after(let fact, let milliseconds):
      builder.leaf(.timeSince(fact, milliseconds))
    }
  }
}
