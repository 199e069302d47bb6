import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let idleInstead = LintRule(
    DiagnosticPage(
      "TG0311", "`instead use` names what nobody who is denied may use", level: .warning,
      what: "Nobody whom the rule denies may use this target either: it asks for as much as the "
        + "thing itself or for more, or it is closed.",
      why: "A decision lists only what this user may use now, so the clause never helps anybody.",
      avoid: "tiers free < plus < pro\nmeter messages\nfeature gold-model\n"
        + "messages > 40 requires plus\n  instead use gold-model\ngold-model requires pro\n",
      prefer: "tiers free < plus < pro\nmeter messages\nfeatures gold-model, basic-model\n"
        + "messages > 40 requires plus\n  instead use basic-model\nbasic-model requires nothing\n"
        + "gold-model requires pro\n",
      exceptions:
        "A target that only some of the people who are denied may use is fine. Of a group "
        + "or a range, only those members are told that help nobody."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204"], followsFrom: ["TG0205", "TG0310"]
  ) { pass in
    for idle in pass.survey.idleInsteads {
      let names = pass.names(of: idle.targets)
      let isOne = idle.targets.count == 1
      pass.report(
        "nobody who is denied here may use \(names) instead",
        at: pass.spans(of: idle.targets, insteadIn: Int(idle.rule))[0],
        idle.areDearer
          ? "\(isOne ? "requires" : "each requires") as much, or more"
          : "of no use to a user who is denied",
        about: [.rule(Int(idle.rule))], causes: idle.targets.map { .target($0) },
        related: pass.spans(of: idle.targets, insteadIn: Int(idle.rule)).dropFirst().map {
          .init($0, "and this")
        } + [.init(pass.policy.rules[Int(idle.rule)].subjectSpan, "denied by this rule")],
        help: ["name what asks for less, or take \(isOne ? "it" : "them") out of the clause"])
    }
    pass.reportUndecided(whether: "somebody who is denied may use each target after `instead use`")
  }
}

extension LintPass {
  /// Where the clause `instead use` of a rule names some targets: as a name of their own, by a range or
  /// by a group. There is at least one place.
  fileprivate func spans(of targets: [Int32], insteadIn rule: Int) -> [Span] {
    let checked = policy.rules[rule]
    var spans: [Span] = []
    for clause in syntax.statement(at: checked.span.start)?.clauses ?? [] {
      guard case .insteadUse(let items) = clause.kind else { continue }
      for item in items where members(of: item).contains(where: { targets.contains($0.index) }) {
        spans.append(item.span)
      }
    }
    return spans.isEmpty ? [checked.subjectSpan] : spans
  }

  private func members(of item: SubjectItemSyntax) -> [Target] {
    switch item {
    case .name(let name): graph.members(of: name.text) ?? []
    case .range(let first, let last): graph.members(of: "\(first.text)..\(last.text)") ?? []
    case .everything: graph.members(of: "everything") ?? []
    }
  }
}
