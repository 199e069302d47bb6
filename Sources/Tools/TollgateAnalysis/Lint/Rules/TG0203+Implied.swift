import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let implied = LintRule(
    DiagnosticPage(
      "TG0203", "a rule that the others already imply", level: .warning,
      what: "Every decision about its targets is the same without the rule: other rules "
        + "stop everybody whom it stops.",
      why: "Somebody will maintain it for nothing, or change it and expect an effect.",
      avoid: "tiers free < pro < max\ncsv-export requires max\n"
        + "csv-export, cloud-sync requires max when beta\n"
        + "cloud-sync requires max\nfact beta is yes or no\nreports requires pro\n",
      prefer: "tiers free < pro < max\ncsv-export, cloud-sync requires max\nreports requires pro\n",
      exceptions: "A limit that a stricter one makes idle is `TG0301`, a rule written twice "
        + "`TG0204`. Users of whom something is unknown count, too."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204", "TG0303"], followsFrom: ["TG0205", "TG0210"]
  ) { pass in
    for (rule, state) in pass.survey.rules.enumerated() {
      guard case .implied(let culprits) = state, !pass.isStricterLimit(culprits, than: Int32(rule))
      else { continue }
      let checked = pass.policy.rules[rule]
      pass.report(
        "\(pass.lines(of: culprits)) already \(culprits.count == 1 ? "stops" : "stop") everybody "
          + "whom this rule stops",
        at: checked.subjectSpan, "changes no decision", about: [.rule(rule)],
        causes: pass.causes(ofIdle: Int32(rule), culprits),
        related: pass.places(of: culprits, culprits.count == 1 ? "stops them all" : "stops some"),
        help: ["remove one of them, or change it to stop somebody else"],
        edits: pass.edits(removing: checked.span, safety: .unsafe, title: "take this rule away"))
    }
    pass.reportUndecided(whether: "other rules already stop everybody whom this rule stops")
  }
}

extension LintPass {
  /// Whether rules are limits on the same counter as another one, each with less.
  func isStricterLimit(_ others: [Int32], than rule: Int32) -> Bool {
    guard let limit = graph[rule: rule].limit, case .atMost(let most) = limit.kind
    else { return false }
    return others.allSatisfy { other in
      guard let stricter = graph[rule: other].limit,
        case .atMost(let less) = stricter.kind
      else { return false }
      return stricter.meter == limit.meter && stricter.window == limit.window && less < most
    }
  }

  /// The causes that may leave a rule nothing to do for now: limits that wait for their number and
  /// stop everybody until then, and targets that nobody can open anyway.
  func causes(ofIdle rule: Int32, _ culprits: [Int32]) -> [LintTopic] {
    let undecided = culprits.filter { graph[rule: $0].limit?.kind == .undecided }
    let targets = graph.parts.targets.indices.filter {
      graph.parts.targets[$0].rules.contains(rule)
    }
    let closed = Set((surveyed?.closed ?? []).joined())
    let isClosed = targets.allSatisfy { closed.contains(Int32($0)) }
    return undecided.map { .rule(Int($0)) }
      + (isClosed ? targets.prefix(1).map { .target(Int32($0)) } : [])
  }
}
