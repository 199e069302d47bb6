import TollgateSyntax

extension Checker {
  /// Reads `includes`, looks for cycles, and works out what each entitlement gives.
  mutating func checkIncludes() {
    for statement in pages.statements(.entitlements) {
      guard case .entitlements(let list) = statement.kind else { continue }
      for entitlement in list {
        let includes = references(entitlement.includes, .entitlement)
        guard let index = own(entitlement.declaration.name, .entitlement) else { continue }
        policy.entitlements[index].includes = includes
        if let last = includes.last {
          policy.entitlements[index].span = policy.entitlements[index].span.joined(last.span)
        }
      }
    }
    let cycles = Cycles(policy.entitlements.map { $0.includes.map { $0.index } })
    for cycle in cycles.cycles { reportIncludes(cycle) }
    // Every tier gives those below it: all of that is counted before any of it is made.
    for (index, entitlement) in policy.entitlements.enumerated() where entitlement.rank >= 0 {
      guard spend(index + 1, at: entitlement.name.span) else { return }
    }
    for index in cycles.order { close(index) }
  }

  private mutating func reportIncludes(_ cycle: [Int]) {
    var names: [String] = []
    var spans: [Span] = []
    for (place, index) in cycle.enumerated() {
      let next = Int32(cycle[(place + 1) % cycle.count])
      names.append(policy.entitlements[index].name.text)
      for include in policy.entitlements[index].includes where include.index == next {
        spans.append(include.span)
      }
    }
    report(.name(.cycle(.includes, names, spans)), at: spans.first ?? Span(0, 0))
  }

  /// Itself, the tiers below it, and what those that it includes give.
  private mutating func close(_ index: Int) {
    let entitlement = policy.entitlements[index]
    if entitlement.rank >= 0 {
      policy.entitlements[index].gives = Array(0...Int32(index))
      return
    }
    var gives = [Int32(index)]
    for include in entitlement.includes {
      let more = policy.entitlements[Int(include.index)].gives
      guard spend(more.count, at: include.span) else { return }
      gives += more
    }
    gives.sort()
    for given in gives where given != policy.entitlements[index].gives.last {
      policy.entitlements[index].gives.append(given)
    }
  }
}
