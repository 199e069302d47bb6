package import TollgateRuntime

/// Conditions in words. Every sentence part reads well after `if`: `platform is not web`, `more
/// than 500 bills per day are used`.
///
/// Names, amounts and dates come in as texts; a condition that is not true is told as its opposite.
package struct ConditionText: Bilingual {
  package let language: Language

  package init(_ language: Language) { self.language = language }

  /// A bound of a number or an amount.
  package enum Bound {
    case atLeast(String)
    case moreThan(String)
    case lessThan(String)
    case atMost(String)
    case exactly(String)
    case not(String)
  }

  package func constant(_ value: Bool) -> String {
    value ? words("always", "任何情况") : words("never", "不可能的情况")
  }

  package func has(_ entitlement: String, _ isTrue: Bool) -> String {
    isTrue
      ? words("the user has \(entitlement)", "用户拥有\(entitlement)")
      : words("the user does not have \(entitlement)", "用户没有\(entitlement)")
  }

  /// An entitlement that a trial does not bring.
  package func hasPaid(for entitlement: String, _ isTrue: Bool) -> String {
    isTrue
      ? words("the user has paid for \(entitlement)", "用户已为\(entitlement)付费")
      : words("the user has not paid for \(entitlement)", "用户未为\(entitlement)付费")
  }

  // MARK: Facts

  package func yesOrNo(_ isYes: Bool) -> String {
    isYes ? words("yes", "“是”") : words("no", "“否”")
  }

  package func isYes(_ fact: String, _ isTrue: Bool) -> String {
    words("\(fact) is \(yesOrNo(isTrue))", "\(fact)为\(yesOrNo(isTrue))")
  }

  package func isOneOf(_ fact: String, _ values: [String], _ isTrue: Bool) -> String {
    if isTrue { return words("\(fact) is \(or(values))", "\(fact)为\(or(values))") }
    switch values.count {
    case 1: return words("\(fact) is not \(values[0])", "\(fact)不为\(values[0])")
    case 2:
      return words(
        "\(fact) is neither \(values[0]) nor \(values[1])", "\(fact)不属于\(list(values))")
    default: return words("\(fact) is none of \(and(values))", "\(fact)不属于\(list(values))")
    }
  }

  /// A date.
  package func since(_ fact: String, date: String, _ isTrue: Bool) -> String {
    isTrue
      ? words("\(fact) is \(date) or later", "\(fact)不早于\(date)")
      : words("\(fact) is before \(date)", "\(fact)早于\(date)")
  }

  package func since(_ fact: String, version: String, _ isTrue: Bool) -> String {
    isTrue
      ? words("\(fact) is \(version) or later", "\(fact)不低于\(version)")
      : words("\(fact) is before \(version)", "\(fact)低于\(version)")
  }

  package func compare(_ fact: String, _ bound: Bound) -> String {
    words("\(fact) is \(print(bound))", "\(fact)\(print(bound))")
  }

  // MARK: Counters, rollouts, time

  package func compare(
    _ meter: String, _ unit: Meter.Unit, _ window: Window, _ bound: Bound
  ) -> String {
    let per = self.window(window)
    let things = unit == .count ? " \(meter)" : " of \(meter)"
    return words(
      "\(print(bound))\(things)\(per) \(unit == .count ? "are" : "is") used",
      "\(per)\(meter)用量\(print(bound))")
  }

  package func print(_ bound: Bound) -> String {
    switch bound {
    case .atLeast(let value): words("at least \(value)", "不小于\(value)")
    case .moreThan(let value): words("more than \(value)", "大于\(value)")
    case .lessThan(let value): words("less than \(value)", "小于\(value)")
    case .atMost(let value): words("at most \(value)", "不大于\(value)")
    case .exactly(let value): words("exactly \(value)", "等于\(value)")
    case .not(let value): words("not exactly \(value)", "不等于\(value)")
    }
  }

  package func inRollout(_ name: String, share: Int64, _ isTrue: Bool) -> String {
    let percent = percent(share)
    return isTrue
      ? words(
        "the user is in the rollout \(name) (\(percent) of users)",
        "用户在灰度\(name)（\(percent) 的用户）内")
      : words(
        "the user is not in the rollout \(name) (\(percent) of users)",
        "用户不在灰度\(name)（\(percent) 的用户）内")
  }

  package func reached(_ moment: String, _ isTrue: Bool) -> String {
    isTrue
      ? words("it is \(moment) or later", "已到\(moment)")
      : words("it is before \(moment)", "未到\(moment)")
  }

  /// The date of a fact has come.
  package func passed(_ fact: String, _ isTrue: Bool) -> String {
    isTrue
      ? words("\(fact) is in the past", "\(fact)已过")
      : words("\(fact) is in the future", "\(fact)未到")
  }

  /// So long after a date fact, or not that long.
  package func passed(_ duration: String, since fact: String, _ isTrue: Bool) -> String {
    isTrue
      ? words("at least \(duration) have passed since \(fact)", "\(fact)后已满\(duration)")
      : words("less than \(duration) have passed since \(fact)", "\(fact)后不满\(duration)")
  }

  package func after(_ duration: String, _ fact: String) -> String {
    words("\(duration) after \(fact)", "\(fact)后\(duration)")
  }
}
