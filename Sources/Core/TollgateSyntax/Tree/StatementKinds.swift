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
    case .rule: self = .rules
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
