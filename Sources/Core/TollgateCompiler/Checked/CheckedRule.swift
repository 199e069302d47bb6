package import TollgateRuntime
package import TollgateSyntax

package struct CheckedRule: Sendable {
  package var subject: Subject
  package var subjectSpan: Span
  package var effect: Effect
  /// Whether its subject says `everything`.
  package var saysEverything = false
  package var applies = CheckedApplicability()
  package var soft: Soft = .never
  package var softSpan: Span?
  package var runningUseMayFinish = false
  package var prompt = PromptStyle()
  package var reminders: [CheckedReminder] = []
  package var message: CheckedLabel?
  package var because = ""
  /// The targets after `instead use`, each once, in the order written.
  package var instead: [Int32] = []
  /// How its limit goes on for money.
  package var overage: CheckedOverage?
  /// How what is unused of its limit rolls over.
  package var rollover: CheckedRollover?
  /// Whether a clause says how a denial is presented.
  package var saysPrompt = false
  /// Where the rule begins.
  package var row: SourceRow
  /// The rule as it is written, white space evened out, without its clauses.
  package var text: String
  package var span: Span

  /// The most targets after `instead use`.
  package static let mostInstead = 1_000

  package enum Subject: Sendable, Hashable {
    case targets(TargetSet)
    case limit(CheckedLimit)
    case ladder(CheckedLadder)
    /// The value of a setting, with its steps: the rule that `reaching` asks.
    case setting(Int32, [CheckedStep])
  }

  /// The steps of a ladder or a setting, in the order of the source.
  package var steps: [CheckedStep] {
    switch subject {
    case .ladder(let ladder): ladder.steps
    case .setting(_, let steps): steps
    case .targets, .limit: []
    }
  }

  package enum Effect: Sendable, Hashable {
    case requires(CheckedExpression)
    case requiresNothing(Span)
    /// `is off`, `is not allowed`
    case off(Span)
    /// The rule of a ladder or a setting requires what its steps ask for.
    case steps(Span)
  }

  package enum Soft: Sendable, Hashable {
    case never, always
    case until(CheckedMoment)
  }
}

/// `unused rolls over with pro, at most 1_000 carried`
package final class CheckedRollover: Sendable {
  package let requirement: CheckedExpression?
  package let most: Rollover.Most
  package let span: Span

  package init(requirement: CheckedExpression?, most: Rollover.Most, span: Span) {
    self.requirement = requirement
    self.most = most
    self.span = span
  }
}

/// The comparison, or the bare meter, that is the subject of a rule.
package struct CheckedLimit: Sendable, Hashable {
  package var meter: Int32
  package var window: Window
  package var kind: Limit.Kind
  /// Written with `>=`.
  package var isInclusive: Bool
  package var span: Span
}

package struct CheckedReminder: Sendable, Hashable {
  package var at: Reminder.Threshold
  package var isProminent: Bool
  package var snooze: Int64?
  package var label: CheckedLabel?
  /// The quantity or percentage.
  package var span: Span
}

/// `image uses 4 credits and 1 of exports`: what one use of each target takes from meters.
package struct CheckedUses: Sendable {
  package var targets: TargetSet
  package var targetsSpan: Span
  /// In the order written, each of another meter.
  package var amounts: [Amount]
  /// The lesser amounts below it, in the order of the source; `nothing` is 0.
  package var steps: [CheckedStep]
  package var applies: CheckedApplicability
  /// Where it begins.
  package var row: SourceRow
  /// The line as it is written, white space evened out.
  package var text: String
  package var span: Span

  package struct Amount: Sendable, Hashable {
    package var meter: Int32
    /// The name of the meter, or its singular.
    package var meterSpan: Span
    package var quantity: Int64
    package var quantitySpan: Span
    /// It is taken for each so many of the target that are begun; nil for once a use.
    package var each: Int64?
    package var span: Span
  }
}

/// `then 0.05 USD for each credit with pro, at most 40 USD`: what goes beyond a limit for money.
///
/// Few rules have one, so a rule holds no more than its place.
package final class CheckedOverage: Sendable {
  /// One for each currency, in the order written, each for so much of the meter.
  package let prices: [Price]
  /// Who may go beyond the limit; nil for everybody.
  package let requirement: CheckedExpression?
  package let most: Most?
  package let span: Span

  /// How far one may go.
  package struct Most: Sendable, Hashable {
    /// In the meter's unit.
    package var quantity: Int64
    /// The money that pays for so much, in the first currency, where it is written as money.
    package var money: String?
  }

  init(prices: [Price], requirement: CheckedExpression?, most: Most?, span: Span) {
    self.prices = prices
    self.requirement = requirement
    self.most = most
    self.span = span
  }

  /// Whether everybody may go beyond the limit, who bought nothing too.
  package var isForAll: Bool {
    switch requirement {
    case nil, .nothing: true
    default: false
    }
  }
}
