import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let silentSentence = LintRule(
    DiagnosticPage(
      "TG0603", "a sentence that is never shown", level: .warning,
      what:
        "A sentence of a message has a placeholder that can never have a value there: an amount "
        + "in the message of a rule that is no limit, or `{products}` where nothing is for sale.",
      why: "A sentence with a placeholder that has no value is left out, so nobody ever reads it.",
      avoid: "feature export\nexport requires pro\n"
        + "  message \"Export needs Pro. You used {used}.\"\n",
      prefer: "feature export\nexport requires pro\n  message \"Export needs Pro.\"\n",
      exceptions: "`{resets}` has a value as soon as the app reports when a counter falls."
    )
  ) { pass in
    for rule in pass.policy.rules {
      guard let message = rule.message else { continue }
      let silent = pass.silentPlaceholders(of: rule)
      var told: [String] = []
      for placeholder in pass.source.placeholders(in: message.span)
      where silent.contains(placeholder.name) && !told.contains(placeholder.name) {
        told.append(placeholder.name)
        let isProducts = placeholder.name == "products"
        pass.report(
          "the sentence with `{\(placeholder.name)}` is never shown", at: placeholder.span,
          isProducts ? "nothing is for sale" : "it never has a value here",
          related: isProducts ? [] : [.init(rule.subjectSpan, pass.whySilent(rule))],
          help: ["say it without `{\(placeholder.name)}`, or leave the sentence out"])
      }
    }
  }
}

extension LintPass {
  /// The placeholders that never have a value in the message of a rule.
  fileprivate func silentPlaceholders(of rule: CheckedRule) -> [String] {
    let isSomethingSold = policy.products.contains { $0.isForSale }
    return amountsNeverKnown(of: rule) + (isSomethingSold ? [] : ["products"])
  }

  private func amountsNeverKnown(of rule: CheckedRule) -> [String] {
    switch rule.subject {
    case .targets: return ["used", "limit", "remaining", "requested", "resets"]
    case .setting: return ["used", "remaining", "resets"]
    case .limit(let limit): return limit.kind == .undecided ? ["limit", "remaining"] : []
    case .ladder(let ladder):
      return ladder.base == .undecided && ladder.steps.isEmpty ? ["limit", "remaining"] : []
    }
  }

  fileprivate func whySilent(_ rule: CheckedRule) -> String {
    switch rule.subject {
    case .targets: "nothing is counted here"
    case .setting: "a value of a setting is not counted"
    case .limit, .ladder: "this limit is undecided"
    }
  }
}
