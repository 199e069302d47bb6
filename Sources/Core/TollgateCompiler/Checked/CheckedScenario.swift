package import TollgateRuntime
package import TollgateSyntax

package struct CheckedScenario: Sendable {
  package var title: String
  package var span: Span
  /// The given values; all others are unknown.
  package var snapshot: Snapshot
  package var now: Instant
  package var expectations: [CheckedExpectation]
  /// The values of settings that it expects.
  package var values: [CheckedValueExpectation] = []
}

package struct CheckedExpectation: Sendable {
  package var span: Span
  package var targetsSpan: Span
  /// The targets, each asked alone; ascending.
  package var targets: [Int32]
  package var growth: Growth?
  package var isContinuing: Bool
  package var outcome: Decision.Outcome
  package var reason: Reason?
  package var remaining: Remaining?
  /// The amounts that one use takes, meter by meter, ascending; empty for `nothing`.
  package var uses: [Taken]?
  package var usesLeft: Int64?
  package var charged: Charged?
  package var reminder: ExpectedReminder?
  /// When what the reminder of an end tells of ends.
  package var ends: Instant?
  /// Of the reminder where one is named, else of the prompt.
  package var snoozedUntil: Instant?
  /// Every minimal set of products, by index, ascending in each; empty for `nothing`.
  package var unlockedBy: [[Int32]]?
  package var validity: Validity?
  /// The targets that may be used instead, all of them, ascending; empty for `nothing`.
  package var instead: [Int32]?

  package typealias Growth = Ask.Growth

  package struct Taken: Sendable, Hashable {
    package var meter: Int32
    package var amount: Int64
  }

  /// The cost of going beyond limits, all together.
  package struct Charged: Sendable, Hashable {
    /// An exact decimal.
    package var amount: String
    package var currency: String
  }

  package enum Remaining: Sendable, Hashable {
    case quantity(Int64)
    case unlimited
  }

  package enum ExpectedReminder: Sendable, Hashable {
    case at(Int64)
    case none
  }

  package enum Validity: Sendable, Hashable {
    case until(Instant)
    case forEver
  }
}

/// `always L1..L18 allowed with full`: what is true of every user.
package struct CheckedClaim: Sendable {
  package var span: Span
  package var isAlways: Bool
  package var targets: TargetSet
  package var targetsSpan: Span
  package var growth: CheckedExpectation.Growth?
  package var outcome: Decision.Outcome
  /// `with` rather than `without`.
  package var isWith: Bool
  package var requirement: CheckedExpression
  package var applies: CheckedApplicability

  /// How much more of a meter it speaks of: one more unless it says.
  package var adding: Int64 {
    if case .adding(let amount) = growth { return amount }
    return 1
  }
}
