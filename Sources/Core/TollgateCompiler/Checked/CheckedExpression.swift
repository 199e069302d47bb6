package import TollgateRuntime
package import TollgateSyntax

/// A requirement or a condition, with the place of each part.
package enum CheckedExpression: Sendable, Hashable {
  /// Is true for everybody.
  case nothing(Span)
  case entitlement(Int32, Span)
  /// `paid pro`: by a grant that is not in a trial.
  case paid(Int32, Span)
  /// A fact has a value: the index of a choice, or 1 and 0 for yes and no.
  case factIs(Int32, Int64, Span)
  /// A date in milliseconds, or a number, is at least this.
  case factAtLeast(Int32, Int64, Span)
  indirect case versionAtLeast(Int32, Version, Span)
  /// The present value of a counter is at least this.
  indirect case usageAtLeast(Int32, Window, Int64, Span)
  case inRollout(Int32, Span)
  indirect case not(CheckedExpression, Span)
  case all([CheckedExpression], Span)
  case any([CheckedExpression], Span)

  /// Where it is written.
  package var span: Span {
    switch self {
    case .nothing(let span), .entitlement(_, let span), .paid(_, let span),
      .factIs(_, _, let span),
      .factAtLeast(_, _, let span), .versionAtLeast(_, _, let span),
      .usageAtLeast(_, _, _, let span), .inRollout(_, let span), .not(_, let span),
      .all(_, let span), .any(_, let span):
      span
    }
  }

  /// Whether `paid` stands in it.
  package var asksForPaid: Bool {
    switch self {
    case .paid: true
    case .not(let part, _): part.asksForPaid
    case .all(let parts, _), .any(let parts, _): parts.contains { $0.asksForPaid }
    case .nothing, .entitlement, .factIs, .factAtLeast, .versionAtLeast, .usageAtLeast, .inRollout:
      false
    }
  }
}

/// A point in time that may hang on a date fact.
package enum CheckedMoment: Sendable, Hashable {
  case at(Instant)
  /// So long after a date fact.
  case after(fact: Int32, Lapse)
}

/// When a rule or a grant applies.
package struct CheckedApplicability: Sendable, Hashable {
  package var from: CheckedMoment?
  package var fromSpan: Span?
  package var until: CheckedMoment?
  package var untilSpan: Span?
  package var when: CheckedExpression?
  package var unless: CheckedExpression?

  package init() {}
}
