import TollgateRuntime

extension Lowering {
  /// Finds the versions that each version fact is compared with. What the app reports becomes how
  /// many of them it has reached, so a decision compares small integers.
  mutating func collectVersions() {
    for grant in policy.grants { collect(grant.applies) }
    for rule in policy.rules { collect(rule.applies) }
    for claim in policy.claims { collect(claim.applies) }
    for fact in versions.keys {
      var ascending: [Version] = []
      for version in (versions[fact] ?? []).sorted() where version != ascending.last {
        ascending.append(version)
      }
      versions[fact] = ascending
    }
  }

  private mutating func collect(_ applies: CheckedApplicability) {
    if let when = applies.when { collect(when) }
    if let unless = applies.unless { collect(unless) }
  }

  private mutating func collect(_ expression: CheckedExpression) {
    switch expression {
    case .versionAtLeast(let fact, let version, _): versions[fact, default: []].append(version)
    case .not(let inner, _): collect(inner)
    case .all(let list, _), .any(let list, _):
      for part in list { collect(part) }
    default: break
    }
  }
}

extension [Version] {
  /// How many of these versions, which ascend, a version has reached.
  func reached(by version: Version) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= version { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
