package import TollgateRuntime
package import TollgateSyntax

/// `setting history is 7 days`: what is declared about a setting. Its steps and clauses are those
/// of its rule.
package struct CheckedSetting: Sendable {
  package var name: CheckedName
  package var label: CheckedLabel?
  package var kind: Setting.Kind
  /// From the least to the best; empty for a setting that is a quantity.
  package var choices: [Choice] = []
  /// Everybody's value: in bytes, seconds, hundredths of a percent or a plain number, or the place
  /// of a choice.
  package var base: Int64
  package var baseSpan: Span
  /// The thing that the base is for each of.
  package var baseSource: Ladder.Source?
  /// Where `smaller is better` is written.
  package var smallerSpan: Span?
  package var span: Span

  package var isSmallerBetter: Bool { smallerSpan != nil }

  package struct Choice: Sendable {
    package var name: String
    package var label: CheckedLabel?
    package var span: Span
  }
}

/// A line below a ladder or a setting: `100 with plus`.
package struct CheckedStep: Sendable, Hashable {
  package var value: Ladder.Value
  /// The thing that the value is for each of.
  package var source: Ladder.Source?
  package var valueSpan: Span
  package var requirement: CheckedExpression
  package var applies: CheckedApplicability
  /// Where the step begins.
  package var row: SourceRow
  /// The step as it is written, white space evened out.
  package var text: String
  package var span: Span

  package init(
    value: Ladder.Value, source: Ladder.Source? = nil, valueSpan: Span,
    requirement: CheckedExpression, applies: CheckedApplicability, row: SourceRow, text: String,
    span: Span
  ) {
    self.value = value
    self.source = source
    self.valueSpan = valueSpan
    self.requirement = requirement
    self.applies = applies
    self.row = row
    self.text = text
    self.span = span
  }

  /// Whether it is `with nothing`.
  package var asksForNothing: Bool {
    if case .nothing = requirement { return true }
    return false
  }
}

/// `guests at most 10`, and its steps.
package struct CheckedLadder: Sendable, Hashable {
  package var meter: Int32
  package var window: Window
  package var base: Ladder.Base
  /// The thing that the base is for each of.
  package var baseSource: Ladder.Source?
  /// In the order of the source.
  package var steps: [CheckedStep]
  /// The meter, the quantity and the window.
  package var span: Span
}

/// A sentence about the value of a setting: `history is at least 30 days`.
package struct CheckedValueSentence: Sendable, Hashable {
  package var setting: Int32
  package var settingSpan: Span
  package var value: Ladder.Value
  package var valueSpan: Span
  /// `at least`, or `at most` where smaller is better: as good or better.
  package var isOrBetter: Bool
}

/// `expect history is at least 30 days`: the value that the user of a scenario surely has.
package struct CheckedValueExpectation: Sendable {
  package var span: Span
  package var says: CheckedValueSentence
}

/// `always history is at least 30 days with plus`: the value that every user has.
package struct CheckedValueClaim: Sendable {
  package var span: Span
  package var isAlways: Bool
  package var says: CheckedValueSentence
  /// `with` rather than `without`.
  package var isWith: Bool
  package var requirement: CheckedExpression
  package var applies: CheckedApplicability
}

extension CheckedValueClaim {
  /// The place of the claim, for whom it is, and the target of its setting; not what it says of
  /// the value.
  package func sentence(about target: Int32) -> CheckedClaim {
    CheckedClaim(
      span: span, isAlways: isAlways, targets: TargetSet([target..<target + 1]),
      targetsSpan: says.settingSpan, growth: nil, outcome: .allowed, isWith: isWith,
      requirement: requirement, applies: applies)
  }
}
