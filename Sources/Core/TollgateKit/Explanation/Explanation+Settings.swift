import TollgateRuntime
import TollgateSyntax
import TollgateWords

extension Explanation {
  /// The value of the setting that is asked about; nil for any other target.
  var settingValue: String? {
    guard let state = details.value, let setting = decision.inquiry?.subject.setting else {
      return nil
    }
    return texts.words(state, of: setting)
  }

  /// The value, and what can be bought for a better one.
  var settingLines: [String] {
    guard let state = details.value, let setting = decision.inquiry?.subject.setting,
      let value = settingValue
    else { return [] }
    var lines = ["  " + words("value: \(value)", "当前值：\(value)")]
    let sets = state.better.flatMap { better in better.products.map { (better.value, $0) } }
    let simple = texts.simple(sets) { $0.1 }
    for better in state.better {
      let shown = simple.filter { $0.0 == better.value }.map { $0.1 }
      guard !shown.isEmpty else { continue }
      let value = texts.words(better.value, of: setting)
      let sets = shown.map { set in
        set.map { name($0, label: texts.label(ofProduct: $0)) }
          .joined(separator: words(" and ", " 和 "))
      }.joined(separator: words(", or ", "，或"))
      lines.append("  " + words("\(value) with \(sets)", "\(value)：购买\(sets)"))
    }
    return lines
  }

  /// The steps of a ladder, each with whether it counts for this user.
  func stepLines(of limit: Limit?, _ inquiry: Inquiry) -> [String] {
    guard let limit, let ladder = inquiry.graph.ladder(of: limit) else { return [] }
    let steps = inquiry.graph.parts.ladders[Int(ladder)].steps
    return zip(steps, inquiry.graph[ladder: ladder].steps).map { step, place in
      "         \(step.place.text)  [\(standing(of: step, at: place, inquiry))]"
    }
  }

  /// Whether a step counts for this user, and why not.
  private func standing(of step: LadderStep, at place: Int, _ inquiry: Inquiry) -> String {
    var evaluation = inquiry.evaluation()
    switch evaluation.counts(step: place) {
    case .yes: return words("counts", "计入")
    case .no:
      return words(
        "does not count: \(whyOut(step, &evaluation))", "不计入：\(whyOut(step, &evaluation))")
    case .unknown: return whyOpen(step, inquiry)
    }
  }

  private func whyOut(
    _ step: LadderStep, _ evaluation: inout Evaluation<NoObserver>
  ) -> String {
    if evaluation.value(step.inForce) == .no {
      return words("it is not in force at this time", "此时未生效")
    }
    if evaluation.value(step.condition) == .no {
      return words("its condition is not met", "不满足它的条件")
    }
    let graph = evaluation.graph
    let needs = step.needs.map { set in set.map { Explanation.name($0, graph) } }
    guard needs.contains(where: { !$0.isEmpty }) else {
      return words("the user does not have what it requires", "用户没有所需权益")
    }
    return words("the user does not have \(list(of: needs))", "用户没有\(list(of: needs))")
  }

  private static func name(_ need: Rule.Need, _ graph: RuleGraph) -> String {
    switch need {
    case .entitlement(let index): graph[entitlement: index].name
    case .fact(let index): graph[fact: index].name
    }
  }

  /// The data that is missing to tell whether a step counts.
  private func whyOpen(_ step: LadderStep, _ inquiry: Inquiry) -> String {
    let condition = OpenCondition.counting(step, inquiry)
    guard condition != .yes, condition != .no else { return words("unknown", "未知") }
    let clauses = ClauseWords(ClauseReader(graph: inquiry.graph), texts)
    let text = clauses.words(clauses.reader.clause(condition))
    return words("unknown: it counts if \(text)", "未知：需满足 \(text)")
  }

  /// How a meter is counted: its windows, whose counters they are, how it refills.
  func meterLines(_ inquiry: Inquiry) -> [String] {
    guard let index = inquiry.subject.meter else { return [] }
    let meter = inquiry.graph.parts.meters[Int(index)]
    return Phrases(language: language).counting(meter) { texts.quantity($0, ofMeter: index) }
      .map { "  " + $0 }
  }

  /// The value of a setting with its steps, in full.
  func settingRuleLines(_ inquiry: Inquiry) -> [String] {
    guard let setting = inquiry.subject.setting else { return [] }
    let rule = inquiry.graph.parts.rules[Int(inquiry.graph.parts.settings[Int(setting)].rule)]
    let (file, line) = inquiry.graph.parts.place(ofRow: rule.place.row)
    return ["", words("Value", "值"), "  \(rule.place.text)  [\(Escape.name(file)):\(line)]"]
      + stepLines(of: Limit(setting: setting), inquiry)
  }
}
