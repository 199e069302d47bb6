import TestSupport
import TollgateCompiler
import TollgateRuntime

/// Where a target is allowed, and where it passes: it is allowed or only warned about.
struct Outcome: Hashable {
  var allowed: Bits
  var passes: Bits
}

extension Regions {
  /// What some rules come to together.
  func outcome(of rules: [Int32]) -> Outcome {
    var outcome = Outcome(allowed: all, passes: all)
    for rule in rules {
      let holds = holds[Int(rule)].yes
      outcome.allowed = outcome.allowed & holds
      outcome.passes = outcome.passes & (holds | self[graph.parts.rules[Int(rule)].soft].yes)
    }
    return outcome
  }

  /// Where a rule is in force, its condition true and its limit exceeded.
  func applies(_ rule: Int) -> Bits {
    let parts = graph.parts.rules[rule]
    return self[parts.inForce].yes & self[parts.condition].yes & exceeds[rule].yes
  }

  /// Where an expression of the policy is true, by the words of the language.
  func truth(_ expression: CheckedExpression) -> TruthBits {
    switch expression {
    case .nothing: return TruthBits(yes: all, no: none)
    case .entitlement(let index, _):
      let node = graph.parts.nodes.firstIndex { $0.kind == .entitlement && $0.a == index }
      return self[Int32(node ?? -1)]
    case .paid(let index, _): return held(index)
    case .factIs(let fact, let value, _): return self.fact(fact) { $0 == value }
    case .factAtLeast(let fact, let value, _): return self.fact(fact) { $0 >= value }
    case .versionAtLeast(let fact, let version, _):
      let versions = graph.parts.facts[Int(fact)].versions
      let reached = Int64(versions.filter { $0 <= version }.count)
      return self.fact(fact) { $0 >= reached }
    case .usageAtLeast(let meter, let window, let value, _):
      return usage(.init(meter: meter, window: window)) { _ in value }
    case .inRollout(let rollout, _):
      let node = graph.parts.nodes.firstIndex { $0.kind == .inRollout && $0.a == rollout }
      return self[Int32(node ?? -1)]
    case .not(let inner, _): return !truth(inner)
    case .all(let list, _): return all(list.map(truth))
    case .any(let list, _): return any(list.map(truth))
    }
  }
}
