package import TollgateRuntime

extension Bilingual {
  /// ` per day`, `每日`; empty for the total.
  package func window(_ window: Window) -> String {
    switch window {
    case .total: ""
    case .day: words(" per day", "每日")
    case .week: words(" per week", "每周")
    case .month: words(" per month", "每月")
    case .year: words(" per year", "每年")
    }
  }

  /// An amount over a window: `3 per day`, `每日 3`.
  package func over(_ amount: String, _ window: Window) -> String {
    let per = self.window(window)
    return words(amount + per, "\(per)\(amount)")
  }
}
