package import TollgateRuntime

/// What a picture shows the outcome of: what is known, what is asked, and when.
package struct PictureSituation: Sendable {
  package var snapshot: PreparedSnapshot
  package var ask: Ask
  package var now: Instant

  package init(snapshot: PreparedSnapshot, ask: Ask, now: Instant) {
    self.snapshot = snapshot
    self.ask = ask
    self.now = now
  }

  /// Effective now, as decisions see it.
  var time: Int64 { max(now.milliseconds, snapshot.floor) }

  /// The evaluation that decisions are made by.
  func evaluation(of graph: RuleGraph) -> Evaluation<Silence> {
    Evaluation(
      graph: graph, world: snapshot.world, now: time, ask: ask, observer: Silence())
  }

  /// What a product is to this user.
  func finding(ofProduct product: Int32, isWayIn: Bool) -> GraphPicture.Finding {
    let grants = snapshot.grants.filter { $0.product == product }
    for grant in grants {
      for span in grant.counts where span.contains(time) {
        guard span.isFresh || time < snapshot.world.staleAt else {
          return GraphPicture.Finding(state: .unknown, words: "bought, stale")
        }
        return GraphPicture.Finding(state: .yes, words: "bought, \(grant.state.rawValue)")
      }
    }
    if let grant = grants.first {
      return GraphPicture.Finding(
        state: .no, words: "bought, does not count: \(grant.state.rawValue)")
    }
    return GraphPicture.Finding(
      state: .neutral, words: isWayIn ? "not bought: a way in" : "not bought")
  }
}

extension Truth {
  /// A finding in one of three words.
  func finding(_ yes: String, _ no: String) -> GraphPicture.Finding {
    switch self {
    case .yes: GraphPicture.Finding(state: .yes, words: yes)
    case .no: GraphPicture.Finding(state: .no, words: no)
    case .unknown: GraphPicture.Finding(state: .unknown, words: "unknown")
    }
  }
}
