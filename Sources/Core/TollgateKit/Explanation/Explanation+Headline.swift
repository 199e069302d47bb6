import TollgateRuntime
import TollgateWords

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
    let meter = decision.inquiry?.subject.meter
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
    case .notHeld: words("the user does not have what it requires", "用户没有所需权益")
    case .stale: words("the purchase data is too old", "购买数据过旧，需要刷新")
    case .unknownUsage: words("the usage is unknown", "用量未知")
    case .unknownFact: words("a fact that it needs is unknown", "缺少所需的信息")
    case .undeclared: words("the policy does not declare this name", "策略中没有声明这个名称")
    }
  }
}
