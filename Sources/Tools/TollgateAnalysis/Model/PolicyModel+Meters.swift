import TollgateRuntime

extension PolicyModel {
  /// A comparison with the present value of a counter.
  func usage(
    _ counter: CounterIndex, _ least: Int64, _ value: Bool
  ) throws(Exhausted) -> Region {
    let used = VariableKey(
      .used, vocabulary.meters[Int(counter.meter)], Int32(counter.window.code))
    if value {
      return try raised(by: counter) { added throws(Exhausted) in
        try self.universe.atLeast(used, least.saturatingAdd(added))
      }
    }
    return try raised(by: counter, onlyFresh: true) { added throws(Exhausted) in
      try self.universe.below(used, least.saturatingAdd(added))
    }
  }

  /// Where the ask surely raises a counter above a limit, or surely does not.
  func exceeds(_ limit: Limit, by rule: Int32, is value: Bool) throws(Exhausted) -> Region {
    if let reached = scope.reaching {
      let isBeyond = try exceeds(limit, reaching: reached)
      return value ? isBeyond : try universe.engine.complement(isBeyond)
    }
    if taking == nil, let amount = scope.amount, amount <= 0 {
      return value ? .nothing : .everything
    }
    switch limit.kind {
    case .bare, .undecided: return value ? .everything : .nothing
    case .ladder(let ladder): return try exceedsLadder(ladder, limit, is: value)
    case .setting(let setting): return try isBeyondValue(of: setting, is: value)
    case .atMost(let quantity): return try exceeds(quantity, limit, is: value)
    case .allowance(let otherwise): return try exceedsAllowance(otherwise, limit, is: value)
    }
  }

  func exceeds(
    _ quantity: Int64, _ limit: Limit, is value: Bool
  ) throws(Exhausted) -> Region {
    if value {
      return try raised(under: limit) { added throws(Exhausted) in
        let allowed = quantity.saturatingAdd(added).saturatingAdd(self.beyond)
        if allowed == .max { return .nothing }
        return try self.after(limit, isAtLeast: allowed + 1, true)
      }
    }
    return try raised(under: limit, onlyFresh: true) { added throws(Exhausted) in
      let allowed = quantity.saturatingAdd(added).saturatingAdd(self.beyond)
      // Nothing is above the end of the range, but what is not known stays unknown.
      if allowed == .max { return try self.after(limit, isAtLeast: .max, nil) }
      return try self.after(limit, isAtLeast: allowed + 1, false)
    }
  }

  /// The limit is the allowance that the snapshot brings, which is part of the counter already;
  /// without one it is what the policy says instead, or unknown.
  func exceedsAllowance(
    _ otherwise: Int64?, _ limit: Limit, is value: Bool
  ) throws(Exhausted) -> Region {
    let own = try exceeds(0, limit, is: value)
    let quantity = VariableKey(.noAllowance, vocabulary.meters[Int(limit.counter.meter)])
    let isMissing = try universe.atLeast(quantity, 1)
    let withOwn = try universe.engine.without(own, isMissing)
    guard let otherwise else { return withOwn }
    let instead = try exceeds(otherwise, limit, is: value)
    let withoutOwn = try universe.engine.and(instead, isMissing)
    return try universe.engine.or(withOwn, withoutOwn)
  }

  /// Where the value after the use, the allowance subtracted, is at least a border, or known and
  /// below it, or (`nil`) just known.
  func after(
    _ limit: Limit, isAtLeast border: Int64, _ value: Bool?
  ) throws(Exhausted) -> Region {
    let meter = vocabulary.meters[Int(limit.counter.meter)]
    let window = Int32(limit.window.code)
    var quantity = VariableKey(.used, meter, window)
    var border = border
    if let amount = taking ?? scope.amount {
      border = border.saturatingSubtract(amount)
    } else if universe.terms.meters[Int(meter)].isReadByItsRules {
      // The use before and the use after are two variables here, and depend on each other.
      _ = universe.place(of: quantity)
      _ = universe.place(of: VariableKey(.growth, meter))
      quantity = VariableKey(.after, meter, window)
    } else {
      // Any amount asked for leads to the same values as one more does.
      border = border.saturatingSubtract(1)
    }
    switch value {
    case true?: return try universe.atLeast(quantity, border)
    case false?: return try universe.below(quantity, border)
    case nil:
      let missing = try universe.missing(quantity)
      return try universe.engine.complement(missing)
    }
  }

  /// A region that depends on how much products add to the limits that read a counter, put together for
  /// every sum that is possible. An addition that is uncertain, because purchase data is stale, is
  /// not counted where `onlyFresh` is set.
  func raised(
    by counter: CounterIndex, onlyFresh: Bool = false,
    _ region: (Int64) throws(Exhausted) -> Region
  ) throws(Exhausted) -> Region {
    try raised(by: vocabulary.adders(to: counter), onlyFresh: onlyFresh, region)
  }

  /// The same for what some products add, whatever it is added to.
  func raised(
    by additions: [Vocabulary.Addition], onlyFresh: Bool,
    _ region: (Int64) throws(Exhausted) -> Region
  ) throws(Exhausted) -> Region {
    let adders = additions.filter { isHeldAsProduct($0.product) }
    guard !adders.isEmpty else { return try region(0) }
    if scope.buysOften { throw Exhausted(.unsupported, limit: 0) }
    var known: [Raise: Region] = [:]
    let raised = try raise(Raise(place: 0, sum: 0), adders, &known, region)
    guard onlyFresh else { return raised }
    let fresh = try fresh()
    let withAdded = try universe.engine.and(raised, fresh)
    let plain = try region(0)
    let withoutAdded = try universe.engine.without(plain, fresh)
    return try universe.engine.or(withAdded, withoutAdded)
  }

  private func raise(
    _ key: Raise, _ adders: [Vocabulary.Addition], _ known: inout [Raise: Region],
    _ region: (Int64) throws(Exhausted) -> Region
  ) throws(Exhausted) -> Region {
    if key.place == adders.count { return try region(key.sum) }
    if let result = known[key] { return result }
    let adder = adders[key.place]
    let without = try raise(Raise(place: key.place + 1, sum: key.sum), adders, &known, region)
    let more = Raise(place: key.place + 1, sum: key.sum.saturatingAdd(adder.amount))
    let with = try raise(more, adders, &known, region)
    let counts = try counts(adder.product)
    let on = try universe.engine.and(with, counts)
    let off = try universe.engine.without(without, counts)
    let result = try universe.engine.or(on, off)
    known[key] = result
    return result
  }

  /// Whether what a product adds is asked about.
  func isHeldAsProduct(_ index: Int32) -> Bool {
    switch scope.holding {
    case .entitlements: return false
    case .products: return true
    case .both(let products): return terms(of: index).contains { products.contains($0) }
    }
  }
}

/// How far the sums of what products add were worked out.
private struct Raise: Hashable {
  var place: Int
  var sum: Int64
}

extension PolicyModel {
  /// Where the ask surely leads beyond every value of a ladder that counts, or surely does not: it
  /// is beyond the base, and beyond each step that is not out.
  func exceedsLadder(
    _ index: LadderIndex, _ limit: Limit, is value: Bool
  ) throws(Exhausted) -> Region {
    try counting(parts.ladders[Int(index)].source) { () throws(Exhausted) in
      let ladder = try self.ladder(index)
      // A quantity that is not known is surely neither exceeded nor enough.
      var region =
        ladder.isBaseEach ? Region.nothing : try self.exceedsBase(ladder.base, limit, is: value)
      for step in ladder.steps {
        let helps: Region
        if step.isEach {
          helps = value ? try self.counts(step, is: false) : .nothing
        } else {
          helps = try self.isEnough(step, under: ladder, limit, is: !value)
        }
        region = try self.universe.engine.join(region, helps, isAll: value)
      }
      return region
    }
  }

  private func exceedsBase(
    _ base: Ladder.Base, _ limit: Limit, is value: Bool
  ) throws(Exhausted) -> Region {
    switch base {
    case .quantity(let quantity): return try exceeds(quantity, limit, is: value)
    case .allowance(let otherwise): return try exceedsAllowance(otherwise, limit, is: value)
    case .undecided: return value ? .everything : .nothing
    }
  }

  /// Where a step surely counts, or surely does not.
  func counts(_ step: LadderStep, is value: Bool) throws(Exhausted) -> Region {
    var region: Region = value ? .everything : .nothing
    for node in [step.requirement, step.inForce, step.condition] {
      let part = try self.region(of: node, is: value)
      region = try universe.engine.join(region, part, isAll: value)
    }
    return region
  }

  /// Where a step surely counts and is enough for the ask, or surely is not.
  private func isEnough(
    _ step: LadderStep, under ladder: Ladder, _ limit: Limit, is value: Bool
  ) throws(Exhausted) -> Region {
    let counts = try counts(step, is: value)
    guard case .quantity(let quantity) = step.value else { return counts }
    let exceeded: Region
    if case .allowance = ladder.base {
      exceeded = try exceedsByWhole(quantity, limit, is: !value)
    } else {
      exceeded = try exceeds(quantity, limit, is: !value)
    }
    return try universe.engine.join(counts, exceeded, isAll: value)
  }

  /// Where some step that surely counts has no limit.
  func isUnlimited(_ index: LadderIndex) throws(Exhausted) -> Region {
    var region = Region.nothing
    for step in parts.ladders[Int(index)].steps where step.value == .unlimited {
      region = try universe.engine.or(region, try counts(step, is: true))
    }
    return region
  }

  /// Where an ask leads to a share of the user's own limit by a ladder, in hundredths of a percent:
  /// the best of its base and of the steps that surely count. A limit of 0 has no share.
  func reaches(_ share: Int64, of limit: Limit) throws(Exhausted) -> Region {
    guard case .ladder(let index) = limit.kind else { return .nothing }
    return try counting(parts.ladders[Int(index)].source) { () throws(Exhausted) in
      try self.reaches(share, of: limit, index)
    }
  }

  private func reaches(
    _ share: Int64, of limit: Limit, _ index: LadderIndex
  ) throws(Exhausted) -> Region {
    let ladder = try ladder(index)
    if ladder.source != nil { return .nothing }
    var region = Region.nothing
    /// Where the limit is as large as the last one that was looked at, or larger.
    var larger = try isUnlimited(index)
    for value in ladder.quantities.reversed() where value > 0 {
      let reached = try universe.engine.without(
        try after(limit, isAtLeast: value.share(share), true), larger)
      let own = try isAtLeast(value, by: ladder)
      region = try universe.engine.or(region, try universe.engine.and(reached, own))
      larger = try universe.engine.or(larger, own)
    }
    return region
  }

  /// The users whose limit is at least a value, whatever is still unknown about them.
  func isAtLeast(_ value: Int64, by ladder: Ladder) throws(Exhausted) -> Region {
    if case .quantity(let base) = ladder.base, base >= value { return .everything }
    return try gives(moreThan: value - 1, by: ladder, is: true)
  }

  /// Where some step that surely counts gives more than a quantity, or surely none does.
  func gives(
    moreThan quantity: Int64, by ladder: Ladder, is value: Bool
  ) throws(Exhausted) -> Region {
    var region: Region = value ? .nothing : .everything
    for step in ladder.steps(above: quantity) {
      region = try universe.engine.join(region, try counts(step, is: value), isAll: !value)
    }
    return region
  }

  /// Where an ask leads beyond the last value of a ladder, which nobody is given.
  func exceedsTop(of index: LadderIndex, _ limit: Limit) throws(Exhausted) -> Region {
    try counting(parts.ladders[Int(index)].source) { () throws(Exhausted) in
      let ladder = try self.ladder(index)
      guard case .quantity(var top) = ladder.base, ladder.source == nil else { return .nothing }
      for step in ladder.steps {
        guard case .quantity(let quantity) = step.value else { return .nothing }
        top = max(top, quantity)
      }
      return try self.exceeds(top, limit, is: true)
    }
  }
}

extension Ladder {
  /// The quantities of the base and the steps, ascending, each once.
  var quantities: [Int64] {
    var values: Set<Int64> = []
    if case .quantity(let quantity) = base { values.insert(quantity) }
    for step in steps {
      if case .quantity(let quantity) = step.value { values.insert(quantity) }
    }
    return values.sorted()
  }
}

extension RuleGraph.Parts {
  /// The steps of the ladder of a rule, or of its setting; none if it has neither.
  func steps(of rule: Rule) -> [LadderStep] { ladder(of: rule)?.steps ?? [] }

  /// The ladder of a rule: of its meter, or of the setting that it is about.
  func ladder(of rule: Rule) -> Ladder? {
    switch rule.limit?.kind {
    case .ladder(let index): ladders[Int(index)]
    case .setting(let setting): ladders[Int(settings[Int(setting)].ladder)]
    case .bare, .atMost, .allowance, .undecided, nil: nil
    }
  }

  /// The nodes of the steps of a rule's ladder.
  func stepNodes(of rule: Rule) -> [NodeIndex] {
    steps(of: rule).flatMap { [$0.requirement, $0.inForce, $0.condition] }
  }
}

/// Amounts of which each is taken once or more often.
struct RepeatedAmounts {
  /// Each of them at least 1.
  private let amounts: [Int64]

  /// Amounts that leave more remainders than this, divided by the least one, are not judged.
  static let mostRemainders: Int64 = 65_536

  init(_ amounts: [Int64]) {
    self.amounts = amounts
  }

  /// The sum, which ends at the end of the range.
  func sum(_ times: [Int64]) -> Int64 {
    var sum: Int64 = 0
    for (amount, count) in zip(amounts, times) {
      let product = amount.multipliedReportingOverflow(by: count)
      sum = sum.saturatingAdd(product.overflow ? .max : product.partialValue)
    }
    return sum
  }

  /// How often each is taken for a sum in an interval; `nil` if there is no such sum.
  func times(for interval: ClosedRange<Int64>) throws(Exhausted) -> [Int64]? {
    var times = [Int64](repeating: 1, count: amounts.count)
    let once = sum(times)
    if once > interval.upperBound { return nil }
    if once >= interval.lowerBound { return times }
    guard let least = amounts.min(), let place = amounts.firstIndex(of: least) else { return nil }
    let missing = interval.lowerBound - once
    let (more, rest) = missing.quotientAndRemainder(dividingBy: least)
    let room = interval.upperBound.saturatingSubtract(interval.lowerBound)
    // The end of the range is reached by any more.
    if rest == 0 || least - rest <= room || interval.upperBound == .max {
      times[place] += more + (rest == 0 ? 0 : 1)
      return times
    }
    guard let found = try Remainders(of: amounts, least).times(missing...missing + room) else {
      return nil
    }
    for index in times.indices { times[index] += found[index] }
    return times
  }
}

/// The least sums of amounts for each remainder by the least of them: all in units of what divides
/// them all.
private struct Remainders {
  private let amounts: [Int64]
  private let unit: Int64
  private let least: Int
  /// The least sum without the least amount, by remainder; the end of the range for none.
  private var sums: [Int64]
  /// The amount that was taken last for it.
  private var last: [Int]

  init(of amounts: [Int64], _ smallest: Int64) throws(Exhausted) {
    let unit = amounts.reduce(smallest) { Remainders.divisor($0, $1) }
    let size = smallest / unit
    guard size <= RepeatedAmounts.mostRemainders else {
      throw Exhausted(.steps, limit: Int(RepeatedAmounts.mostRemainders))
    }
    self.unit = unit
    let units = amounts.map { $0 / unit }
    self.amounts = units
    least = units.firstIndex(of: size) ?? 0
    sums = [Int64](repeating: .max, count: Int(size))
    last = [Int](repeating: -1, count: Int(size))
    sums[0] = 0
    for index in units.indices where index != least { take(index) }
  }

  /// Goes around the remainders that an amount leads through, from the least sum among them.
  private mutating func take(_ index: Int) {
    let size = Int64(sums.count)
    let step = amounts[index] % size
    let circles = Remainders.divisor(size, step)
    for first in 0..<circles {
      var start = first
      for place in stride(from: first, to: size, by: Int64.Stride(circles))
      where sums[Int(place)] < sums[Int(start)] {
        start = place
      }
      var place = start
      for _ in 0..<size / circles {
        let next = (place + step) % size
        let sum = sums[Int(place)].saturatingAdd(amounts[index])
        if sum < sums[Int(next)] {
          sums[Int(next)] = sum
          last[Int(next)] = index
        }
        place = next
      }
    }
  }

  /// How often each amount is taken for a sum in an interval, none being needed.
  func times(_ interval: ClosedRange<Int64>) -> [Int64]? {
    let size = Int64(sums.count)
    let first = (interval.lowerBound - 1) / unit + 1
    let end = interval.upperBound / unit
    guard first <= end else { return nil }
    for value in first...end {
      var place = Int(value % size)
      guard sums[place] <= value else { continue }
      var times = [Int64](repeating: 0, count: amounts.count)
      times[least] = (value - sums[place]) / size
      while place != 0 || sums[place] > 0 {
        let index = last[place]
        guard index >= 0 else { break }
        times[index] += 1
        place = Int((Int64(place) + size - amounts[index] % size) % size)
      }
      return times
    }
    return nil
  }

  private static func divisor(_ a: Int64, _ b: Int64) -> Int64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
