import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let neverInTrial = LintRule(
    DiagnosticPage(
      "TG0415", "`paid` of what is never sold in a trial", level: .warning,
      what: "A requirement has `paid` before an entitlement, no product that brings it has a "
        + "trial, and no `grant` gives it.",
      why: "`paid` keeps those out who have it in a trial. Nobody has, so either the word or the "
        + "trial of a product is missing.",
      avoid: "product annual\n  grants pro\n  price 12 USD per year\n"
        + "certificate requires paid pro\n",
      prefer: "product annual\n  grants pro\n  price 12 USD per year\n  trial 7 days\n"
        + "certificate requires paid pro\n",
      exceptions:
        "An entitlement that no product brings: nobody knows how it is sold. The first tier, "
        + "which everybody has, is `paid` only for who bought something.")
  ) { pass in
    for (entitlement, places) in pass.paidWithoutTrial {
      let name = pass.policy.entitlements[Int(entitlement)].name.text
      let sellers = pass.policy.products.indices.filter { pass.brings($0, entitlement) }
      pass.report(
        "`paid` says nothing of `\(name)`", at: places[0], "nobody has it in a trial",
        about: [.entitlement(entitlement)],
        related: places.dropFirst().map { .init($0, "here too") }
          + sellers.map { .init(pass.policy.products[$0].name.span, "brings it, and has no trial") },
        help: ["write the `trial` of the product, or leave `paid` out"],
        edits: pass.edits(unmarking: places))
    }
  }
}

extension LintPass {
  /// The entitlements with `paid` that nobody can have without paying, each with its places.
  fileprivate var paidWithoutTrial: [(Int32, [Span])] {
    var found: [(Int32, [Span])] = []
    for (entitlement, span) in marks where isSoldWithoutTrial(entitlement) {
      if let place = found.firstIndex(where: { $0.0 == entitlement }) {
        found[place].1.append(span)
      } else {
        found.append((entitlement, [span]))
      }
    }
    return found
  }

  /// Every entitlement with `paid`, in the order of the source.
  private var marks: [(Int32, Span)] {
    var asked: [CheckedExpression] = []
    for rule in policy.rules {
      if case .requires(let requirement) = rule.effect { asked.append(requirement) }
      asked += rule.steps.map { $0.requirement }
    }
    asked += policy.products.compactMap { $0.sale?.requirement }
    var marks: [(Int32, Span)] = []
    for leaf in asked.flatMap({ $0.leaves }) {
      if case .paid(let entitlement, let span) = leaf { marks.append((entitlement, span)) }
    }
    return marks.sorted { $0.1.start < $1.1.start }
  }

  private func isSoldWithoutTrial(_ entitlement: Int32) -> Bool {
    if entitlement == 0, policy.tierCount > 0 { return false }
    let sellers = policy.products.indices.filter { brings($0, entitlement) }
    let isGiven = policy.grants.contains {
      policy.entitlements[Int($0.entitlement.index)].gives.contains(entitlement)
    }
    return !sellers.isEmpty && !isGiven
      && sellers.allSatisfy { !graph.parts.products[$0].hasTrial }
  }

  fileprivate func brings(_ product: Int, _ entitlement: Int32) -> Bool {
    policy.products[product].grants.contains {
      policy.entitlements[Int($0.index)].gives.contains(entitlement)
    }
  }

  /// Leaves `paid` out where it stands directly before a name.
  fileprivate func edits(unmarking places: [Span]) -> [Diagnostic.Edit] {
    guard places.count == 1, let place = places.first,
      words(in: place).first == "paid", words(in: place).count == 2,
      let name = words(in: place).last
    else { return [] }
    return [Diagnostic.Edit(place, name, safety: .unsafe, title: "leave `paid` out")]
  }
}
