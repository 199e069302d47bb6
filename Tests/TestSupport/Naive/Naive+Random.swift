extension Naive {
  /// SplitMix64: small, well mixed, the same on every platform.
  public struct SplitMix64: Equatable, Sendable {
    public private(set) var state: UInt64

    public init(seed: UInt64) {
      state = seed
    }

    public mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
      return mixed ^ mixed >> 31
    }

    /// A number from 0 to `count` − 1.
    public mutating func below(_ count: Int) -> Int {
      Int(next() % UInt64(max(1, count)))
    }

    public mutating func within(_ range: ClosedRange<Int>) -> Int {
      range.lowerBound + below(range.count)
    }

    /// True in `percent` of a hundred cases.
    public mutating func chance(_ percent: Int) -> Bool {
      below(100) < percent
    }

    /// One of the items; null if there are none.
    public mutating func pick<Item>(_ items: [Item]) -> Item? {
      items.isEmpty ? nil : items[below(items.count)]
    }

    /// One of the items; there must be some.
    public mutating func one<Item>(of first: Item, _ rest: Item...) -> Item {
      pick([first] + rest) ?? first
    }

    public mutating func shuffled<Item>(_ items: [Item]) -> [Item] {
      var result = items
      for index in result.indices.reversed() {
        result.swapAt(index, below(index + 1))
      }
      return result
    }

    /// Some of the items, at most `count`, in their own order.
    public mutating func some<Item>(_ items: [Item], atMost count: Int) -> [Item] {
      let chosen = shuffled(Array(items.indices)).prefix(count)
      return chosen.sorted().map { items[$0] }
    }
  }
}

extension Naive.Policy {
  /// The same statements, each with its clauses, in another order.
  public func shuffled(using random: inout Naive.SplitMix64) -> Naive.Policy {
    Naive.Policy(random.shuffled(statements))
  }
}
