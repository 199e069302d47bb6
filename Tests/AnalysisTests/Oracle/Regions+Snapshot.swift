import TollgateRuntime

extension Regions {
  /// A snapshot that stands for a point, and its time.
  func snapshot(holding index: Int, at point: Int) -> (snapshot: Snapshot, now: Instant) {
    let holding = holdings[index]
    let moment = moment(at: point)
    var snapshot = Snapshot()
    let now = Instant(milliseconds: moment.now)
    // Without a date nothing is fresh where snapshots are trusted for a while only.
    snapshot.asOf = holding.isStale ? nil : now
    snapshot.grants = grants(of: holding)
    snapshot.facts = facts(at: point, moment)
    snapshot.subject = subject(at: point)
    for meter in graph.parts.meters.indices { setUsage(Int32(meter), at: point, &snapshot) }
    return (snapshot, now)
  }

  /// Whether a snapshot can be made for a point: none is where only an add-on would leave less than
  /// nothing of a counter.
  func canBeMade(_ point: Int) -> Bool {
    values.counters.allSatisfy { counter, list in
      guard isRaised(Int(counter.meter)), let own = space.axis(.own(counter.meter)),
        let axis = space.axis(.counter(counter)), space.value(own, at: point) == 1
      else { return true }
      return list[space.value(axis, at: point)] ?? 0 >= 0
    }
  }

  /// What is asked of a target at a point.
  func ask(about target: Int32, at point: Int) -> Ask {
    let amount = graph.parts.targets[Int(target)].meter.flatMap { meter in
      space.axis(.amount(meter)).flatMap { axis in
        values.amounts[meter]?[space.value(axis, at: point)]
      }
    }
    let isRunning = space.axis(.running).map { space.value($0, at: point) == 1 } ?? false
    return Ask(.adding(amount ?? 1), continuing: isRunning)
  }

  func moment(at point: Int) -> Moment {
    guard let axis = space.axis(.time) else { return Moment(now: 0, dates: [:]) }
    return values.moments[space.value(axis, at: point)]
  }

  private func grants(of holding: Holding) -> [Grant] {
    let products = graph.parts.products
    if extent == .buying {
      return zip(products, holding.products).flatMap { product, count in
        (0..<count).map { _ in Grant(product: product.name) }
      }
    }
    var grants = graph.parts.entitlements.indices
      .filter { holding.entitlements >> UInt64($0) & 1 == 1 }
      .map { Grant(entitlement: graph.parts.entitlements[$0].name) }
    grants += addOns(of: holding).map { Grant(product: products[$0].name) }
    return grants
  }

  /// Add-ons that add what a holding says and grant nothing else.
  private func addOns(of holding: Holding) -> [Int] {
    guard holding.added.contains(where: { $0 > 0 }) else { return [] }
    let products = graph.parts.products
    let addOns = products.indices.filter { index in
      let granted = products[index].grants.reduce(0) { $0 | Regions.gives($1, graph) }
      return !products[index].adds.isEmpty && granted & ~holding.entitlements == 0
    }
    var lists: [[Int]] = [[]]
    for addOn in addOns {
      lists += lists.flatMap { [$0 + [addOn], $0 + [addOn, addOn]] }
    }
    return lists.first { list in
      var sums = holding.added.map { _ in Int64(0) }
      for index in list {
        for addition in products[index].adds { sums[Int(addition.meter)] += addition.amount }
      }
      return sums == holding.added
    } ?? []
  }

  private func facts(at point: Int, _ moment: Moment) -> [String: FactValue] {
    var found: [String: FactValue] = [:]
    for (index, fact) in graph.parts.facts.enumerated() {
      if fact.type == .date {
        found[fact.name] = moment.dates[Int32(index)].map { .date(Instant(milliseconds: $0)) }
        if found[fact.name] == nil { found[fact.name] = .number(-1) }
        continue
      }
      guard let axis = space.axis(.fact(Int32(index))) else { continue }
      let value = values.facts[Int32(index)]?[space.value(axis, at: point)] ?? nil
      // A value that the fact cannot have is unknown, whatever it is `otherwise`.
      found[fact.name] = value.map { fact.value($0) } ?? .number(-1)
    }
    return found
  }

  private func subject(at point: Int) -> String? {
    guard let axis = space.axis(.subject) else { return nil }
    let wanted = values.subjects[space.value(axis, at: point)]
    guard !wanted.isEmpty else { return nil }
    return (0..<10_000).lazy.map { "user-\($0)" }.first { name in
      wanted.allSatisfy { rollout, isIn in
        let record = graph.parts.rollouts[Int(rollout)]
        return (Murmur3.bucket(rollout: record.name, subject: name) < record.share) == isIn
      }
    }
  }

  private func setUsage(_ meter: Int32, at point: Int, _ snapshot: inout Snapshot) {
    let name = graph.parts.meters[Int(meter)].name
    var counted: [(Window, Int64)] = []
    for (counter, list) in values.counters where counter.meter == meter {
      guard let axis = space.axis(.counter(counter)),
        let value = list[space.value(axis, at: point)]
      else { continue }
      counted.append((counter.window, value))
    }
    let hasOwn = space.axis(.own(meter)).map { space.value($0, at: point) == 0 } ?? true
    // The least allowance that leaves nothing below 0.
    let own = max(0, -(counted.map { $0.1 }.min() ?? 0))
    if hasOwn { snapshot.allowances[name] = own }
    var usage = Usage()
    for (window, value) in counted { usage[window] = Counter(hasOwn ? value + own : max(0, value)) }
    snapshot.usage[name] = usage
  }
}

extension Fact {
  /// The value that an integer stands for.
  fileprivate func value(_ value: Int64) -> FactValue {
    switch type {
    case .yesOrNo: .yesOrNo(value == 1)
    case .number: .number(value)
    case .date: .date(Instant(milliseconds: value))
    case .version: .version(value > 0 ? versions[Int(value) - 1] : Version(0))
    case .choice: .choice(value < choices.count ? choices[Int(value)] : "something-else")
    }
  }
}
