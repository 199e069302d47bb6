import Foundation
import TollgateKit
import TollgateRuntime

/// A window of the calendar or of a subscription, and when it ends.
struct OpenWindow: Sendable, Hashable {
  var place: WindowPlace
  var end: Int64
}

extension OpenWindow {
  /// Which window is meant. Two time zones of one name are the same.
  private struct Key: Hashable {
    var window: Window
    var anchor: Int64?
    var timeZone: String
  }

  /// A window, and the instants for which it is surely the open one.
  private struct Kept {
    var window: OpenWindow
    var times: Range<Int64>
  }

  private static let windows = Locked<[Key: Kept]>([:])

  /// How many stay in memory.
  private static let most = 1_000

  /// The window that was worked out before, while it lasts and the clocks do not change; else it is
  /// worked out.
  static func kept(
    _ window: Window, _ anchor: Int64?, in timeZone: TimeZone, at now: Int64,
    _ workOut: () -> OpenWindow
  ) -> OpenWindow {
    let key = Key(window: window, anchor: anchor, timeZone: timeZone.identifier)
    if let kept = windows.withLock({ $0[key] }), kept.times.contains(now) { return kept.window }
    let open = workOut()
    let change = timeZone.nextDaylightSavingTimeTransition(after: WindowClock.date(now))
    let until = min(open.end, change.map { WindowClock.milliseconds($0) } ?? .max)
    guard now < until else { return open }
    windows.withLock { windows in
      if windows.count >= most { windows = [:] }
      windows[key] = Kept(window: open, times: now..<until)
    }
    return open
  }
}
