import TollgateRuntime

/// The amounts that a text about a rule may name: those of the rule's own limit and its window,
/// which need not be the tightest.
struct Amounts {
  /// The meter they are amounts of; nil for none.
  var meter: Int32?
  var used: Int64?
  var limit: Int64?
  var remaining: Int64?
  var requested: Int64?
  var resets: Instant?
  /// The setting whose own rule it is, its value, and the value that is asked for.
  var setting: SettingIndex?
  var value: SettingValue?
  var reach: SettingValue?

  /// The amounts now; a rule without a limit has none.
  init(of inquiry: Inquiry, rule: Int32) {
    guard let limit = inquiry.graph[rule: rule].limit else { return }
    if case .setting(let setting) = limit.kind {
      self.setting = setting
      var evaluation = inquiry.evaluation()
      value = inquiry.graph.value(evaluation.value(of: setting), of: setting)
      switch inquiry.ask.growth {
      case .adding: break
      case .reaching(let value): reach = inquiry.graph.value(.quantity(value), of: setting)
      case .reachingUnlimited: reach = .unlimited
      }
      return
    }
    let quota = inquiry.quota(of: limit)
    meter = limit.meter
    used = quota.used
    self.limit = quota.limit
    remaining = quota.remaining
    requested = quota.requested
    resets = quota.resets
  }

  /// The amounts once so much is used.
  func after(using value: Int64) -> Amounts {
    var amounts = self
    amounts.used = value
    amounts.remaining = limit.map { max(0, $0.saturatingAdd(-value)) }
    return amounts
  }
}
