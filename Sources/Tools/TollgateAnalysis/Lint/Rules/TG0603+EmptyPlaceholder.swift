import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let emptyPlaceholder = LintRule(
    DiagnosticPage(
      "TG0603", "a sentence whose placeholder never has a value", level: .warning,
      what: "A message or a reminder has a placeholder that cannot have a value where it stands, "
        + "such as `{used}` of a feature.",
      why: "A sentence with a placeholder without a value is left out, so nobody ever reads it.",
      avoid: "product annual\n  grants pro\ncsv-export requires pro\n"
        + "  message \"CSV files are for Pro. You have {remaining} left.\"\n",
      prefer: "product annual\n  grants pro\ncsv-export requires pro\n"
        + "  message \"CSV files are for Pro, with {products}.\"\n",
      exceptions: "A placeholder that has a value only sometimes is fine, such as `{resets}` while "
        + "the app does not say when a counter falls."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204"]
  ) { pass in
    for (index, rule) in pass.policy.rules.enumerated() {
      if let message = rule.message { pass.check(message, ofRule: index) }
      for reminder in rule.reminders {
        guard let label = reminder.label else { continue }
        if case .beforeEnd = reminder.at {
          pass.check(label, ofRule: index, ofEnd: true)
        } else {
          pass.check(label, ofRule: index)
        }
      }
    }
  }
}

extension LintPass {
  /// Reports the placeholders of a text that never have a value; the first is the place.
  fileprivate mutating func check(
    _ text: CheckedLabel, ofRule index: Int, ofEnd isOfEnd: Bool = false
  ) {
    var reasons = reasonsWithoutValue(ofRule: Int32(index))
    if !isOfEnd { reasons["ends"] = "only a reminder of an end tells when something ends" }
    var found: [(name: String, span: Span)] = []
    for placeholder in source.placeholders(in: text.span) where reasons[placeholder.name] != nil {
      found.append(placeholder)
    }
    guard let first = found.first, let reason = reasons[first.name] else { return }
    report(
      "`{\(first.name)}` never has a value here, so nobody reads its sentence", at: first.span,
      reason, about: [.rule(index)],
      related: found.dropFirst().map { .init($0.span, reasons[$0.name] ?? "") },
      help: ["write the sentence without it, or leave the sentence out"])
  }

  /// The placeholders without a value in the texts of a rule, and why.
  private func reasonsWithoutValue(ofRule index: Int32) -> [String: String] {
    let rule = graph[rule: index]
    var reasons: [String: String] = [:]
    let amounts: [String]
    let why: String
    switch rule.limit?.kind {
    case nil:
      (amounts, why) = (
        ["used", "limit", "remaining", "requested", "resets"], "the rule is about no meter"
      )
    case .setting: (amounts, why) = (["used", "remaining", "resets"], "a setting is not used up")
    case .undecided: (amounts, why) = (["limit", "remaining"], "the limit is undecided")
    case .bare, .atMost, .allowance, .ladder: (amounts, why) = ([], "")
    }
    for name in amounts { reasons[name] = why }
    if !graph.parts.products.contains(where: { $0.isForSale }) {
      reasons["products"] = "nothing is for sale"
    } else if rule.effect == .off, !isRaised(rule) {
      reasons["products"] = "no product changes what this rule says"
    }
    return reasons
  }

  /// Whether a product adds to the meter of a rule.
  private func isRaised(_ rule: RuleCore) -> Bool {
    guard let limit = rule.limit else { return false }
    return graph.parts.products.contains { product in
      (product.adds + product.packs).contains { $0.raises(limit.counter) }
    }
  }
}
