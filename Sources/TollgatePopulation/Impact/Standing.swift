package import TollgateRuntime

/// How a user stands with a target. What is unknown is never counted as denied.
package enum Standing: UInt8, Sendable, Hashable, CaseIterable {
  case denied, warned, allowed
  /// It is denied only because something is missing or stale.
  case unknown

  /// Its name in reports, as in the generated SQL.
  package var name: String {
    switch self {
    case .denied: "denied"
    case .warned: "warned"
    case .allowed: "allowed"
    case .unknown: "unknown"
    }
  }
}

/// One target for one user.
package struct UserAnswer: Sendable, Hashable {
  package var standing: Standing
  /// The rule that decides, where one fails.
  package var rule: RuleIndex?
  /// Where it is unknown: whether it would be known if nothing were stale.
  package var isStale = false

  /// A target that the policy does not have.
  static let undeclared = UserAnswer(standing: .denied, rule: nil)
}

extension RuleGraph {
  /// How a user stands with a target, for one more of it.
  package func answer(_ target: Int32, for user: PreparedSnapshot, at now: Instant) -> UserAnswer {
    let time = max(now.milliseconds, user.floor)
    var evaluation = Evaluation(
      graph: self, input: user.input, now: time, ask: Ask(), observer: NoObserver())
    let (first, last) = (targetRuleStarts[Int(target)], targetRuleStarts[Int(target) + 1])
    var fold = RuleFold()
    var isRefused = false
    for place in first..<last {
      let rule = targetRules[Int(place)]
      let holds = evaluation.holds(rule)
      guard holds != .yes else { continue }
      let isSoft = evaluation.isSoft(rule)
      fold.fail(at: Int(place), isSoft: isSoft)
      if holds == .no, !isSoft { isRefused = true }
    }
    var answer = UserAnswer(standing: .allowed, rule: fold.deciding.map { targetRules[$0] })
    switch fold.outcome {
    case .allowed: break
    case .warned: answer.standing = .warned
    case .denied: answer.standing = isRefused ? .denied : .unknown
    }
    if answer.standing == .unknown {
      let reason = verdict(Target(index: target), for: user, at: now).reason
      answer.isStale = reason == .stale
    }
    return answer
  }
}
