package import TollgateRuntime

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
