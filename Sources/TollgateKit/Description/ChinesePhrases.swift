import TollgateRuntime

/// A description in Simplified Chinese.
struct ChinesePhrases: Phrases {
  /// The parts joined, with a space where a Chinese character meets a Latin letter or a digit.
  func glue(_ parts: String...) -> String {
    parts.reduce(into: "") { text, part in
      if let last = text.unicodeScalars.last, let first = part.unicodeScalars.first,
        ChinesePhrases.isHan(last) && ChinesePhrases.isLatin(first)
          || ChinesePhrases.isLatin(last) && ChinesePhrases.isHan(first)
      {
        text += " "
      }
      text += part
    }
  }

  private static func isHan(_ scalar: Unicode.Scalar) -> Bool {
    (0x3400...0x9FFF).contains(scalar.value) || (0x20000...0x3FFFF).contains(scalar.value)
  }

  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "%")
  }

  // MARK: Joining

  func and(_ items: [String]) -> String { join(items, "和") }
  func or(_ items: [String]) -> String { join(items, "或") }
  func both(_ items: [String]) -> String { join(items, "且") }
  func list(_ items: [String]) -> String { items.joined(separator: "、") }
  func parentheses(_ inner: String) -> String { "（\(inner)）" }
  func labelled(_ label: String, _ name: String) -> String { "\(label)（\(name)）" }
  func range(_ first: String, _ last: String) -> String { "\(first) 至 \(last)" }

  private func join(_ items: [String], _ word: String) -> String {
    guard let last = items.last, items.count > 1 else { return items.joined() }
    return glue(list(items.dropLast()), word, last)
  }

  // MARK: Headings

  func title(_ policy: String) -> String {
    policy.isEmpty ? "策略说明" : "\(policy)：策略说明"
  }

  func heading(_ topic: PolicyDescription.Topic) -> String {
    switch topic {
    case .access: "谁可以使用什么"
    case .plans: "方案与商品"
    case .gifts: "策略直接给予的权益"
    case .trust: "购买信息与提示"
    case .facts: "应用提供的信息"
    case .rollouts: "灰度发布"
    case .groups: "分组"
    }
  }

  func accessNotes(hasLimits: Bool) -> [String] {
    let notes = ["同一项下的各条须同时满足。", "无法确定的情况一律不放行。", "日期从 UTC 零点起算。"]
    return notes + (hasLimits ? ["限额只限制新增，已有的不受影响。"] : [])
  }

  var purchaseData: String { "购买信息" }
  var dismissedPrompts: String { "已关闭的提示" }
  var ladder: String { "等级" }

  // MARK: Rules

  func rule(_ subject: RuleSubject, _ demand: RuleDemand, scope: [String]) -> String {
    scoped(scope, core(subject, demand))
  }

  func scoped(_ scope: [String], _ core: String) -> String {
    (scope.isEmpty ? core : scope.joined(separator: "，") + "：" + core) + "。"
  }

  private func core(_ subject: RuleSubject, _ demand: RuleDemand) -> String {
    switch (subject, demand) {
    case (_, .nothing): "人人可用"
    case (.use, .needs(let what)): glue("需要", what)
    case (.use, .off): "任何人都不能使用"
    case (.anyAmount, .needs(let what)): glue("任何用量都需要", what)
    case (.anyAmount, .off): "任何人都不能使用"
    case (.growth, .needs(let what)): glue("任何新增都需要", what)
    case (.growth, .off): "任何人都不能新增"
    case (.upTo(let amount, let window), _):
      glue("人人可用，\(total(window))不超过", amount, "；", more(demand))
    case (.allowance(let otherwise, let window), _):
      glue("人人可用，\(total(window))不超过应用报告的额度（未报告时", unless(otherwise), "）；", more(demand))
    case (.undecided(let window), _):
      glue("\(total(window))免费额度尚未确定；在此之前", core(.anyAmount, demand))
    }
  }

  private func unless(_ otherwise: String?) -> String {
    otherwise.map { glue("为", $0) } ?? "视为未知"
  }

  private func more(_ demand: RuleDemand) -> String {
    if case .needs(let what) = demand { return glue("超出需要", what) }
    return "不可超出"
  }

  private func total(_ window: Window) -> String {
    window == .total ? "总计" : each(window)
  }

  private func each(_ window: Window) -> String {
    switch window {
    case .total: ""
    case .day: "每日"
    case .week: "每周"
    case .month: "每月"
    case .year: "每年"
    }
  }

  func over(_ amount: String, _ window: Window) -> String { glue(each(window), amount) }

  func period(from: [String], until: [String]) -> String {
    var parts: [String] = []
    if !from.isEmpty { parts.append(glue("自", and(from), "起")) }
    if !until.isEmpty { parts.append(glue(and(until), "之前")) }
    return parts.joined(separator: "，")
  }

  func lasting(_ duration: String, after fact: String) -> String { glue(fact, "后", duration, "内") }
  func given(_ condition: String) -> String { glue("当", condition, "时") }

  // MARK: What a rule says besides

  func comesWith(_ entitlement: String, _ products: [String], isGiven: Bool) -> String {
    switch (products.isEmpty, isGiven) {
    case (true, true): glue("没有商品提供", entitlement, "，但策略会直接给予。")
    case (true, false): glue("没有商品提供", entitlement, "。")
    case (false, true): glue("购买", or(products), "可获得", entitlement, "，策略也会直接给予。")
    case (false, false): glue("购买", or(products), "可获得", entitlement, "。")
    }
  }

  func everybodyHas(_ entitlement: String) -> String { glue("人人拥有", entitlement) + "。" }
  func addOns(_ list: [String]) -> String { "可提高限额的商品：\(self.list(list))。" }

  func unit(_ unit: Meter.Unit) -> String? {
    switch unit {
    case .count: nil
    case .bytes: "以字节计量。"
    case .seconds: "以秒计量。"
    }
  }

  func reminder(isProminent: Bool, at threshold: String, _ text: String?) -> String {
    let words = glue("达到", threshold, "时\(isProminent ? "醒目" : "温和")提醒")
    return words + (text.map { "：“\($0)”" } ?? "。")
  }

  func share(_ percent: String) -> String { "限额的 \(percent)%" }
  func staysAway(_ duration: String) -> String { glue("关闭后", duration, "内不再出现") + "。" }

  func warnsOnly(until: [String]) -> String {
    period(from: [], until: until) + "仅提醒，不阻止。"
  }

  func warnsOnly(if condition: String) -> String { glue("当", condition, "时仅提醒，不阻止。") }
  var warnsOnly: String { "仅提醒，不阻止。" }
  var runningUseMayFinish: String { "已经开始的使用可以完成。" }

  func prompt(_ name: String, isWarning: Bool) -> String {
    "\(isWarning ? "提醒" : "拒绝")时显示“\(name)”。"
  }

  var promptIsNotDismissible: String { "不能关闭。" }

  func message(_ text: String, isWarning: Bool) -> String {
    "\(isWarning ? "提醒" : "拒绝")时的提示语：“\(text)”"
  }

  func reason(_ text: String) -> String { "原因：\(text)" }
  func benefits(_ texts: [String]) -> String { "权益说明：\(quoted(texts))。" }

  func benefits(_ texts: [String], of target: String) -> String {
    glue(target, "的权益说明：\(quoted(texts))。")
  }

  private func quoted(_ texts: [String]) -> String { texts.map { "“\($0)”" }.joined() }

  var ungated: String { "没有规则提到：人人可用。" }
}
