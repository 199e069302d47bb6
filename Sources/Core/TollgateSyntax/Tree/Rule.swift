package struct RuleSyntax: Sendable {
  package var subject: Subject
  package var effect: Effect
  package var applies: ApplicabilitySyntax

  package enum Subject: Sendable {
    /// Features, ranges and groups; a single name may also turn out to be a bare meter.
    case things(SubjectSyntax)
    indirect case comparison(ComparisonSyntax)
  }

  package enum Effect: Sendable {
    case requires(ExpressionSyntax)
    /// `is off`, `are off`
    case off(Span)
    /// `is not allowed`, `are not allowed`
    case notAllowed(Span)
    /// `at most`: the subject is a comparison, and the steps are clauses.
    case ladder(Span)
  }
}

package struct SubjectSyntax: Sendable {
  package var items: [SubjectItemSyntax]
  package var exceptions: [SubjectItemSyntax]
  package var span: Span

  package init(items: [SubjectItemSyntax], exceptions: [SubjectItemSyntax], span: Span) {
    self.items = items
    self.exceptions = exceptions
    self.span = span
  }
}

package enum SubjectItemSyntax: Sendable {
  case name(NameSyntax)
  case range(NameSyntax, NameSyntax)
  case everything(Span)

  package var span: Span {
    switch self {
    case .name(let name): name.span
    case .range(let first, let last): first.span.joined(last.span)
    case .everything(let span): span
    }
  }
}

/// `bills > 500`, `storage >= 5 GB per month`, `seats > allowance otherwise 3`
package struct ComparisonSyntax: Sendable {
  package var meter: NameSyntax
  /// `>=` rather than `>`.
  package var isInclusive: Bool
  package var quantity: Quantity
  /// The thing that the quantity is for each of: `at most 20 for each of seats`.
  package var each: NameSyntax?
  package var window: WindowSyntax?
  package var span: Span

  package enum Quantity: Sendable {
    case literal(LiteralSyntax)
    case undecided(Span)
    case allowance(Span, otherwise: LiteralSyntax?)
  }
}

/// `image uses 4 credits and 1 of exports when quality is fine`
package struct UsesSyntax: Sendable {
  package var subject: SubjectSyntax
  /// `uses` or `use`.
  package var verb: Span
  package var amounts: [AmountSyntax]
  package var applies: ApplicabilitySyntax
}

/// `4 credits`, `5 min of compute`, `1 credit for each 1_000`
package struct AmountSyntax: Sendable {
  package var quantity: LiteralSyntax
  /// The meter, or its name without the final `s`.
  package var meter: NameSyntax
  package var each: LiteralSyntax?
  package var span: Span
}

/// A step of an amount: `2 credits with pro`, `nothing with pro`
package struct AmountStepSyntax: Sendable {
  /// Nil for `nothing`.
  package var amount: AmountSyntax?
  /// The amount, or `nothing`.
  package var span: Span
  package var requirement: ExpressionSyntax
  package var applies: ApplicabilitySyntax
}
