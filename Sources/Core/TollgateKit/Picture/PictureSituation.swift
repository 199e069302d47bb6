package import TollgateRuntime
import TollgateWords

/// The situation whose results a picture shows: the snapshot, the question and the time.
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
  var evaluation: Evaluation<NoObserver> { snapshot.evaluation(at: now.milliseconds, ask) }
}

extension PictureBuilder {
  /// The state of a product for the user.
  func finding(
    ofProduct product: Int32, in situation: PictureSituation
  ) -> GraphPicture.BoxStatus {
    let (snapshot, time) = (situation.snapshot, situation.time)
    let grants = snapshot.grants.filter { $0.product == product }
    for grant in grants {
      for span in grant.counts where span.contains(time) {
        guard span.isFresh || time < snapshot.input.staleAt else {
          return .init(state: .unknown, words: words("bought, data too old", "已购买，数据过旧"))
        }
        let state = grant.state.rawValue
        return .init(state: .yes, words: words("bought, \(state)", "已购买，\(state)"))
      }
    }
    if let grant = grants.first {
      let state = grant.state.rawValue
      return .init(
        state: .no, words: words("bought, does not count: \(state)", "已购买，但不计入：\(state)"))
    }
    let isWayIn = waysIn.contains(graph.parts.products[Int(product)].name)
    return .init(
      state: .neutral,
      words: isWayIn ? words("not bought: a way in", "未购买：可解锁") : words("not bought", "未购买"))
  }
}
