/// A second, independent reading of the Gate language, for property tests only.
///
/// Written from `language.md` and `interfaces.md` alone, without a look at the engine. It
/// shares no type with it: a policy is a list of plain values (`Naive.Policy`), printed to
/// `.gate` text by `source()`; a snapshot (`Naive.Snapshot`) and an ask (`Naive.Ask`) print
/// to JSON; `Naive.Evaluator` decides by brute force. Everything is a value, everything is
/// deterministic, nothing is fast on purpose.
///
/// ```swift
/// var generator = Naive.Generator(seed: 42)
/// let evaluator = Naive.Evaluator(generator.policy())
/// let (snapshot, ask) = generator.situation(for: evaluator)
/// let expected = evaluator.decide(ask, snapshot)
/// // against the engine: evaluator.source, snapshot.json(), ask.json()
/// ```
///
/// Units: instants are milliseconds since 1970 UTC, durations are whole seconds.
public enum Naive {
  /// Kleene's three values, in the order that makes *and* the minimum and *or* the maximum.
  public enum Truth: Int, Comparable, Sendable {
    case no
    case unknown
    case yes

    public static func < (one: Truth, other: Truth) -> Bool {
      one.rawValue < other.rawValue
    }

    init(_ isTrue: Bool) {
      self = isTrue ? .yes : .no
    }

    var negated: Truth {
      switch self {
      case .no: return .yes
      case .unknown: return .unknown
      case .yes: return .no
      }
    }
  }

  static let second = 1000
  static let minute = 60 * second
  static let hour = 60 * minute
  static let day = 24 * hour

  /// Sums saturate at 2^63 − 1 (4.4); no operand is ever negative.
  static func sum(_ one: Int, _ other: Int) -> Int {
    let (result, overflow) = one.addingReportingOverflow(other)
    return overflow ? Int.max : result
  }

  /// Products of an add-on's amount and its quantity saturate likewise.
  static func times(_ one: Int, _ other: Int) -> Int {
    let (result, overflow) = one.multipliedReportingOverflow(by: other)
    return overflow ? Int.max : result
  }

  /// Every subset of `items`, the empty one first, each in the order of `items`.
  static func subsets<Item>(of items: [Item]) -> [[Item]] {
    (0..<(1 << items.count)).map { bits in
      items.indices.filter { bits & (1 << $0) != 0 }.map { items[$0] }
    }
  }
}
