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
    if let quota = details.quota, let meter = inquiry.subject.meter {
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
      guard let plan, sets.count > 1 else { return words("Get \(offers).", "购买\(offers)。") }
      return words("Get \(plan): \(offers).", "购买\(plan)：\(offers)。")
    }
  }

  private var customerHeadline: String {
    let label = decision.inquiry.flatMap { texts.label($0.subject.label) } ?? decision.target
    switch decision.outcome {
    case .allowed: return words("You can use \(label).", "可以使用\(label)。")
    case .warned: return words("You can still use \(label) for now.", "目前仍可使用\(label)。")
    case .denied: break
    }
    switch decision.reason {
    case .granted, .withinLimit, .ungated, .off, .unknownFact, .undeclared:
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
    let meter = decision.inquiry?.subject.meter
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
