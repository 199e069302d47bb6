import TollgateRuntime

/// A condition of the graph as it is told: only leaves are negated, what belongs together is one
/// leaf, and the order of neighbours does not depend on the source.
indirect enum Clause: Hashable {
  case constant(Bool)
  case all([Clause])
  case any([Clause])
  /// A leaf that is true, or one that is false.
  case leaf(Leaf, Bool)

  /// A condition about one thing. Numbers are indices into the graph.
  enum Leaf: Hashable {
    case holds(entitlement: Int32)
    /// The fact is one of these values, ascending.
    case factIs(Int32, [Int64])
    case factAtLeast(Int32, Int64)
    case factExactly(Int32, Int64)
    case usageAtLeast(CounterIndex, Int64)
    case usageExactly(CounterIndex, Int64)
    case inRollout(Int32)
    case timeAtLeast(Int64)
    /// So many milliseconds after a date fact, or later.
    case timeSince(Int32, Int64)
  }

  /// The entitlements that it asks for, each once.
  var entitlements: [Int32] {
    switch self {
    case .leaf(.holds(let entitlement), true): return [entitlement]
    case .all(let parts), .any(let parts):
      var found: Set<Int32> = []
      return parts.flatMap { $0.entitlements }.filter { found.insert($0).inserted }
    case .constant, .leaf: return []
    }
  }

  /// Its leaves, each once.
  var leaves: [Leaf] {
    switch self {
    case .leaf(let leaf, _): return [leaf]
    case .all(let parts), .any(let parts):
      var found: Set<Leaf> = []
      return parts.flatMap { $0.leaves }.filter { found.insert($0).inserted }
    case .constant: return []
    }
  }

  /// The meters that it reads.
  var meters: [Int32] {
    leaves.compactMap { leaf in
      switch leaf {
      case .usageAtLeast(let counter, _), .usageExactly(let counter, _): counter.meter
      default: nil
      }
    }
  }

  /// Itself, or the parts of what is joined by `and`.
  var conjuncts: [Clause] {
    switch self {
    case .all(let parts): parts
    case .constant(true): []
    default: [self]
    }
  }
}
