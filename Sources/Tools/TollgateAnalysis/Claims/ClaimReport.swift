package import TollgateCompiler
package import TollgateRuntime

/// The verdict on a claim.
package struct ClaimReport: Sendable {
  /// The claim; of one about a value, its place and for whom it is.
  package var claim: CheckedClaim
  /// The claim about the value of its setting; `nil` for one about outcomes.
  package var says: CheckedValueSentence?
  package var verdict: Verdict

  package enum Verdict: Sendable {
    /// It is so for every user.
    case proved
    case refuted(Refutation)
    /// The budget ran out before that was known.
    case undecided(Exhausted)
  }

  package struct Refutation: Sendable {
    /// Every target for which the claim is wrong; the case is about the first.
    package var targets: [String]
    /// `nil` if no snapshot shows the case.
    package var example: Counterexample?
  }

  /// The smallest case in which it is otherwise.
  package struct Counterexample: Sendable {
    package var words: String
    package var decision: Decision
    /// The value of the setting, where the claim is about it.
    package var value: SettingValue?
    package var snapshot: Snapshot
    package var ask: Ask
    package var now: Instant
    /// As a statement that can be pasted into the policy.
    package var scenario: String?
  }
}
