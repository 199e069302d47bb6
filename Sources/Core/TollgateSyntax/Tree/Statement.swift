/// A whole file: every byte of it in a token, and the statements that could be read.
package struct PolicySyntax: Sendable {
  package var source: Source
  /// All tokens in order, white space, comments and unreadable bytes included: joined they are
  /// the file.
  package var tokens: [Token]
  package var statements: [StatementSyntax]
}

/// A statement with the clauses below it.
package struct StatementSyntax: Sendable {
  package var kind: Kind
  package var clauses: [ClauseSyntax]
  /// The statement's own line or lines, without leading white space and the comment at its end.
  package var span: Span
  /// Its tokens without the clauses: from its first word to its last.
  package var tokens: Range<Int>

  package enum Kind: Sendable {
    indirect case policy(NameSyntax, LabelSyntax?)
    /// `trust snapshots for D`
    indirect case trust(LiteralSyntax)
    /// `snooze prompts for D`
    indirect case snooze(LiteralSyntax)
    case tiers([DeclarationSyntax])
    case entitlements([EntitlementSyntax])
    indirect case product(DeclarationSyntax)
    case meters([MeterSyntax])
    indirect case setting(SettingSyntax)
    case features([DeclarationSyntax])
    indirect case series(first: NameSyntax, last: NameSyntax, LabelSyntax?)
    indirect case group(DeclarationSyntax, [SubjectItemSyntax])
    indirect case fact(FactSyntax)
    indirect case rollout(DeclarationSyntax, LiteralSyntax)
    indirect case grant(GrantSyntax)
    indirect case rule(RuleSyntax)
    case scenario(TextSyntax)
    /// `use "prices.gate"`
    case use(TextSyntax)
    indirect case claim(ClaimSyntax)
    indirect case valueClaim(ValueClaimSyntax)
    /// A line that could not be read; a diagnostic says so. Its clauses are still read.
    case broken
  }
}

/// A text in quotes: its value with escapes resolved.
package struct TextSyntax: Sendable, Hashable {
  package var value: String
  package var span: Span

  package init(_ value: String, span: Span) {
    self.value = value
    self.span = span
  }
}

/// `"CSV export" zh-Hans "CSV 导出"`
package struct LabelSyntax: Sendable, Hashable {
  package var text: TextSyntax
  package var translations: [(locale: NameSyntax, text: TextSyntax)]
  package var span: Span

  package static func == (a: LabelSyntax, b: LabelSyntax) -> Bool {
    a.span == b.span && a.text == b.text
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(span)
  }
}

/// A declared name with its label, if it has one.
package struct DeclarationSyntax: Sendable {
  package var name: NameSyntax
  package var label: LabelSyntax?
}

package struct EntitlementSyntax: Sendable {
  package var declaration: DeclarationSyntax
  package var includes: [NameSyntax]
}

package struct MeterSyntax: Sendable {
  package var declaration: DeclarationSyntax
  /// The word after `in`: `count`, `bytes` or `seconds`, unread.
  package var unit: NameSyntax?
}

package struct FactSyntax: Sendable {
  package var declaration: DeclarationSyntax
  package var type: FactType
  package var otherwise: ValueSyntax?

  package enum FactType: Sendable {
    case choice([NameSyntax], orAnythingElse: Bool)
    case date
    case yesOrNo
    case version
    case number
    case broken
  }
}

package struct GrantSyntax: Sendable {
  package var entitlement: NameSyntax
  /// `for DURATION after FACT-OR-INSTANT`: always `.after`.
  package var period: MomentSyntax?
  package var applies: ApplicabilitySyntax
}

/// `from I`, `until I`, `when CONDITION`, `unless CONDITION`, each at most once.
package struct ApplicabilitySyntax: Sendable {
  package var from: MomentSyntax?
  package var until: MomentSyntax?
  package var when: ExpressionSyntax?
  package var unless: ExpressionSyntax?

  /// Whether there is no `from`, `until`, `when` or `unless`.
  package var isEmpty: Bool { from == nil && until == nil && when == nil && unless == nil }
}

extension StatementSyntax {
  package var isBroken: Bool { if case .broken = kind { true } else { false } }
}

extension [StatementSyntax] {
  /// The statement that an indented line behind them stands below: an indented one that was
  /// misread is rather a clause of it.
  package func owner(
    ofLineIn source: Source, isMisread: (StatementSyntax) -> Bool
  ) -> StatementSyntax? {
    last { !source.isIndented(at: $0.span.start) || !isMisread($0) }
  }
}
