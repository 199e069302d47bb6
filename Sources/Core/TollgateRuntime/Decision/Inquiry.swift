/// A question about a target, with all that its answer depends on.
package struct Inquiry: Sendable {
  package let prepared: PreparedSnapshot
  package private(set) var subject: AskedTarget
  package let ask: Ask
  /// Effective now: never before what the snapshot has seen.
  package let now: Int64
  /// The time that was asked about, as the clock has it.
  let asked: Instant
  /// Whether the clock is more than 5 minutes behind.
  package let isClockBehind: Bool

  package init(prepared: PreparedSnapshot, subject: AskedTarget, ask: Ask, now: Instant) {
    self.prepared = prepared
    self.subject = subject
    self.subject.add(ask, in: prepared.graph)
    self.ask = ask
    asked = now
    self.now = max(now.milliseconds, prepared.floor)
    isClockBehind = prepared.isClockBehind(now)
  }

  package var graph: RuleGraph { prepared.graph }

  /// The target as it was asked for.
  var name: String {
    subject.several ?? subject.target.map { graph.name(ofTarget: $0) } ?? ""
  }

  /// Whether it asks for a value of a setting.
  var isReachingSetting: Bool { subject.setting != nil && ask.isReaching }

  package func evaluation() -> Evaluation<NoObserver> {
    prepared.evaluation(at: now, ask)
  }

  /// An evaluation for reasons: a `grant` statement whose facts or counters are missing is not
  /// given.
  package func reasoning() -> Evaluation<NoObserver> {
    var evaluation = evaluation()
    evaluation.notGiven = .unlessStale
    return evaluation
  }

  func reasonedTruth(of rule: Int32) -> Truth {
    var reasoning = reasoning()
    return reasoning.holds(rule)
  }
}

/// The target of a question: one target, or all members of a group or range at once.
package struct AskedTarget: Sendable {
  /// The name of several; nil for one target, whose name is read when somebody asks for it.
  var several: String?
  package var label: LabelIndex?
  /// The meter; nil for anything else.
  package var meter: MeterIndex?
  /// The target; nil for several.
  package var target: Int32?
  /// Every rule about it, in the order of the source.
  package var rules: ArraySlice<RuleIndex>
  /// The setting, or nil for anything else.
  package var setting: SettingIndex?

  /// The rule at a place among them.
  func rule(at place: Int) -> RuleIndex { rules[rules.startIndex + place] }

  /// Adds what an ask adds: whether a value is within a setting is one more rule.
  mutating func add(_ ask: Ask, in graph: RuleGraph) {
    guard let setting, ask.isReaching else { return }
    let rule = graph.parts.settings[Int(setting)].rule
    guard !rules.contains(rule) else { return }
    rules = (rules + [rule]).sorted()[...]
  }
}

extension RuleGraph {
  /// One target.
  package func subject(_ index: Int32) -> AskedTarget {
    let target = parts.tables.targets[Int(index)]
    return AskedTarget(
      label: target.label, meter: target.meter, target: index,
      rules: rules(of: Target(index: index)), setting: setting(of: index))
  }

  /// The name of a target.
  func name(ofTarget index: Int32) -> String {
    parts.tables.text(parts.tables.targets[Int(index)].name)
  }

  /// The meaning of a name: a target, or all members of a group or range at once. Nil if the
  /// policy does not know it.
  package func subject(_ name: String) -> AskedTarget? {
    if let target = target(name) { return subject(target.index) }
    guard let members = members(of: name) else { return nil }
    var rules: Set<Int32> = []
    for member in members { rules.formUnion(self.rules(of: member)) }
    return AskedTarget(
      several: name, label: names.groups[name].flatMap { parts.groups[Int($0)].label },
      rules: rules.sorted()[...])
  }
}
