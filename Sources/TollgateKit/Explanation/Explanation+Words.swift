import TollgateCompiler
import TollgateRuntime

extension Explanation {
  /// Sets of names: `advanced or full`, `basic and account`.
  func list(of sets: [[String]]) -> String {
    sets.map { $0.joined(separator: words(" and ", "和")) }.joined(separator: words(" or ", "或"))
  }

  /// ` per day`, or nothing for the total.
  func window(_ window: Window) -> String { Explanation.window(window, language) }

  /// ` per day`, or nothing for the total.
  static func window(_ window: Window, _ language: Language) -> String {
    let isChinese = language == .chinese
    switch window {
    case .total: return ""
    case .day: return isChinese ? "每日" : " per day"
    case .week: return isChinese ? "每周" : " per week"
    case .month: return isChinese ? "每月" : " per month"
    case .year: return isChinese ? "每年" : " per year"
    }
  }

  /// `500 of 500 used, none left`.
  func words(_ quota: Quota) -> String {
    let meter = decision.inquiry?.subject.meter ?? -1
    func amount(_ value: Int64?) -> String {
      value.map { texts.quantity($0, ofMeter: meter) } ?? words("an unknown amount", "未知")
    }
    let used = amount(quota.used)
    if quota.isUnlimited { return words("\(used) used, unlimited", "已用 \(used)，不限量") }
    if quota.isUndecided {
      return words(
        "\(used) used\(window(quota.window)); how much is free is undecided",
        "\(window(quota.window))已用 \(used)，免费额度尚未确定")
    }
    let limit = amount(quota.limit)
    let left = quota.remaining == 0 ? words("none", "0") : amount(quota.remaining)
    let resets = quota.resets.map {
      words(", begins again at \(InstantText.print($0))", "，\(InstantText.print($0)) 重新计数")
    }
    return words(
      "\(used) of \(limit)\(window(quota.window)) used, \(left) left",
      "\(window(quota.window))已用 \(used)，上限 \(limit)，剩余 \(left)") + (resets ?? "")
  }

  /// `25 CNY once`, `12 CNY per year`.
  func words(_ price: Price?) -> String {
    price?.words(language) ?? words("price in the store", "价格见商店")
  }

  /// A name with its label where that says more: `advanced (Advanced pack)`.
  func name(_ name: String, label: String?) -> String {
    guard let label, label != name else { return name }
    return words("\(label) (\(name))", "\(label)（\(name)）")
  }
}
