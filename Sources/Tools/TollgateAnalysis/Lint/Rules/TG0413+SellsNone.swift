import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let sellsNone = LintRule(
    DiagnosticPage(
      "TG0413", "so much for each of what a product does not sell", level: .warning,
      what:
        "A step is for each of a meter, and a product meets its requirement that is not sold for "
        + "each of that meter. Who has only that product has bought none, so the step is 0.",
      why:
        "The dearest plan is often sold on request, without a price for each. Its customers would "
        + "fall back to the limit of who bought nothing.",
      avoid: "tiers free < pro < grid\nmeters members, files\nproduct plan\n  grants pro\n"
        + "  price 8 USD per month for each of members\nproduct enterprise\n  grants grid\n"
        + "  price on request\nfiles at most 5\n  10 for each of members with pro\n"
        + "csv-export requires grid\n",
      prefer: "tiers free < pro < grid\nmeters members, files\nproduct plan\n  grants pro\n"
        + "  price 8 USD per month for each of members\nproduct enterprise\n  grants grid\n"
        + "  price on request\nfiles at most 5\n  10 for each of members with pro\n"
        + "  unlimited with grid\ncsv-export requires grid\n",
      exceptions:
        "A step that is not for each of something settles it, also for those who buy more. "
        + "Where the app knows the number, count a fact: `10 for each of member-count`."
    ), yieldsTo: ["TG0307"]
  ) { pass in
    for index in pass.policy.rules.indices { pass.reportNoneSold(ofRule: index) }
  }
}

extension LintPass {
  fileprivate mutating func reportNoneSold(ofRule index: Int) {
    let rule = policy.rules[index]
    guard let ladder = graph.parts.ladder(of: graph.parts.rules[index]),
      case .bought(let meter)? = ladder.source
    else { return }
    let place = graph.allowance(ofBought: meter)
    var told: Set<Int> = []
    for (number, product) in graph.parts.products.enumerated()
    where product.isForSale && product.sold?.place != place && product.onlyWith.isEmpty {
      let counting = steps(of: index, countingFor: number)
      guard let step = counting.last, counting.allSatisfy({ ladder.steps[$0].isEach }),
        told.insert(step).inserted
      else { continue }
      let name = policy.products[number].name
      let sold = policy.meters[Int(meter)].name.text
      report(
        "who has only `\(name.text)` has bought no `\(sold)`, so this is 0 for them",
        at: rule.steps[step].span, "for each of what `\(name.text)` does not sell",
        about: [.rule(index), .product(number)],
        related: [.init(name.span, "meets the step, and is not sold for each of `\(sold)`")],
        help: [
          "write a step for them that is not for each of something, such as `unlimited with …`",
          "or sell it so: `price … for each of \(sold)`",
        ])
    }
  }

  /// The steps of a rule that count for who has nothing but one product.
  private func steps(of rule: Int, countingFor product: Int) -> [Int] {
    let now = Instant(milliseconds: Scope.usualNow)
    let snapshot = Snapshot(
      asOf: now, grants: [Grant(product: graph.parts.products[product].name)])
    guard let target = graph.parts.targets.indices.first(where: { covers($0, rule) }),
      let limit = graph.parts.rules[rule].limit, let index = graph.ladder(of: limit),
      let inquiry = graph.decide(
        Target(index: Int32(target)), for: graph.prepareTyped(snapshot), at: now
      ).inquiry
    else { return [] }
    var evaluation = inquiry.evaluation()
    let places = graph[ladder: index].steps
    return places.enumerated().filter { evaluation.counts(step: $0.element) == .yes }
      .map { $0.offset }
  }

  private func covers(_ target: Int, _ rule: Int) -> Bool {
    graph.parts.targets[target].rules.contains(Int32(rule))
      || graph.setting(of: Int32(target)).map {
        Int(graph.parts.settings[Int($0)].rule) == rule
      } ?? false
  }
}
