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
  func evaluation(of graph: RuleGraph) -> Evaluation<NoObserver> {
    Evaluation(
      graph: graph, input: snapshot.input, now: time, ask: ask, observer: NoObserver())
  }

  /// What a product is to this user.
  func finding(ofProduct product: Int32, isWayIn: Bool) -> GraphPicture.BoxStatus {
    let grants = snapshot.grants.filter { $0.product == product }
    for grant in grants {
      for span in grant.counts where span.contains(time) {
        guard span.isFresh || time < snapshot.input.staleAt else {
          return GraphPicture.BoxStatus(state: .unknown, words: "bought, stale")
        }
        return GraphPicture.BoxStatus(state: .yes, words: "bought, \(grant.state.rawValue)")
      }
    }
    if let grant = grants.first {
      return GraphPicture.BoxStatus(
        state: .no, words: "bought, does not count: \(grant.state.rawValue)")
    }
    return GraphPicture.BoxStatus(
      state: .neutral, words: isWayIn ? "not bought: a way in" : "not bought")
  }
}

extension Truth {
  /// A finding in one of three words.
  func finding(_ yes: String, _ no: String) -> GraphPicture.BoxStatus {
    switch self {
    case .yes: GraphPicture.BoxStatus(state: .yes, words: yes)
    case .no: GraphPicture.BoxStatus(state: .no, words: no)
    case .unknown: GraphPicture.BoxStatus(state: .unknown, words: "unknown")
    }
  }
}
