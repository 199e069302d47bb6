import TollgateRuntime

/// Every case that the conditions of one rule can come to together, when everything is known: each
/// leaf true or false, as far as the leaves do not exclude each other.
///
/// The engine evaluates the rule in each case. How a limit and a condition about the same counter
/// go together is left open, so a case may still be impossible; none is left out.
struct Cases {
  private let graph: RuleGraph
  private let nobody: EvaluationInput
  private let roots: [Int32]
  private var atoms: [Int32] = []
  /// Pairs of which the second is true whenever the first is.
  private var implied: [(first: UInt32, then: UInt32)] = []
  /// Of these at most one is true.
  private var exclusive: [UInt32] = []
  /// Of these at least one is true.
  private var exhaustive: [UInt32] = []
  private static let mostAtoms = 10

  /// The cases of a rule; nothing where there are too many.
  init?(of rule: Rule, _ graph: RuleGraph, _ possible: Possible, nobody: EvaluationInput) {
    self.graph = graph
    self.nobody = nobody
    roots = [rule.inForce, rule.condition, rule.requirement]
    var seen: Set<Int32> = []
    for root in roots {
      guard collect(root, &seen) else { return nil }
    }
    relate(possible)
  }

  /// How many there are at the most.
  var count: Int { 1 << atoms.count }

  /// Calls `body` with the evaluation of each case.
  func forEach(_ body: (inout Evaluation<Supposed>) -> Void) {
    for bits in 0..<UInt32(count) where isPossible(bits) {
      var holding: Set<Int32> = []
      for (place, atom) in atoms.enumerated() where bits >> UInt32(place) & 1 == 1 {
        holding.insert(atom)
      }
      var evaluation = Evaluation(
        graph: graph, input: nobody, now: 0, ask: Ask(),
        observer: Supposed(graph: graph, holding: holding))
      body(&evaluation)
    }
  }

  private func isPossible(_ bits: UInt32) -> Bool {
    for pair in implied where bits & pair.first != 0 && bits & pair.then == 0 { return false }
    for set in exclusive where (bits & set).nonzeroBitCount > 1 { return false }
    for set in exhaustive where bits & set == 0 { return false }
    return true
  }

  /// False where there are too many leaves.
  private mutating func collect(_ index: Int32, _ seen: inout Set<Int32>) -> Bool {
    guard seen.insert(index).inserted else { return true }
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .never, .always: return true
    case .all, .any:
      for edge in Int(node.a)..<Int(node.a) + Int(node.b) {
        guard collect(graph.parts.edges[edge], &seen) else { return false }
      }
      return true
    case .not, .statement: return collect(node.a, &seen)
    case .entitlement where node.b >= 0:
      guard collect(node.b, &seen) else { return false }
    case .entitlement, .factIs, .factAtLeast, .usageAtLeast, .inRollout, .timeAtLeast, .timeSince:
      break
    }
    atoms.append(index)
    return atoms.count <= Cases.mostAtoms
  }

  // MARK: What goes together

  private mutating func relate(_ possible: Possible) {
    for (place, atom) in atoms.enumerated() {
      let bit = UInt32(1) << UInt32(place)
      if !possible[atom].yes { implied.append((bit, 0)) }
      if !possible[atom].no, !isGivenByStatement(atom) { exhaustive.append(bit) }
      for (other, second) in atoms.enumerated() where other != place {
        let otherBit = UInt32(1) << UInt32(other)
        if implies(node(atom), node(second)) { implied.append((bit, otherBit)) }
        if place < other, isOtherValue(node(atom), node(second)) {
          exclusive.append(bit | otherBit)
        }
      }
      insertChoices(of: node(atom))
    }
  }

  private func node(_ index: Int32) -> Node { graph.parts.nodes[Int(index)] }

  /// Whether an entitlement is true without being held: then its own bit is free.
  private func isGivenByStatement(_ atom: Int32) -> Bool {
    node(atom).kind == .entitlement && node(atom).b >= 0
  }

  private func implies(_ a: Node, _ b: Node) -> Bool {
    guard a.kind == b.kind else { return false }
    switch a.kind {
    case .entitlement: return graph.parts.entitlements[Int(a.a)].gives.contains(b.a)
    case .factAtLeast, .timeSince: return a.a == b.a && a.value >= b.value
    case .usageAtLeast: return a.a == b.a && a.b == b.b && a.value >= b.value
    case .timeAtLeast: return a.value >= b.value
    default: return false
    }
  }

  private func isOtherValue(_ a: Node, _ b: Node) -> Bool {
    a.kind == .factIs && b.kind == .factIs && a.a == b.a
  }

  /// Where every value that a fact can have is a leaf, it has one of them.
  private mutating func insertChoices(of node: Node) {
    guard node.kind == .factIs else { return }
    let fact = graph.parts.facts[Int(node.a)]
    guard !fact.isOpen else { return }
    var bits: UInt32 = 0
    for (place, atom) in atoms.enumerated() {
      let other = self.node(atom)
      if other.kind == .factIs, other.a == node.a { bits |= 1 << UInt32(place) }
    }
    let values = fact.type == .yesOrNo ? 2 : fact.choices.count
    if bits.nonzeroBitCount == values { exhaustive.append(bits) }
  }
}

/// Evaluates as if some leaves were true and all others false.
struct Supposed: Observer {
  static var isThorough: Bool { false }
  let graph: RuleGraph
  let holding: Set<Int32>

  mutating func sees(_ index: Int32, _ value: Truth) -> Truth {
    switch graph.parts.nodes[Int(index)].kind {
    case .statement: value
    // Held, or given by the policy itself.
    case .entitlement: value.or(Truth(holding.contains(index)))
    default: Truth(holding.contains(index))
    }
  }

  mutating func sees(rule: Int32, _ parts: RuleTruth) {}
}
