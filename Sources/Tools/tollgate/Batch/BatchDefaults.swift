import TollgateKit
import TollgateRuntime

/// The snapshot and the time for the lines of a batch that have none of their own.
struct BatchDefaults: Sendable {
  /// The time; nil for the present.
  let at: Instant?
  private let graph: RuleGraph
  private var known: Snapshot
  /// Whether the data comes from the command line alone. It is then fresh at the time of each line.
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

  /// The snapshot at the time of a line. It is prepared again only for another time.
  mutating func snapshot(at instant: Instant?) -> PreparedSnapshot {
    let asOf = instant ?? start
    if isAlwaysFresh, known.asOf != asOf {
      known.asOf = asOf
      prepared = graph.prepare(known)
    }
    return prepared
  }
}
