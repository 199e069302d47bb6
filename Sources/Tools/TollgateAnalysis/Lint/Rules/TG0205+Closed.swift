import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let closed = LintRule(
    DiagnosticPage(
      "TG0205", "a target that nobody can open", level: .warning,
      what: "Whatever somebody holds, at whatever time, some rule about the target fails; and that "
        + "is not because a rule says `is off`.",
      why: "People see a lock that nothing opens, whatever they buy.",
      avoid: "entitlements basic, expert\ncsv-export requires basic\n"
        + "csv-export requires expert and not basic\n",
      prefer: "entitlements basic, expert\ncsv-export requires basic and expert\n",
      exceptions: "A target that is meant to be closed says `is off`."
    )
  ) { pass in
    var known: [[Int32]] = []
    for targets in pass.survey.closed {
      let rules = pass.graph.parts.targets[Int(targets[0])].rules
      let culprits = known.first { $0.allSatisfy { rules.contains($0) } } ?? pass.closers(in: rules)
      known.append(culprits)
      let subjects = targets.map { LintTopic.target($0) }
      let key = culprits.map { LintTopic.rule(Int($0)) }
      pass.report(sharing: key, about: subjects) { pass, subjects in
        pass.closed(subjects.targets, by: culprits)
      }
    }
    pass.reportUndecided(whether: "anybody can open this")
  }
}

extension LintPass {
  /// Some of the rules of a closed target that nobody passes together, none of which can be left
  /// out.
  fileprivate func closers(in rules: [Int32]) -> [Int32] {
    var left = rules.filter { graph[rule: $0].effect == .requires }
    for rule in left.reversed() where left.count > 1 {
      let fewer = left.filter { $0 != rule }
      if ask(CanPass(rules: fewer)) == .some(false) { left = fewer }
    }
    return left
  }

  fileprivate func closed(_ targets: [Int32], by rules: [Int32]) -> Diagnostic {
    let last = rules.last ?? graph.parts.targets[Int(targets[0])].rules[0]
    let others = rules.filter { $0 != last }
    return Diagnostic(
      code: rule.code, level: rule.page.level, headline: "nobody can open \(names(of: targets))",
      span: effectSpan(of: last),
      label: others.isEmpty
        ? "met by nobody" : "met by nobody who meets \(lines(of: others))",
      related: places(of: others, others.count == 1 ? "the other one" : "one of the others"),
      help: [
        others.isEmpty
          ? "correct the requirement, or say `is off`" : "correct one of the rules, or say `is off`"
      ])
  }
}
