extension Cohort {
  /// What is decided about a target for every user: the outcome that
  /// ``RuleGraph/decide(_:ask:for:at:)-(Target,_,_,_)`` has for each of them.
  public func outcomes(of target: Target, ask: Ask = Ask()) -> Outcomes {
    outcomes(of: graph.parts.targets[Int(target.index)].rules, ask: ask)
  }

  /// What is decided about a name for every user: a target, or all members of a group or a range
  /// at once. A name that the policy does not know is denied to everybody.
  public func outcomes(of name: String, ask: Ask = Ask()) -> Outcomes {
    guard let members = graph.members(of: name) else {
      return Outcomes(count: count, denied: Array(repeating: .all, count: blockCount), warned: [])
    }
    var rules: Set<Int32> = []
    for member in members { rules.formUnion(graph.parts.targets[Int(member.index)].rules) }
    return outcomes(of: rules.sorted(), ask: ask)
  }

  private func outcomes(of rules: [Int32], ask: Ask) -> Outcomes {
    var evaluation = BlockEvaluation(cohort: self, ask: ask)
    var denied: [TruthBlock.Bits] = []
    var warned: [TruthBlock.Bits] = []
    denied.reserveCapacity(blockCount)
    warned.reserveCapacity(blockCount)
    for block in 0..<blockCount {
      evaluation.block = block
      let failing = evaluation.failing(rules)
      denied.append(failing.hard)
      warned.append(failing.soft)
    }
    return Outcomes(count: count, denied: denied, warned: warned)
  }

  /// What is decided about one target for many users.
  public struct Outcomes: Sendable {
    /// How many users there are.
    public let count: Int
    /// By block. Who is denied may stand in `warned` too; behind the last user anything may stand.
    private let denied: [TruthBlock.Bits]
    private let warned: [TruthBlock.Bits]

    init(count: Int, denied: [TruthBlock.Bits], warned: [TruthBlock.Bits]) {
      self.count = count
      self.denied = denied
      self.warned = warned
    }

    /// What is decided for a user, counted from 0.
    public subscript(user: Int) -> Decision.Outcome {
      precondition(user >= 0 && user < count, "there is no such user")
      let (block, place) = user.quotientAndRemainder(dividingBy: TruthBlock.width)
      if denied[block][user: place] { return .denied }
      return isWarned(block)[user: place] ? .warned : .allowed
    }

    /// How many users are allowed without a warning.
    public var allowedCount: Int { count - deniedCount - warnedCount }

    /// How many users are warned, and allowed.
    public var warnedCount: Int { total { isWarned($0) } }

    /// How many users are denied.
    public var deniedCount: Int { total { denied[$0] } }

    /// The users for whom the outcome is this one, ascending.
    public func users(_ outcome: Decision.Outcome) -> [Int] {
      (0..<count).filter { self[$0] == outcome }
    }

    private func isWarned(_ block: Int) -> TruthBlock.Bits {
      block < warned.count ? warned[block] & ~denied[block] : .none
    }

    private func total(_ bits: (Int) -> TruthBlock.Bits) -> Int {
      var total = 0
      for block in denied.indices {
        let rest = count - block * TruthBlock.width
        let known = rest < TruthBlock.width ? bits(block) & .first(rest) : bits(block)
        total += known.bitCount
      }
      return total
    }
  }
}

extension BlockEvaluation {
  /// For whom a rule fails, and for whom one fails that only warns now.
  mutating func failing(_ rules: [Int32]) -> (hard: TruthBlock.Bits, soft: TruthBlock.Bits) {
    var hard = TruthBlock.Bits.none
    var soft = TruthBlock.Bits.none
    for rule in rules {
      let fails = ~holds(rule).surely
      if fails.isEmpty { continue }
      // Where it cannot be known whether a rule is soft, it is not.
      let isSoft = value(graph.cores[Int(rule)].soft).surely
      hard |= fails & ~isSoft
      soft |= fails & isSoft
      if (~hard).isEmpty { break }
    }
    return (hard, soft)
  }
}
