import TollgateRuntime
import TollgateWords

/// The subject of a rule, as it is told.
enum RuleSubject {
  /// A feature, as a whole.
  case use
  /// Up to an amount over a window; perhaps one that each owner of counters has.
  case upTo(String, Window, isPerOwner: Bool = false)
  /// Any amount at all.
  case anyAmount
  /// The allowance that the app reports, or else this amount.
  case allowance(otherwise: String?, Window)
  case undecided(Window)
  /// Any growth.
  case growth
}

/// The requirement of a rule, as it is told.
enum RuleDemand {
  case needs(String)
  /// Only somebody who does not have this.
  case without(String)
  case nothing
  case off
}

extension Phrases {
  /// A whole sentence: what a rule says, and for whom and when.
  func rule(_ subject: RuleSubject, _ demand: RuleDemand, scope: [String]) -> String {
    scoped(scope, core(subject, demand))
  }

  func scoped(_ scope: [String], _ core: String) -> String {
    guard !scope.isEmpty else { return sentence(core) }
    let when = scope.joined(separator: words(", ", "，"))
    return sentence(words("\(when): \(core)", "\(when)：\(core)"))
  }

  private func core(_ subject: RuleSubject, _ demand: RuleDemand) -> String {
    switch (subject, demand) {
    case (_, .nothing): words("everybody may use it", "人人可用")
    case (.use, .needs(let what)): words("needs \(what)", "需要\(what)")
    case (.use, .without(let what)): words("only without \(what)", "仅限没有\(what)的用户")
    case (.use, .off): words("nobody may use it", "任何人都不能使用")
    case (.anyAmount, .needs(let what)): words("any use needs \(what)", "任何用量都需要\(what)")
    case (.anyAmount, .without(let what)):
      words("any use only without \(what)", "仅限没有\(what)的用户使用")
    case (.anyAmount, .off): words("nobody may use any", "任何人都不能使用")
    case (.growth, .needs(let what)): words("any addition needs \(what)", "任何新增都需要\(what)")
    case (.growth, .without(let what)):
      words("any addition only without \(what)", "仅限没有\(what)的用户新增")
    case (.growth, .off): words("nobody may add any", "任何人都不能新增")
    case (.upTo(let amount, let window, let isPerOwner), _):
      upTo(amount, isPerOwner ? self.window(window) : total(window), demand)
    case (.allowance(let otherwise, let window), _): allowance(otherwise, window, demand)
    case (.undecided(let window), _):
      words(
        "the free amount\(self.window(window)) is not decided yet; until then "
          + core(.anyAmount, demand),
        "\(total(window))免费额度尚未确定；确定之前，\(core(.anyAmount, demand))")
    }
  }

  private func upTo(_ amount: String, _ window: String, _ demand: RuleDemand) -> String {
    words(
      "everybody may have up to \(amount)\(window); \(more(demand))",
      "人人可用，\(window)不超过\(amount)；\(more(demand))")
  }

  private func allowance(
    _ otherwise: String?, _ window: Window, _ demand: RuleDemand
  ) -> String {
    words(
      "everybody may have as much\(self.window(window)) as the allowance that the app reports "
        + "(\(otherwise ?? "unknown") if it reports none); \(more(demand))",
      "人人可用，\(total(window))不超过应用上报的额度（\(unreported(otherwise))）；\(more(demand))")
  }

  private func unreported(_ otherwise: String?) -> String {
    otherwise.map { words($0, "未上报时为\($0)") } ?? words("unknown", "未上报时视为未知")
  }

  private func more(_ demand: RuleDemand) -> String {
    switch demand {
    case .needs(let what): words("more needs \(what)", "超出需要\(what)")
    case .without(let what): words("more only without \(what)", "仅没有\(what)的用户可超出")
    case .nothing, .off: words("more is not allowed", "不可超出")
    }
  }

  private func total(_ window: Window) -> String {
    window == .total ? words(" in all", "总计") : self.window(window)
  }

  /// From when until when; one of the two may be empty.
  func period(from: [String], until: [String]) -> String {
    var parts: [String] = []
    if !from.isEmpty { parts.append(words("from \(and(from))", "自\(and(from))起")) }
    if !until.isEmpty { parts.append(words("until \(and(until))", "\(and(until))之前")) }
    return parts.joined(separator: words(" ", "，"))
  }

  func lasting(_ duration: String, after fact: String) -> String {
    words("for \(duration) after \(fact)", "\(fact)后\(duration)内")
  }

  func given(_ condition: String) -> String { words("if \(condition)", "当\(condition)时") }

  func lacking(_ entitlement: String) -> String {
    words("not having \(entitlement)", "没有\(entitlement)")
  }

  func toBe(_ fact: String, _ isYes: Bool) -> String {
    let value = isYes ? words("yes", "“是”") : words("no", "“否”")
    return words("\(fact) to be \(value)", "\(fact)为\(value)")
  }

  // MARK: More about a rule; whole sentences

  /// `isGiven` if the policy itself gives it, too.
  func comesWith(_ entitlement: String, _ products: [String], isGiven: Bool) -> String {
    switch (products.isEmpty, isGiven) {
    case (true, true):
      words(
        "No product gives \(entitlement), but the policy itself does.",
        "没有商品提供\(entitlement)，但策略会直接授予。")
    case (true, false): words("No product gives \(entitlement).", "没有商品提供\(entitlement)。")
    case (false, true):
      words(
        "\(entitlement) comes with \(or(products)); the policy itself can also grant it.",
        "购买\(or(products))可获得\(entitlement)，策略也会直接授予。")
    case (false, false):
      words("\(entitlement) comes with \(or(products)).", "购买\(or(products))可获得\(entitlement)。")
    }
  }

  func everybodyHas(_ entitlement: String) -> String {
    words("Everybody has \(entitlement).", "人人拥有\(entitlement)。")
  }

  func addOns(_ items: [String], ofValue: Bool = false) -> String {
    ofValue
      ? words("Add-ons raise the value: \(list(items)).", "可提高此值的商品：\(list(items))。")
      : words("Add-ons raise the limit: \(list(items)).", "可提高限额的商品：\(list(items))。")
  }

  func unit(_ unit: Meter.Unit) -> String? {
    switch unit {
    case .count: nil
    case .bytes: words("It is measured in bytes.", "以字节计量。")
    case .seconds: words("It is measured in seconds.", "以秒计量。")
    case .minutes: words("It is measured in minutes.", "以分钟计量。")
    case .hours: words("It is measured in hours.", "以小时计量。")
    case .days: words("It is measured in days.", "以天计量。")
    }
  }

  func reminder(isProminent: Bool, at threshold: String, _ text: String?) -> String {
    let level = isProminent ? words("prominent", "强") : words("gentle", "轻")
    let said = text.map { words(": “\($0)”", "：“\($0)”") } ?? words(".", "。")
    return words(
      "A \(level) reminder comes at \(threshold)\(said)", "达到\(threshold)时显示\(level)提示\(said)")
  }

  func share(_ percent: String) -> String { words("\(percent) of the limit", "限额的 \(percent)") }

  func staysAway(_ duration: String) -> String {
    words("Dismissed, it stays away for \(duration).", "关闭后\(duration)内不再出现。")
  }

  func warnsOnly(until: [String]) -> String {
    let period = period(from: [], until: until)
    return sentence(words("\(period) it only warns", "\(period)仅提醒，不阻止"))
  }

  func warnsOnly(if condition: String) -> String {
    words("It only warns if \(condition).", "当\(condition)时仅提醒，不阻止。")
  }

  var warnsOnly: String { words("It only warns.", "仅提醒，不阻止。") }

  var runningUseMayFinish: String {
    words("A use that has begun may finish.", "已经开始的使用可以完成。")
  }

  private func denial(_ isWarning: Bool) -> String {
    isWarning ? words("A warning", "提醒") : words("A denial", "拒绝")
  }

  /// How a denial is shown, or a warning.
  func prompt(_ name: String, isWarning: Bool) -> String {
    words("\(denial(isWarning)) is shown as “\(name)”.", "\(denial(isWarning))时以“\(name)”形式提示。")
  }

  var promptIsNotDismissible: String { words("It cannot be dismissed.", "不能关闭。") }

  func message(_ text: String, isWarning: Bool) -> String {
    words("\(denial(isWarning)) says: “\(text)”", "\(denial(isWarning))时的提示文字：“\(text)”")
  }

  func reason(_ text: String) -> String { words("Why: \(text)", "原因：\(text)") }

  func benefits(_ texts: [String]) -> String {
    words("Benefits: \(quoted(texts)).", "包含内容：\(quoted(texts))。")
  }

  func benefits(_ texts: [String], of target: String) -> String {
    words("Benefits of \(target): \(quoted(texts)).", "\(target)的包含内容：\(quoted(texts))。")
  }

  private func quoted(_ texts: [String]) -> String {
    texts.map { "“\($0)”" }.joined(separator: words(", ", ""))
  }

  var ungated: String {
    words("No rule mentions it: everybody may use it.", "没有相关规则：人人可用。")
  }

  /// A meter that only conditions of rules about these read.
  func onlyRead(by targets: [String]) -> String {
    words(
      "No rule limits it. Rules about \(and(targets)) depend on it.",
      "没有规则限制它；与\(and(targets))有关的规则取决于它。")
  }
}
