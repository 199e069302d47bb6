import TollgateRuntime
import TollgateWords

/// Puts the cells of a comparison into words.
struct PlanWords: Bilingual {
  private let texts: Texts
  private let clauses: ClauseWords
  var language: Language { texts.language }

  init(graph: RuleGraph, texts: Texts) {
    self.texts = texts
    clauses = ClauseWords(ClauseReader(graph: graph), texts)
  }

  /// A condition in words: `if platform is not web`. One of many parts only names what it depends
  /// on.
  func condition(_ condition: OpenCondition) -> String {
    let clause = clauses.reader.clause(condition)
    let leaves = clause.leaves
    guard leaves.count > 6 else {
      let text = clauses.words(clause)
      return words("if \(text)", "条件：\(text)")
    }
    var names: [String] = []
    for name in leaves.map(clauses.subject) where !names.contains(name) { names.append(name) }
    let shown = list(Array(names.prefix(6)))
    let more = names.count > 6 ? words(" and more", "等") : ""
    return words("depending on \(shown)\(more)", "取决于\(shown)\(more)")
  }

  /// An answer, and until when it is so: `included`, `500`, `unlimited until 2026-12-01`.
  ///
  /// - Parameter setting: The setting whose value it is.
  func text(
    _ answer: PlanTable.Cell.Content, until: Instant?, setting: SettingIndex? = nil
  ) -> String {
    let text = text(answer, setting)
    guard let until else { return text }
    let time = texts.time.dateOrTime(until)
    return text + words(" until \(time)", "，至 \(time)")
  }

  private func text(_ answer: PlanTable.Cell.Content, _ setting: SettingIndex?) -> String {
    switch answer {
    case .value(let value): setting.map { texts.words(value, of: $0) } ?? ""
    case .included: words("included", "包含")
    case .warned: words("included, with a warning", "包含（会有提醒）")
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
    let amount = amount(quota, meter)
    var text = quota.isUndecided ? amount : over(amount, quota.window)
    if let condition { text = words("\(text) \(condition)", "\(text)（\(condition)）") }
    if isSoft { text += words(" (only a warning)", "（仅提醒）") }
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
