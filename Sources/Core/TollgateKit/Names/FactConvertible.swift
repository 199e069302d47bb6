public import TollgateRuntime

/// A type of Swift in which an app tells a fact, so that a value of another kind does not compile.
///
/// ```swift
/// gate.set(.beta, to: true)
/// gate.set(.installed, to: .now)
/// gate.set(.platform, to: .ios)
/// ```
public protocol FactConvertible: Sendable {
  /// The value as the policy reads it.
  var factValue: FactValue { get }
}

extension Bool: FactConvertible {
  /// The value of a fact that is `yes or no`.
  public var factValue: FactValue { .yesOrNo(self) }
}

extension Int64: FactConvertible {
  /// The value of a fact that is `a number`.
  public var factValue: FactValue { .number(self) }
}

extension Instant: FactConvertible {
  /// The value of a fact that is `a date`.
  public var factValue: FactValue { .date(self) }
}

extension Version: FactConvertible {
  /// The value of a fact that is `a version`.
  public var factValue: FactValue { .version(self) }
}

extension FactConvertible where Self: RawRepresentable, RawValue == String {
  /// The value of a fact that is one of several choices.
  public var factValue: FactValue { .choice(rawValue) }
}
