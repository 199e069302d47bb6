import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

extension OracleComparison {
  /// What the oracle finds, sorted: `TG0201 3`, `TG0205 f, g`.
  var oracleTerms: [String] {
    oracle.map { $0.codes.sorted().joined(separator: " or ") + " " + name($0.subject) }.sorted()
  }

  /// What the linter finds, in the same terms.
  var linterTerms: [String] {
    linter.map { told in
      let diagnostic = told.diagnostic
      let code = diagnostic.isUndecided ? "undecided \(diagnostic.code)" : diagnostic.code
      return code + " " + name(told)
    }.sorted()
  }

  private func name(_ subject: OracleFinding.Subject) -> String {
    switch subject {
    case .rule(let rule): "\(policy.rules[rule].row.number)"
    case .part(_, let span): "\(source.line(at: span.start))"
    case .reminder(let rule, let index):
      "\(source.line(at: policy.rules[rule].reminders[index].span.start))"
    case .targets(let targets): names(targets)
    case .product(let product): policy.products[product].name.text
    case .tier(let tier): policy.entitlements[tier].name.text
    case .worse(_, let targets): names(targets)
    case .insteads(let rule, let targets): "\(policy.rules[rule].row.number) \(names(targets))"
    }
  }

  private func name(_ told: Told) -> String {
    let targets = told.subjects.compactMap { subject in
      if case .target(let target) = subject { return target }
      return nil
    }
    if !targets.isEmpty { return names(targets) }
    if told.diagnostic.code == "TG0311", case .rule(let rule)? = told.subjects.first {
      let causes = told.causes.compactMap { cause in
        if case .target(let target) = cause { return target }
        return nil
      }
      return name(.insteads(rule: rule, causes))
    }
    if told.diagnostic.code == "TG0307" || told.diagnostic.headline.hasPrefix("nothing for sale"),
      case .rule(let rule)? = told.subjects.first
    {
      return name(.part(rule: rule, told.diagnostic.span))
    }
    switch told.subjects.first {
    case .rule(let rule)? where ["TG0206", "TG0207"].contains(told.diagnostic.code):
      return name(.part(rule: rule, told.diagnostic.span))
    case .rule(let rule)?: return name(.rule(rule))
    case .reminder(let rule, let index)?: return name(.reminder(rule: rule, index))
    case .product(let product)?: return name(.product(product))
    case .entitlement(let tier)?: return name(.tier(Int(tier)))
    default: return told.diagnostic.headline
    }
  }

  private func names(_ targets: [Int32]) -> String {
    targets.sorted().map { graph.parts.targets[Int($0)].name }.joined(separator: ", ")
  }
}
