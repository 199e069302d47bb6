extension Cohort {
  /// The outcome about a target for every user, which is the one that
  /// a decision has for each of them.
  public func outcomes(of target: Target, ask: Ask = Ask()) -> Outcomes {
    var subject = graph.subject(target.index)
    subject.add(ask, in: graph)
    return outcomes(of: subject.rules, ask: ask)
  }

  /// The outcome about a name for every user: a target, or all members of a group or a range
  /// at once. A name that the policy does not know is denied to everybody.
  public func outcomes(of name: String, ask: Ask = Ask()) -> Outcomes {
    if let target = graph.target(name) { return outcomes(of: target, ask: ask) }
    guard let members = graph.members(of: name) else {
      return Outcomes(count: count, denied: Array(repeating: .all, count: blockCount), warned: [])
    }
    var rules: Set<Int32> = []
    for member in members { rules.formUnion(graph.rules(of: member)) }
    return outcomes(of: rules.sorted()[...], ask: ask)
  }

  private func outcomes(of rules: ArraySlice<RuleIndex>, ask: Ask) -> Outcomes {
    var evaluation = BlockEvaluation(cohort: self, ask: ask)
    var denied: [TruthBlock.Bits] = []
    var warned: [TruthBlock.Bits] = []
    denied.reserveCapacity(blockCount)
    warned.reserveCapacity(blockCount)
    for block in 0..<blockCount {
      evaluation.block = block
      let fold = evaluation.fold(rules)
      denied.append(fold.denied)
      warned.append(fold.warned)
    }
    return Outcomes(count: count, denied: denied, warned: warned)
  }

  /// The outcomes about one target for many users.
  public struct Outcomes: Sendable {
    /// How many users there are.
    public let count: Int
    /// By block. A user who is denied may be in `warned` too. Bits after the last user mean
    /// nothing.
    private let denied: [TruthBlock.Bits]
    private let warned: [TruthBlock.Bits]

    init(count: Int, denied: [TruthBlock.Bits], warned: [TruthBlock.Bits]) {
      self.count = count
      self.denied = denied
      self.warned = warned
    }

    /// The outcome for a user, counted from 0.
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
  /// The outcomes of some rules for the users of the block.
  mutating func fold(_ rules: ArraySlice<RuleIndex>) -> BlockFold {
    var fold = BlockFold()
    for rule in rules {
      let fails = ~holds(rule).surely
      if fails.isEmpty { continue }
      // A rule of which it is unknown whether it is soft is not soft.
      fold.fail(fails, soft: value(graph[rule: rule].soft).surely)
      if fold.isDecided { break }
    }
    return fold
  }
}
