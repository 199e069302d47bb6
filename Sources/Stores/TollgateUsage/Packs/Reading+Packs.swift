import TollgatePurchases
import TollgateRuntime

extension Reading {
  /// The snapshot's own allowance: what was left of the packs when the window
  /// began, and what was bought since; without windows, what was bought in all. It follows from the
  /// pages alone, so it is the same however books are merged. Nil for a meter without packs.
  func allowance(of packs: [PurchasedPack]) -> Int64? {
    guard let use = meter.packs else { return nil }
    let packs = packs.filter { $0.meter == meter.name }
    let bought: Int64 = packs.reduce(0) { $0.saturatingAdd($1.amount) }
    switch use {
    case .never: return bought
    case .atUse: return max(0, bought.saturatingAdd(0 - drawn))
    case .atEnd(let window):
      return max(0, bought.saturatingAdd(0 - taken(from: packs, over: window)))
    }
  }

  /// The amount that was taken at the uses themselves.
  private var drawn: Int64 {
    var sum: Int64 = 0
    forEachTally { sum = sum.saturatingAdd($0.packs?.drawn ?? 0) }
    return sum
  }

  /// The amount that was taken at the ends of the windows. A pack covers nothing that was used before the
  /// window in which it was bought.
  private func taken(from packs: [PurchasedPack], over window: Window) -> Int64 {
    var taken = drawn
    for use in ended(window) {
      var bought: Int64 = 0
      for pack in packs where pack.start.milliseconds < use.end {
        bought = bought.saturatingAdd(pack.amount)
      }
      taken = taken.saturatingAdd(min(use.excess, max(0, bought.saturatingAdd(0 - taken))))
    }
    return taken
  }

  /// The windows that are over, with what all devices used, the first to end first.
  private func ended(_ window: Window) -> [EndedUse] {
    var uses: [EndedUse] = []
    func join(_ use: EndedUse) {
      if let place = uses.firstIndex(where: { $0.mark.isSame(as: use.mark) }) {
        uses[place] = uses[place].joined(with: use)
      } else {
        uses.append(use)
      }
    }
    forEachTally { tally in
      for use in tally.packs?.ended ?? [] where use.window == window { join(use) }
      if let use = ended(window, in: tally) { join(use) }
    }
    return uses.sorted { ($0.end, $0.used) < ($1.end, $1.used) }
  }

  /// The use of a device in its last window, if that is over.
  func ended(_ window: Window, in tally: Tally) -> EndedUse? {
    switch tally.windows[window] {
    case .span(let place, let used)? where !self.place(of: window).isSame(as: place):
      let end = clock.start(of: place.index + 1, window, anchor: place.anchor)
      return EndedUse(
        window: window, mark: .span(place), end: end, used: used, limit: tally.packs?.limit)
    case .begun(let span, let used)? where span.end <= now:
      return EndedUse(
        window: window, mark: .begun(span), end: span.end, used: used, limit: tally.packs?.limit)
    default: return nil
    }
  }

  /// When the window ends in which packs are used now; nil if none runs.
  var packWindowEnd: Int64? {
    guard case .atEnd(let window)? = meter.packs else { return nil }
    if meter.style == .firstUse { return openSpan(window)?.end }
    return end(of: place(of: window), window)
  }
}
