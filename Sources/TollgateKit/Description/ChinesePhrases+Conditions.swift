import TollgateRuntime

extension ChinesePhrases {
  func lacking(_ entitlement: String) -> String { glue("不持有", entitlement) }

  func toBe(_ fact: String, _ isYes: Bool) -> String { self.isYes(fact, isYes) }

  func has(_ entitlement: String, _ isTrue: Bool) -> String {
    glue(isTrue ? "用户持有" : "用户不持有", entitlement)
  }

  func isOneOf(_ fact: String, _ values: [String], _ isTrue: Bool) -> String {
    if isTrue { return glue(fact, "为", or(values)) }
    return glue(fact, values.count == 1 ? "不为" : "不属于", list(values))
  }

  func isYes(_ fact: String, _ isTrue: Bool) -> String { glue(fact, "为\(yesOrNo(isTrue))") }

  func exactly(_ fact: String, _ value: String, _ isTrue: Bool) -> String {
    glue(fact, isTrue ? "为" : "不为", value)
  }

  func sinceDate(_ fact: String, _ value: String, _ isTrue: Bool) -> String {
    glue(fact, isTrue ? "不早于" : "早于", value)
  }

  func sinceVersion(_ fact: String, _ value: String, _ isTrue: Bool) -> String {
    glue(fact, isTrue ? "不低于" : "低于", value)
  }

  func compare(_ fact: String, _ bound: Bound) -> String { glue(fact, words(bound)) }

  func compare(_ meter: String, _ window: Window, _ bound: Bound) -> String {
    glue(over(meter, window), "用量\(words(bound))")
  }

  private func words(_ bound: Bound) -> String {
    switch bound {
    case .atLeast(let value): glue("不小于", value)
    case .moreThan(let value): glue("大于", value)
    case .lessThan(let value): glue("小于", value)
    case .atMost(let value): glue("不大于", value)
    case .exactly(let value): glue("等于", value)
    case .not(let value): glue("不等于", value)
    }
  }

  func inRollout(_ name: String, _ isTrue: Bool) -> String {
    glue(isTrue ? "用户在灰度" : "用户不在灰度", name, "内")
  }

  func reached(_ moment: String, _ isTrue: Bool) -> String {
    glue(isTrue ? "已到" : "未到", moment)
  }

  func after(_ duration: String, _ fact: String) -> String { glue(fact, "后", duration) }
  func constant(_ value: Bool) -> String { value ? "任何情况" : "不可能的情况" }
}
