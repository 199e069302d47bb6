extension Ladder {
  /// The thing that quantities of a ladder are for each of, as in `400 for each of seats`.
  package enum Source: Sendable, Hashable, BitwiseCopyable {
    /// How many of a meter are bought: the price of some product is for each of it.
    case bought(MeterIndex)
    /// The value of a number fact.
    case fact(FactIndex)
  }

  /// A number above it counts as it.
  package static let mostCounted: Int64 = 1_000_000

  /// Whether a step is for each of something, which is known then.
  fileprivate var isCounting: Bool { isBaseEach || steps.contains { $0.isEach } }
}

extension RuleGraph.Parts {
  /// The meters of which quantities ask how many are bought, each once.
  var countedMeters: [MeterIndex] {
    var meters: [MeterIndex] = []
    for ladder in ladders {
      guard case .bought(let meter)? = ladder.source, !meters.contains(meter) else { continue }
      meters.append(meter)
    }
    return meters
  }

  /// The same parts, where the products say which of these meters they sell.
  func noting(sold counted: [MeterIndex]) -> RuleGraph.Parts {
    var noted = self
    let first = Int32(meters.count + settings.count + raisedWindows.count)
    for index in products.indices {
      let meter = products[index].prices.lazy.compactMap { $0.each?.meter }.first
      let place = counted.firstIndex { meters[Int($0)].name == meter }
      noted.products[index].soldPlace = place.map { first + Int32($0) } ?? -1
    }
    return noted
  }
}

extension Product {
  /// How many of a meter a purchase brings that some quantity counts; nil where it sells none.
  package var sold: Sold? {
    guard soldPlace >= 0 else { return nil }
    let least = prices.lazy.compactMap { $0.each?.atLeast }.first
    return Sold(place: soldPlace, least: max(1, least ?? 1))
  }

  /// How many of a meter a purchase brings.
  package struct Sold: Sendable, Hashable {
    /// The place of the number among the allowances.
    package var place: Int32
    /// The least number that is sold.
    package var least: Int64
  }
}

extension Evaluation {
  /// The number that quantities of a ladder are for each of; nil if it is not known.
  ///
  /// - Parameter least: `.unknown` counts what is only perhaps bought.
  package mutating func number(of source: Ladder.Source, counting least: Truth = .yes) -> Int64? {
    switch source {
    case .fact(let fact):
      let value = input.facts[Int(fact)]
      return value == Fact.unknown ? nil : min(value, Ladder.mostCounted)
    case .bought(let meter):
      let bought = allowance(of: graph.allowance(ofBought: meter))
      if bought.perhaps > 0, least == .yes { return nil }
      return min(bought.known.saturatingAdd(bought.perhaps), Ladder.mostCounted)
    }
  }

  /// A rung of a ladder, its quantity so often as its number says; nil if that is not known.
  mutating func counted(_ rung: Rung, _ ladder: LadderCore) -> Rung? {
    guard let source = ladder.source, let number = number(of: source) else { return nil }
    return rung.times(number)
  }

  /// Whether the ask goes beyond a rung that is for each of something.
  @inline(never)
  mutating func exceedsCounted(_ rung: Rung, of limit: Limit) -> Truth {
    guard let index = graph.ladder(of: limit) else { return .no }
    let ladder = graph[ladder: index]
    let allowance = allowance(raising: limit)
    if let counted = counted(rung, ladder) {
      return limit.meter == nil
        ? counted.isExceeded(byReaching: ask.growth, with: allowance)
        : counted.isExceeded(by: ask.growth, used: used(of: limit.counter), with: allowance)
    }
    guard limit.meter != nil else {
      // No quantity is enough for all there is.
      if case .reachingUnlimited = ask.growth { return .yes }
      let least = rung.times(ladder.isSmallerBetter ? Ladder.mostCounted : 0)
      return least.isExceeded(byReaching: ask.growth, with: allowance) == .no ? .no : .unknown
    }
    if case .notRaised = ask.growth.value(from: used(of: limit.counter)) { return .no }
    return .unknown
  }

  /// The quantity of a step; nil where it is not known.
  package mutating func quantity(
    _ quantity: Int64, isEach: Bool, of ladder: LadderCore, counting least: Truth = .yes
  ) -> Int64? {
    guard isEach, let source = ladder.source else { return quantity }
    return number(of: source, counting: least).map { quantity.saturatingMultiply($0) }
  }
}

extension Evaluation {
  /// How far a user gets on a ladder with quantities that are for each of something. A limit is not
  /// told where one of them is not known; of a setting, it is what is surely had.
  @inline(never)
  mutating func reach(
    of ladder: LadderCore, _ limit: Limit, counting least: Truth
  ) -> Reach {
    var reach = base(of: ladder, limit)
    var isTold = true
    if ladder.isBaseEach, case .quantity(let written) = reach {
      if let quantity = quantity(written, isEach: true, of: ladder, counting: least) {
        reach = .quantity(quantity)
      } else {
        isTold = false
        reach = .quantity(
          ladder.isSmallerBetter ? written.saturatingMultiply(Ladder.mostCounted) : 0)
      }
    }
    for place in ladder.steps where isCounted(place, least) {
      guard case .quantity(let written) = graph[step: place].value else { return .unlimited }
      let isEach = graph[step: place].isEach
      guard
        let quantity = quantity(written, isEach: isEach, of: ladder, counting: least)
      else {
        isTold = false
        continue
      }
      switch reach {
      case .quantity(let other): reach = .quantity(ladder.best(other, quantity))
      case .undecided: reach = .quantity(quantity)
      case .unknown, .unlimited: break
      }
    }
    return isTold || limit.meter == nil ? reach : .unknown
  }

  /// Whether the user surely has a step that asks for something and is not surely within the base.
  @inline(never)
  mutating func opensCountedStep(of ladder: LadderCore, _ limit: Limit) -> Bool {
    var base: Reach? = base(of: ladder, limit)
    if ladder.isBaseEach, case .quantity(let written)? = base {
      base = quantity(written, isEach: true, of: ladder).map { .quantity($0) }
    }
    for place in ladder.steps where !graph[step: place].asksForNothing {
      let step = graph[step: place]
      var value: Ladder.Value? = step.value
      if case .quantity(let written) = step.value {
        value = quantity(written, isEach: step.isEach, of: ladder).map { .quantity($0) }
      }
      guard counts(step: place) == .yes else { continue }
      // A limit of which either is not known is not surely the base.
      guard let value, let base else {
        if limit.meter != nil || value == .unlimited { return true }
        if case .quantity(let had)? = value, had > 0, !ladder.isSmallerBetter { return true }
        continue
      }
      if !ladder.isWithin(value, base) { return true }
    }
    return false
  }
}

extension Inquiry {
  /// A step's rung as those would have it who buy at least the least number that is sold; nil where
  /// that is not known.
  func needed(
    _ rung: Rung, _ ladder: LadderCore, _ evaluation: inout Evaluation<NoObserver>
  ) -> Rung? {
    guard let source = ladder.source else { return rung }
    guard case .bought(let meter) = source else { return evaluation.counted(rung, ladder) }
    let place = graph.allowance(ofBought: meter)
    let least = graph.parts.products.compactMap { $0.sold?.place == place ? $0.sold?.least : nil }
    let bought = evaluation.allowance(of: place).known
    return rung.times(min(max(bought, least.min() ?? 1), Ladder.mostCounted))
  }
}

extension Verifier {
  /// Whether the quantities of a ladder that are for each of something are so of a number fact, or of
  /// a meter that is sold.
  func isSourceSound(of ladder: Ladder) -> Bool {
    guard let source = ladder.source else { return !ladder.isCounting }
    guard ladder.isCounting else { return false }
    if ladder.isBaseEach {
      guard case .quantity = ladder.base else { return false }
    }
    for step in ladder.steps where step.isEach && step.value == .unlimited { return false }
    switch source {
    case .fact(let fact):
      return isIndex(fact, below: parts.facts.count) && parts.facts[Int(fact)].type == .number
    case .bought(let meter):
      guard isMeter(meter) else { return false }
      let name = parts.meters[Int(meter)].name
      return parts.products.contains { $0.prices.contains { $0.each?.meter == name } }
    }
  }
}

// The quantities that are for each of something, in the compiled file and in the fingerprint.
extension RuleGraph.Parts {
  func writeCounted(to writer: inout ByteWriter) {
    let counted = ladders.enumerated().filter { $0.element.source != nil }
    writer.number(Int64(counted.count))
    for (index, ladder) in counted {
      writer.index(Int32(index))
      switch ladder.source {
      case .bought(let meter): writer.kind(0, meter)
      case .fact(let fact): writer.kind(1, fact)
      case nil: break
      }
      writer.flag(ladder.isBaseEach)
      writer.indices(ladder.steps.indices.filter { ladder.steps[$0].isEach }.map { Int32($0) })
    }
  }

  mutating func readCounted(from reader: inout ByteReader) throws(GraphError) {
    var next = 0
    let count = try reader.number()
    guard count >= 0, count <= Int64(ladders.count) else { throw .impossible("a ladder") }
    for _ in 0..<count {
      let index = Int(try reader.index())
      guard index >= next, index < ladders.count else { throw .impossible("a ladder") }
      next = index + 1
      switch try reader.byte() {
      case 0: ladders[index].source = .bought(try reader.index())
      case 1: ladders[index].source = .fact(try reader.index())
      default: throw .impossible("a ladder")
      }
      ladders[index].isBaseEach = try reader.flag()
      var last = -1
      for place in try reader.indices().map({ Int($0) }) {
        guard place > last, place < ladders[index].steps.count else {
          throw .impossible("a ladder")
        }
        last = place
        ladders[index].steps[place].isEach = true
      }
    }
  }
}
