import TollgateCompiler
import TollgateRuntime

extension PlanWords {
  /// A condition in words: `if platform is not web and (tester or first-version before 2.0)`. One
  /// of many parts only names what it depends on.
  func condition(_ residue: OpenCondition) -> String {
    let nodes = residue.nodes
    guard nodes.count > 6 else {
      let condition = text(residue, isInner: false)
      return words("if \(condition)", "条件：\(condition)")
    }
    var names: [String] = []
    for name in nodes.map(subject) where !names.contains(name) { names.append(name) }
    let shown = names.prefix(6).joined(separator: words(", ", "、"))
    let more = names.count > 6 ? words(" and more", "等") : ""
    return words("depending on \(shown)\(more)", "取决于 \(shown)\(more)")
  }

  private func text(_ residue: OpenCondition, isInner: Bool) -> String {
    switch residue {
    case .yes: return words("always", "始终")
    case .no: return words("never", "从不")
    case .leaf(let node, let isNegated): return leaf(node, isNegated)
    case .all(let parts): return join(parts, words(" and ", " 且 "), isInner)
    case .any(let parts): return join(parts, words(" or ", " 或 "), isInner)
    }
  }

  private func join(_ parts: [OpenCondition], _ separator: String, _ isInner: Bool) -> String {
    let joined = parts.map { text($0, isInner: true) }.joined(separator: separator)
    return isInner ? words("(\(joined))", "（\(joined)）") : joined
  }

  /// What a condition reads: a fact, a meter, a rollout.
  private func subject(_ index: Int32) -> String {
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .factIs, .factAtLeast, .timeSince: return fact(node.a)
    case .usageAtLeast: return meter(node.a)
    case .inRollout: return rollout(node.a)
    case .entitlement: return entitlement(node.a)
    case .never, .always, .all, .any, .not, .statement, .timeAtLeast:
      return words("the time", "时间")
    }
  }

  private func leaf(_ index: Int32, _ isNegated: Bool) -> String {
    let node = graph.parts.nodes[Int(index)]
    let name = subject(index)
    switch node.kind {
    case .factIs: return factIs(node, isNegated)
    case .factAtLeast: return factAtLeast(node, isNegated)
    case .usageAtLeast:
      let most = texts.quantity(node.value - 1, ofMeter: node.a)
      let window = Window(rawValue: UInt8(truncatingIfNeeded: node.b)) ?? .total
      let per = Explanation.window(window, language)
      return isNegated
        ? words("\(name) at most \(most)\(per)", "\(name) \(per)不超过 \(most)")
        : words("\(name) over \(most)\(per)", "\(name) \(per)超过 \(most)")
    case .inRollout:
      return isNegated
        ? words("not in \(name)", "不属于 \(name)") : words("in \(name)", "属于 \(name)")
    case .timeSince: return timeSince(node.value, name, isNegated)
    case .entitlement:
      return isNegated ? words("without \(name)", "没有 \(name)") : words("with \(name)", "有 \(name)")
    case .never, .always, .all, .any, .not, .statement, .timeAtLeast: return name
    }
  }

  private func factIs(_ node: Node, _ isNegated: Bool) -> String {
    let fact = graph.parts.facts[Int(node.a)]
    let name = self.fact(node.a)
    if fact.type == .yesOrNo {
      return (node.value == 1) != isNegated ? name : words("not \(name)", "非 \(name)")
    }
    let isChoice = fact.type == .choice && fact.choices.indices.contains(Int(node.value))
    let value =
      isChoice
      ? fact.choices[Int(node.value)]
      : fact.type == .choice ? words("anything else", "其他") : String(node.value)
    return isNegated
      ? words("\(name) is not \(value)", "\(name) 不是 \(value)")
      : words("\(name) is \(value)", "\(name) 是 \(value)")
  }

  private func factAtLeast(_ node: Node, _ isNegated: Bool) -> String {
    let fact = graph.parts.facts[Int(node.a)]
    let name = self.fact(node.a)
    let value: String
    switch fact.type {
    case .date: value = Texts.dateOrTime(Instant(milliseconds: node.value))
    case .version:
      let rank = Int(node.value) - 1
      value = fact.versions.indices.contains(rank) ? VersionText.print(fact.versions[rank]) : "0"
    case .choice, .yesOrNo, .number: value = String(node.value)
    }
    if fact.type == .number {
      return isNegated
        ? words("\(name) below \(value)", "\(name) 小于 \(value)")
        : words("\(name) at least \(value)", "\(name) 不小于 \(value)")
    }
    return isNegated
      ? words("\(name) before \(value)", "\(name) 早于 \(value)")
      : words("\(name) since \(value)", "\(name) 不早于 \(value)")
  }

  /// `within 7 days after installed`
  private func timeSince(_ milliseconds: Int64, _ fact: String, _ isNegated: Bool) -> String {
    guard milliseconds != 0 else {
      return isNegated ? words("before \(fact)", "\(fact) 之前") : words("from \(fact)", "\(fact) 起")
    }
    let length = QuantityText.print(milliseconds / 1000, .seconds, language)
    return isNegated
      ? words("within \(length) after \(fact)", "\(fact) 后 \(length)内")
      : words("from \(length) after \(fact)", "\(fact) 满 \(length)后")
  }

  private func fact(_ index: Int32) -> String {
    let fact = graph.parts.facts[Int(index)]
    return texts.label(fact.label) ?? fact.name
  }

  private func meter(_ index: Int32) -> String {
    let meter = graph.parts.meters[Int(index)]
    return texts.label(meter.label) ?? meter.name
  }

  private func entitlement(_ index: Int32) -> String {
    let entitlement = graph.parts.entitlements[Int(index)]
    return texts.label(entitlement.label) ?? entitlement.name
  }

  /// `new-paywall (25% of users)`
  private func rollout(_ index: Int32) -> String {
    let rollout = graph.parts.rollouts[Int(index)]
    let name = texts.label(rollout.label) ?? rollout.name
    let (whole, rest) = rollout.share.quotientAndRemainder(dividingBy: 100)
    let digits = rest < 10 ? "0\(rest)" : rest % 10 == 0 ? "\(rest / 10)" : "\(rest)"
    let share = rest == 0 ? "\(whole)%" : "\(whole).\(digits)%"
    return words("\(name) (\(share) of users)", "\(name)（\(share) 的用户）")
  }
}
