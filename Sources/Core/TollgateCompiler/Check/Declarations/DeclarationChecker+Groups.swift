import TollgateRuntime
import TollgateSyntax

extension DeclarationChecker {
  /// Finds the members of all groups: first which groups a group contains, so that a cycle is
  /// found, then the members, the inner groups before the outer ones.
  func checkGroups() {
    var items: [[SubjectItemSyntax]] = Array(repeating: [], count: draft.policy.groups.count)
    for statement in draft.pages.statements(.groups) {
      guard case .group(let group, let list) = statement.kind else { continue }
      if let index = draft.own(group.name, .group) {
        items[index] = list
      } else {
        // Declared twice: what it names is still looked at.
        _ = draft.targets.targets(list, TargetFinder.featuresAndGroups)
      }
    }
    let edges = items.map { list in list.compactMap { innerGroup($0)?.index } }
    let cycles = Cycles(edges)
    for cycle in cycles.cycles {
      reportCircle(.groups, cycle) { index in
        (draft.policy.groups[index].name, items[index].compactMap { innerGroup($0) })
      }
    }
    for index in cycles.order {
      let members =
        draft.targets.targets(items[index], TargetFinder.featuresAndGroups) ?? TargetSet()
      guard draft.spend(members.count, at: draft.policy.groups[index].name.span) else { return }
      draft.policy.groups[index].members = members
    }
  }

  private func innerGroup(_ item: SubjectItemSyntax) -> Reference? {
    guard case .name(let name) = item, let entry = draft.entry(name.text),
      entry.kind == .group
    else { return nil }
    return Reference(entry.index, name.span)
  }
}
