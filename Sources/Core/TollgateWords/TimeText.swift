import TollgateCompiler
package import TollgateRuntime

/// Instants as people read them, in UTC or in a time zone.
package struct TimeText: Sendable {
  /// How many seconds a place is ahead of UTC at an instant; `nil` for UTC, which is then named.
  private let secondsAhead: (@Sendable (Instant) -> Int64)?

  package static let utc = TimeText(nil)

  package init(_ secondsAhead: (@Sendable (Instant) -> Int64)?) {
    self.secondsAhead = secondsAhead
  }

  /// `2026-02-21 00:00 UTC`, or `2026-02-21 08:00` in a time zone; seconds only if there are some.
  package func dateAndTime(_ instant: Instant) -> String {
    let text = InstantText.print(local(instant).instant).dropLast()
    var time = ""
    for character in text.hasSuffix(":00") ? text.dropLast(3) : text {
      time.append(character == "T" ? " " : character)
    }
    return time + (secondsAhead == nil ? " UTC" : "")
  }

  /// `2026-03-01` for midnight, else the date and the time.
  package func dateOrTime(_ instant: Instant) -> String {
    let text = dateAndTime(instant)
    let midnight = secondsAhead == nil ? " 00:00 UTC" : " 00:00"
    return text.hasSuffix(midnight) ? String(text.dropLast(midnight.count)) : text
  }

  /// As a policy writes it: `2026-02-21T00:00:00Z`, `2026-02-21T08:00:00+08:00`.
  package func exact(_ instant: Instant) -> String {
    let (local, ahead) = local(instant)
    let text = InstantText.print(local)
    guard ahead != 0 else { return text }
    let minutes = abs(ahead) / 60
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return text.dropLast() + (ahead < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }

  /// As a policy writes it, the shortest: `2026-03-01` for midnight in UTC.
  package func literal(_ instant: Instant) -> String {
    let text = exact(instant)
    let midnight = "T00:00:00Z"
    return text.hasSuffix(midnight) ? String(text.dropLast(midnight.count)) : text
  }

  private func local(_ instant: Instant) -> (instant: Instant, ahead: Int64) {
    // Only an offset of whole minutes can be written.
    let ahead = (secondsAhead?(instant) ?? 0) / 60 * 60
    return (instant.advanced(by: ahead * 1000), ahead)
  }
}
