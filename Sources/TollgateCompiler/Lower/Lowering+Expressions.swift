import TollgateRuntime

extension Lowering {
  /// The node of a requirement or a condition.
  mutating func node(_ expression: CheckedExpression) -> Int32 {
    switch expression {
    case .nothing: return builder.always()
    case .entitlement(let index, _): return entitlement(index)
    case .factIs(let fact, let value, _):
      return builder.leaf(Node(.factIs, a: fact, value: value))
    case .factAtLeast(let fact, let value, _):
      return builder.leaf(Node(.factAtLeast, a: fact, value: value))
    case .versionAtLeast(let fact, let version, _):
      let place = versions[fact, default: ComparedVersions()].place(of: version)
      return builder.leaf(Node(.factAtLeast, a: fact, value: place))
    case .usageAtLeast(let meter, let window, let value, _):
      return builder.leaf(Node(.usageAtLeast, a: meter, b: Int32(window.code), value: value))
    case .inRollout(let rollout, _): return builder.leaf(Node(.inRollout, a: rollout))
    case .not(let inner, _):
      let child = node(inner)
      return builder.not(child)
    case .all(let list, _):
      let children = nodes(list)
      return builder.all(children)
    case .any(let list, _):
      let children = nodes(list)
      return builder.any(children)
    }
  }

  private mutating func nodes(_ list: [CheckedExpression]) -> [Int32] {
    var nodes: [Int32] = []
    nodes.reserveCapacity(list.count)
    for expression in list { nodes.append(node(expression)) }
    return nodes
  }

  /// The one node of an entitlement: held by a grant of the snapshot, or given by the policy.
  mutating func entitlement(_ index: Int32) -> Int32 {
    if let known = entitlements[index] { return known }
    let given = givers[index].map { builder.any($0) } ?? -1
    let node = builder.leaf(Node(.entitlement, a: index, b: given))
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
      builder.leaf(Node(.timeAtLeast, value: instant.milliseconds))
    case .after(let fact, let milliseconds):
      builder.leaf(Node(.timeSince, a: fact, value: milliseconds))
    }
  }
}
