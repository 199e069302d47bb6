/// One thing that a scenario gives. The compiler finds the meaning of a bare name or a value.
package enum GivenSyntax: Sendable {
  /// `pro`, `pro until I` (an entitlement), or `beta-tester` (a yes-or-no fact).
  case bare(NameSyntax, until: LiteralSyntax?)
  /// `not beta-tester`
  case notFact(NameSyntax)
  case product(ProductGivenSyntax)
  /// `bills 500`, `exports 3 per day resets I` (a meter), `installed 2026-04-01` (a fact).
  case value(
    NameSyntax, LiteralSyntax, window: WindowSyntax?, carried: LiteralSyntax?, FallSyntax?)
  /// `storage allowance 10 GB`
  case allowance(NameSyntax, LiteralSyntax)
  /// `platform is ios`
  case factIs(NameSyntax, ValueSyntax)
  case subject(TextSyntax)
  case verified(LiteralSyntax)
  case seen(LiteralSyntax)
  case dismissed(TextSyntax, at: LiteralSyntax)
}

/// How a counter falls later.
package enum FallSyntax: Sendable {
  /// `resets I`
  case resets(LiteralSyntax)
  /// `then Q at I then Q at I`
  case steps([(used: LiteralSyntax, at: LiteralSyntax)])

  package var span: Span {
    switch self {
    case .resets(let instant): instant.span
    case .steps(let steps):
      steps.reduce(steps[0].used.span) { $0.joined($1.at.span) }
    }
  }
}

/// `product annual cancelled from I until I times 2 shared offer used`
package struct ProductGivenSyntax: Sendable {
  package var product: NameSyntax
  package var state: NameSyntax?
  package var from: LiteralSyntax?
  package var until: LiteralSyntax?
  package var times: LiteralSyntax?
  package var isShared = false
  /// `offer used`: its buyer had a trial or an introductory price.
  package var isOfferUsed = false
}

package enum GrowthSyntax: Sendable {
  case adding(LiteralSyntax)
  case reaching(SettingValueSyntax)
}

package struct ExpectationSyntax: Sendable {
  package var targets: SubjectSyntax
  package var growth: GrowthSyntax?
  package var isContinuing = false
  /// `allowed`, `warned` or `denied`, unread.
  package var outcome: NameSyntax
  package var reason: NameSyntax?
  package var remaining: Remaining?
  /// `uses 4 credits and 1 of exports`; an empty list is `uses nothing`.
  package var uses: [AmountSyntax]?
  /// `uses left 3`
  package var usesLeft: LiteralSyntax?
  /// `charged 0.15 USD`
  package var charged: LiteralSyntax?
  package var reminder: Reminder?
  /// `ends 2026-06-01`
  package var ends: LiteralSyntax?
  package var snoozedUntil: LiteralSyntax?
  /// `instead basic-model`; an empty list is `instead nothing`.
  package var instead: [SubjectItemSyntax]?
  /// `unlocked by A or B and C`; an empty list is `unlocked by nothing`.
  package var unlockedBy: [[NameSyntax]]?
  package var validity: Validity?

  package enum Remaining: Sendable {
    case quantity(LiteralSyntax)
    case unlimited
  }

  package enum Reminder: Sendable {
    case at(LiteralSyntax)
    case none
  }

  package enum Validity: Sendable {
    case until(LiteralSyntax)
    case forEver
  }
}

/// `always L1..L18 allowed with full`
package struct ClaimSyntax: Sendable {
  package var isAlways: Bool
  package var targets: SubjectSyntax
  package var growth: GrowthSyntax?
  /// `allowed`, `warned` or `denied`, unread.
  package var outcome: NameSyntax
  /// `with` rather than `without`.
  package var isWith: Bool
  package var requirement: ExpressionSyntax
  package var applies: ApplicabilitySyntax
}
