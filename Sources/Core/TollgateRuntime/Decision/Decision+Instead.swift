extension Decision {
  /// The targets that the user may use in place of the denied one: those after `instead use` of the
  /// rules that stand in the way, of those that this user may use now, by name. Empty unless
  /// denied.
  public var instead: [String] {
    guard outcome == .denied, let inquiry, !inquiry.graph.parts.insteads.isEmpty else { return [] }
    var evaluation = inquiry.evaluation()
    return inquiry.instead(of: inquiry.standings(&evaluation))
  }
}

extension Inquiry {
  /// The targets to use in place of a denied use: each is asked for by itself, as a new
  /// use, with the same facts and usage.
  func instead(of standings: [RuleStanding]) -> [String] {
    guard !graph.parts.insteads.isEmpty else { return [] }
    let now = Instant(milliseconds: now)
    var seen: Set<Int32> = []
    var names: [String] = []
    for standing in standings where standing.fails && !standing.isSoft {
      for target in graph.instead(of: standing.index) where seen.insert(target).inserted {
        guard target != subject.target,
          graph.isAllowed(Target(index: target), for: prepared, at: now)
        else { continue }
        let name = graph.name(ofTarget: target)
        if name != self.name { names.append(name) }
      }
    }
    return names
  }
}
