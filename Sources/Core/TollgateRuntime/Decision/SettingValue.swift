/// A value of a setting: a case for each kind.
///
/// ```swift
/// switch policy.value(of: "history", for: snapshot, at: now) {
/// case .seconds(let seconds)?: show("\(seconds / 86_400) days of history")
/// case .unlimited?: show("all of the history")
/// default: break
/// }
/// ```
public enum SettingValue: Sendable, Hashable {
  /// A number.
  case count(Int64)
  /// A size in bytes.
  case bytes(Int64)
  /// A duration in seconds.
  case seconds(Int64)
  /// A percentage in hundredths of a percent: 1250 is 12.5%.
  case basisPoints(Int64)
  /// The name of a choice, and its place among the choices, from 0; the last is the best.
  case choice(String, place: Int)
  /// No limit at all.
  case unlimited

  /// The number in the unit of the kind; nil for a choice and for `unlimited`.
  public var number: Int64? {
    switch self {
    case .count(let number), .bytes(let number), .seconds(let number), .basisPoints(let number):
      number
    case .choice, .unlimited: nil
    }
  }

  /// Whether there is no limit.
  public var isUnlimited: Bool { self == .unlimited }
}

extension SettingValue: CustomStringConvertible {
  /// The exact value, in the largest unit in which it is whole: `30 days`, `1500 MB`, `12.5%`,
  /// `high`, `unlimited`.
  public var description: String {
    switch self {
    case .count(let number): return "\(number)"
    case .bytes(let bytes): return SettingValue.text(bytes, SettingValue.sizes)
    case .seconds(let seconds):
      return seconds == 86_400 ? "1 day" : SettingValue.text(seconds, SettingValue.durations)
    case .basisPoints(let hundredths): return hundredths.percent
    case .choice(let name, _): return name
    case .unlimited: return "unlimited"
    }
  }

  private static let sizes: [(Int64, String)] = [
    (1_000_000_000_000, " TB"), (1_000_000_000, " GB"), (1_000_000, " MB"), (1000, " KB"),
    (1, " B"),
  ]
  private static let durations: [(Int64, String)] = [
    (86_400, " days"), (3600, "h"), (60, "min"), (1, "s"),
  ]

  private static func text(_ value: Int64, _ units: [(Int64, String)]) -> String {
    for (size, unit) in units where value != 0 && value % size == 0 {
      return "\(value / size)\(unit)"
    }
    return "\(value)"
  }
}

/// The value of a setting for a user: what a decision about it carries, whatever its outcome.
///
/// ```swift
/// if let state = gate.decision(.history).value {
///   show("now \(state.value)")
///   for step in state.better { show("\(step.value) with \(step.products)") }
/// }
/// ```
public struct SettingState: Sendable, Hashable {
  /// The best value that the user surely has.
  public let value: SettingValue
  /// The best value that the user may have: as if every step that is not surely out counted, and
  /// everything that is stale.
  public let possible: SettingValue
  /// The products for a better value, from the least good value to the best.
  public let better: [Better]
  package let kind: Setting.Kind
  /// Whether there are more sets of products than are listed.
  package let areMore: Bool

  /// A better value, and what brings it.
  public struct Better: Sendable, Hashable {
    /// The value after the purchase.
    public let value: SettingValue
    /// The sets of products that bring it, each by the names of its products; the fewest first,
    /// then the cheaper.
    public let products: [[String]]
  }
}

extension RuleGraph {
  /// The setting called `name`, as a target; nil if the policy has none.
  package func setting(_ name: String) -> Target? {
    guard let target = target(name), setting(of: target.index) != nil else { return nil }
    return target
  }

  /// The value that the user surely has of a setting; nil for a target that is no setting. It is as
  /// cheap as a verdict: nothing is allocated or locked on the way.
  package func value(
    of target: Target, for prepared: PreparedSnapshot, at now: Instant
  ) -> SettingValue? {
    precondition(prepared.graph === self, "the snapshot was prepared by another policy")
    guard let setting = setting(of: target.index) else { return nil }
    let now = max(now.milliseconds, prepared.floor)
    let answers = prepared.preparedAnswers
    if let phase = answers.phase(at: now), answers.valueCount > 0 {
      return self.value(answers.values[phase &* answers.valueCount &+ Int(setting)], of: setting)
    }
    var evaluation = prepared.evaluation(at: now)
    return self.value(evaluation.value(of: setting), of: setting)
  }

  /// A value of a setting in its kind.
  package func value(_ value: Ladder.Value, of setting: SettingIndex) -> SettingValue {
    guard case .quantity(let quantity) = value else { return .unlimited }
    switch parts.settings[Int(setting)].kind {
    case .count: return .count(quantity)
    case .bytes: return .bytes(quantity)
    case .seconds: return .seconds(quantity)
    case .basisPoints: return .basisPoints(quantity)
    case .choice:
      let choices = parts.settings[Int(setting)].choices
      return .choice(choices[Int(quantity)].name, place: Int(quantity))
    }
  }
}
