import TollgateRuntime
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
    for better in state.better {
      let value = texts.words(better.value, of: setting)
      let sets = better.products.map { set in
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
    var evaluation = inquiry.evaluation()
    let steps = inquiry.graph.parts.ladders[Int(ladder)].steps
    return zip(steps, inquiry.graph[ladder: ladder].steps).map { step, place in
      let mark: String
      switch evaluation.counts(step: place) {
      case .yes: mark = words("counts", "计入")
      case .no: mark = words("does not count", "不计入")
      case .unknown: mark = words("unknown", "未知")
      }
      return "         \(step.place.text)  [\(mark)]"
    }
  }

  /// The value of a setting with its steps, in full.
  func settingRuleLines(_ inquiry: Inquiry) -> [String] {
    guard let setting = inquiry.subject.setting else { return [] }
    let rule = inquiry.graph.parts.rules[Int(inquiry.graph.parts.settings[Int(setting)].rule)]
    let (file, line) = inquiry.graph.parts.place(ofRow: rule.place.line)
    return ["", words("Value", "值"), "  \(rule.place.text)  [\(file):\(line)]"]
      + stepLines(of: Limit(setting: setting), inquiry)
  }
}
