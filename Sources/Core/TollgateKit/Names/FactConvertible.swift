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

/// A value of a setting that may be without limit: `unlimited with full`.
///
/// ```swift
/// switch gate.value(of: .history) {
/// case .amount(let seconds): show(since: .now - TimeInterval(seconds))
/// case .unlimited: showAll()
/// }
/// ```
public enum SettingAmount: Sendable, Hashable, Comparable {
  /// An amount in the unit of the setting: a number, bytes, seconds, months, or hundredths of
  /// a percent.
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

extension Grant {
  /// A grant of a product by its typed name: `Grant(product: .annual)`.
  ///
  /// Where two policies of an app have a product of this name, say which:
  /// `Grant(product: Shop.Product.annual)`. The other parameters are those of a grant by its name.
  public init<Names: PolicyNames>(
    product: ProductName<Names>, state: State = .active, start: Instant? = nil,
    until: Instant? = nil, isTrial: Bool? = nil, renews: Bool? = nil,
    ownership: Ownership = .purchased, quantity: Int64 = 1, id: String? = nil,
    isOfferUsed: Bool = false
  ) {
    self.init(
      product: product.name, state: state, start: start, until: until, isTrial: isTrial,
      renews: renews, ownership: ownership, quantity: quantity, id: id, isOfferUsed: isOfferUsed)
  }

  /// A grant of a tier or another entitlement by its typed name: `Grant(entitlement: .pro)`.
  public init<Names: PolicyNames>(
    entitlement: EntitlementName<Names>, state: State = .active, start: Instant? = nil,
    until: Instant? = nil
  ) {
    self.init(entitlement: entitlement.name, state: state, start: start, until: until)
  }
}
