import TollgateRuntime

// Quantities that are for each of something: a limit is a line that rises with a number. Between two
// numbers where lines of a counter cross, all numbers give the same answers, so a few of them stand
// for all. A region is put together for each of these, with the ladder as it is for it.
extension PolicyModel {
  /// A ladder as it is for the number that is asked about.
  func ladder(_ index: LadderIndex) throws(Exhausted) -> Ladder {
    let ladder = vocabulary.graph.parts.ladders[Int(index)]
    guard let source = ladder.source else { return ladder }
    guard let number = numbers[source] else { throw Exhausted(.unsupported, limit: 0) }
    // Where it is not known, the quantities are as they are written, and marked.
    return number.map { ladder.counting($0) } ?? ladder
  }

  /// The same of a rule, or of its setting; nil if it has none.
  func ladder(of rule: Rule) throws(Exhausted) -> Ladder? {
    switch rule.limit?.kind {
    case .ladder(let index): try ladder(index)
    case .setting(let setting): try ladder(parts.settings[Int(setting)].ladder)
    case .bare, .atMost, .allowance, .undecided, nil: nil
    }
  }

  /// The thing that the ladder of a rule counts; nil for none.
  func source(of rule: Rule) -> Ladder.Source? { parts.ladder(of: rule)?.source }

  /// A region that depends on how many there are, put together for each number.
  func counting(
    _ source: Ladder.Source?, _ region: () throws(Exhausted) -> Region
  ) throws(Exhausted) -> Region {
    guard let source, numbers[source] == nil else { return try region() }
    let cases = try numberCases(source)
    defer { numbers[source] = nil }
    var result = Region.nothing
    for (who, number) in cases {
      numbers.updateValue(number, forKey: source)
      result = try universe.engine.or(result, try universe.engine.and(who, try region()))
    }
    return result
  }

  /// The numbers that stand for all, and for whom each is so; nil where it is not known.
  func numberCases(
    _ source: Ladder.Source
  ) throws(Exhausted) -> [(who: Region, number: Int64?)] {
    let key = vocabulary.key(of: source)
    guard let amounts = universe.terms.numbers[key] else {
      throw Exhausted(.unsupported, limit: 0)
    }
    switch source {
    case .fact(let index):
      var cases: [(who: Region, number: Int64?)] = []
      for amount in amounts {
        cases.append((try universe.equals(key, amount), min(amount, Ladder.mostCounted)))
      }
      let otherwise = graph[fact: index].otherwise
      let instead = otherwise == Fact.unknown ? nil : min(otherwise, Ladder.mostCounted)
      cases.append((try universe.missing(key), instead))
      return cases
    case .bought(let meter):
      try demandSellers(of: meter, key)
      let fresh = try fresh()
      var cases: [(who: Region, number: Int64?)] = [(try universe.below(key, 1), 0)]
      for (place, amount) in amounts.enumerated().dropFirst() {
        let has = try universe.equals(key, Int64(place))
        cases.append((try universe.engine.and(has, fresh), amount))
      }
      let some = try universe.atLeast(key, 1)
      cases.append((try universe.engine.without(some, fresh), nil))
      return cases
    }
  }

  /// Whether a product that sells the meter of a place adds something, too.
  private func hasAdders(at place: Int32) -> Bool {
    parts.products.contains { product in
      product.sold?.place == place && !(product.adds.isEmpty && product.settingAdds.isEmpty)
    }
  }

  /// Who has bought some has a product that sells them, and what it grants; who has such a product
  /// has bought some.
  private func demandSellers(of meter: MeterIndex, _ key: VariableKey) throws(Exhausted) {
    let place = graph.allowance(ofBought: meter)
    // So many of a product add so many times as much.
    if hasAdders(at: place) { throw Exhausted(.unsupported, limit: 0) }
    // The other policy of a pair may have made the demands.
    guard universe.begins(key) else { return }
    var anything = Region.nothing
    let some = try universe.atLeast(key, 1)
    for (index, product) in parts.products.enumerated() where product.sold?.place == place {
      let isAsked = terms(of: Int32(index)).contains { scope.counts($0) }
      var has = Region.everything
      if isAsked {
        has = try counts(Int32(index))
        let either = try universe.engine.or(try universe.engine.complement(has), some)
        universe.demand(either)
      } else {
        for entitlement in product.grants {
          let lacks = try held(entitlement, false)
          has = try universe.engine.without(has, lacks)
        }
      }
      anything = try universe.engine.or(anything, has)
    }
    universe.demand(try universe.engine.or(try universe.below(key, 1), anything))
  }
}

extension Ladder {
  /// The ladder for those who have so many of what it counts.
  func counting(_ number: Int64) -> Ladder {
    var ladder = self
    ladder.source = nil
    if isBaseEach, case .quantity(let quantity) = base {
      ladder.base = .quantity(quantity.saturatingMultiply(number))
    }
    ladder.isBaseEach = false
    for place in steps.indices where steps[place].isEach {
      if case .quantity(let quantity) = steps[place].value {
        ladder.steps[place].value = .quantity(quantity.saturatingMultiply(number))
      }
      ladder.steps[place].isEach = false
    }
    return ladder
  }
}

extension Vocabulary {
  /// The variable of the number that quantities are for each of.
  func key(of source: Ladder.Source) -> VariableKey {
    switch source {
    case .bought(let meter): VariableKey(.bought, meters[Int(meter)])
    case .fact(let fact):
      VariableKey(.fact, facts[Int(fact)], Int32(Fact.FactType.number.rawValue))
    }
  }
}

extension Terms {
  /// More numbers than this are not judged.
  private static let mostNumbers = 128

  /// The numbers that stand for all, by what is counted.
  static func numbers(in policies: [Vocabulary]) -> [VariableKey: [Int64]] {
    var lines: [VariableKey: Set<Line>] = [:]
    for policy in policies { policy.addLines(to: &lines) }
    guard !lines.isEmpty else { return [:] }
    for policy in policies {
      for node in policy.graph.parts.nodes {
        switch node {
        case .factIs(let fact, let value), .factAtLeast(let fact, let value):
          let key = policy.key(of: .fact(fact))
          // The number itself is compared with this.
          if lines[key] != nil {
            lines[key]?.formUnion([Line(each: 0, more: value), Line(each: 1, more: 0)])
          }
        default: break
        }
      }
    }
    // How many are bought means another thing where other products sell it.
    for policy in policies {
      let own = sellers(in: [policy])
      for (meter, names) in sellers(in: policies) where Set(own[meter] ?? []) != Set(names) {
        lines[VariableKey(.bought, meter)] = nil
      }
    }
    return lines.compactMapValues { lines in
      var numbers: Set<Int64> = [0, 1, 2, Ladder.mostCounted]
      for one in lines {
        for other in lines where one.each > other.each {
          let (more, each) = (other.more.saturatingSubtract(one.more), one.each - other.each)
          guard more >= 0 else { continue }
          let crossing = more / each
          for number in [crossing - 1, crossing, crossing + 1] where number >= 0 {
            numbers.insert(min(number, Ladder.mostCounted))
          }
        }
        guard numbers.count <= mostNumbers else { return nil }
      }
      return numbers.sorted()
    }
  }

  /// The names of the products that sell a meter, by its term.
  static func sellers(in policies: [Vocabulary]) -> [Int32: [String]] {
    var sellers: [Int32: [String]] = [:]
    for policy in policies {
      for meter in policy.graph.countedMeters {
        let place = policy.graph.allowance(ofBought: meter)
        for product in policy.graph.parts.products where product.sold?.place == place {
          let term = policy.meters[Int(meter)]
          if !sellers[term, default: []].contains(product.name) {
            sellers[term, default: []].append(product.name)
          }
        }
      }
    }
    return sellers
  }

  /// A quantity that rises with a number: so much for each, and so much more.
  struct Line: Hashable {
    var each: Int64
    var more: Int64
  }
}

extension Vocabulary {
  /// The lines of the ladders that count something, and of all that is compared with the same.
  fileprivate func addLines(to lines: inout [VariableKey: Set<Terms.Line>]) {
    let parts = graph.parts
    for (index, setting) in parts.settings.enumerated() {
      let ladder = parts.ladders[Int(setting.ladder)]
      guard let source = ladder.source else { continue }
      let own = ladder.lines(with: sums(settingAdders[index]), [1])
      lines[key(of: source), default: []].formUnion(own)
    }
    var sources: [CounterIndex: Ladder.Source] = [:]
    for rule in graph.cores {
      guard let limit = rule.limit, case .ladder(let index) = limit.kind,
        let source = parts.ladders[Int(index)].source
      else { continue }
      sources[limit.counter] = source
    }
    if sources.isEmpty { return }
    for (counter, source) in sources {
      let key = key(of: source)
      let sums = sums(adders(to: counter))
      var taken: Set<Int64> = [1]
      for (index, use) in parts.uses.enumerated() where use.meter == counter.meter {
        taken.formUnion(graph.uses.amounts(of: UseIndex(index)))
      }
      for (index, rule) in graph.cores.enumerated() where rule.limit?.meter != nil {
        guard let limit = rule.limit, limit.counter == counter else { continue }
        var own: Set<Terms.Line>
        switch limit.kind {
        case .ladder(let ladder): own = parts.ladders[Int(ladder)].lines(with: sums, taken)
        case .atMost(let quantity):
          own = Ladder(base: .quantity(quantity)).lines(with: sums, taken)
        case .allowance(let otherwise):
          own = Ladder(base: .quantity(otherwise ?? 0)).lines(with: sums, taken)
        case .bare, .undecided, .setting: own = []
        }
        if let most = graph.overage(of: RuleIndex(index))?.most {
          own.formUnion(
            own.map { Terms.Line(each: $0.each, more: $0.more.saturatingAdd(most)) })
        }
        lines[key, default: []].formUnion(own)
      }
      for case .usageAtLeast(counter, let least) in parts.nodes {
        lines[key, default: []].formUnion(
          sums.map { Terms.Line(each: 0, more: least.saturatingAdd($0)) })
      }
    }
  }

  /// The sums of what products add.
  private func sums(_ adders: [Addition]) -> Set<Int64> {
    var sums: Set<Int64> = [0]
    for adder in adders.prefix(6) {
      sums.formUnion(sums.map { $0.saturatingAdd(adder.amount) })
    }
    return sums
  }
}

extension Ladder {
  /// The lines that its base and its steps are, behind a use of these amounts.
  fileprivate func lines(with sums: Set<Int64>, _ taken: Set<Int64>) -> Set<Terms.Line> {
    var lines: Set<Terms.Line> = []
    func add(_ quantity: Int64, isEach: Bool) {
      for sum in sums {
        for amount in taken {
          let more = sum.saturatingAdd(1).saturatingSubtract(amount)
          lines.insert(
            isEach
              ? Terms.Line(each: quantity, more: more)
              : Terms.Line(each: 0, more: quantity.saturatingAdd(more)))
        }
      }
    }
    if case .quantity(let quantity) = base { add(quantity, isEach: isBaseEach) }
    for step in steps {
      if case .quantity(let quantity) = step.value { add(quantity, isEach: step.isEach) }
    }
    return lines
  }
}
