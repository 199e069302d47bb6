/// Collects when entitlements are held and allowances raised, grant by grant.
struct Spans {
  private let graph: RuleGraph
  private var held: [[World.HeldSpan]]
  private var added: [[World.AddedSpan]]

  /// Nothing is granted yet; the first tier is everybody's.
  init(graph: RuleGraph) {
    self.graph = graph
    held = Array(repeating: [], count: graph.parts.entitlements.count)
    added = Array(repeating: [], count: graph.parts.meters.count)
    if graph.parts.tierCount > 0 { held[0] = [Spans.always] }
  }

  /// Always, and never stale.
  static let always = World.HeldSpan(start: .min, until: .max, isFresh: true)

  /// A grant when it counts.
  mutating func add(_ grant: PreparedGrant) {
    for span in grant.counts { add(grant, during: span) }
  }

  /// A grant as if it counted, whatever its state and dates.
  mutating func addAlways(_ grant: PreparedGrant) {
    add(grant, during: Spans.always)
  }

  /// A product as if it had just been bought.
  mutating func addBought(_ product: Int32) {
    add(product: product, quantity: 1, during: Spans.always)
  }

  /// An entitlement as if it had just been given.
  mutating func addHeld(_ entitlement: Int32) {
    add(entitlement: entitlement, during: Spans.always)
  }

  private mutating func add(_ grant: PreparedGrant, during span: World.HeldSpan) {
    if grant.entitlement >= 0 { add(entitlement: grant.entitlement, during: span) }
    if grant.product >= 0 {
      add(product: grant.product, quantity: grant.quantity, during: span)
    }
  }

  private mutating func add(product index: Int32, quantity: Int64, during span: World.HeldSpan) {
    let product = graph.parts.products[Int(index)]
    for entitlement in product.grants { add(entitlement: entitlement, during: span) }
    for addition in product.adds {
      let amount = addition.amount.saturatingMultiply(quantity)
      added[Int(addition.meter)].append(World.AddedSpan(span: span, amount: amount))
    }
  }

  private mutating func add(entitlement: Int32, during span: World.HeldSpan) {
    for given in graph.parts.entitlements[Int(entitlement)].gives {
      held[Int(given)].append(span)
    }
  }

  /// The entitlements' spans, those that touch made one.
  var heldTable: SpanTable<World.HeldSpan> {
    var lists = held
    for index in lists.indices where lists[index].count > 1 {
      lists[index] = Spans.merge(lists[index])
    }
    return SpanTable(lists)
  }

  var addedTable: SpanTable<World.AddedSpan> { SpanTable(added) }

  /// Spans of equal freshness that overlap or touch become one: years of renewals cost what one
  /// purchase costs.
  private static func merge(_ spans: [World.HeldSpan]) -> [World.HeldSpan] {
    let sorted = spans.sorted { a, b in
      if a.isFresh != b.isFresh { return a.isFresh }
      return a.start < b.start
    }
    var merged: [World.HeldSpan] = []
    for span in sorted {
      if let last = merged.last, last.isFresh == span.isFresh, span.start <= last.until {
        merged[merged.count - 1].until = max(last.until, span.until)
      } else {
        merged.append(span)
      }
    }
    return merged
  }
}
