import TollgateRuntime

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

  /// The name in the policy, with its label where that says more.
  private var targetName: String {
    guard let inquiry = decision.inquiry else { return decision.target }
    let label = texts.label(inquiry.subject.label)
    guard let label, label != decision.target else { return decision.target }
    return decision.target + words(" (\(label))", "（\(label)）")
  }

  /// The reason in words.
  private var because: String {
    switch decision.reason {
    case .granted: return words("what it requires is held", "已具备所需权益")
    case .withinLimit: return words("within the limit", "未超出限额")
    case .ungated: return words("nothing is required", "没有任何要求")
    case .limitReached: return limitReached
    case .notHeld: return requirement ?? words("what it requires is not held", "尚无所需权益")
    default: return Explanation.words(for: decision.reason, language)
    }
  }

  private var limitReached: String {
    guard let quota = details.quota, let limit = quota.limit else {
      return words("the limit is reached", "已达到限额")
    }
    let amount = texts.quantity(limit, ofMeter: decision.inquiry?.subject.meter ?? -1)
    let window = window(quota.window)
    return words("the limit of \(amount)\(window) is reached", "已达到\(window)限额 \(amount)")
  }

  private var requirement: String? {
    let blocker = details.blockers.deciding
    guard let blocker, blocker.needs.contains(where: { !$0.isEmpty }) else { return nil }
    let needs = list(of: blocker.needs)
    return words("it requires \(needs)", "需要\(needs)")
  }

  /// What the other reasons say, whatever the target.
  static func words(for reason: Reason, _ language: Language) -> String {
    let isChinese = language == .chinese
    switch reason {
    case .granted: return isChinese ? "已具备所需权益" : "what it requires is held"
    case .withinLimit: return isChinese ? "未超出限额" : "within the limit"
    case .ungated: return isChinese ? "没有任何要求" : "nothing is required"
    case .off: return isChinese ? "此功能已关闭" : "it is switched off"
    case .undecided:
      return isChinese ? "免费额度尚未确定" : "how much is free is still undecided"
    case .onHold:
      return isChinese
        ? "已购买，但付款未成功或已暂停" : "it was bought, but the payment is on hold or paused"
    case .pending: return isChinese ? "购买尚待确认" : "the purchase is still pending"
    case .limitReached: return isChinese ? "已达到限额" : "the limit is reached"
    case .revoked: return isChinese ? "购买已退款或被撤销" : "the purchase was refunded or revoked"
    case .expired: return isChinese ? "购买已到期" : "the purchase has expired"
    case .excluded:
      return isChinese ? "现有权益与此不能并存" : "something that is held stands in the way"
    case .notHeld: return isChinese ? "尚无所需权益" : "what it requires is not held"
    case .stale:
      return isChinese ? "购买信息过旧，需要刷新" : "the purchase data is too old to be believed"
    case .unknownUsage: return isChinese ? "使用量未知" : "how much is used is not known"
    case .unknownFact: return isChinese ? "缺少必要信息" : "a fact that it depends on is not known"
    case .undeclared:
      return isChinese ? "策略中没有这个名称" : "the policy does not know this name"
    }
  }
}
