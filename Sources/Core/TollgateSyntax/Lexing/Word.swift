/// A word that the language knows. Most of them are words only where the grammar asks for them,
/// and names everywhere else.
package enum Word: String, CaseIterable, Sendable {
  // lead a statement
  case policy, trust, snooze, tiers, entitlement, entitlements, product, meter, meters, feature
  case features, series, group, fact, rollout, grant, scenario, always, never
  // lead a clause
  case sold, grants, adds, price, trial, shared, recommended, benefit, grace, only, not, reminder
  case soft, running, prompt, message, because, given, at, expect
  // join
  case and, or, nothing, everything, requires, require, `is`, are, when, unless, from, until
  case except, per, `in`
  // elsewhere
  case a, adding, after, allowance, allowed, anything, `as`, before, by, continuing, date
  case denied, dismissed, dismissible, `else`, ever, family, finish, `for`, gentle, includes, may
  case no, number, of, off, on, once, one, otherwise, prominent, prompts, reaching
  case remaining, resets, sale, seen, since, snapshots, snoozed, subject, times, to, undecided
  case unlimited, unlocked, use, users, verified, version, warned, with, without, yes
  // edition 2: words only where edition 1 could not read on
  case better, least, most, setting, smaller
  case each, people, request, up, used
  case begin, counted, every, follow, instead, refills, roll, then, windows

  /// Whether a line that begins with it is a statement or a clause rather than a rule.
  package var isLead: Bool { leadsStatement || leadsClause }

  package var leadsStatement: Bool {
    switch self {
    case .policy, .trust, .snooze, .tiers, .entitlement, .entitlements, .product, .meter, .meters,
      .feature, .features, .series, .group, .fact, .rollout, .grant, .scenario, .always, .never:
      true
    default: false
    }
  }

  package var leadsClause: Bool {
    switch self {
    case .sold, .grants, .adds, .price, .trial, .shared, .recommended, .benefit, .grace, .only,
      .not, .reminder, .soft, .running, .prompt, .message, .because, .given, .at, .expect:
      true
    default: false
    }
  }

  /// Whether a clause may begin with it, if what follows fits.
  package var mayLeadClause: Bool {
    switch self {
    case .for, .counted, .instead, .refills, .windows: true
    default: leadsClause
    }
  }

  /// Whether it leads a clause where a certain word follows it. Elsewhere it is a name.
  func leadsClause(before next: Lexeme) -> Bool {
    switch self {
    case .counted: next.word == .per || next.word == .for
    case .instead: next.word == .use
    case .refills: next.kind == .numeral
    case .windows: next.word == .begin || next.word == .follow || next.word == .roll
    default: false
    }
  }

  /// Whether a name may be this word at every place: edition 2 reserves none of its words.
  var isPlainName: Bool {
    switch self {
    case .better, .least, .most, .setting, .smaller, .each, .people, .request, .up, .used:
      true
    case .begin, .counted, .every, .follow, .instead, .refills, .roll, .then, .windows: true
    default: false
    }
  }

  /// Whether no name may be this word, at any place. (`in` is one only where an operand
  /// may begin, so it is not among them.)
  package var isConnective: Bool {
    switch self {
    case .and, .or, .not, .nothing, .everything, .requires, .require, .is, .are, .when, .unless,
      .from, .until, .except, .per:
      true
    default: false
    }
  }

  /// The clauses that are complete with their first word.
  package var standsAlone: Bool { self == .recommended || self == .soft || self == .prompt }
}
