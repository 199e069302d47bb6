/// A question about a target, with all that its answer depends on.
package struct Inquiry: Sendable {
  package let prepared: PreparedSnapshot
  package let subject: AskedTarget
  package let ask: Ask
  /// Effective now: never before what the snapshot has seen.
  package let now: Int64
  /// Whether the clock is more than 5 minutes behind.
  package let isClockBehind: Bool

  package init(prepared: PreparedSnapshot, subject: AskedTarget, ask: Ask, now: Instant) {
    self.prepared = prepared
    self.subject = subject
    self.ask = ask
    self.now = max(now.milliseconds, prepared.floor)
    isClockBehind = prepared.isClockBehind(now)
  }

  package var graph: RuleGraph { prepared.graph }

  package func evaluation() -> Evaluation<NoObserver> {
    Evaluation(graph: graph, input: prepared.input, now: now, ask: ask, observer: NoObserver())
  }

  /// An evaluation for reasons: what cannot be known of the policy's own grants is not given.
  package func reasoning() -> Evaluation<StatementsNotGiven> {
    Evaluation(
      graph: graph, input: prepared.input, now: now, ask: ask,
      observer: StatementsNotGiven(graph: graph))
  }

  func reasonedTruth(of rule: Int32) -> Truth {
    var reasoning = reasoning()
    return reasoning.holds(rule)
  }
}

/// What is asked about: one target, or all members of a group or range at once.
package struct AskedTarget: Sendable {
  package var name: String
  package var label: LabelIndex
  /// The meter, or -1 for anything else.
  package var meter: Int32
  /// The target, or -1 for several.
  package var target: Int32
  /// Every rule about it, in the order of the source.
  package var rules: [Int32]
}

extension RuleGraph {
  /// One target.
  package func subject(_ index: Int32) -> AskedTarget {
    let target = parts.targets[Int(index)]
    return AskedTarget(
      name: target.name, label: target.label, meter: target.meter, target: index,
      rules: target.rules)
  }

  /// What a name stands for: a target, or all members of a group or range at once. Nothing if the
  /// policy does not know it.
  package func subject(_ name: String) -> AskedTarget? {
    if let target = target(name) { return subject(target.index) }
    guard let members = members(of: name) else { return nil }
    var rules: Set<Int32> = []
    for member in members { rules.formUnion(parts.targets[Int(member.index)].rules) }
    return AskedTarget(
      name: name, label: names.groups[name].map { parts.groups[Int($0)].label } ?? -1, meter: -1,
      target: -1, rules: rules.sorted())
  }
}
