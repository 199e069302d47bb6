import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// The parts of each rule's requirement and condition as they are written, with a node for each.
struct RuleParts {
  /// The policy's graph, with nodes for parts that have none of their own in it.
  private(set) var graph: RuleGraph
  /// The lists of alternatives of each rule.
  private(set) var alternatives: [Int32: [[Item]]] = [:]
  /// The parts of each rule that may be true or false for everybody, larger ones first.
  private(set) var candidates: [Int32: [Item]] = [:]

  struct Item {
    var part: Survey.Part
    var node: Int32
  }

  init(_ policy: CheckedPolicy, _ graph: RuleGraph) {
    self.graph = graph
    guard policy.rules.contains(where: { RuleParts.hasParts($0) }) else { return }
    var lowering = Lowering(policy, extending: graph.parts)
    for (index, rule) in policy.rules.enumerated() where RuleParts.hasParts(rule) {
      if case .requires(let expression) = rule.effect {
        collect(expression, Int32(index), isRequired: true, isWhole: true, &lowering)
      }
      for condition in [rule.applies.when, rule.applies.unless] {
        guard let condition else { continue }
        collect(condition, Int32(index), isRequired: false, isWhole: true, &lowering)
      }
    }
    self.graph = RuleGraph(verified: lowering.extended, digest: graph.digest)
  }

  private static func hasParts(_ rule: CheckedRule) -> Bool {
    if rule.applies.when != nil || rule.applies.unless != nil { return true }
    guard case .requires(let expression) = rule.effect else { return false }
    switch expression {
    case .not, .all, .any: return true
    default: return false
    }
  }

  private mutating func collect(
    _ expression: CheckedExpression, _ rule: Int32, isRequired: Bool, isWhole: Bool,
    _ lowering: inout Lowering
  ) {
    if !(isRequired && isWhole) {
      let item = item(expression, rule, isRequired, &lowering)
      candidates[rule, default: []].append(item)
    }
    // A comparison is one thing to a reader, whatever it is made of.
    guard !expression.isComparison else { return }
    switch expression {
    case .not(let inner, _):
      collect(inner, rule, isRequired: isRequired, isWhole: false, &lowering)
    case .all(let list, _), .any(let list, _):
      if case .any = expression {
        let items = list.map { item($0, rule, isRequired, &lowering) }
        alternatives[rule, default: []].append(items)
      }
      for part in list {
        collect(part, rule, isRequired: isRequired, isWhole: false, &lowering)
      }
    default: break
    }
  }

  private func item(
    _ expression: CheckedExpression, _ rule: Int32, _ isRequired: Bool,
    _ lowering: inout Lowering
  ) -> Item {
    Item(
      part: Survey.Part(rule: rule, span: expression.span, isRequired: isRequired),
      node: lowering.extend(expression))
  }
}

extension CheckedExpression {
  /// Whether it is written as one comparison, such as `build is 3`: its parts have no place of
  /// their own.
  fileprivate var isComparison: Bool {
    switch self {
    case .not(let inner, let span): inner.span == span
    case .all(let list, let span), .any(let list, let span):
      list.contains { $0.span == span }
    default: true
    }
  }
}
