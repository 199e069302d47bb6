import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let oneValueApart = LintRule(
    DiagnosticPage(
      "TG0303", "`>` and `>=` on one meter that differ at a single value", level: .warning,
      what: "One rule has `>` and another `>=` with the same quantity of the same meter, in force "
        + "at the same times and under the same conditions.",
      why: "They differ at one value only, and people will ask about just that value.",
      avoid: "tiers free < pro < max\nbills > 500 requires pro\nbills >= 500 requires max\n"
        + "csv-export requires pro\n",
      prefer: "tiers free < pro < max\nbills > 500 requires pro\nbills > 1000 requires max\n"
        + "csv-export requires pro\n",
      exceptions: "Rules with different conditions or times are fine, and so are rules that "
        + "require nothing."
    )
  ) { pass in
    var known: [WrittenLimit: (exclusive: Int?, inclusive: Int?)] = [:]
    for (index, rule) in pass.policy.rules.enumerated() {
      guard let comparison = WrittenLimit(rule, pass.graph.parts.rules[index]) else { continue }
      var pair = known[comparison] ?? (nil, nil)
      if comparison.isInclusive(rule) {
        if pair.inclusive == nil { pair.inclusive = index }
      } else if pair.exclusive == nil {
        pair.exclusive = index
      }
      known[comparison] = pair
    }
    let pairs = known.compactMap { _, pair in
      pair.exclusive.flatMap { exclusive in pair.inclusive.map { (exclusive, $0) } }
    }
    for (exclusive, inclusive) in pairs { pass.report(exclusive: exclusive, inclusive: inclusive) }
  }
}

/// A limit by the quantity that is written, and when it binds.
private struct WrittenLimit: Hashable {
  var meter: Int32
  var window: Window
  var quantity: Int64
  var inForce: Int32
  var condition: Int32

  init?(_ checked: CheckedRule, _ rule: Rule) {
    if case .requiresNothing = checked.effect { return nil }
    guard case .limit(let limit) = checked.subject, case .atMost(let most) = limit.kind else {
      return nil
    }
    meter = limit.meter
    window = limit.window
    quantity = limit.isInclusive ? most.saturatingAdd(1) : most
    inForce = rule.inForce
    condition = rule.condition
  }

  func isInclusive(_ rule: CheckedRule) -> Bool {
    guard case .limit(let limit) = rule.subject else { return false }
    return limit.isInclusive
  }
}

extension LintPass {
  fileprivate mutating func report(exclusive: Int, inclusive: Int) {
    let later = policy.rules[max(exclusive, inclusive)]
    let first = policy.rules[min(exclusive, inclusive)]
    let stricter = policy.rules[inclusive]
    guard let written = syntax.comparison(of: later), case .limit(let limit) = stricter.subject,
      case .literal(let literal) = written.quantity, case .atMost(let most) = limit.kind
    else { return }
    let meter = policy.meters[Int(limit.meter)].name.text
    let quantity = source.text(literal.span)
    report(
      "the two lines disagree at exactly \(quantity) `\(meter)`",
      at: later.subjectSpan, "`\(source.text(later.subjectSpan))`",
      about: [.rule(exclusive), .rule(inclusive)],
      related: [.init(first.subjectSpan, "`\(source.text(first.subjectSpan))`")],
      notes: ["at \(quantity), \(line(stricter.span)) alone decides"],
      help: ["make both `>` or both `>=`"], example: example(of: inclusive, limit, at: most))
  }

  /// Somebody without anything, one step before the value that only the rule with `>=` stops.
  private func example(
    of rule: Int, _ limit: CheckedLimit, at used: Int64
  ) -> Diagnostic.Example? {
    let meter = policy.meters[Int(limit.meter)].name.text
    var usage = Usage()
    usage[limit.window] = Counter(used)
    let prepared = graph.prepareTyped(Snapshot(asOf: Instant.scenario, usage: [meter: usage]))
    let decision = graph.decide(meter, for: prepared, at: .scenario)
    guard decision.outcome == .denied, decision.blockers.contains(where: { $0.index == rule })
    else { return nil }
    let window = limit.window.words
    return Diagnostic.Example(
      "a user who has used \(used) of `\(meter)`\(window) and asks for one more",
      scenario: """
        scenario "one more than \(used) of \(meter)"
          given \(spelled(limit)) \(used)\(window)
          expect \(spelled(limit)) denied because \(decision.reason.rawValue)
        """)
  }

  /// The name of the meter as it is written in the rule, in backquotes where it has them.
  private func spelled(_ limit: CheckedLimit) -> String {
    guard let rule = policy.rules.first(where: { $0.subjectSpan == limit.span }),
      let comparison = syntax.comparison(of: rule)
    else { return policy.meters[Int(limit.meter)].name.text }
    return source.text(comparison.meter.span)
  }
}

extension Window {
  /// The window as it follows a quantity, ` per day`; empty for the total.
  fileprivate var words: String {
    name.map { " per " + $0 } ?? ""
  }
}

extension Instant {
  /// When a scenario that does not say asks: 2026-01-01.
  fileprivate static let scenario = Instant(milliseconds: 1_767_225_600_000)
}
