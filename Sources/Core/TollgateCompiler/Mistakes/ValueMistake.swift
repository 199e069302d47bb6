import TollgateRuntime
import TollgateSyntax

/// A value of a setting, or of a step, that cannot be one.
enum ValueMistake: Sendable {
  /// `unlimited` where no value may be it.
  case unlimited(String, Unlimited)
  /// `undecided` or `allowance` as a value.
  case open(String, Open)
  /// A name where a setting has quantities.
  case notQuantity(String, setting: String, Setting.Kind)
  /// A name as the quantity of a meter.
  case notQuantityOfMeter(String, meter: String?)
  /// A quantity of another kind than the setting's value.
  case otherKind(setting: String, Setting.Kind, found: Setting.Kind, Span)
  /// A quantity where a setting has choices.
  case notChoice(setting: String, [String], Span)
  case undeclaredChoice(String, setting: String, [String], Span)
  case oneChoice(String, String)
  /// `, smaller is better` after choices.
  case smallerOfChoices
  /// Something is added to a value that cannot grow.
  case cannotGrow(String, ofChoices: Bool)
  /// `at most` where more is better, `at least` where less is.
  case otherBound(String, isSmallerBetter: Bool)

  enum Unlimited: Sendable, Hashable {
    /// As the value of everybody.
    case base
    case smaller, choices
    /// There is a choice of this name, which is written in backquotes.
    case quoted
  }

  enum Open: Sendable, Hashable {
    case step
    case setting(String)
  }
}

extension Setting.Kind {
  /// One of its values in general, with an article.
  var words: String {
    switch self {
    case .count: "a number"
    case .bytes: "a size"
    case .seconds: "a length of time"
    case .basisPoints: "a percentage"
    case .choice: "a choice"
    }
  }
}
