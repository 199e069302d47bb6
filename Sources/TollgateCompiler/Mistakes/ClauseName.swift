import TollgateSyntax

/// A clause by its first words.
enum ClauseName: UInt8, Sendable, Hashable, CaseIterable {
  case soldAs, grants, adds, price, trial, sharedWithFamily, recommended, benefit, grace, onlyWith
  case notWith, notForSale, forSale
  case reminder, soft, runningUse, prompt, message, because, instead
  case countedPer, windows, refills
  case given, at, expect, expectValue
  case step

  init?(_ kind: ClauseSyntax.Kind) {
    switch kind {
    case .soldAs: self = .soldAs
    case .grants: self = .grants
    case .adds, .addsPack: self = .adds
    case .price: self = .price
    case .trial: self = .trial
    case .sharedWithFamily, .sharedWithPeople: self = .sharedWithFamily
    case .recommended: self = .recommended
    case .benefit: self = .benefit
    case .grace: self = .grace
    case .onlyWith: self = .onlyWith
    case .notWith: self = .notWith
    case .notForSale: self = .notForSale
    case .forSale: self = .forSale
    case .reminder: self = .reminder
    case .soft: self = .soft
    case .runningUseMayFinish: self = .runningUse
    case .prompt: self = .prompt
    case .message: self = .message
    case .because: self = .because
    case .insteadUse: self = .instead
    case .countedPer: self = .countedPer
    case .windows: self = .windows
    case .refills: self = .refills
    case .given: self = .given
    case .at: self = .at
    case .expect: self = .expect
    case .expectValue: self = .expectValue
    case .step: self = .step
    case .broken: return nil
    }
  }

  var words: String {
    switch self {
    case .soldAs: "sold as"
    case .grants: "grants"
    case .adds: "adds"
    case .price: "price"
    case .trial: "trial"
    case .sharedWithFamily: "shared with family"
    case .recommended: "recommended"
    case .benefit: "benefit"
    case .grace: "grace"
    case .onlyWith: "only with"
    case .notWith: "not with"
    case .notForSale: "not for sale"
    case .forSale: "for sale"
    case .reminder: "reminder"
    case .soft: "soft"
    case .runningUse: "running use may finish"
    case .prompt: "prompt"
    case .message: "message"
    case .because: "because"
    case .instead: "instead use"
    case .countedPer: "counted per"
    case .windows: "windows"
    case .refills: "refills"
    case .given: "given"
    case .at: "at"
    case .expect, .expectValue: "expect"
    case .step: "step"
    }
  }

  /// The statements it belongs under.
  var home: [StatementName] {
    switch self {
    case .benefit: [.product, .feature, .entitlement]
    case .soldAs, .grants, .adds, .price, .trial, .sharedWithFamily, .recommended, .grace,
      .onlyWith, .notWith, .notForSale, .forSale:
      [.product]
    case .reminder, .runningUse: [.rule]
    case .step, .soft, .prompt, .message, .because, .instead: [.rule, .setting]
    case .countedPer, .windows, .refills: [.meter]
    case .given, .at, .expect, .expectValue: [.scenario]
    }
  }

  /// Whether one statement may have it several times.
  var repeats: Bool {
    switch self {
    case .soldAs, .grants, .adds, .benefit, .notWith, .reminder, .given, .expect, .expectValue,
      .step:
      true
    default: false
    }
  }
}

/// A statement by its first word.
enum StatementName: UInt8, Sendable, Hashable, CaseIterable {
  case policy, trust, snooze, tiers, entitlement, product, meter, feature, series, group, fact
  case rollout, grant, rule, scenario, claim, setting, use

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
    case .broken: return nil
    }
  }

  /// In words, with an article.
  var words: String {
    switch self {
    case .policy: "`policy`"
    case .trust: "`trust snapshots`"
    case .snooze: "`snooze prompts`"
    case .tiers: "`tiers`"
    case .entitlement: "an entitlement"
    case .product: "a product"
    case .meter: "a meter"
    case .feature: "a feature"
    case .series: "a series"
    case .group: "a group"
    case .fact: "a fact"
    case .rollout: "a rollout"
    case .grant: "a `grant` statement"
    case .rule: "a rule"
    case .scenario: "a scenario"
    case .claim: "a claim"
    case .setting: "a setting"
    case .use: "`use`"
    }
  }
}
