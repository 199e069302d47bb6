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
