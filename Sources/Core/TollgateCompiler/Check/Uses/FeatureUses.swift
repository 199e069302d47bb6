import TollgateSyntax

/// Features, and ranges of them, that a policy uses without declaring any.
struct FeatureUses: Sendable {
  /// Several features with one prefix and consecutive numbers.
  struct Run: Sendable {
    var prefix: String
    var first: Int64
    var last: Int64
    var span: Span
    var order: Int
  }

  private(set) var singles: [(name: NameSyntax, order: Int)] = []
  private var known: Set<String> = []
  private var runs: [String: [Run]] = [:]
  private var order = 0

  mutating func add(_ name: NameSyntax) {
    guard known.insert(name.text).inserted else { return }
    singles.append((name, order))
    order += 1
  }

  mutating func add(_ first: SeriesName, _ last: SeriesName, at span: Span) {
    let run = Run(
      prefix: first.prefix, first: first.number, last: last.number, span: span, order: order)
    runs[first.prefix, default: []].append(run)
    order += 1
  }

  /// The ranges, those that overlap joined into one.
  func joinedRuns() -> [Run] {
    var joined: [Run] = []
    for (_, group) in runs {
      let sorted = group.sorted { ($0.first, $0.order) < ($1.first, $1.order) }
      var reaching = sorted[0]
      for run in sorted.dropFirst() {
        guard run.first <= reaching.last else {
          joined.append(reaching)
          reaching = run
          continue
        }
        reaching.last = max(reaching.last, run.last)
        if run.order < reaching.order {
          reaching.order = run.order
          reaching.span = run.span
        }
      }
      joined.append(reaching)
    }
    return joined.sorted { $0.order < $1.order }
  }
}
