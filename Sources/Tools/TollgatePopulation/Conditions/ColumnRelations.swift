import TollgateAnalysis
import TollgateRuntime

/// Two columns cannot say everything of one user, because they read the same data: an entitlement
/// that is held wherever another one is, one allowance that is never below another, one fact in two
/// lists of choices.
extension ConditionWriter {
  /// Whether there can be a user in a region.
  mutating func isPossible(_ region: Region) throws(Exhausted) -> Bool {
    var possible = region
    let columns = diagrams.variables(of: region)
    for (place, first) in columns.enumerated() {
      for second in columns[(place + 1)...] {
        if possible == .nothing { return false }
        guard let common = try common(first, second, in: region) else { continue }
        possible = try diagrams.and(possible, common)
      }
    }
    return possible != .nothing
  }

  /// Where two columns may be of one user; nil where they have nothing in common.
  private mutating func common(
    _ first: ColumnIndex, _ second: ColumnIndex, in region: Region
  ) throws(Exhausted) -> Region? {
    switch (book[first].question, book[second].question) {
    case (.held(let a), .held(let b)):
      var common = Region.everything
      if a.isWithin(b) { common = try atLeast(second, ifAtLeast: 1, first) }
      if b.isWithin(a) { common = try diagrams.and(common, atLeast(first, ifAtLeast: 1, second)) }
      // Data is stale for all that it grants.
      if a.isStale(beforeOrWith: b) {
        common = try diagrams.and(common, stale(first, with: second))
      }
      if b.isStale(beforeOrWith: a) {
        common = try diagrams.and(common, stale(second, with: first))
      }
      return common
    case (.counter(let meter, let window, let a), .counter(let otherMeter, let otherWindow, let b))
    where meter == otherMeter && window == otherWindow:
      var common = try together(first, second)
      let borders = try borders(of: [first, second], in: region)
      if a.isAtLeast(b) {
        common = try diagrams.and(common, ascending(first, second, at: borders))
      }
      if b.isAtLeast(a) {
        common = try diagrams.and(common, ascending(second, first, at: borders))
      }
      let areAlike = a.own.isKnown == b.own.isKnown && a.eachNumber == b.eachNumber
      return areAlike ? common : nil
    case (.fact(let a), .fact(let b)) where a.name == b.name && a.type == b.type:
      return try values(of: a, first, and: b, second, in: region)
    default: return nil
    }
  }

  // MARK: Parts

  private mutating func atLeast(
    _ second: ColumnIndex, ifAtLeast least: Int64, _ first: ColumnIndex
  ) throws(Exhausted) -> Region {
    let without = try diagrams.below(first, least)
    return try diagrams.or(without, diagrams.atLeast(second, least))
  }

  /// Where both are held and the second is stale, the first is.
  private mutating func stale(
    _ first: ColumnIndex, with second: ColumnIndex
  ) throws(Exhausted) -> Region {
    var region = try diagrams.below(first, 1)
    region = try diagrams.or(region, diagrams.atLeast(first, 2))
    return try diagrams.or(region, diagrams.below(second, 2))
  }

  /// Both are missing, or none is.
  private mutating func together(
    _ first: ColumnIndex, _ second: ColumnIndex
  ) throws(Exhausted) -> Region {
    let least = ConditionWriter.missing + 1
    let there = try diagrams.and(diagrams.atLeast(first, least), diagrams.atLeast(second, least))
    let missing = try diagrams.and(diagrams.below(first, least), diagrams.below(second, least))
    return try diagrams.or(there, missing)
  }

  /// The second is at least the first, as far as these numbers tell.
  private mutating func ascending(
    _ first: ColumnIndex, _ second: ColumnIndex, at borders: [Int64]
  ) throws(Exhausted) -> Region {
    var region = Region.everything
    for border in borders {
      region = try diagrams.and(region, atLeast(second, ifAtLeast: border, first))
    }
    return region
  }

  private mutating func borders(
    of columns: [ColumnIndex], in region: Region
  ) throws(Exhausted) -> [Int64] {
    var borders: Set<Int64> = []
    for column in columns { borders.formUnion(diagrams.thresholds(of: column, in: region)) }
    return borders.sorted()
  }

  private mutating func exactly(
    _ column: ColumnIndex, _ value: Int64?
  ) throws(Exhausted) -> Region {
    guard let value else { return try diagrams.below(column, ConditionWriter.missing + 1) }
    let least = try diagrams.atLeast(column, value)
    return value == .max ? least : try diagrams.and(least, diagrams.below(column, value + 1))
  }

  /// The values that one fact has in both columns: where it is not reported, the default of each.
  private mutating func values(
    of a: WideColumn.FactQuestion, _ first: ColumnIndex, and b: WideColumn.FactQuestion,
    _ second: ColumnIndex, in region: Region
  ) throws(Exhausted) -> Region {
    var pairs: [(Int64?, Int64?)] = [(a.otherwise, b.otherwise), (nil, nil)]
    var common = Region.nothing
    if a.type == .choice {
      for choice in a.choices + b.choices {
        pairs.append((a.place(of: choice), b.place(of: choice)))
      }
      pairs.append((a.place(of: nil), b.place(of: nil)))
    } else {
      let borders = try borders(of: [first, second], in: region)
      common = try diagrams.and(
        ascending(first, second, at: borders), ascending(second, first, at: borders))
    }
    for (one, other) in pairs {
      let pair = try diagrams.and(exactly(first, one), exactly(second, other))
      common = try diagrams.or(common, pair)
    }
    return common
  }
}

extension WideColumn.Held {
  /// Whether whoever has it has the other one, too.
  fileprivate func isWithin(_ other: WideColumn.Held) -> Bool {
    (isPaid || !other.isPaid) && Set(entitlements).isSubset(of: other.entitlements)
      && grace.allSatisfy { late in
        late.names.allSatisfy { late.milliseconds <= other.milliseconds(of: $0) }
      }
      && givers.allSatisfy { giver in
        giver.names.allSatisfy { name in
          other.givers.contains { $0.names.contains(name) && ($0.isShared || !giver.isShared) }
        }
      }
  }

  private func milliseconds(of name: String) -> Int64 {
    grace.first { $0.names.contains(name) }?.milliseconds ?? 0
  }

  /// Whether it is stale wherever the other one is.
  fileprivate func isStale(beforeOrWith other: WideColumn.Held) -> Bool {
    (trust ?? .max) <= (other.trust ?? .max)
  }
}

extension WideColumn.Raise {
  /// Whether it is never less than another one.
  fileprivate func isAtLeast(_ other: WideColumn.Raise) -> Bool {
    let isOwn = own == other.own || (own == .added && other.own == .ignored)
    let isCarried = carried == other.carried || other.carried == nil
    return isOwn && isCarried && (each?.amount ?? 0) >= (other.each?.amount ?? 0)
      && added.isAtLeast(other.added)
  }
}

extension WideColumn.Added {
  fileprivate func isAtLeast(_ other: WideColumn.Added) -> Bool {
    let isCounted = countsStale || (!other.countsStale && (trust ?? .max) >= (other.trust ?? .max))
    return givers == other.givers && grace == other.grace && isCounted
  }
}

extension WideColumn.Raise.Own {
  /// Whether it is known of everybody.
  fileprivate var isKnown: Bool { self != .orElse(nil) }
}

extension WideColumn.FactQuestion {
  /// The number of a choice, nil for any other text; nil where it says nothing.
  fileprivate func place(of choice: String?) -> Int64? {
    if let choice, let place = choices.firstIndex(of: choice) { return Int64(place) }
    return isOpen ? Int64(choices.count) : nil
  }
}
