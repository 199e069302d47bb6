import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let unmet = LintRule(
    DiagnosticPage(
      "TG0401", "a requirement that nothing for sale and no grant can satisfy", level: .warning,
      what: "No set of products for sale, and no `grant` of the policy, meets the requirement.",
      why: "People are shown a paywall that sells nothing that helps.",
      avoid: "tiers free < pro < max\nproduct annual\n  grants pro\n"
        + "csv-export requires max\ncloud-sync requires pro\n",
      prefer: "tiers free < pro < max\nproduct annual\n  grants pro\nproduct studio\n  grants max\n"
        + "csv-export requires max\ncloud-sync requires pro\n",
      exceptions: "A policy that declares no product says nothing about what is for sale. A step "
        + "of a ladder or a setting may be for those who hold what is no longer sold. An "
        + "entitlement may be given outside the store, or be no longer sold, on purpose: allow it "
        + "with that reason."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204"], followsFrom: ["TG0205", "TG0406", "TG0409"]
  ) { pass in
    for rule in pass.survey.unmetRules {
      let requirement = pass.graph[rule: rule].requirement
      let first = pass.survey.unmetRules.first {
        pass.graph[rule: $0].requirement == requirement
      }
      let names = pass.entitlements(requiredBy: rule)
      pass.report(
        sharing: [.rule(Int(first ?? rule))], about: [.rule(Int(rule))],
        causes: names.flatMap { pass.products(giving: $0) }.map { .product($0) }
          + pass.causes(ofIdle: rule, [])
      ) { pass, subjects in pass.unmet(subjects.rules, names) }
    }
    for (rule, place) in pass.survey.unmetSteps { pass.reportUnmet(step: place, of: Int(rule)) }
    pass.reportUndecided(whether: "something for sale meets this requirement")
  }
}

extension LintPass {
  /// One finding about rules with one requirement, at the first of them.
  fileprivate func unmet(_ rules: [Int32], _ names: [Int32]) -> Diagnostic {
    let span = effectSpan(of: rules[0])
    var related: [Diagnostic.Related] = []
    for name in names where policy.entitlements[Int(name)].name.isDeclared {
      guard products(giving: name).isEmpty else { continue }
      related.append(
        .init(policy.entitlements[Int(name)].name.span, "no product for sale grants it"))
    }
    related += rules.dropFirst().map { .init(effectSpan(of: $0), "required here too") }
    return Diagnostic(
      code: rule.code, level: rule.page.level,
      headline: "nothing for sale meets \(quoted(span, otherwise: "this requirement"))",
      span: span, label: "no purchase is enough", related: related,
      help: ["let a product for sale grant what is missing"])
  }
}

extension LintPass {
  /// One finding about a step of a ladder or a setting.
  fileprivate mutating func reportUnmet(step place: Int, of index: Int) {
    let step = policy.rules[index].steps[place]
    let names = step.requirement.entitlements
    report(
      "nothing for sale meets `\(step.text)`", at: step.span, "no purchase is enough",
      about: [.rule(index)],
      causes: names.flatMap { products(giving: $0) }.map { .product($0) },
      help: ["let a product for sale grant what is missing, or take the step away"])
  }
}

extension [LintTopic] {
  /// The rules among them, ascending.
  fileprivate var rules: [Int32] {
    var rules: [Int32] = []
    for case .rule(let rule) in self { rules.append(Int32(rule)) }
    return rules.sorted()
  }
}
