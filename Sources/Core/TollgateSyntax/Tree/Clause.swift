/// A clause: a line that belongs to the statement above it.
package struct ClauseSyntax: Sendable {
  package var kind: Kind
  package var span: Span
  package var tokens: Range<Int>

  package indirect enum Kind: Sendable {
    // products
    case soldAs(TextSyntax, store: NameSyntax?)
    case grants([NameSyntax])
    case adds(LiteralSyntax, meter: NameSyntax, per: WindowSyntax?)
    /// `adds 50 to credits until used up`
    case addsPack(LiteralSyntax, meter: NameSyntax)
    case price(PriceSyntax)
    /// `introductory price 5 USD per month for 3 months`, `introductory price 10 USD for 3 months`
    case introductoryPrice(PriceSyntax, lasting: LiteralSyntax?)
    case trial(LiteralSyntax)
    case sharedWithFamily
    /// `shared with up to 6 people`
    case sharedWithPeople(LiteralSyntax)
    case recommended
    case benefit(LabelSyntax)
    case grace(LiteralSyntax)
    case onlyWith([NameSyntax])
    case notWith([NameSyntax])
    case notForSale
    case forSale(SaleSyntax)
    // ladders and settings
    case step(StepSyntax)
    // uses
    case amountStep(AmountStepSyntax)
    // rules
    case reminder(ReminderSyntax)
    /// `soft`, `soft until I`
    case soft(until: MomentSyntax?)
    case runningUseMayFinish
    case prompt(PromptSyntax)
    case message(LabelSyntax)
    case because(TextSyntax)
    /// `instead use basic-model`
    case insteadUse([SubjectItemSyntax])
    /// `then 0.05 USD for each credit with pro, at most 40 USD`
    case overage(OverageSyntax)
    /// `unused rolls over with pro, at most 1_000 carried`
    case rollover(RolloverSyntax)
    // meters
    case countedPer(NameSyntax)
    /// `counted for ever`
    case countedForEver
    case windows(WindowsSyntax)
    /// `windows begin at 20:00 in "Asia/Shanghai"`
    case windowsBegin(LiteralSyntax, zone: TextSyntax?)
    case refills(LiteralSyntax, every: LiteralSyntax)
    // scenarios
    case given([GivenSyntax])
    case at(LiteralSyntax)
    case expect(ExpectationSyntax)
    /// `expect history is at least 30 days`
    case expectValue(ValueSentenceSyntax)
    /// A part that could not be read; a diagnostic says so.
    case broken
  }
}

/// `12 CNY or 1.99 USD per year`, `8 USD per month for each of seats, at least 5`, `on request`,
/// `10 USD per month billed yearly`
package struct PriceSyntax: Sendable {
  /// One for each currency; empty for a price on request.
  package var amounts: [LiteralSyntax] = []
  /// `nil` for a price on request, or for use.
  package var period: PeriodSyntax?
  /// `billed yearly`, `billed every 6 months`
  package var billing: BillingSyntax?
  /// The meter after `for each of`.
  package var each: NameSyntax?
  /// How much of the meter, as in `for each GB of storage`.
  package var quantity: LiteralSyntax?
  package var atLeast: LiteralSyntax?
}

/// `0.05 USD for each credit with pro, at most 40 USD`, `0.02 USD per month for each GB`
package struct OverageSyntax: Sendable {
  /// Its amounts, its period, and how much of the meter they are for; no meter.
  package var price = PriceSyntax()
  /// The thing that they are for, where no quantity says it: the name of the meter, or a unit.
  package var unit: NameSyntax?
  package var requirement: ExpressionSyntax?
  package var most: Most?

  /// The quantity that it is for each of: `for each GB` is for 1 GB.
  package var size: LiteralSyntax? {
    price.quantity
      ?? unit.map { unit in
        // Other units may be written out as well.
        let name = unit.text == "byte" ? NameSyntax("B", span: unit.span) : unit
        return LiteralSyntax(numeral: "1", unit: name, span: unit.span)
      }
  }

  /// How far beyond the limit one may go.
  package enum Most: Sendable {
    /// `at most 800 more`
    case more(LiteralSyntax)
    /// `at most 40 USD`
    case money(LiteralSyntax)
  }
}

/// `rolls over with pro, at most 1_000 carried`
package struct RolloverSyntax: Sendable {
  package var requirement: ExpressionSyntax?
  /// A quantity, or a percentage of the limit.
  package var most: LiteralSyntax?
}

/// `for sale with pro from 2026-03-01 when platform is ios`
package struct SaleSyntax: Sendable {
  /// Whether the requirement is written after `without`.
  package var isWithout = false
  package var requirement: ExpressionSyntax?
  package var applies = ApplicabilitySyntax()
}

/// How the windows of a meter run.
package enum WindowsSyntax: Sendable, Hashable {
  case followCalendar, followSubscription, beginWithFirstUse, roll
}

/// How many months a price per month is billed for.
package struct BillingSyntax: Sendable {
  /// `every 6 months`, the literal's unit unread; nil for `yearly`.
  package var every: LiteralSyntax?
  /// From `billed` on.
  package var span: Span
}

package enum PeriodSyntax: Sendable {
  case once
  /// `per week|month|year`, the word unread.
  case per(NameSyntax)
  /// `per N months`, the literal's unit unread.
  case perMany(LiteralSyntax)
}

package struct ReminderSyntax: Sendable {
  /// A value, or `3 days` of `3 days before it ends`.
  package var at: LiteralSyntax
  package var isBeforeEnd = false
  /// `gentle` or `prominent`, unread.
  package var level: NameSyntax?
  package var snooze: LiteralSyntax?
  package var label: LabelSyntax?
}

package struct PromptSyntax: Sendable {
  package var presentation: NameSyntax?
  package var snooze: LiteralSyntax?
  package var isDismissible = true
}
