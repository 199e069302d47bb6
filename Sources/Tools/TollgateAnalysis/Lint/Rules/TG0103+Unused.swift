import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let unused = LintRule(
    DiagnosticPage(
      "TG0103", "declared and never used", level: .warning,
      what: "An entitlement, a meter, a group, a fact or a rollout is declared, and nothing uses "
        + "it: no rule, grant, product, other declaration, claim or scenario.",
      why: "A name that nothing uses is a leftover, or the rule that should use it is missing.",
      avoid: "tiers free < pro\nfact beta-tester is yes or no\ncsv-export requires pro\n",
      prefer: "tiers free < pro\nfact beta-tester is yes or no\ncsv-export requires pro or "
        + "beta-tester\n",
      exceptions: "Nothing has to use the first tier, which everybody holds. A group with a "
        + "label is for the app, which may ask about it; allow one without a label with that reason. "
        + "Products are not checked. For features that no rule mentions there is `TG0211`."
    )
  ) { pass in
    // Everywhere but where names are declared, scenarios and claims too.
    let uses = Set(
      NameWalker(pass.syntax).uses
        .filter { !$0.isDeclaration && $0.space == .things }.map { $0.name.text })
    let policy = pass.policy
    for (rank, entitlement) in policy.entitlements.enumerated()
    where rank > 0 || policy.tierCount == 0 {
      pass.check("entitlement", entitlement.name, uses, about: [.entitlement(Int32(rank))])
    }
    for meter in policy.meters { pass.check("meter", meter.name, uses) }
    // The app asks about a group that people know by a label.
    for group in policy.groups where group.label == nil {
      pass.check(
        "group", group.name, uses,
        help: "name it in a rule, give it a label if the app asks about it, or remove it")
    }
    for fact in policy.facts { pass.check("fact", fact.name, uses) }
    for rollout in policy.rollouts { pass.check("rollout", rollout.name, uses) }
  }
}

extension LintPass {
  fileprivate mutating func check(
    _ kind: String, _ name: CheckedName, _ uses: Set<String>, about subjects: [LintTopic] = [],
    help: String = "name it in a rule, or remove its declaration"
  ) {
    guard name.isDeclared, !uses.contains(name.text) else { return }
    report(
      "the \(kind) `\(name.text)` is declared and never used", at: name.span, "named nowhere else",
      about: subjects,
      help: [help],
      edits: edits(removing: name))
  }

  /// Takes the whole statement away, if it declares nothing else.
  private func edits(removing name: CheckedName) -> [Diagnostic.Edit] {
    guard syntax.statement(at: name.span.start)?.declaresOne == true else { return [] }
    return edits(removing: name.span, safety: .unsafe, title: "remove its declaration")
  }
}

extension StatementSyntax {
  /// Whether it declares a single name.
  fileprivate var declaresOne: Bool {
    switch kind {
    case .entitlements(let list): list.count == 1
    case .meters(let list): list.count == 1
    case .group, .fact, .rollout: true
    default: false
    }
  }
}
