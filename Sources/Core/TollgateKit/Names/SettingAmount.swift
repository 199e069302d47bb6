public import TollgateRuntime

/// A value of a setting that may be without limit: `unlimited with full`.
///
/// ```swift
/// switch gate.value(of: .history) {
/// case .amount(let seconds): show(since: .now - TimeInterval(seconds))
/// case .unlimited: showAll()
/// }
/// ```
public enum SettingAmount: Sendable, Hashable, Comparable {
  /// An amount in the unit of the setting: a number, bytes, seconds, or hundredths of a percent.
  case amount(Int64)
  /// No limit.
  case unlimited

  /// The amount of a value; nil for a choice.
  public init?(_ value: SettingValue) {
    if value.isUnlimited {
      self = .unlimited
    } else if let number = value.number {
      self = .amount(number)
    } else {
      return nil
    }
  }
}
