import TollgateCompiler
package import TollgateRuntime
import TollgateSyntax
import TollgateWords

/// Puts a decision into words. It asks the decision and decides nothing itself.
struct Explanation: Bilingual {
  let decision: Decision
  let details: Decision.Details
  let texts: Texts
  let locale: String
  let language: Language
  let time: TimeText
  /// The currency of the prices, where a product has one in it.
  let currency: String?

  init(
    of decision: Decision, in locale: String, currency: String? = nil, time: TimeText = .utc
  ) {
    self.decision = decision
    self.locale = locale
    self.currency = currency
    self.time = time
    language = Language(locale)
    texts = Texts(graph: decision.inquiry?.graph, locale: locale, time: time)
    details = decision.details
  }

  func text(inFull isFull: Bool) -> String {
    guard let inquiry = decision.inquiry else { return headline }
    var lines = [headline]
    if let message = ruleMessage { lines.append("  “\(message)”") }
    lines += takenLines(inquiry)
    if let quota = details.quota, let meter = inquiry.meter(of: quota) {
      lines.append("  " + texts.words(quota, ofMeter: meter, in: inquiry))
    }
    lines += settingLines
    if isFull { lines += meterLines(inquiry) + settingRuleLines(inquiry) + ruleLines(inquiry) }
    lines += wayLines(inquiry)
    lines += insteadLines
    lines += promptLines
    lines += ["", validity]
    if inquiry.isClockBehind {
      lines.append(
        words(
          "The device clock is behind. Tollgate uses the latest time in the snapshot instead.",
          "设备时钟偏慢，改用快照中最晚的时间。"))
    }
    if isFull { lines.append(footer(inquiry)) }
    return lines.joined(separator: "\n")
  }

  /// The rule that gives a denial or a warning its reason.
  var decidingBlocker: Blocker? {
    decision.outcome == .allowed ? nil : details.blockers.deciding
  }

  /// The message of the rule that denies or warns.
  private var ruleMessage: String? {
    decidingBlocker.flatMap {
      texts.message(of: $0, decision: decision, ways: details.waysIn)
    }
  }

  private var validity: String {
    guard let until = details.validUntil else {
      return words(
        "Valid until the user's data changes.", "在用户数据发生变化之前一直有效。")
    }
    return words("Valid until \(time.exact(until)).", "有效至 \(time.exact(until))。")
  }

  private func footer(_ inquiry: Inquiry) -> String {
    let name = inquiry.graph.nameInTexts
    let fingerprint = inquiry.graph.fingerprint.dropFirst("sha256:".count).prefix(12)
    let now = time.exact(Instant(milliseconds: inquiry.now))
    return words(
      "policy \(name) \(fingerprint), at \(now)", "策略 \(name) \(fingerprint)，时间 \(now)")
  }
}

extension RuleGraph {
  /// The name of the policy in texts: its own, or that of its file, on one line.
  package var nameInTexts: String { name.isEmpty ? Escape.name(parts.file) : name }
}

// MARK: For customers

extension Explanation {
  var customerMessage: CustomerMessage {
    CustomerMessage(
      headline: customerHeadline,
      message: ruleMessage,
      waysIn: decision.outcome == .allowed
        ? []
        : customerWays.map(customerWords) + insteadSentences)
  }

  /// The ways in for the person. Where the news of the purchases is too old, it is refreshed first,
  /// and only what the person would still lack is for sale.
  private var customerWays: [WayGroup] {
    guard let believed = decision.believed else { return wayGroups }
    let later = believed.outcome == .allowed ? [] : believed.waysIn
    if later == details.waysIn { return wayGroups }
    var purchases = MissingData()
    purchases.purchases = true
    return [.other(.refresh(purchases))]
      + WayGroup.groups(of: later.filter { if case .buy = $0 { true } else { false } }, texts)
  }

  private func customerWords(_ group: WayGroup) -> String {
    switch group {
    case .resume(let product):
      let label = texts.label(ofProduct: product) ?? product
      return words("Resume \(label).", "恢复\(label)的订阅。")
    case .other(.fixPayment(let product)):
      let label = texts.label(ofProduct: product) ?? product
      return words("Update the payment for \(label).", "更新\(label)的付款方式。")
    case .other(.trialEnds(let product, let end)):
      let (label, instant) = (texts.label(ofProduct: product) ?? product, time.dateOrTime(end))
      return words(
        "It opens when your trial of \(label) ends on \(instant) and is paid for.",
        "\(label)的试用期将于 \(instant) 结束，付费后即可使用。")
    case .other(.wait(let until)):
      let instant = time.dateOrTime(until)
      return words("Wait until \(instant).", "请等到 \(instant)。")
    case .other(.reduce(let meter, let amount)):
      return reduction(of: meter, by: amount, isSentence: true)
    case .other(.refresh), .other(.buy):
      if case .other(.refresh(let missing)) = group, missing.purchases, decision.believed != nil {
        return texts.refreshFirst
      }
      return words("Refresh and try again.", "请刷新后重试。")
    case .buy(let plan, let sets):
      let offers = sets.map { set in
        set.map { offer -> String in
          let label = texts.label(ofProduct: offer.product) ?? offer.product
          guard let price = offer.price(in: currency) else {
            guard offer.isPriceOnRequest else { return label }
            let text = texts.priceOnRequest
            return words("\(label) (\(text))", "\(label)（\(text)）")
          }
          let text = PriceText(
            price, unknown: "", counting: texts.counted(price), locale: locale
          ).text
          return words("\(label) for \(text)", "\(label) \(text)")
        }.joined(separator: words(" and ", " 和 "))
      }.joined(separator: words(", or ", "，或"))
      let told = offers + afterTrial(sets)
      guard let plan, sets.count > 1 else { return words("Get \(told).", "购买\(told)。") }
      return words("Get \(plan): \(told).", "购买\(plan)：\(told)。")
    }
  }

  /// A note that what is bought begins with a trial, which does not open the target yet.
  func afterTrial(_ sets: [[Offer]]) -> String {
    guard sets.allSatisfy({ WayIn.buy($0).isAfterTrial }) else { return "" }
    return noted([opensLater])
  }

  var opensLater: String { words("opens after the trial", "试用期后可用") }

  /// Notes behind what they are about: ` (free trial: 7 days; opens after the trial)`.
  func noted(_ notes: [String]) -> String {
    if notes.isEmpty { return "" }
    let list = notes.joined(separator: words("; ", "；"))
    return words(" (\(list))", "（\(list)）")
  }

  private var customerHeadline: String {
    let label = decision.inquiry.flatMap { texts.label($0.subject.label) } ?? decision.target
    switch decision.outcome {
    case .allowed: return words("You can use \(label).", "可以使用\(label)。")
    case .warned where decision.reason == .overage: return customerCosts(label)
    case .warned: return words("You can still use \(label) for now.", "目前仍可使用\(label)。")
    case .denied: break
    }
    switch decision.reason {
    case .granted, .withinLimit, .ungated, .overage, .off, .unknownFact, .undeclared:
      return words("\(label) is not available.", "\(label)暂不可用。")
    case .undecided: return words("\(label) is not available yet.", "\(label)尚未开放。")
    case .onHold:
      switch standstill {
      case .failed: return words("The payment for your subscription failed.", "您的订阅付款未成功。")
      case .paused: return words("Your subscription is paused.", "您的订阅已暂停。")
      case .either:
        return words(
          "Your subscription is on hold or paused.", "您的订阅因付款失败而暂停，或已被您暂停。")
      }
    case .pending: return words("Your purchase is still being processed.", "您的购买仍在处理中。")
    case .limitReached: return customerLimit(label)
    case .revoked: return words("Your purchase was refunded or revoked.", "您的购买已退款或被撤销。")
    case .expired: return words("Your purchase has expired.", "您的购买已过期。")
    case .excluded:
      return words(
        "\(label) is not available with what you have.", "您现有的方案不能使用\(label)。")
    case .inTrial:
      return words("\(label) is not part of the trial.", "试用期内不能使用\(label)。")
    case .notHeld: return customerNeeds(label)
    case .stale:
      return words("Your purchases need to be confirmed again.", "需要重新确认您的购买记录。")
    case .unknownUsage:
      return words("Your usage is not known yet.", "暂时无法获取您的用量。")
    }
  }

  private func customerLimit(_ label: String) -> String {
    if let value = settingValue {
      return words("You have \(label) up to \(value).", "您的\(label)为 \(value)。")
    }
    guard let quota = decidingQuota, let limit = quota.limit else {
      return words("You have reached the limit.", "已达到上限。")
    }
    let meter = decision.inquiry?.meter(of: quota)
    let amount = texts.counted(texts.things(limit, ofMeter: meter), per: meter)
    let window = window(quota.window)
    if isOver(quota) {
      return words(
        "This would go over your limit of \(amount)\(window).", "将超出上限：\(window)\(amount)。")
    }
    return words(
      "You have reached the limit of \(amount)\(window).", "已达到上限：\(window)\(amount)。")
  }

  /// The labels of what is needed, if all of it are entitlements.
  private func customerNeeds(_ label: String) -> String {
    let needs = decidingBlocker?.needs ?? []
    var labels: [[String]] = []
    for set in needs {
      let known = set.compactMap(texts.label(ofEntitlement:))
      guard known.count == set.count, !set.isEmpty else { break }
      labels.append(known)
    }
    guard !labels.isEmpty, labels.count == needs.count, labels.count <= 3 else {
      return words("\(label) is not included in your plan.", "您的方案不包含\(label)。")
    }
    return words("\(label) needs \(list(of: labels)).", "使用\(label)需要\(list(of: labels))。")
  }
}

extension Explanation {
  /// The answer and its reason in one sentence.
  var headline: String {
    let target = targetName
    switch decision.outcome {
    case .allowed: return words("Open: \(target)", "可用：\(target)") + tail
    case .warned: return words("Open, with a warning: \(target)", "可用（有提醒）：\(target)") + tail
    case .denied: return words("Locked: \(target)", "已锁定：\(target)") + tail
    }
  }

  /// The reason, in words and as the word that programs know it by.
  private var tail: String { words(": ", "，") + because + " [\(decision.reason.rawValue)]" }

  /// The name in the policy, with its label if that says more.
  private var targetName: String {
    guard let inquiry = decision.inquiry else { return decision.target }
    let label = texts.label(inquiry.subject.label)
    guard let label, label != decision.target else { return decision.target }
    return decision.target + words(" (\(label))", "（\(label)）")
  }

  private var because: String {
    switch decision.reason {
    case .limitReached: limitReached
    case .overage: beyondLimit
    case .notHeld: requirement ?? words(for: .notHeld)
    default: decidingBlocker.map(words(for:)) ?? words(for: decision.reason)
    }
  }

  /// The reason of a rule in words, which name the data that is missing.
  func words(for blocker: Blocker) -> String {
    let missing = decision.inquiry?.missing(in: [blocker.index]) ?? MissingData()
    switch blocker.reason {
    case .unknownUsage where !missing.usage.isEmpty:
      let names = quoted(missing.usage)
      return words("the usage of \(names) is unknown", "\(names) 的用量未知")
    case .unknownUsage where !missing.allowances.isEmpty:
      let names = quoted(missing.allowances)
      return words("the allowance of \(names) is unknown", "\(names) 的额度未知")
    case .unknownFact where !missing.facts.isEmpty:
      let verb = missing.facts.count == 1 ? "is" : "are"
      return words("\(quoted(missing.facts)) \(verb) unknown", "\(quoted(missing.facts)) 未知")
    default: return words(for: blocker.reason)
    }
  }

  /// Names of the policy as they are written.
  func quoted(_ names: [String]) -> String {
    let names = names.map { "`\($0)`" }
    return words(and(names), "\(names.joined(separator: "、"))")
  }

  private var limitReached: String {
    if let value = settingValue {
      return words("the user has \(value)", "用户当前可用：\(value)")
    }
    guard let quota = decidingQuota, let limit = quota.limit else {
      return words(for: .limitReached)
    }
    let meter = decision.inquiry?.meter(of: quota)
    let amount = texts.counted(texts.quantity(limit, ofMeter: meter), per: meter)
    let window = window(quota.window)
    let chinese = "\(window)\(window.isEmpty ? "" : " ")\(amount)"
    return isOver(quota)
      ? words("this would go over the limit of \(amount)\(window)", "将超出限额：\(chinese)")
      : words("the limit of \(amount)\(window) is reached", "已达到限额：\(chinese)")
  }

  /// The figures of the limit that gives the decision its reason.
  var decidingQuota: Quota? {
    guard let inquiry = decision.inquiry, let rule = decidingBlocker?.index,
      let limit = inquiry.graph[rule: rule].limit, limit.meter != nil
    else { return details.quota }
    return inquiry.quota(of: limit)
  }

  /// Whether something is left, and what is asked for is more than that.
  func isOver(_ quota: Quota) -> Bool { (quota.remaining ?? 0) > 0 }

  private var requirement: String? {
    guard let needs = decidingBlocker?.needs, needs.contains(where: { !$0.isEmpty }) else {
      return nil
    }
    return words("it requires \(list(of: needs))", "需要 \(list(of: needs))")
  }

  /// Why what the user bought does not count for now.
  enum Standstill {
    case failed, paused, either
  }

  var standstill: Standstill {
    guard let inquiry = decision.inquiry else { return .either }
    switch (inquiry.isAnyGrant(in: .hold), inquiry.isAnyGrant(in: .paused)) {
    case (true, false): return .failed
    case (false, true): return .paused
    default: return .either
    }
  }

  /// A reason in words, whatever the target.
  func words(for reason: Reason) -> String {
    switch reason {
    case .granted: words("the user has what it requires", "用户拥有所需权益")
    case .withinLimit: words("within the limit", "未超出限额")
    case .ungated: words("nothing is required", "无需任何权益")
    case .overage: words("it goes beyond the limit, for money", "超出限额，需要付费")
    case .off: words("it is switched off", "此功能已关闭")
    case .undecided: words("the free amount is not decided yet", "免费额度尚未确定")
    case .onHold:
      switch standstill {
      case .failed: words("the payment failed", "付款未成功")
      case .paused: words("the subscription is paused", "订阅已暂停")
      case .either: words("the payment failed or the subscription is paused", "付款未成功或订阅已暂停")
      }
    case .pending: words("the purchase is still pending", "购买仍在处理中")
    case .limitReached: words("the limit is reached", "已达到限额")
    case .revoked: words("the purchase was refunded or revoked", "购买已退款或被撤销")
    case .expired: words("the purchase has expired", "购买已过期")
    case .excluded: words("the user has something that excludes it", "用户拥有的某项权益与它互斥")
    case .inTrial:
      words("the user has what it requires in a trial only", "用户仅在试用期内拥有所需权益")
    case .notHeld: words("the user does not have what it requires", "用户没有所需权益")
    case .stale: words("the purchase data is too old", "购买数据过旧，需要刷新")
    case .unknownUsage: words("the usage is unknown", "用量未知")
    case .unknownFact: words("a fact that it needs is unknown", "缺少所需的信息")
    case .undeclared: words("the policy does not declare this name", "策略中没有声明这个名称")
    }
  }
}

extension Explanation {
  /// The targets that may be used in place of the denied one.
  var insteadLines: [String] {
    guard !details.instead.isEmpty else { return [] }
    let names = details.instead.map { name in
      guard let label = label(of: name), label != name else { return name }
      return name + words(" (\(label))", "（\(label)）")
    }
    return ["  " + words("Instead: \(and(names))", "可改用：\(and(names))")]
  }

  /// The same for customers, as a sentence.
  var insteadSentences: [String] {
    guard !details.instead.isEmpty else { return [] }
    let names = details.instead.map { label(of: $0) ?? $0 }
    return [words("You can use \(or(names)) instead.", "您可以改用\(or(names))。")]
  }

  private func label(of target: String) -> String? {
    guard let graph = decision.inquiry?.graph, let subject = graph.subject(target) else {
      return nil
    }
    return texts.label(subject.label)
  }
}

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
    if let charge = blocker.charge {
      let costs = texts.words(charge)
      text += words(" (costs \(costs))", "（需支付 \(costs)）")
    } else if blocker.isSoft {
      text += words(" (for now only a warning)", "（目前仅提醒）")
    }
    return text
  }

  private func held(_ inquiry: Inquiry) -> String {
    let names = inquiry.held.map { inquiry.graph.parts.entitlements[Int($0)].name }
    let list = names.isEmpty ? words("nothing", "无") : names.joined(separator: words(", ", "、"))
    return words("; the user has \(list)", "；用户拥有：\(list)")
  }
}

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
    let tried = Explanation.inTrial(step.requirement, &evaluation)
    if !tried.isEmpty {
      let names = list(of: [tried])
      return words("the user has \(names) in a trial only", "用户仅在试用期内拥有\(names)")
    }
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

  /// The amounts that the use takes from meters: `takes 4 credits`.
  private func takenLines(_ inquiry: Inquiry) -> [String] {
    let taken = decision.uses.map { taken in
      texts.things(
        taken.amount, ofMeter: inquiry.graph.names.meter(taken.meter, in: inquiry.graph.parts))
    }
    guard !taken.isEmpty else { return [] }
    return [words("  takes \(and(taken))", "  消耗 \(taken.joined(separator: "、"))")]
  }

  /// How a meter is counted: its windows, whose counters they are, how it refills.
  func meterLines(_ inquiry: Inquiry) -> [String] {
    guard let index = inquiry.subject.meter else { return [] }
    let meter = inquiry.graph.parts.meters[Int(index)]
    let begin = texts.begin(ofMeter: index, orElse: [.day])
    return Phrases(language: language)
      .counting(meter, begin: begin) { texts.quantity($0, ofMeter: index) }
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

extension Explanation {
  /// A name with its label if that says more: `Advanced pack (advanced)`.
  func name(_ name: String, label: String?) -> String {
    guard let label, label != name else { return name }
    return labelled(label, name)
  }
}
