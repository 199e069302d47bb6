/// The amount of one meter that a use of some targets takes: `image uses 4 credits`.
package struct Use: Sendable, Hashable {
  package var meter: MeterIndex
  /// It is taken for each so many of the target that are begun; nil for once a use.
  package var each: Int64?
  /// from … until …
  package var inForce: NodeIndex
  /// when … unless …
  package var condition: NodeIndex
  /// The amount, and the lesser ones of those who meet a step.
  package var ladder: LadderIndex
  /// The targets, as ranges that ascend.
  package var targets: [Range<Int32>] = []
  /// Where it is written.
  package var place = Rule.Place()

  package init(
    meter: MeterIndex, each: Int64?, inForce: NodeIndex, condition: NodeIndex, ladder: LadderIndex
  ) {
    self.meter = meter
    self.each = each
    self.inForce = inForce
    self.condition = condition
    self.ladder = ladder
  }
}

/// An index into the uses of a graph.
package typealias UseIndex = Int32

/// Which targets take from meters when they are used.
package struct TargetUses: Sendable {
  /// Where the targets begin that take the same, ascending, and their uses in the order of the
  /// source.
  private var starts: [Int32] = []
  private var lists: [[UseIndex]] = []
  /// The amounts above 0 that each use may take, ascending.
  private var amounts: [[Int64]] = []

  init(_ parts: RuleGraph.Parts) {
    guard !parts.uses.isEmpty else { return }
    var bounds: Set<Int32> = []
    for use in parts.uses {
      for range in use.targets { bounds.formUnion([range.lowerBound, range.upperBound]) }
    }
    starts = bounds.sorted()
    lists = Array(repeating: [], count: starts.count)
    for (index, use) in parts.uses.enumerated() {
      for range in use.targets {
        var place = place(ofFirst: range.lowerBound)
        while place < starts.count, starts[place] < range.upperBound {
          if lists[place].last != UseIndex(index) { lists[place].append(UseIndex(index)) }
          place += 1
        }
      }
      amounts.append(parts.ladders[Int(use.ladder)].amounts)
    }
  }

  package var isEmpty: Bool { starts.isEmpty }

  /// The uses of a target, in the order of the source.
  package subscript(target: Int32) -> [UseIndex] {
    let place = place(ofFirst: target &+ 1)
    return place == 0 ? [] : lists[place - 1]
  }

  /// The place of the first start at or after a target.
  private func place(ofFirst target: Int32) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < target { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The amounts above 0 that a use may take, ascending.
  package func amounts(of use: UseIndex) -> [Int64] { amounts[Int(use)] }

  /// The targets that take something, ascending.
  var targets: [Int32] {
    var targets: [Int32] = []
    for place in lists.indices where !lists[place].isEmpty {
      targets += Array(starts[place]..<starts[place + 1])
    }
    return targets
  }
}

extension Ladder {
  /// The values above 0 that it can have, of one of which less is better.
  fileprivate var amounts: [Int64] {
    guard case .quantity(let base) = base else { return [] }
    var amounts: Set<Int64> = [base]
    for case .quantity(let quantity) in steps.map({ $0.value }) where quantity < base {
      amounts.insert(quantity)
    }
    return amounts.filter { $0 > 0 }.sorted()
  }
}

extension RuleGraph {
  /// A use by its index.
  @inline(__always)
  package subscript(use index: UseIndex) -> Use {
    _read { yield parts.uses[Int(index)] }
  }

  /// The rules of all targets: of each its own, then those of the meters that its use takes from,
  /// in the order of the source.
  static func rules(
    of tables: FlatTables, with uses: TargetUses, _ parts: Parts, _ meterTargets: [Int32]
  ) -> (rules: [RuleIndex], starts: [Int32]) {
    let (own, starts) = (tables.targetRules, tables.targetRuleStarts)
    guard !uses.isEmpty else { return (own, starts) }
    func rules(ofTarget target: Int) -> ArraySlice<RuleIndex> {
      own[Int(starts[target])..<Int(starts[target + 1])]
    }
    var all: [RuleIndex] = []
    var ends: [Int32] = [0]
    for target in 0..<starts.count - 1 {
      all += rules(ofTarget: target)
      var meters: [MeterIndex] = []
      for use in uses[Int32(target)] {
        let meter = parts.uses[Int(use)].meter
        if !meters.contains(meter) { meters.append(meter) }
      }
      let used = meters.flatMap { rules(ofTarget: Int(meterTargets[Int($0)])) }
      all += used.sorted()
      ends.append(Int32(clamping: all.count))
    }
    return (all, ends)
  }
}

extension Verifier {
  /// An amount is a ladder of its own of which less is better, and a meter that is used uses none.
  func verifyAmounts() throws(GraphError) {
    guard !parts.uses.isEmpty else { return }
    let (count, meters) = (parts.targets.count, parts.targets.map { $0.meter })
    let settings = count - parts.settings.count
    var entries = 0
    var users: Set<MeterIndex> = []
    for use in parts.uses {
      let isSound =
        isMeter(use.meter) && isNode(use.inForce) && isNode(use.condition)
        && isIndex(use.ladder, below: parts.ladders.count) && use.each ?? 1 > 0
        && use.place.row.number >= 0 && isPlain(use.place.text)
      try require(isSound, "what a use takes")
      let ladder = parts.ladders[Int(use.ladder)]
      guard case .quantity(let base) = ladder.base, base > 0, ladder.isSmallerBetter,
        ladder.steps.allSatisfy({ $0.value != .unlimited })
      else { throw .impossible("what a use takes") }
      var end = Int32(0)
      for range in use.targets {
        try require(range.lowerBound >= end && range.upperBound <= settings, "what a use takes")
        end = range.upperBound
        for target in range {
          if let meter = meters[Int(target)] {
            users.insert(meter)
          } else {
            try require(use.each == nil, "what a use takes")
          }
        }
        entries += range.count
        // Each target has a list of all rules of the meters that it takes from.
        try require(entries <= Verifier.mostUses, "the size of what is used")
      }
    }
    for use in parts.uses { try require(!users.contains(use.meter), "what a use takes") }
  }

  /// The most targets of all uses together.
  private static let mostUses = 8_000_000
}
