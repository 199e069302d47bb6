import TollgateRuntime
import TollgateWords

/// The sentences of a description in both languages. The describer decides which of them are told.
///
/// Names, amounts and dates come in as texts. Whole sentences come out if a comment says so, else
/// parts of one, which begin in lower case.
struct Phrases: Bilingual {
  let language: Language

  /// A sentence: its first letter large, a full stop at its end.
  func sentence(_ text: String) -> String {
    words(text.prefix(1).uppercased() + text.dropFirst() + ".", "\(text)。")
  }

  func range(_ first: String, _ last: String) -> String {
    words("\(first) to \(last)", "\(first) 至 \(last)")
  }

  // MARK: Headings; whole sentences

  func title(_ policy: String) -> String {
    policy.isEmpty
      ? words("The policy in plain words", "策略说明")
      : words("\(policy): the policy in plain words", "\(policy)：策略说明")
  }

  func heading(_ topic: PolicyDescription.Topic) -> String {
    switch topic {
    case .access: words("Who may use what", "谁可以使用什么")
    case .plans: words("Plans and products", "方案与商品")
    case .gifts: words("Given by the policy itself", "策略直接授予的权益")
    case .trust: words("Purchase data and prompts", "购买数据与提示")
    case .facts: words("Facts from the app", "应用上报的信息")
    case .rollouts: words("Rollouts", "灰度发布")
    case .groups: words("Groups", "分组")
    }
  }

  /// Sentences that are true of every entry about access; `hasLimits` if something is counted.
  func accessNotes(hasLimits: Bool) -> [String] {
    let notes = [
      words("All rules about a target must hold at the same time.", "同一项下的各条须同时满足。"),
      words("Unknown data never opens anything.", "无法确定时一律不放行。"),
      words("Dates begin at midnight, UTC.", "日期从 UTC 零点起算。"),
    ]
    guard hasLimits else { return notes }
    return notes + [
      words("A limit only stops growth: existing items stay.", "限额只限制新增，已有内容不受影响。")
    ]
  }

  var purchaseData: String { words("Purchase data", "购买数据") }
  var dismissedPrompts: String { words("Dismissed prompts", "已关闭的提示") }
  var ladder: String { words("Tiers", "等级") }

  // MARK: Gifts, facts, rollouts, groups, trust; whole sentences

  func gift(_ entitlement: String, scope: [String]) -> String {
    scoped(scope, words("everybody has \(entitlement)", "人人拥有\(entitlement)"))
  }

  func choices(_ names: [String], isOpen: Bool) -> String {
    isOpen
      ? words("\(list(names)) or anything else.", "\(list(names))或其他。")
      : words("\(or(names)); anything else counts as unknown.", "\(or(names))；其他值视为未知。")
  }

  func kind(_ type: Fact.FactType) -> String {
    switch type {
    case .choice: words("A choice.", "选项。")
    case .date: words("A date.", "日期。")
    case .yesOrNo: words("Yes or no.", "是或否。")
    case .version: words("A version, such as 1.4.2.", "版本号，例如 1.4.2。")
    case .number: words("A whole number.", "整数。")
    }
  }

  func counts(as value: String) -> String {
    words("If the app does not report it, it is \(value).", "应用未上报时视为\(value)。")
  }

  var countsAsUnknown: String {
    words("If the app does not report it, it is unknown.", "应用未上报时视为未知。")
  }

  func version(from low: String?, before high: String?) -> String {
    switch (low, high) {
    case (let low?, let high?):
      words("\(low) or later, but before \(high)", "不低于\(low)且低于\(high)")
    case (let low?, nil): words("\(low) or later", "不低于\(low)")
    case (nil, let high?): words("before \(high)", "低于\(high)")
    case (nil, nil): words("any version", "任意版本")
    }
  }

  func rollout(_ percent: String) -> String {
    words(
      "\(percent) of the users, always the same ones. A higher percentage only adds users.",
      "\(percent) 的用户，始终是同一批。提高比例只会增加用户。")
  }

  func group(_ members: [String]) -> String {
    words("Stands for \(and(members)).", "包括\(and(members))。")
  }

  func trusted(for duration: String?) -> String {
    guard let duration else {
      return words("Counts, however old it is.", "不论多久都有效。")
    }
    return words(
      "Counts for \(duration) after the store confirmed it, then it is unknown.",
      "商店确认后\(duration)内有效，之后视为未知。")
  }

  func snoozed(for duration: String?) -> String {
    guard let duration else {
      return words("Come back the next time, unless said otherwise above.", "下次仍会出现，上文另有说明的除外。")
    }
    return words(
      "Stay away for \(duration), unless said otherwise above.", "\(duration)内不再出现，上文另有说明的除外。")
  }
}

extension Phrases {
  /// How a meter is measured and counted, sentence by sentence.
  ///
  /// - Parameter begin: When its days begin, as a sentence; nil for midnight.
  func measures(_ meter: Meter, begin: String?, _ amount: (Int64) -> String) -> [String] {
    (unit(meter.unit).map { [$0] } ?? []) + counting(meter, begin: begin, amount)
  }

  /// Whose counters they are, how their windows run, and how they refill.
  func counting(
    _ meter: Meter, begin: String?, _ amount: (Int64) -> String
  ) -> [String] {
    var sentences: [String] = []
    if !meter.countedPer.isEmpty {
      sentences.append(
        words("Each \(meter.countedPer) has its own count.", "按\(meter.countedPer)分别计数。"))
    }
    if meter.isCountedForEver {
      sentences.append(
        words("What is counted cannot be taken away again.", "已计入的用量无法再减少。"))
    }
    if let windows = windows(meter.windows) { sentences.append(windows) }
    if let begin { sentences.append(begin) }
    if let refill = meter.refill {
      let amount = amount(refill.amount)
      let interval =
        AmountText.isOneDay(refill.interval)
        ? words("day", "天") : AmountText.duration(refill.interval, language)
      sentences.append(
        words(
          "The used amount falls by \(amount) every \(interval).", "用量每\(interval)减少 \(amount)。"))
    }
    return sentences
  }

  private func windows(_ windows: Meter.Windows) -> String? {
    switch windows {
    case .calendar: nil
    case .subscription:
      words("Its windows follow the subscription.", "计数周期与订阅周期一致。")
    case .firstUse: words("Its windows begin with the first use.", "计数周期从首次使用开始。")
    case .roll:
      words(
        "Its windows are rolling: each use stops counting after one full window.",
        "计数周期是滚动的：每次使用在满一个周期后不再计入。")
    }
  }

  /// The targets that may be used in place of those that a rule denies.
  func instead(_ names: [String]) -> String {
    words("A user who is denied may use \(and(names)) instead.", "被拒绝时可改用\(and(names))。")
  }
}

/// Plans; whole sentences if no comment says otherwise.
extension Phrases {
  func tiers(_ names: [String]) -> String {
    words("From the lowest to the highest: \(list(names)).", "从低到高：\(list(names))。")
  }

  var tiersInclude: String { words("Each includes those before it.", "高等级包含低等级。") }

  func includes(_ names: [String]) -> String {
    words("Includes \(and(names)).", "包含\(and(names))。")
  }

  func more(_ count: Int) -> String { words("\(count) more", "另外 \(count) 项") }

  func gives(_ names: [String], with others: [String]) -> String {
    if others.isEmpty { return words("Gives \(and(names)).", "提供\(and(names))。") }
    return words(
      "Gives \(and(names)), and with that \(and(others)).",
      "提供\(and(names))，其中包含\(and(others))。")
  }

  var givesNothing: String { words("Gives nothing by itself.", "本身不提供权益。") }

  func adds(_ amount: String, to meter: String) -> String {
    words("Adds \(amount) to \(meter).", "\(meter)限额增加\(amount)。")
  }

  func addsValue(_ amount: String, to setting: String) -> String {
    words("Adds \(amount) to \(setting).", "\(setting)增加\(amount)。")
  }

  func addsPack(_ amount: String, to meter: String) -> String {
    words(
      "Adds \(amount) to \(meter) until they are used up.", "\(meter)增加\(amount)，用完为止。")
  }

  /// An amount of a pack, no sentence.
  func untilUsedUp(_ amount: String) -> String {
    words("\(amount) until used up", "\(amount)，用完为止")
  }

  func costs(_ price: String) -> String { words("Costs \(price).", "价格：\(price)。") }
  var storeSetsThePrice: String { words("The store sets the price.", "价格由商店决定。") }

  var priceIsOnRequest: String { words("The price is on request.", "价格面议。") }

  func trial(ofOne period: String, _ chinesePeriod: String) -> String {
    words("The first \(period) is free.", "首\(chinesePeriod)免费。")
  }

  func trial(_ duration: String) -> String {
    words("The first \(duration) are free.", "前\(duration)免费。")
  }

  func introductoryPrice(_ price: String) -> String {
    words("The introductory price is \(price).", "新用户优惠：\(price)。")
  }

  func grace(_ duration: String) -> String {
    words("Access stays for \(duration) after it expires.", "到期后\(duration)内仍可使用。")
  }

  var countsForTheFamily: String { words("The family can share it.", "支持家庭共享。") }

  func shared(with count: Int64) -> String {
    words("Up to \(count) people can share it.", "最多 \("\(count)") 人可以共享。")
  }

  func onlyWith(_ products: [String]) -> String {
    let isOne = products.count == 1
    return words(
      "Sold only to users who have \(or(products)) or buy \(isOne ? "it" : "one of them") at the same time.",
      "仅售给已有或同时购买\(or(products))的用户。")
  }

  func notWith(_ products: [String]) -> String {
    words(
      "Never held together with \(or(products)): the one bought last replaces the other.",
      "不可与\(or(products))同时持有：后购买的会取代先前的。")
  }

  var recommended: String { words("The recommended plan.", "推荐方案。") }
  var notForSale: String { words("Not for sale.", "不出售。") }

  func forSaleOnly(_ buyers: String) -> String {
    words("For sale only \(buyers).", "仅\(buyers)出售。")
  }

  /// After the name of a product, no sentence.
  var noLongerSold: String { words("not for sale", "不出售") }

  func soldAs(_ ids: [String]) -> String {
    words("Store id: \(list(ids)).", "商品 ID：\(list(ids))。")
  }

  func storeID(_ id: String, on store: String) -> String {
    words("\(id) on \(store)", "\(id)（\(store)）")
  }
}

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

  /// An entitlement that a trial does not bring.
  func paid(_ entitlement: String) -> String {
    words("paid \(entitlement)", "付费的\(entitlement)")
  }

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
      "A \(level) reminder comes \(threshold)\(said)", "\(threshold)显示\(level)提示\(said)")
  }

  func reached(_ amount: String) -> String { words("at \(amount)", "达到\(amount)时") }

  func beforeEnd(_ lead: String) -> String { words("\(lead) before it ends", "结束前\(lead)") }

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
