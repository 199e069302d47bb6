import TollgateRuntime

extension EnglishPhrases {
  func lacking(_ entitlement: String) -> String { "no \(entitlement)" }

  func toBe(_ fact: String, _ isYes: Bool) -> String { "\(fact) to be \(yesOrNo(isYes))" }

  func has(_ entitlement: String, _ isTrue: Bool) -> String {
    isTrue ? "the user has \(entitlement)" : "the user does not have \(entitlement)"
  }

  func isOneOf(_ fact: String, _ values: [String], _ isTrue: Bool) -> String {
    if isTrue { return "\(fact) is \(or(values))" }
    switch values.count {
    case 1: return "\(fact) is not \(values[0])"
    case 2: return "\(fact) is neither \(values[0]) nor \(values[1])"
    default: return "\(fact) is none of \(and(values))"
    }
  }

  func isYes(_ fact: String, _ isTrue: Bool) -> String { "\(fact) is \(yesOrNo(isTrue))" }

  func exactly(_ fact: String, _ value: String, _ isTrue: Bool) -> String {
    "\(fact) is \(isTrue ? "" : "not ")\(value)"
  }

  func sinceDate(_ fact: String, _ value: String, _ isTrue: Bool) -> String {
    isTrue ? "\(fact) is \(value) or later" : "\(fact) is before \(value)"
  }

  func sinceVersion(_ fact: String, _ value: String, _ isTrue: Bool) -> String {
    isTrue ? "\(fact) is \(value) or later" : "\(fact) is before \(value)"
  }

  func compare(_ fact: String, _ bound: Bound) -> String { "\(fact) is \(words(bound))" }

  func compare(_ meter: String, _ window: Window, _ bound: Bound) -> String {
    "the amount of \(over(meter, window)) is \(words(bound))"
  }

  private func words(_ bound: Bound) -> String {
    switch bound {
    case .atLeast(let value): "at least \(value)"
    case .moreThan(let value): "more than \(value)"
    case .lessThan(let value): "less than \(value)"
    case .atMost(let value): "at most \(value)"
    case .exactly(let value): "exactly \(value)"
    case .not(let value): "not \(value)"
    }
  }

  func inRollout(_ name: String, _ isTrue: Bool) -> String {
    "the user is \(isTrue ? "" : "not ")in the rollout \(name)"
  }

  func reached(_ moment: String, _ isTrue: Bool) -> String {
    isTrue ? "it is \(moment) or later" : "it is before \(moment)"
  }

  func after(_ duration: String, _ fact: String) -> String { "\(duration) after \(fact)" }
  func constant(_ value: Bool) -> String { value ? "always" : "never" }
}
