import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let neverGreatest = LintRule(
    DiagnosticPage(
      "TG0316", "an amount that is never the greatest", level: .warning,
      what: "Of several amounts that one use takes from one meter only the greatest counts, and "
        + "another line always takes as much as this one.",
      why: "Whoever wrote it meant that some pay less. Amounts are not added up, and a lesser one "
        + "changes nothing.",
      avoid: "meter credits\nfeature image\ncredits at most 100 per month\n"
        + "fact quality is fine or draft\nimage uses 4 credits\n"
        + "image uses 1 credit when quality is draft\n",
      prefer: "meter credits\nfeature image\ncredits at most 100 per month\n"
        + "fact quality is fine or draft\nimage uses 4 credits\n"
        + "  1 credit with nothing when quality is draft\n",
      exceptions: "Amounts for each of another number are not compared."
    )
  ) { pass in
    for place in pass.graph.parts.uses.indices {
      guard let others = pass.rivals(ofUseAt: place) else { continue }
      var counts = false
      for list in others where !counts {
        guard let answer = pass.ask(CanBeGreatest(use: UseIndex(place), others: list)) else {
          pass.reportUndecided(
            whether: "this amount is ever the greatest", at: pass.amounts[place].span, about: [])
          counts = true
          break
        }
        counts = answer
      }
      guard !counts, let first = others.first?.first else { continue }
      pass.report(
        "this amount is never the greatest, so it never counts", at: pass.amounts[place].span,
        "another line takes as much", about: [],
        related: [.init(pass.amounts[Int(first)].span, "counts in its place")],
        help: ["write it below the greater amount, as a line with `with`, or take it away"])
    }
  }
}

extension LintPass {
  /// The other uses of the same meter, for each list of them that some target has; nil where one is
  /// for each of another number, or some target has no other one.
  fileprivate func rivals(ofUseAt place: Int) -> [[UseIndex]]? {
    let use = graph.parts.uses[place]
    var lists: [[UseIndex]] = []
    for range in use.targets {
      for target in range {
        let list = graph.uses[target].filter {
          Int($0) != place && graph.parts.uses[Int($0)].meter == use.meter
        }
        let areAlike = list.allSatisfy { graph.parts.uses[Int($0)].each == use.each }
        if list.isEmpty || !areAlike { return nil }
        if !lists.contains(list) { lists.append(list) }
      }
    }
    return lists
  }

  /// The amounts as they are written, in the order of the graph's uses.
  var amounts: [CheckedUses.Amount] { policy.uses.flatMap { $0.amounts } }
}
