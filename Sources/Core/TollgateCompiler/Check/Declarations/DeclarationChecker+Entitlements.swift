import TollgateRuntime
import TollgateSyntax

extension DeclarationChecker {
  /// Reads `includes`, looks for cycles, and works out what each entitlement gives.
  func checkIncludes() {
    for statement in draft.pages.statements(.entitlements) {
      guard case .entitlements(let list) = statement.kind else { continue }
      for entitlement in list {
        let includes = draft.references(entitlement.includes, .entitlement)
        guard let index = draft.own(entitlement.declaration.name, .entitlement) else { continue }
        draft.policy.entitlements[index].includes = includes
        if let last = includes.last {
          draft.policy.entitlements[index].span = draft.policy.entitlements[index].span.joined(
            last.span)
        }
      }
    }
    let cycles = Cycles(draft.policy.entitlements.map { $0.includes.map { $0.index } })
    for cycle in cycles.cycles {
      reportCircle(.includes, cycle) { index in
        (draft.policy.entitlements[index].name, draft.policy.entitlements[index].includes)
      }
    }
    // Every tier gives those below it: all of that is counted before any of it is made.
    for (index, entitlement) in draft.policy.entitlements.enumerated()
    where entitlement.rank != nil {
      guard draft.spend(index + 1, at: entitlement.name.span) else { return }
    }
    for index in cycles.order { close(index) }
  }

  /// Reports a circle of things, each by its name and what it points to.
  func reportCircle(
    _ kind: NameMistake.Cycle, _ circle: [Int], _ thing: (Int) -> (CheckedName, [Reference])
  ) {
    var names: [String] = []
    var spans: [Span] = []
    for (place, index) in circle.enumerated() {
      let (name, references) = thing(index)
      let next = Int32(circle[(place + 1) % circle.count])
      names.append(name.text)
      for reference in references where reference.index == next { spans.append(reference.span) }
    }
    draft.report(.name(.cycle(kind, names, spans)), at: spans.first ?? Span(0, 0))
  }

  /// Itself, the tiers below it, and what those that it includes give.
  private func close(_ index: Int) {
    let entitlement = draft.policy.entitlements[index]
    if entitlement.rank != nil {
      draft.policy.entitlements[index].gives = Array(0...Int32(index))
      return
    }
    var gives = [Int32(index)]
    for include in entitlement.includes {
      let more = draft.policy.entitlements[Int(include.index)].gives
      guard draft.spend(more.count, at: include.span) else { return }
      gives += more
    }
    gives.sort()
    for given in gives where given != draft.policy.entitlements[index].gives.last {
      draft.policy.entitlements[index].gives.append(given)
    }
  }
}
