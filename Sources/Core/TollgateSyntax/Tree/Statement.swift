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
    indirect case uses(UsesSyntax)
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

/// Which kinds of statements there are among some.
package struct StatementKinds: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// `policy`, `trust`, `snooze`
  package static let header = StatementKinds(rawValue: 1 << 0)
  package static let tiers = StatementKinds(rawValue: 1 << 1)
  package static let entitlements = StatementKinds(rawValue: 1 << 2)
  package static let products = StatementKinds(rawValue: 1 << 3)
  package static let features = StatementKinds(rawValue: 1 << 4)
  package static let groups = StatementKinds(rawValue: 1 << 5)
  package static let facts = StatementKinds(rawValue: 1 << 6)
  package static let rollouts = StatementKinds(rawValue: 1 << 7)
  /// Meters, settings and series.
  package static let otherThings = StatementKinds(rawValue: 1 << 8)
  package static let grants = StatementKinds(rawValue: 1 << 9)
  package static let rules = StatementKinds(rawValue: 1 << 10)
  package static let scenarios = StatementKinds(rawValue: 1 << 11)
  package static let claims = StatementKinds(rawValue: 1 << 12)
  /// Lines that could not be read.
  package static let broken = StatementKinds(rawValue: 1 << 13)
  /// Statements of any kind that have clauses.
  package static let withClauses = StatementKinds(rawValue: 1 << 14)

  /// Statements that declare something.
  package static let declarations: StatementKinds = [
    .tiers, .entitlements, .products, .features, .groups, .facts, .rollouts, .otherThings,
  ]

  /// The kind of a statement.
  package init(_ kind: StatementSyntax.Kind) {
    switch kind {
    case .policy, .trust, .snooze: self = .header
    case .tiers: self = .tiers
    case .entitlements: self = .entitlements
    case .product: self = .products
    case .features: self = .features
    case .group: self = .groups
    case .fact: self = .facts
    case .rollout: self = .rollouts
    case .meters, .setting, .series: self = .otherThings
    case .grant: self = .grants
    case .rule, .uses: self = .rules
    case .scenario: self = .scenarios
    case .claim, .valueClaim: self = .claims
    // A `use` line looks like a rule to who reads only its first word.
    case .use: self = .rules
    case .broken: self = .broken
    }
  }
}

extension StatementKinds {
  /// The kinds of a line, or of the statement it belongs to, by the first word of the line.
  init(ledBy word: Word) {
    switch word {
    case .policy, .trust, .snooze: self = .header
    case .tiers: self = .tiers
    case .entitlement, .entitlements: self = .entitlements
    case .product: self = .products
    case .feature, .features: self = .features
    case .group: self = .groups
    case .fact: self = .facts
    case .rollout: self = .rollouts
    case .meter, .meters, .setting, .series: self = .otherThings
    case .grant: self = .grants
    case .scenario: self = .scenarios
    case .always, .never: self = .claims
    default: self = .withClauses
    }
  }
}

extension StatementSyntax {
  /// Its kind, and whether it has clauses.
  var kinds: StatementKinds {
    StatementKinds(kind).union(clauses.isEmpty ? [] : .withClauses)
  }
}

/// A token: a kind and a place. Joined in order, the tokens of a file are the file.
package struct Token: Sendable, Hashable {
  package var kind: Kind
  package var span: Span

  package init(_ kind: Kind, _ span: Span) {
    self.kind = kind
    self.span = span
  }

  package enum Kind: UInt8, Sendable {
    case whitespace, newline, comment
    case name, quotedName, numeral, text
    case comma, openParenthesis, closeParenthesis, range
    case less, lessOrEqual, more, moreOrEqual
    /// Bytes that no token begins with; the parser says what to do about them.
    case unknown

    /// White space and comments, which carry no meaning; a line's end may.
    package var isBlank: Bool { self == .whitespace || self == .comment }
  }
}
