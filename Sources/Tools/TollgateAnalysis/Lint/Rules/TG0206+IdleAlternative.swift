import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let idleAlternative = LintRule(
    DiagnosticPage(
      "TG0206", "an alternative that adds nothing", level: .note,
      what: "In a list with `or`, whoever meets one of the alternatives meets another one too.",
      why: "A reader takes it for another way in, but it is none.",
      avoid: "entitlement advanced\nentitlement full includes advanced\n"
        + "csv-export requires advanced or full\n",
      prefer: "entitlement advanced\nentitlement full includes advanced\n"
        + "csv-export requires advanced\ncloud-sync requires full\n",
      exceptions:
        "If it is there on purpose, so that the sentence reads like the price list, allow "
        + "it with that reason."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204"]
  ) { pass in
    for part in pass.survey.idleAlternatives {
      let text = pass.quoted(part.span, otherwise: "this")
      let note = pass.reason(thatIdle: part)
      pass.report(
        "the alternative \(text) adds nothing", at: part.span,
        part.isRequired ? "lets nobody else in" : "true for nobody else",
        about: [.rule(Int(part.rule))],
        related: note.map { [$0] } ?? [],
        help: ["leave it out; if it is there for the reader, allow it with that reason"],
        edits: pass.edits(leavingOut: part.span, of: part.rule))
    }
    pass.reportUndecided(whether: "every alternative adds something")
  }
}

extension LintPass {
  /// Where it is said that one entitlement of a list includes another.
  fileprivate func reason(thatIdle part: Survey.Part) -> Diagnostic.Related? {
    guard let list = alternatives(to: part) else { return nil }
    var idle: Int32?
    var others: [Int32] = []
    for case .entitlement(let index, let span) in list {
      if span == part.span { idle = index } else { others.append(index) }
    }
    guard let idle, policy.entitlements[Int(idle)].name.isDeclared,
      let other = others.first(where: { policy.entitlements[Int(idle)].gives.contains($0) })
    else { return nil }
    let name = policy.entitlements[Int(other)].name.text
    return Diagnostic.Related(policy.entitlements[Int(idle)].name.span, "includes `\(name)`")
  }

  private func alternatives(to part: Survey.Part) -> [CheckedExpression]? {
    policy.rules[Int(part.rule)].expressions.lazy.compactMap { $0.list(with: part.span) }.first
  }
}
