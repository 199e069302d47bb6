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

extension Bilingual {
  /// ` per day`, ` per 3 hours`; `每日`, `每 3 小时`; empty for the total.
  package func window(_ window: Window) -> String {
    guard let unit = window.unit, let name = window.name else { return "" }
    if window.number == 1 { return words(" per \(name)", "每\(chinese(unit))") }
    return words(" per \(name)", "每 \(window.number) \(chineseSeveral(unit))")
  }

  /// When something was counted: ` today`, ` this week`, ` in 3 hours`; `今天`, `本周`, `3 小时内`;
  /// empty for the total.
  package func within(_ window: Window) -> String {
    guard let unit = window.unit, let name = window.name else { return "" }
    if window.number > 1 {
      return words(" in \(name)", "\(window.number) \(chineseSeveral(unit))内")
    }
    switch unit {
    case .minute: return words(" this minute", "这一分钟")
    case .hour: return words(" this hour", "这一小时")
    case .day: return words(" today", "今天")
    case .week: return words(" this week", "本周")
    case .month: return words(" this month", "本月")
    case .year: return words(" this year", "今年")
    }
  }

  /// When windows of these units begin: `The day begins at 20:00 in Asia/Shanghai.`,
  /// `The day and the month begin at 04:30 local time.`
  package func begin(_ begin: Meter.Begin, of units: [Window.Unit]) -> String {
    let names = and(units.map { words("the \($0.name)", "每\(chinese($0))") })
    let verb = units.count == 1 ? "begins" : "begin"
    let place = begin.zone.isEmpty ? "local time" : "in \(begin.zone)"
    let zone = begin.zone.isEmpty ? words("", "当地时间") : words("", " \(begin.zone) 时区的")
    return words(
      "\(names.prefix(1).uppercased() + names.dropFirst()) \(verb) at \(begin.time) \(place).",
      "\(names)从\(zone) \(begin.time) 开始计数。")
  }

  private func chinese(_ unit: Window.Unit) -> String {
    switch unit {
    case .minute: "分钟"
    case .hour: "小时"
    case .day: "日"
    case .week: "周"
    case .month: "月"
    case .year: "年"
    }
  }

  private func chineseSeveral(_ unit: Window.Unit) -> String {
    switch unit {
    case .day: "天"
    case .month: "个月"
    case .minute, .hour, .week, .year: chinese(unit)
    }
  }

  /// An amount over a window: `3 per day`, `每日 3`.
  package func over(_ amount: String, _ window: Window) -> String {
    let per = self.window(window)
    return words(amount + per, "\(per)\(amount)")
  }
}
