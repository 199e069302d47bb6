/// `setting history is 7 days`, `setting quality is low < standard < high`
package struct SettingSyntax: Sendable {
  package var declaration: DeclarationSyntax
  package var base: Base
  /// The words `smaller is better`, if they are written.
  package var smallerIsBetter: Span?

  /// The value of everybody.
  package enum Base: Sendable {
    case value(SettingValueSyntax)
    /// The choices, from the least to the best; the first is everybody's.
    case choices([DeclarationSyntax])
    /// A value that could not be read; a diagnostic says so.
    case broken
  }
}

/// A value of a setting, or of a step, unread.
package enum SettingValueSyntax: Sendable, Hashable {
  /// `30 days`, `100`
  case literal(LiteralSyntax)
  /// `400 for each of seats`
  case each(LiteralSyntax, of: NameSyntax)
  /// `high`
  case choice(NameSyntax)
  case unlimited(Span)
  case undecided(Span)
  case allowance(Span)

  /// The quantity, if it is one.
  package var literal: LiteralSyntax? {
    switch self {
    case .literal(let literal), .each(let literal, _): literal
    case .choice, .unlimited, .undecided, .allowance: nil
    }
  }

  package var span: Span {
    switch self {
    case .literal(let literal): literal.span
    case .each(let literal, let name): literal.span.joined(name.span)
    case .choice(let name): name.span
    case .unlimited(let span), .undecided(let span), .allowance(let span): span
    }
  }
}

/// A step of a ladder or a setting: `100 with plus until 2027-01-01`
package struct StepSyntax: Sendable {
  package var value: SettingValueSyntax
  package var requirement: ExpressionSyntax
  package var applies: ApplicabilitySyntax
}

/// The words between a setting and a value: `is`, `is at least` or `is at most`.
package enum BoundSyntax: Sendable, Hashable {
  case exactly
  /// The place of `at least`.
  case atLeast(Span)
  /// The place of `at most`.
  case atMost(Span)
}

/// `history is at least 30 days`, expected of a user or claimed of all.
package struct ValueSentenceSyntax: Sendable {
  package var targets: SubjectSyntax
  package var bound: BoundSyntax
  package var value: SettingValueSyntax
}

/// `always history is at least 30 days with plus`
package struct ValueClaimSyntax: Sendable {
  package var isAlways: Bool
  package var says: ValueSentenceSyntax
  /// `with` rather than `without`.
  package var isWith: Bool
  package var requirement: ExpressionSyntax
  package var applies: ApplicabilitySyntax
}
