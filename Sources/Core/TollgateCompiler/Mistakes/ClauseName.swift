package import TollgateSyntax

/// A clause by its first words.
enum ClauseName: String, Sendable, Hashable, CaseIterable {
  case soldAs = "sold as"
  case grants, adds, price, trial
  case introductoryPrice = "introductory price"
  case sharedWithFamily = "shared with family"
  case recommended, benefit, grace
  case onlyWith = "only with"
  case notWith = "not with"
  case notForSale = "not for sale"
  case forSale = "for sale"
  case reminder
  case reminderOfEnd = "reminder … before it ends"
  case soft
  case runningUse = "running use may finish"
  case prompt, message, because
  case instead = "instead use"
  case countedPer = "counted per"
  case countedForEver = "counted for ever"
  case windows
  case windowsBegin = "windows begin at"
  case refills, given, at, expect, step, then
  case unused = "unused rolls over"

  init?(_ kind: ClauseSyntax.Kind) {
    switch kind {
    case .soldAs: self = .soldAs
    case .grants: self = .grants
    case .adds, .addsPack: self = .adds
    case .price: self = .price
    case .introductoryPrice: self = .introductoryPrice
    case .trial: self = .trial
    case .sharedWithFamily, .sharedWithPeople: self = .sharedWithFamily
    case .recommended: self = .recommended
    case .benefit: self = .benefit
    case .grace: self = .grace
    case .onlyWith: self = .onlyWith
    case .notWith: self = .notWith
    case .notForSale: self = .notForSale
    case .forSale: self = .forSale
    case .reminder(let reminder): self = reminder.isBeforeEnd ? .reminderOfEnd : .reminder
    case .soft: self = .soft
    case .runningUseMayFinish: self = .runningUse
    case .prompt: self = .prompt
    case .message: self = .message
    case .because: self = .because
    case .insteadUse: self = .instead
    case .overage: self = .then
    case .rollover: self = .unused
    case .countedPer: self = .countedPer
    case .countedForEver: self = .countedForEver
    case .windows: self = .windows
    case .windowsBegin: self = .windowsBegin
    case .refills: self = .refills
    case .given: self = .given
    case .at: self = .at
    case .expect, .expectValue: self = .expect
    case .step, .amountStep: self = .step
    case .broken: return nil
    }
  }

  var words: String { rawValue }

  /// The statements it belongs under.
  var home: [StatementName] {
    switch self {
    case .benefit: [.product, .feature, .entitlement]
    case .soldAs, .grants, .adds, .price, .introductoryPrice, .trial, .sharedWithFamily,
      .recommended, .grace, .onlyWith, .notWith, .notForSale, .forSale:
      [.product]
    case .reminder, .runningUse, .then, .unused: [.rule]
    case .step: [.rule, .setting, .uses]
    case .reminderOfEnd, .soft, .prompt, .message, .because, .instead: [.rule, .setting]
    case .countedPer, .countedForEver, .windows, .windowsBegin, .refills: [.meter]
    case .given, .at, .expect: [.scenario]
    }
  }

  /// Whether one statement may have it several times.
  var repeats: Bool {
    switch self {
    case .soldAs, .grants, .adds, .benefit, .notWith, .reminder, .reminderOfEnd, .given, .expect,
      .step:
      true
    default: false
    }
  }
}

/// A statement in words, with an article.
enum StatementName: String, Sendable, Hashable, CaseIterable {
  case policy = "`policy`"
  case trust = "`trust snapshots`"
  case snooze = "`snooze prompts`"
  case tiers = "`tiers`"
  case entitlement = "an entitlement"
  case product = "a product"
  case meter = "a meter"
  case feature = "a feature"
  case series = "a series"
  case group = "a group"
  case fact = "a fact"
  case rollout = "a rollout"
  case grant = "a `grant` statement"
  case rule = "a rule"
  case scenario = "a scenario"
  case claim = "a claim"
  case setting = "a setting"
  case use = "`use`"
  case uses = "what a use takes"

  init?(_ kind: StatementSyntax.Kind) {
    switch kind {
    case .policy: self = .policy
    case .trust: self = .trust
    case .snooze: self = .snooze
    case .tiers: self = .tiers
    case .entitlements: self = .entitlement
    case .product: self = .product
    case .meters: self = .meter
    case .features: self = .feature
    case .series: self = .series
    case .group: self = .group
    case .fact: self = .fact
    case .rollout: self = .rollout
    case .grant: self = .grant
    case .rule: self = .rule
    case .scenario: self = .scenario
    case .claim, .valueClaim: self = .claim
    case .setting: self = .setting
    case .use: self = .use
    case .uses: self = .uses
    case .broken: return nil
    }
  }

  var words: String { rawValue }
}

/// The clauses that a statement may have, by their first words.
package enum ClausesOfStatement {
  /// Those that may still be written: `price`, `sold as`. A clause that may be there only once is
  /// left out where it is there.
  package static func missing(in statement: StatementSyntax) -> [String] {
    guard let home = StatementName(statement.kind) else { return [] }
    let present = Set(statement.clauses.compactMap { ClauseName($0.kind) })
    var words: [String] = []
    for name in ClauseName.allCases where name.home.contains(home) && name != .step {
      guard name.repeats || !present.contains(name) else { continue }
      if name == .then, present.contains(.soft) || !statement.isLimit { continue }
      if name == .unused, !statement.rollsOver { continue }
      let first = name == .reminderOfEnd ? ClauseName.reminder.words : name.words
      if !words.contains(first) { words.append(first) }
    }
    return words
  }
}

extension StatementSyntax {
  /// Whether it is about a counter of which something may be carried.
  fileprivate var rollsOver: Bool {
    guard case .rule(let rule) = kind, case .comparison(let comparison) = rule.subject else {
      return false
    }
    switch comparison.window {
    case .one(let name): return ["day", "week", "month", "year"].contains(name.text)
    case .several(let literal): return !["minutes", "hours"].contains(literal.unit?.text ?? "")
    case nil: return false
    }
  }

  /// Whether it is a rule with a limit that may be passed.
  fileprivate var isLimit: Bool {
    guard case .rule(let rule) = kind, case .comparison = rule.subject else { return false }
    switch rule.effect {
    case .requires, .ladder: return true
    case .off, .notAllowed: return false
    }
  }
}
