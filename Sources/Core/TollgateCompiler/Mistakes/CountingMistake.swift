import TollgateRuntime
import TollgateSyntax

/// A window, a counter or a clause of a meter that is not as the language has it.
enum CountingMistake: Sendable {
  /// A window in another spelling than this one.
  case windowSlip(String)
  /// A number without a unit, or a unit without a number.
  case noWindow
  /// Less than 1, more than 1,000, or a fraction.
  case windowNumber
  /// The later steps of a counter cannot be right; the place of the step before.
  case steps(CounterError, before: Span?)
  /// `refills` and `windows` below one meter.
  case refillsBesideWindows(Span)
  /// `refills` below a meter that a rule limits per window.
  case refillsBesideLimit(String, Span)
  /// A limit with another window than the limit before it, of a meter that has packs.
  case packOfTwoWindows(String, pack: Span, limit: Span)
  /// More targets after `instead use` than a decision looks at.
  case tooManyInstead(Int)
}
