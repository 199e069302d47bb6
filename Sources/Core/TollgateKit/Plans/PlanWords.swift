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

  /// An answer: `included`, `500`.
  ///
  /// - Parameter setting: The setting whose value it is.
  func text(_ answer: PlanCells.Answer, setting: SettingIndex? = nil) -> String {
    orPerhaps(text(answer, setting), answer.perhaps)
  }

  /// An answer, until when it is so, and what is so from then on: `unlimited until 2026-12-01, then
  /// 500`.
  func text(
    _ answer: PlanCells.Answer, until: Instant?, then: String?, setting: SettingIndex? = nil
  ) -> String {
    let text = text(answer, setting: setting)
    guard let until, let then else { return text }
    let time = texts.time.dateOrTime(until)
    return words("\(text) until \(time), then \(then)", "\(text)，至 \(time)；此后\(then)")
  }

  private func text(_ answer: PlanCells.Answer, _ setting: SettingIndex?) -> String {
    if let setting, let value = answer.value {
      return text(answer.content, texts.words(value, of: setting))
    }
    return switch answer.content {
    case .value: ""
    case .included: words("included", "包含")
    case .warned: words("included, with a warning", "包含（会有提醒）")
    case .excluded: words("not included", "不包含")
    case .depends(let condition): condition
    case .limited(let limits): limits.map { $0.text }.joined(separator: words("; ", "；"))
    case .unlimited: words("unlimited", "不限量")
    }
  }

  /// A value of a setting, with what it depends on.
  private func text(_ content: PlanTable.Cell.Content, _ value: String) -> String {
    switch content {
    case .depends(let condition): words("\(value) \(condition)", "\(value)（\(condition)）")
    case .warned: words("\(value), with a warning", "\(value)（会有提醒）")
    case .included, .excluded, .limited, .unlimited, .value: value
    }
  }

  // MARK: Steps that may count

  /// `10, or 100 if platform is web`
  private func orPerhaps(_ text: String, _ perhaps: [PlanTable.Perhaps]) -> String {
    guard !perhaps.isEmpty else { return text }
    let more = or(perhaps.map { $0.text })
    return words("\(text), or \(more)", "\(text)，或\(more)")
  }

  func perhaps(
    _ value: SettingValue, of setting: SettingIndex, _ condition: String
  ) -> PlanTable.Perhaps {
    var choice: String?
    if case .choice(let name, _) = value { choice = name }
    return perhaps(value.number, choice, texts.words(value, of: setting), condition)
  }

  /// - Parameter amount: `nil` for unlimited.
  func perhaps(
    _ amount: Int64?, ofMeter meter: MeterIndex?, _ window: Window, _ condition: String
  ) -> PlanTable.Perhaps {
    let text = amount.map { over(texts.quantity($0, ofMeter: meter), window) }
    return perhaps(amount, nil, text ?? words("unlimited", "不限量"), condition)
  }

  private func perhaps(
    _ amount: Int64?, _ choice: String?, _ text: String, _ condition: String
  ) -> PlanTable.Perhaps {
    PlanTable.Perhaps(
      amount: amount, choice: choice, condition: condition,
      text: words("\(text) \(condition)", "\(text)（\(condition)）"))
  }

  // MARK: Limits

  /// A limit that binds, in words.
  func limit(
    _ quota: Quota, meter: MeterIndex?, condition: String?, isSoft: Bool,
    perhaps: [PlanTable.Perhaps]
  ) -> PlanTable.Limit {
    let amount = amount(quota, meter)
    var text = quota.isUndecided ? amount : over(texts.counted(amount, per: meter), quota.window)
    text = orPerhaps(text, perhaps)
    if let condition { text = words("\(text) \(condition)", "\(text)（\(condition)）") }
    if isSoft { text += words(" (only a warning)", "（仅提醒）") }
    return PlanTable.Limit(
      amount: quota.limit, isUndecided: quota.isUndecided, window: quota.window,
      condition: condition, isSoft: isSoft, perhaps: perhaps, text: text)
  }

  private func amount(_ quota: Quota, _ meter: MeterIndex?) -> String {
    if quota.isUndecided { return words("not decided yet", "尚未确定") }
    guard let limit = quota.limit else { return words("set for each account", "按账户而定") }
    return texts.quantity(limit, ofMeter: meter)
  }
}
