import TollgateRuntime

extension Explanation {
  /// Every rule about the target, where it is written and what it came to.
  func ruleLines(_ inquiry: Inquiry) -> [String] {
    let trace = inquiry.trace
    guard !trace.isEmpty else {
      return ["", words("No rule of the policy is about it.", "策略中没有与它有关的规则。")]
    }
    var lines = ["", words("Rules", "规则")]
    let blockers = details.blockers
    for (index, parts) in trace {
      let rule = inquiry.graph.parts.rules[Int(index)]
      let mark = parts.holds == .yes ? words("holds", "满足") : words("fails", "不满足")
      let place = "\(inquiry.graph.parts.file):\(rule.place.line)"
      lines.append("  \(mark)  \(rule.place.text)  [\(place)]")
      let blocker = blockers.first { $0.index == index }
      lines.append("         " + why(rule, parts, blocker, inquiry))
      if !rule.because.isEmpty {
        lines.append("         " + words("kept because: ", "设立原因：") + rule.because)
      }
    }
    return lines
  }

  private func why(
    _ rule: Rule, _ parts: RuleTruth, _ blocker: Blocker?, _ inquiry: Inquiry
  ) -> String {
    if let blocker { return whyFails(blocker, inquiry) }
    if parts.inForce == .no { return words("it is not in force at this time", "目前未生效") }
    if parts.condition == .no { return words("its condition is not met", "条件不成立") }
    if parts.requirement == .yes {
      if rule.effect == .requiresNothing { return words("everybody may", "人人可用") }
      return words("its requirement is met", "要求已满足")
        + words("; you have ", "；现有：") + heldNames(inquiry)
    }
    if parts.exceeds == .no { return words("the limit is not exceeded", "未超出限额") }
    return words("a running use may finish", "正在进行的使用可以完成")
  }

  private func whyFails(_ blocker: Blocker, _ inquiry: Inquiry) -> String {
    var text = Explanation.words(for: blocker.reason, language)
    text += " [\(blocker.reason.rawValue)]"
    if blocker.needs.contains(where: { !$0.isEmpty }) {
      text += words("; needs ", "；需要") + list(of: blocker.needs)
      text += words("; you have ", "；现有：") + heldNames(inquiry)
    }
    if blocker.isSoft { text += words(" (only a warning for now)", "（目前仅提醒）") }
    return text
  }

  private func heldNames(_ inquiry: Inquiry) -> String {
    let names = inquiry.held.map { inquiry.graph.parts.entitlements[Int($0)].name }
    return names.isEmpty ? words("nothing", "无") : names.joined(separator: ", ")
  }
}
