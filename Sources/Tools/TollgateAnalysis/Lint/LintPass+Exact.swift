import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintPass {
  /// Reports the questions of the rule at work that the budget did not suffice for.
  mutating func reportUndecided(whether question: String) {
    for open in survey.undecided where open.code == rule.code {
      reportUndecided(
        whether: question, at: span(of: open.subject), "stopped here", about: [open.subject],
        notes: [open.exhausted.ending], help: [open.exhausted.help])
    }
  }

  /// Where a subject is written.
  func span(of subject: LintTopic) -> Span {
    switch subject {
    case .rule(let index): policy.rules[index].subjectSpan
    case .grant(let index): policy.grants[index].span
    case .product(let index): policy.products[index].name.span
    case .meter(let index): policy.meters[Int(index)].name.span
    case .entitlement(let index): policy.entitlements[Int(index)].name.span
    case .target(let index): span(ofTarget: index)
    case .label(let index): policy.labels[index].span
    case .reminder(let rule, let index): policy.rules[rule].reminders[index].span
    }
  }

  /// Where a target is declared, or first used.
  func span(ofTarget target: Int32) -> Span {
    let settings = policy.target(ofSetting: 0)
    guard target < settings else { return policy.settings[Int(target - settings)].name.span }
    guard target < policy.featureTargetCount else {
      let meter = Int(target - policy.featureTargetCount)
      let count = policy.meters.count
      return meter < count
        ? policy.meters[meter].name.span : policy.settings[meter - count].name.span
    }
    return feature(of: target)?.name.span ?? Span(0, 0)
  }

  /// The feature or series that a target belongs to.
  private func feature(of target: Int32) -> CheckedFeature? {
    let low = policy.features.partitioningIndex { $0.targets.upperBound > target }
    return low < policy.features.count ? policy.features[low] : nil
  }

  /// Targets in backquotes; of many the first few.
  func names(of targets: [Int32]) -> String {
    let names = ranges(of: targets).map { "`\($0)`" }
    guard names.count > LintPass.mostNames else { return LintPass.list(names) }
    return names.prefix(3).joined(separator: ", ") + " and \(names.count - 3) more"
  }

  /// All names of targets, where ``names(of:)`` shows only some.
  func hiddenNames(of targets: [Int32]) -> [String] {
    let names = ranges(of: targets)
    return names.count > LintPass.mostNames ? names : []
  }

  private static let mostNames = 4

  /// Names of targets: members of a series that follow each other as a range.
  private func ranges(of targets: [Int32]) -> [String] {
    var names: [String] = []
    var place = 0
    while place < targets.count {
      let first = targets[place]
      var last = place
      if let series = feature(of: first), series.series != nil {
        while last + 1 < targets.count, targets[last + 1] == targets[last] + 1,
          series.targets.contains(targets[last + 1])
        {
          last += 1
        }
      }
      let name = graph.parts.targets[Int(first)].name
      let end = graph.parts.targets[Int(targets[last])].name
      names.append(last == place ? name : "\(name)..\(end)")
      place = last + 1
    }
    return names
  }

  /// `a`, `b` and `c`.
  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The lines of rules, as people speak of them: `line 3`, `lines 3 and 5`.
  func lines(of rules: [Int32]) -> String {
    lines(rules.map { policy.rules[Int($0)].subjectSpan })
  }

  /// Places of rules, with what to know about them.
  func places(of rules: [Int32], _ label: String) -> [Diagnostic.Related] {
    rules.map { Diagnostic.Related(policy.rules[Int($0)].subjectSpan, label) }
  }

  /// A witness in words, and as a scenario that can be pasted and in which something is so;
  /// `nil` if no snapshot shows it.
  func example(
    _ witness: Witness, of target: Int32,
    showing shows: (Snapshot, Instant) -> Bool = { _, _ in true }
  ) -> Diagnostic.Example? {
    guard witness.isFaithful else { return nil }
    let scenario = witness.scenario(of: Target(index: target), in: graph, showing: shows)
    return Diagnostic.Example(witness.words, scenario: scenario ?? "")
  }

  /// The engine's decision about a target for an example, asked as it was.
  func decision(
    about target: Int32, _ snapshot: Snapshot, at now: Instant, as witness: Witness
  ) -> Decision {
    let name = graph.parts.targets[Int(target)].name
    return graph.decide(
      Target(index: target), ask: witness.ask(about: name), for: graph.prepare(snapshot), at: now)
  }

  /// The rule that refuses somebody a target, by the engine itself; `nil` if no snapshot
  /// shows the witness.
  func refusal(of snapshot: Snapshot, _ target: Int32, _ witness: Witness) -> Int32? {
    guard witness.isFaithful else { return nil }
    let decision = decision(about: target, snapshot, at: witness.now, as: witness)
    return decision.outcome == .denied ? decision.blockers.deciding?.index : nil
  }

  /// The requirement of a rule, or the place where it says that something is off.
  func effectSpan(of rule: Int32) -> Span {
    switch policy.rules[Int(rule)].effect {
    case .requires(let expression): expression.span
    case .requiresNothing(let span), .off(let span), .steps(let span): span
    }
  }

  /// When a rule applies, or what it is about where it does not say.
  func conditionSpan(of rule: Int32) -> Span {
    let checked = policy.rules[Int(rule)]
    return checked.applies.when?.span ?? checked.applies.unless?.span ?? checked.applies.fromSpan
      ?? checked.applies.untilSpan ?? checked.subjectSpan
  }
}
