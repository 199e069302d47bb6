import TollgateRuntime
import TollgateSyntax

/// A mistake in the meaning of a policy: the facts, apart from their words.
enum Mistake: Sendable {
  case literal(LiteralMistake)
  case name(NameMistake)
  case range(RangeMistake)
  case fact(FactMistake)
  case clause(ClauseMistake)
  case label(LabelMistake)
  case value(ValueMistake)
  case size(SizeMistake)
  case counting(CountingMistake)
  case price(PriceMistake)
  case use(UseMistake)
  case uses(UsesMistake)
  case paid(PaidMistake)
  case overage(OverageMistake)
  case rollover(RolloverMistake)
  case counted(CountedMistake)
}

/// A literal that has no value here.
enum LiteralMistake: Sendable {
  /// Something else was asked for: a duration, a date, a quantity.
  case expected(Expected)
  case unknownUnit(String, Expected)
  /// A fraction of a byte, a second or a thing.
  case notWhole(Measure.Dimension)
  /// A number with a `,`, or without a unit with a `.` before three digits.
  case separated(LiteralSyntax)
  /// A duration that is not whole in the unit of its meter.
  case notWholeUnit(Meter.Unit)
  case tooLarge
  /// 0, where at least 1 (or some time) is needed.
  case zero(Zero)
  /// A size or a duration for a meter that counts something else.
  case otherUnit(Measure.Dimension, meter: String, Meter.Unit, Span)
  case percentage(most: Int64)
  /// Not a time from `00:00` to `23:59`.
  case timeOfDay
  case timeZone(String)
  case instant(InstantText.ParseError)
  case version(VersionText.ParseError)
  case money(Money.ParseError, LiteralSyntax)

  enum Expected: Sendable, Hashable {
    case quantity(Meter.Unit), count, duration, percentage, instant, version, money, period
    /// Of a setting.
    case value
  }

  enum Zero: Sendable, Hashable {
    /// `>= 0`
    case limit
    case duration
    case count
    /// `shared with up to 1 people`
    case people
  }
}

/// A name without a meaning, or with another one.
enum NameMistake: Sendable {
  /// No kind of name that fits here has it.
  case undeclared(String, [NameKind])
  /// A declared name that nothing uses, beside one that is used again and again and not declared.
  case mistypedDeclaration(String, NameKind, meant: String, uses: [Span])
  /// `given product` without the name of one.
  case noProduct
  /// A bare name in a condition is a yes-or-no fact.
  case undeclaredFact(String, ListSlip?, asRequirement: Rewording?)
  /// A choice that a fact does not have.
  case undeclaredChoice(String, fact: String, choices: [String], Span)
  /// Not one of the words that the language has for this.
  case unknownWord(String, WordList)
  case declaredTwice(String, NameKind, first: NameKind, Span)
  case seriesOverlap(String, String, Span)
  case isMember(String, series: String, Span)
  case wrongKind(String, NameKind, wanted: [NameKind], Span, isDeclared: Bool)
  /// An entitlement in a condition.
  case entitlementInCondition(String, Span, asRequirement: Rewording?)
  case mixedScripts(String, [Script], meant: String?)
  case lookalike(String, other: String, Span, isUndeclared: Bool)
  case cycle(Cycle, [String], [Span])
  case heldApartFromItself(String)
  case storeID(String, product: String, other: String, Span)
  case storeIDIsName(String, product: String, Span)

  /// `platform is web or android`: what to write for it.
  struct ListSlip: Sendable {
    var fact: String
    var span: Span
    var replacement: String
    var isReported = false
  }

  /// A part of a rule, and what says the same with an entitlement in the requirement.
  struct Rewording: Sendable {
    var span: Span
    var text: String
  }

  enum Cycle: Sendable, Hashable {
    case includes, groups, onlyWith
  }
}

/// The words that the language has in one place.
enum WordList: String, Sendable, CaseIterable {
  case window, level, unit, period, outcome, reason, state

  var words: [String] {
    switch self {
    case .window: ["minute", "hour", "day", "week", "month", "year"]
    case .level: ["gentle", "prominent"]
    case .unit: ["count", "bytes", "seconds", "minutes", "hours", "days"]
    case .period: ["week", "month", "year"]
    case .outcome: Decision.Outcome.allCases.map { $0.rawValue }
    case .reason: Reason.allCases.map { $0.rawValue }
    case .state: Grant.State.allCases.filter { $0 != .other }.map { $0.rawValue }
    }
  }
}

/// A range or a series that names no members.
enum RangeMistake: Sendable {
  case noNumber(String)
  case leadingZero(String)
  case reversed(first: String, last: String)
  case otherPrefix(String, String)
  /// No series holds all of it.
  case outside(String, prefix: String, nearest: [(String, Span)])
  /// `everything except everything`
  case nothingLeft
}

/// A fact that is compared with what it is not.
enum FactMistake: Sendable {
  case type(String, Fact.FactType, found: Found, Span, isDeclared: Bool)
  case otherwise(Fact.FactType)
  /// A fact in a requirement, or alone in a condition, that is not `yes or no`.
  case notYesOrNo(String, Fact.FactType, Span, isDeclared: Bool)
  case duplicateChoice(String, Span)
  /// A counter of a window, asked of a number fact.
  case window(String, Span)
  /// A meter compared by `before`, or with a name.
  case meter(String, Span, isDeclared: Bool)
  case intervalReversed(from: Span, isEqual: Bool)
  /// Months after a date from which durations are counted elsewhere, or the other way round.
  case otherLapse(String, inMonths: Bool, first: Span)
  /// `nothing` inside a larger requirement.
  case nothingInside

  /// How a fact is compared.
  enum Found: Sendable, Hashable {
    case name, number, date, version, order, comparison, anchor
  }
}

/// A clause or a part of a sentence where it does not belong, or once too often.
enum ClauseMistake: Sendable {
  case misplaced(ClauseName, under: StatementName)
  case twice(ClauseName, Span)
  case statementTwice(StatementName, Span)
  case storeTwice(String, Span)
  case storeIDEmpty
  case meterTwice(String, Span)
  /// `adds 3 days to history per month`
  case windowOfSetting(String)
  case currencyTwice(String, Span)
  /// `for sale` beside `not for sale`.
  case saleAgainstNoSale(Span)
  case givenTwice(String, Span)
  case reminderWithoutLimit
  case reminderWithoutQuantity
  /// `reminder 3 days before it ends` below a rule that asks for nothing.
  case reminderWithoutEnd
  case benefitOfSeveral
  /// `is off` on a comparison, `is not allowed` on features.
  case offOnLimit(isAre: Bool)
  case notAllowedOnFeature(isAre: Bool)
  /// `adding`, `remaining` or a reminder, expected of a feature.
  case needsMeter(String)
  /// `beta-tester until 2027-01-01`
  case untilOfFact(String)
  /// A step below anything but a ladder or a setting.
  case stepWithoutLadder(StatementName)
  /// `reminder at 5` below `at most allowance`.
  case reminderOnAllowance
  /// `reaching` a value that is not the same for all targets of the line.
  case reachesSeveral
  /// `expect bills is denied`: the place of `is`, with the white space around it.
  case outcomeAfterIs(Span)
  /// A sentence about the value of several things.
  case valueOfSeveral
}

/// A label or message that says something wrong about itself.
enum LabelMistake: Sendable {
  case placeholder(String)
  case locale(String)
  case localeTwice(String, Span)
}

/// A policy in several files that do not fit together.
enum UseMistake: Sendable {
  /// `use` with this path brings no file.
  case file(UseFault, String)
  /// `policy`, `trust` or `snooze` in a file that another one uses.
  case header(StatementName)
}

/// More than an app could load.
enum SizeMistake: Sendable {
  case series(String, Int64)
  case targets(Int)
  case work
  case conditions
}

/// `paid` where it says nothing, or nothing sure.
enum PaidMistake: Sendable {
  /// An entitlement without it in the same requirement: its place, the place of the whole
  /// requirement, and both readings.
  case beside(String, Span, whole: Span, all: String, alone: String)
  /// Before a fact.
  case fact(String)
  /// `not`, or `paid` once more, in its parentheses.
  case inside(String)
}

/// A window, a counter or a clause of a meter that is not as the language has it.
enum CountingMistake: Sendable {
  /// A window in another spelling than this one.
  case windowSlip(String)
  /// A number without a unit, or a unit without a number.
  case noWindow
  /// Less than 1, more than 1,000, or a fraction.
  case windowNumber
  /// The later steps of a counter cannot be right; the place of the step before.
  case steps(CounterError, before: Span?)
  /// `refills` and `windows` below one meter.
  case refillsBesideWindows(Span)
  /// `windows begin at` beside windows that do not follow the calendar.
  case beginBesideWindows(Span)
  /// `refills` below a meter that a rule limits per window.
  case refillsBesideLimit(String, Span)
  /// A limit with another window than the limit before it, of a meter that has packs.
  case packOfTwoWindows(String, pack: Span, limit: Span)
  /// More targets after `instead use` than a decision looks at.
  case tooManyInstead(Int)
}

/// A price that is paid in a way that does not fit its product.
enum PriceMistake: Sendable {
  /// `per year billed yearly`
  case billedNotMonthly
  /// Neither whole months nor whole years, or not 2 to 1,000 months.
  case billedMonths
  /// An introductory price without a price that renews; the price, if there is one.
  case introductionAlone(price: Span?)
  /// An introductory price that is paid for another period; the words of the product's own.
  case introductionPeriod(own: String, price: Span)
  /// One that does not last for whole periods.
  case introductionLength(period: String)
  /// One in a currency that the product has no price in.
  case introductionCurrency(String, price: Span)
  /// One that is paid `once` and does not say for how long.
  case introductionOnce
  /// One that is free for this long, as the language writes it.
  case introductionFree(String, line: Span)
}

/// A value of a setting, or of a step, that cannot be one.
enum ValueMistake: Sendable {
  /// `unlimited` where no value may be it.
  case unlimited(String, Unlimited)
  /// `undecided` or `allowance` as a value.
  case open(String, Open)
  /// A name where a setting has quantities.
  case notQuantity(String, setting: String, Setting.Kind)
  /// A name as the quantity of a meter.
  case notQuantityOfMeter(String, meter: String?)
  /// A quantity of another kind than the setting's value.
  case otherKind(setting: String, Setting.Kind, found: Setting.Kind, Span)
  /// A quantity where a setting has choices.
  case notChoice(setting: String, [String], Span)
  case undeclaredChoice(String, setting: String, [String], Span)
  case oneChoice(String, String)
  /// `, smaller is better` after choices.
  case smallerOfChoices
  /// Something is added to a value that cannot grow.
  case cannotGrow(String, ofChoices: Bool)
  /// `at most` where more is better, `at least` where less is.
  case otherBound(String, isSmallerBetter: Bool)

  enum Unlimited: Sendable, Hashable {
    /// As the value of everybody.
    case base
    case smaller, choices
    /// There is a choice of this name, which is written in backquotes.
    case quoted
  }

  enum Open: Sendable, Hashable {
    case step
    case setting(String)
  }
}

extension Setting.Kind {
  /// One of its values in general, with an article.
  var words: String {
    switch self {
    case .count: "a number"
    case .bytes: "a size"
    case .seconds: "a length of time"
    case .months: "a number of months"
    case .basisPoints: "a percentage"
    case .choice: "a choice"
    }
  }
}

/// Something about what a use takes from meters that cannot be.
enum UsesMistake: Sendable {
  /// Two amounts of one meter; the place of the first.
  case meterTwice(String, Span)
  /// `for each` of what is not one meter.
  case eachOfNoMeter
  /// A step below a line with several amounts; the place of the second.
  case stepOfSeveral(Span)
  /// A step of another meter than the line above it.
  case stepOfOther(String, Span)
  /// A step with a `for each` of its own.
  case stepForEach
  /// A meter that is used uses another one; where it is used.
  case usedUses(String, Span)
  /// A condition that reads a meter that the use takes from.
  case readsTaken(String)
}

/// A quantity `for each of` what cannot be counted.
enum CountedMistake: Sendable {
  /// No price is for each of this meter.
  case notSold(String)
  /// A fact that is no number.
  case notNumber(String, Span)
  /// Another quantity of the same counter or setting counts another thing.
  case other(String, first: String, Span)
}

/// A clause `unused rolls over` that does not fit its rule.
enum RolloverMistake: Sendable {
  /// Its rule is no limit.
  case noLimit
  /// The limit counts over no days, weeks, months or years; what it counts over, nil for all.
  case noWindow(Usage.Window?, Span)
  /// The windows of the meter begin with the first use, or roll.
  case otherWindows(String, Span)
  /// Another limit reads the same counter, or has the clause, too.
  case otherLimit(String, Span)
  /// Nothing could ever be carried.
  case carriesNothing
}

/// A mistake about a price beyond a limit.
enum OverageMistake: Sendable {
  /// Below a rule that is no limit, or about all growth.
  case noLimit
  /// Below a rule that says `is not allowed`; where it does.
  case notAllowed(Span)
  /// Beside `soft`.
  case besideSoft(Span)
  /// Below a limit that is still open.
  case undecided(Span)
  /// A second one for one meter; the place of the first.
  case twice(String, Span)
  /// Without a period, below a limit without a window.
  case noPeriod(Span)
  /// With a period, below a limit with a window; the window.
  case periodBesideWindow(Span)
  /// `per 3 months`
  case severalPeriods
  /// `for each` of something else than the meter.
  case otherUnit(String, meter: String)
  /// `for each` of a meter that is no number of things.
  case noQuantity(String, Meter.Unit)
  /// A price of nothing.
  case free
  /// `at most` an amount in another currency than the first price.
  case otherCurrency(String)
  /// `at most` an amount that pays for nothing.
  case paysForNone
}
