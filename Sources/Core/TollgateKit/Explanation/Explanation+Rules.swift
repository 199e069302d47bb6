import TollgateRuntime
import TollgateSyntax
import TollgateWords

extension Explanation {
  /// Every rule about the target, its place and its result.
  func ruleLines(_ inquiry: Inquiry) -> [String] {
    let trace = inquiry.trace
    guard !trace.isEmpty else {
      return ["", words("No rule mentions it.", "没有与它相关的规则。")]
    }
    var lines = ["", words("Rules", "规则")]
    let blockers = details.blockers
    for (index, parts) in trace {
      let rule = inquiry.graph.parts.rules[Int(index)]
      let isLadder = rule.limit?.meter != nil
      let mark = parts.holds == .yes ? words("holds", "满足") : words("fails", "不满足")
      let (file, line) = inquiry.graph.parts.place(ofRow: rule.place.row)
      lines.append("  \(mark)  \(rule.place.text)  [\(Escape.name(file)):\(line)]")
      let blocker = blockers.first { $0.index == index }
      lines.append("         " + why(rule, parts, blocker, inquiry))
      if isLadder { lines += stepLines(of: rule.limit, inquiry) }
      if !rule.because.isEmpty {
        lines.append("         " + words("because: ", "原因：") + rule.because)
      }
    }
    return lines
  }

  private func why(
    _ rule: Rule, _ parts: RuleTruth, _ blocker: Blocker?, _ inquiry: Inquiry
  ) -> String {
    if let blocker { return whyFails(blocker, inquiry) }
    if parts.inForce == .no { return words("it is not in force at this time", "此时未生效") }
    if parts.condition == .no { return words("its condition is not met", "不满足它的条件") }
    if parts.requirement == .yes {
      if rule.effect == .requiresNothing { return words("everybody may use it", "人人可用") }
      return words("the user has what it requires", "用户拥有所需权益") + held(inquiry)
    }
    if parts.exceeds == .no { return words("within the limit", "未超出限额") }
    return words("a running use may finish", "正在进行的使用可以完成")
  }

  private func whyFails(_ blocker: Blocker, _ inquiry: Inquiry) -> String {
    var text = words(for: blocker)
    text += " [\(blocker.reason.rawValue)]"
    if blocker.needs.contains(where: { !$0.isEmpty }) {
      text += words("; needs ", "；需要 ") + list(of: blocker.needs) + held(inquiry)
    }
    if blocker.isSoft { text += words(" (for now only a warning)", "（目前仅提醒）") }
    return text
  }

  private func held(_ inquiry: Inquiry) -> String {
    let names = inquiry.held.map { inquiry.graph.parts.entitlements[Int($0)].name }
    let list = names.isEmpty ? words("nothing", "无") : names.joined(separator: words(", ", "、"))
    return words("; the user has \(list)", "；用户拥有：\(list)")
  }
}
