/// Collects when the user has entitlements and higher allowances, grant by grant.
struct Spans {
  private let graph: RuleGraph
  /// In the order in which they were added.
  private var held: [(entitlement: Int32, span: EvaluationInput.HeldSpan)] = []
  private var added: [(meter: Int32, span: EvaluationInput.AddedSpan)] = []

  /// Nothing is granted yet; the first tier is everybody's.
  init(graph: RuleGraph) {
    self.graph = graph
    held.reserveCapacity(8)
    if graph.parts.tierCount > 0 { held.append((0, Spans.always)) }
  }

  /// Always, and never stale.
  static let always = EvaluationInput.HeldSpan(start: .min, until: .max, isFresh: true)

  /// A grant when it counts.
  mutating func add(_ grant: PreparedGrant) {
    for span in grant.counts { add(grant, during: span) }
  }

  /// A product as if it had just been bought, and its trial begun.
  ///
  /// - Parameter isOneMore: Whether the user has one that counts, so that this is one more.
  mutating func addBought(_ product: Int32, inTrial: Bool = false, isOneMore: Bool = false) {
    add(product: product, quantity: 1, inTrial: inTrial, during: Spans.always)
    if !graph.countedMeters.isEmpty, !isOneMore, let sold = graph[product: product].sold {
      added.append(
        (sold.place, EvaluationInput.AddedSpan(span: Spans.always, amount: sold.least - 1)))
    }
    for pack in graph[product: product].packs {
      let span = EvaluationInput.AddedSpan(span: Spans.always, amount: pack.amount, isPack: true)
      graph.forEachAllowance(raisedBy: pack) { added.append(($0, span)) }
    }
  }

  /// An entitlement as if it had just been given.
  mutating func addHeld(_ entitlement: Int32, inTrial: Bool) {
    add(entitlement: entitlement, inTrial: inTrial, during: Spans.always)
  }

  private mutating func add(_ grant: PreparedGrant, during span: EvaluationInput.HeldSpan) {
    if let entitlement = grant.entitlement {
      add(entitlement: entitlement, inTrial: grant.isTrial, during: span)
    }
    if let product = grant.product {
      add(product: product, quantity: grant.quantity, inTrial: grant.isTrial, during: span)
    }
  }

  private mutating func add(
    product index: Int32, quantity: Int64, inTrial: Bool,
    during span: EvaluationInput.HeldSpan
  ) {
    for entitlement in graph[product: index].grants {
      add(entitlement: entitlement, inTrial: inTrial, during: span)
    }
    for addition in graph[product: index].adds {
      let amount = addition.amount.saturatingMultiply(quantity)
      graph.forEachAllowance(raisedBy: addition) { place in
        added.append((place, EvaluationInput.AddedSpan(span: span, amount: amount)))
      }
    }
    if !graph.countedMeters.isEmpty, let sold = graph[product: index].sold {
      added.append((sold.place, EvaluationInput.AddedSpan(span: span, amount: quantity)))
    }
    for addition in graph[product: index].settingAdds {
      let amount = addition.amount.saturatingMultiply(quantity)
      let place = graph.allowance(ofSetting: addition.setting)
      added.append((place, EvaluationInput.AddedSpan(span: span, amount: amount)))
    }
  }

  private mutating func add(
    entitlement: Int32, inTrial: Bool, during span: EvaluationInput.HeldSpan
  ) {
    graph.forEachPlace(givenBy: entitlement, inTrial: inTrial) { held.append(($0, span)) }
  }

  /// The entitlements' spans. Those of equal freshness that overlap or touch become one: years of
  /// renewals cost what one purchase costs.
  var heldTable: SpanTable<EvaluationInput.HeldSpan> {
    let sorted = held.sorted { a, b in
      if a.entitlement != b.entitlement { return a.entitlement < b.entitlement }
      if a.span.isFresh != b.span.isFresh { return a.span.isFresh }
      return a.span.start < b.span.start
    }
    var table = SpanTable<EvaluationInput.HeldSpan>()
    table.spans.reserveCapacity(sorted.count)
    table.starts.reserveCapacity(graph.heldCount + 1)
    var next = 0
    for entitlement in 0..<graph.heldCount {
      let first = table.spans.count
      while next < sorted.count, Int(sorted[next].entitlement) == entitlement {
        table.add(sorted[next].span, since: first)
        next += 1
      }
      table.starts.append(Int32(table.spans.count))
    }
    return table
  }

  var addedTable: SpanTable<EvaluationInput.AddedSpan> {
    let sorted = added.sorted { $0.meter < $1.meter }
    var table = SpanTable<EvaluationInput.AddedSpan>()
    table.spans.reserveCapacity(sorted.count)
    table.starts.reserveCapacity(graph.allowanceCount + 1)
    for meter in 0..<graph.allowanceCount {
      while table.spans.count < sorted.count, Int(sorted[table.spans.count].meter) == meter {
        table.spans.append(sorted[table.spans.count].span)
      }
      table.starts.append(Int32(table.spans.count))
    }
    return table
  }
}

extension PreparedSnapshot {
  /// The places of the grants that pass a test.
  func places(where test: (PreparedGrant) -> Bool) -> BitSet {
    var places = BitSet()
    for place in grants.indices where test(grants[place]) { places.insert(Int32(place)) }
    return places
  }

  /// The times in which all grants but those at these places count.
  func spans(without places: BitSet) -> Spans {
    var spans = Spans(graph: graph)
    for place in grants.indices where !places.contains(Int32(place)) { spans.add(grants[place]) }
    return spans
  }

  /// The input without the grants at these places.
  func input(without places: BitSet) -> EvaluationInput {
    guard !places.isEmpty else { return input }
    let spans = spans(without: places)
    return input.with(held: spans.heldTable, added: spans.addedTable)
  }
}

extension SpanTable<EvaluationInput.HeldSpan> {
  /// Adds a span to the list that began at `first`, or makes its last one longer. They come with
  /// the fresh ones first, then the earlier.
  fileprivate mutating func add(_ span: EvaluationInput.HeldSpan, since first: Int) {
    guard spans.count > first, let last = spans.last, last.isFresh == span.isFresh,
      span.start <= last.until
    else {
      spans.append(span)
      return
    }
    spans[spans.count - 1].until = max(last.until, span.until)
  }
}
