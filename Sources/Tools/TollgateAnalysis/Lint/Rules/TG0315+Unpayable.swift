import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let unpayable = LintRule(
    DiagnosticPage(
      "TG0315", "an amount that some users can never pay", level: .warning,
      what: "One use takes more from a meter than some users may use at all, and nothing that they "
        + "carry over or may use for money makes up for it.",
      why: "The target looks open to them, and no use of it ever goes. An amount was raised, or a "
        + "limit lowered, and the other was forgotten.",
      avoid: "tiers free < pro\nmeter credits\nfeature video\nvideo uses 20 credits\n"
        + "credits at most 10 per month\n  500 with pro\n",
      prefer: "tiers free < pro\nmeter credits\nfeature video\nvideo uses 20 credits\n"
        + "video requires pro\ncredits at most 10 per month\n  500 with pro\n",
      exceptions: "A limit of 0 shuts its users out on purpose. Where a product adds to the meter, "
        + "the users can buy what they lack."
    ), yieldsTo: ["TG0313"]
  ) { pass in
    for place in pass.graph.parts.uses.indices {
      for rule in pass.limits(onMeter: pass.graph.parts.uses[place].meter) {
        if pass.report(useAt: place, against: rule) { break }
      }
    }
  }
}

extension LintPass {
  /// The rules with a limit on a meter to which no product adds.
  fileprivate func limits(onMeter meter: MeterIndex) -> [RuleIndex] {
    let isRaised = graph.parts.products.contains { product in
      (product.adds + product.packs).contains { $0.meter == meter }
    }
    if isRaised { return [] }
    let rules = graph.parts.targets[Int(policy.target(ofMeter: meter))].rules
    return rules.filter { graph.parts.rules[Int($0)].limit?.meter == meter }
  }

  /// Reports an amount that is more than a limit of somebody who may use the target otherwise.
  fileprivate mutating func report(useAt place: Int, against rule: RuleIndex) -> Bool {
    var asked: Set<[Int32]> = []
    for range in graph.parts.uses[place].targets {
      for target in range where asked.insert(vocabulary.rules(of: target)).inserted {
        let question = Unpayable(
          use: UseIndex(place), rule: rule, rules: vocabulary.rules(of: target))
        switch ask(question) {
        case nil:
          reportUndecided(
            whether: "everybody who has a limit can pay this", at: amounts[place].span, about: [])
          return true
        case .some(.none): continue
        case .some(.some(let witness)):
          report(witness, place, rule, target)
          return true
        }
      }
    }
    return false
  }

  private mutating func report(
    _ witness: Witness, _ place: Int, _ rule: RuleIndex, _ target: Int32
  ) {
    let written = amounts[place]
    let meter = policy.meters[Int(written.meter)].name.text
    let name = graph.parts.targets[Int(target)].name
    let isFeature = graph.parts.targets[Int(target)].meter == nil
    report(
      "some users can never use `\(name)`: one use takes more than all their `\(meter)`",
      at: written.span, "more than their whole limit", about: [.target(target)],
      related: [.init(policy.rules[Int(rule)].subjectSpan, "their limit")],
      help: ["lower the amount, raise the limit, or say who may use it: `\(name) requires …`"],
      example: isFeature ? example(witness, of: target) : nil)
  }
}
