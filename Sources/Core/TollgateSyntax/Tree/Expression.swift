/// A name as it is written: without its backquotes.
package struct NameSyntax: Sendable, Hashable {
  package var text: String
  package var span: Span
  package var isQuoted: Bool

  package init(_ text: String, span: Span, isQuoted: Bool = false) {
    self.text = text
    self.span = span
    self.isQuoted = isQuoted
  }
}

/// A numeral with the unit after it, unread: `500`, `10_000`, `1.5 GB`, `30s`, `90%`,
/// `2026-03-01T08:00Z`, `1.4.2`, `59.99 TRY`. The compiler gives it a value.
package struct LiteralSyntax: Sendable, Hashable {
  /// The numeral as written, with a unit that is stuck to it (`30s`, `90%`).
  package var numeral: String
  /// The word after it, if it is separated by white space (`5 GB`, `7 days`, `59.99 TRY`).
  package var unit: NameSyntax?
  package var span: Span

  package init(numeral: String, unit: NameSyntax? = nil, span: Span) {
    self.numeral = numeral
    self.unit = unit
    self.span = span
  }
}

/// `day` or `3 hours` after `per`, unread.
package enum WindowSyntax: Sendable, Hashable {
  case one(NameSyntax)
  case several(LiteralSyntax)

  package var span: Span {
    switch self {
    case .one(let name): name.span
    case .several(let literal): literal.span
    }
  }
}

/// An instant, or `DURATION after DATE-FACT`. In a grant's `for`, an instant may take the place of
/// the fact.
package indirect enum MomentSyntax: Sendable, Hashable {
  case at(LiteralSyntax)
  case after(LiteralSyntax, AnchorSyntax, Span)

  package enum AnchorSyntax: Sendable, Hashable {
    case fact(NameSyntax)
    case instant(LiteralSyntax)
  }

  package var span: Span {
    switch self {
    case .at(let literal): literal.span
    case .after(_, _, let span): span
    }
  }
}

/// A value after `is`: a choice, `yes` or `no`, or a literal.
package enum ValueSyntax: Sendable, Hashable {
  case name(NameSyntax)
  case literal(LiteralSyntax)

  package var span: Span {
    switch self {
    case .name(let name): name.span
    case .literal(let literal): literal.span
    }
  }
}

package enum ComparisonOperator: Sendable, Hashable {
  case more, atLeast, less, atMost, equal, notEqual
}

/// A requirement or a condition. Which of the two decides what its names mean.
package enum ExpressionSyntax: Sendable, Hashable {
  case nothing(Span)
  case name(NameSyntax)
  indirect case not(ExpressionSyntax, Span)
  /// `paid pro`, `paid (pro or team)`; in a requirement only. `isApart` in parentheses of its own,
  /// which say that it marks nothing else.
  indirect case paid(ExpressionSyntax, isApart: Bool, Span)
  /// Two or more, joined by `and`.
  case all([ExpressionSyntax], Span)
  /// Two or more, joined by `or`.
  case any([ExpressionSyntax], Span)
  /// `platform is ios`, `platform is not web`.
  indirect case isValue(NameSyntax, ValueSyntax, negated: Bool, Span)
  /// `platform is one of ios, android`, `platform is not one of ios, android`.
  indirect case isOneOf(NameSyntax, [ValueSyntax], negated: Bool, Span)
  /// `installed before 2026-03-01` (`since`: false), `first-version since 1.4` (`since`: true).
  indirect case order(NameSyntax, since: Bool, LiteralSyntax, Span)
  /// `first-build <= 2016`, `exports > 3 per day`; `>`, `>=`, `<`, `<=` only.
  indirect case compare(NameSyntax, ComparisonOperator, LiteralSyntax, WindowSyntax?, Span)
  /// `in ROLLOUT`.
  indirect case inRollout(NameSyntax, Span)
  /// A part that could not be read; a diagnostic says so. Nothing else is reported about it.
  case broken(Span)

  /// The place it is written at, its own parentheses left out.
  package var span: Span {
    switch self {
    case .nothing(let span), .not(_, let span), .paid(_, _, let span), .all(_, let span),
      .any(_, let span),
      .isValue(_, _, _, let span), .isOneOf(_, _, _, let span), .order(_, _, _, let span),
      .compare(_, _, _, _, let span), .inRollout(_, let span), .broken(let span):
      span
    case .name(let name): name.span
    }
  }
}
