import TollgateRuntime

/// Puts the cells of a comparison into words.
struct PlanWords {
  let graph: RuleGraph
  let texts: Texts
  let language: Language

  /// English or Chinese.
  func words(_ english: String, _ chinese: String) -> String {
    language == .chinese ? chinese : english
  }

  /// An answer, and until when it is so: `included`, `500`, `unlimited until 2026-12-01`.
  func text(_ answer: PlanTable.Cell.Content, until: Instant?) -> String {
    let text = text(answer)
    guard let until else { return text }
    let time = Texts.dateOrTime(until)
    return text + words(" until \(time)", "，至 \(time)")
  }

  private func text(_ answer: PlanTable.Cell.Content) -> String {
    switch answer {
    case .included: words("included", "包含")
    case .warned: words("included with a reminder", "包含（会有提醒）")
    case .excluded: words("not included", "不包含")
    case .depends(let condition): condition
    case .limited(let limits): limits.map(\.text).joined(separator: words("; ", "；"))
    case .unlimited: words("unlimited", "不限量")
    }
  }

  /// A limit that binds, in words.
  func limit(
    _ quota: Quota, meter: Int32, condition: String?, isSoft: Bool
  ) -> PlanTable.Limit {
    let per = quota.isUndecided ? "" : Explanation.window(quota.window, language)
    let amount = amount(quota, meter)
    var text = words(amount + per, per.isEmpty ? amount : per + " " + amount)
    if let condition { text += words(" \(condition)", "（\(condition)）") }
    if isSoft { text += words(" (only a reminder)", "（仅提醒）") }
    return PlanTable.Limit(
      amount: quota.limit, isUndecided: quota.isUndecided, window: quota.window,
      condition: condition, isSoft: isSoft, text: text)
  }

  private func amount(_ quota: Quota, _ meter: Int32) -> String {
    if quota.isUndecided { return words("not decided yet", "尚未确定") }
    guard let limit = quota.limit else { return words("set for each account", "按账户而定") }
    return texts.quantity(limit, ofMeter: meter)
  }
}
