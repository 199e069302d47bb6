import TollgateCompiler
import TollgateRuntime

/// Puts the conditions of a graph into the words of the language.
struct ConditionWords {
  let graph: RuleGraph

  /// A condition without parts; `negated` says that it stands behind a `not`.
  func words(_ node: Node, negated: Bool = false) -> String {
    switch node.kind {
    case .factIs: return equality(node, negated)
    case .factAtLeast: return order(node, negated)
    case .usageAtLeast: return usage(node, negated)
    case .inRollout:
      let rollout = graph.parts.rollouts[Int(node.a)]
      let (percent, rest) = rollout.share.quotientAndRemainder(dividingBy: 100)
      let decimals = rest == 0 ? "" : rest < 10 ? ".0\(rest)" : ".\(rest)"
      return "\(negated ? "not " : "")in \(rollout.name) (\(percent)\(decimals)% of users)"
    case .timeAtLeast: return (negated ? "before " : "from ") + instant(node.value)
    case .timeSince:
      let fact = graph.parts.facts[Int(node.a)].name
      if node.value == 0 { return negated ? "before \(fact)" : "from \(fact) on" }
      let length = QuantityText.print(node.value / 1000, .seconds, .english)
      return "\(negated ? "until" : "from") \(length) after \(fact)"
    case .always: return negated ? "never" : "always"
    case .never: return negated ? "always" : "never"
    case .all, .any, .not, .entitlement, .statement: return ""
    }
  }

  /// The limit of a rule as what is allowed: `bills at most 500 per day`.
  func words(_ limit: Limit) -> String {
    let meter = graph.parts.meters[Int(limit.meter)]
    let window = limit.window.name.map { " per \($0)" } ?? ""
    switch limit.kind {
    case .atMost(let quantity):
      return "\(meter.name) at most \(QuantityText.print(quantity, meter.unit, .english))\(window)"
    case .allowance(let otherwise):
      let rest =
        otherwise < 0 ? "" : ", otherwise \(QuantityText.print(otherwise, meter.unit, .english))"
      return "\(meter.name) within the allowance\(rest)\(window)"
    case .undecided: return "\(meter.name)\(window): how much is free is undecided"
    case .bare: return "no more \(meter.name)"
    }
  }

  private func equality(_ node: Node, _ negated: Bool) -> String {
    let fact = graph.parts.facts[Int(node.a)]
    let sign = negated ? "is not" : "is"
    switch fact.type {
    case .yesOrNo: return (node.value == 1) != negated ? fact.name : "not \(fact.name)"
    case .choice:
      let isKnown = node.value >= 0 && node.value < fact.choices.count
      return "\(fact.name) \(sign) \(isKnown ? fact.choices[Int(node.value)] : "anything else")"
    case .date: return "\(fact.name) \(sign) \(instant(node.value))"
    case .number, .version: return "\(fact.name) \(sign) \(value(node.value, of: fact))"
    }
  }

  private func order(_ node: Node, _ negated: Bool) -> String {
    let fact = graph.parts.facts[Int(node.a)]
    switch fact.type {
    case .number: return "\(fact.name) \(negated ? "<" : ">=") \(node.value)"
    case .date: return "\(fact.name) \(negated ? "before" : "since") \(instant(node.value))"
    case .version, .choice, .yesOrNo:
      return "\(fact.name) \(negated ? "before" : "since") \(value(node.value, of: fact))"
    }
  }

  /// The value of a version is how many of those that the policy names it has reached.
  private func value(_ value: Int64, of fact: Fact) -> String {
    guard fact.type == .version, value > 0, value <= fact.versions.count else { return "\(value)" }
    let version = fact.versions[Int(value) - 1]
    return "\(version.major).\(version.minor)" + (version.patch == 0 ? "" : ".\(version.patch)")
  }

  private func usage(_ node: Node, _ negated: Bool) -> String {
    let meter = graph.parts.meters[Int(node.a)]
    let window = Window(rawValue: UInt8(clamping: node.b))?.name.map { " per \($0)" } ?? ""
    let quantity = QuantityText.print(node.value, meter.unit, .english)
    return "\(meter.name) \(negated ? "<" : ">=") \(quantity)\(window)"
  }

  /// `2026-03-01`, with a time only where it is not midnight.
  private func instant(_ milliseconds: Int64) -> String {
    let text = InstantText.print(Instant(milliseconds: milliseconds))
    return text.hasSuffix("T00:00:00Z") ? String(text.dropLast(10)) : text
  }
}
