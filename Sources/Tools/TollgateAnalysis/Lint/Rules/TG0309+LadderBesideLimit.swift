import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let ladderBesideLimit = LintRule(
    DiagnosticPage(
      "TG0309", "a ladder beside another limit of the same meter", level: .note,
      what: "Two ladders, or a ladder and a plain limit, are about one meter in one window. Both "
        + "must hold, so the stricter one counts.",
      why: "Readers take the ladder for the whole price list of the meter.",
      avoid: "entitlement plus\nmeter guests\nguests at most 10\n  100 with plus\n"
        + "guests > 50 is not allowed\n",
      prefer: "entitlement plus\nmeter guests\nguests at most 10\n  50 with plus\n",
      exceptions: "Limits in different windows are different price lists. A bare meter, as in "
        + "`guests requires account`, is no limit. A limit that a server sets for each customer, "
        + "as in `guests > allowance otherwise 250 is not allowed`, is no part of a price list."
    ), yieldsTo: ["TG0201", "TG0202", "TG0203", "TG0204", "TG0301"]
  ) { pass in
    let rules = pass.graph.parts.rules
    for target in pass.graph.parts.targets where target.meter != nil {
      let limited = target.rules.filter { rules[Int($0)].limit?.isComparison == true }
      for (place, rule) in limited.enumerated() {
        guard let limit = rules[Int(rule)].limit else { continue }
        let other = limited[..<place].first { earlier in
          guard let one = rules[Int(earlier)].limit, one.window == limit.window else {
            return false
          }
          return one.isLadder && limit.isOfPolicy || limit.isLadder && one.isOfPolicy
        }
        guard let other else { continue }
        pass.report(
          "`\(target.name)` has a ladder and another limit beside it",
          at: pass.policy.rules[Int(rule)].subjectSpan, "must hold too",
          about: [.rule(Int(rule))], related: pass.places(of: [other], "the other limit"),
          help: ["say all of it in one ladder"])
      }
    }
  }
}

extension Limit {
  fileprivate var isLadder: Bool {
    if case .ladder = kind { return true }
    return false
  }

  /// Whether the policy says how much it is: what a server sets cannot stand in a ladder.
  fileprivate var isOfPolicy: Bool {
    if case .allowance = kind { return false }
    return true
  }
}
