import TollgateKit
import TollgateRuntime

/// What the lines of a batch have that bring no snapshot or no time of their own.
struct BatchDefaults: Sendable {
  /// The time; nothing for the present one.
  let at: Instant?
  private let graph: RuleGraph
  private var known: Snapshot
  /// Whether what is known was told on the command line alone, and is true when it is asked.
  private let isAlwaysFresh: Bool
  private let start: Instant
  private var prepared: PreparedSnapshot

  init(_ options: SnapshotOptions, _ graph: RuleGraph) throws(Failure) {
    self.graph = graph
    at = try options.instant()
    start = at ?? .now
    isAlwaysFresh = options.snapshot == nil
    known = try options.known(in: graph, at: start)
    prepared = graph.prepare(known)
  }

  /// What is known at the time of a line; prepared again only where that time is another.
  mutating func snapshot(at instant: Instant?) -> PreparedSnapshot {
    let asOf = instant ?? start
    if isAlwaysFresh, known.asOf != asOf {
      known.asOf = asOf
      prepared = graph.prepare(known)
    }
    return prepared
  }
}
