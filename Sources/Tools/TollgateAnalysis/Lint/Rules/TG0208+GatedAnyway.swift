import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let gatedAnyway = LintRule(
    DiagnosticPage(
      "TG0208", "`requires nothing` for a target that another rule gates", level: .warning,
      what: "A rule says that a target requires nothing, and another rule denies it to somebody "
        + "for whom the first one applies.",
      why: "All rules about a target have to hold, so `requires nothing` opens nothing.",
      avoid: "features csv-export, settings\neverything requires pro\nsettings requires nothing\n",
      prefer: "features csv-export, settings\neverything except settings requires pro\n"
        + "settings requires nothing\n",
      exceptions: "Rules that never apply together are fine: at different times, or under "
        + "conditions that exclude each other."
    ), yieldsTo: ["TG0201", "TG0204"]
  ) { pass in
    for (rule, target, witness) in pass.survey.gatedAnyway {
      let checked = pass.policy.rules[Int(rule)]
      let other = pass.refusal(of: witness.snapshot, target, witness)
      pass.report(
        "`requires nothing` does not open \(pass.names(of: pass.alike(target)))",
        at: pass.effectSpan(of: rule), "another rule gates it", about: [.rule(Int(rule))],
        related: pass.places(of: other.map { [$0] } ?? [], "denies it"),
        help: ["all rules about a target have to hold: leave it out of the one that denies it"],
        edits: (other.map { pass.edits(leaving: checked, outOf: $0) } ?? [])
          + pass.edits(removing: checked.span, safety: .unsafe, title: "take this rule away"),
        example: pass.example(witness, of: target), names: pass.hiddenNames(of: pass.alike(target)))
    }
    pass.reportUndecided(whether: "another rule gates this")
  }
}

extension LintPass {
  /// The targets with the same rules as one, itself among them.
  fileprivate func alike(_ target: Int32) -> [Int32] {
    let targets = graph.parts.targets
    let rules = targets[Int(target)].rules
    return targets.indices.filter { targets[$0].rules == rules }.map { Int32($0) }
  }

  /// The edits that exclude this rule's targets from the subject of another rule.
  fileprivate func edits(leaving open: CheckedRule, outOf other: Int32) -> [Diagnostic.Edit] {
    let gate = policy.rules[Int(other)]
    guard case .targets(let exempt) = open.subject, case .targets(let gated) = gate.subject,
      !gated.subtracting(exempt).isEmpty, let named = self.exceptions(in: gate),
      self.exceptions(in: open) == 0
    else { return [] }
    let text = source.text(open.subjectSpan)
    return [
      Diagnostic.Edit(
        Span(gate.subjectSpan.end, gate.subjectSpan.end),
        named > 0 ? ", \(text)" : " except \(text)",
        safety: .unsafe,
        title: "leave `\(text)` out of \(line(gate.span))")
    ]
  }

  /// How many exceptions the subject of a rule names; `nil` for a comparison.
  private func exceptions(in rule: CheckedRule) -> Int? {
    guard let statement = syntax.statement(at: rule.span.start),
      case .rule(let written) = statement.kind, case .things(let subject) = written.subject
    else { return nil }
    return subject.exceptions.count
  }
}
