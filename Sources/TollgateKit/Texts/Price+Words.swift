import TollgateRuntime

extension Price {
  /// `25 CNY once`, `12 CNY per year`.
  func words(_ language: Language) -> String {
    func words(_ english: String, _ chinese: String) -> String {
      language == .chinese ? chinese : english
    }
    let amount = amount + " " + currency
    switch period {
    case .once: return words("\(amount) once", "\(amount)，一次性")
    case .weeks(1): return words("\(amount) per week", "每周 \(amount)")
    case .weeks(let count): return words("\(amount) every \(count) weeks", "每 \(count) 周 \(amount)")
    case .months(1): return words("\(amount) per month", "每月 \(amount)")
    case .months(12): return words("\(amount) per year", "每年 \(amount)")
    case .months(let count):
      let years = count / 12
      if count % 12 == 0 {
        return words("\(amount) every \(years) years", "每 \(years) 年 \(amount)")
      }
      return words("\(amount) every \(count) months", "每 \(count) 个月 \(amount)")
    }
  }
}
