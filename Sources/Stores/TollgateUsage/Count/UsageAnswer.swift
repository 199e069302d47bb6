import TollgateKit
public import TollgateRuntime

/// The answer to a use or a reservation. If it is allowed, the count stands; if not, nothing
/// happened.
///
/// ```swift
/// let answer = try await gate.use(.bills)
/// if answer.isAllowed {
///   save()
/// } else {
///   show(gate.paywall(for: answer.decision))
/// }
/// ```
public struct UsageAnswer: Sendable {
  /// Whether the use is allowed, warned about or denied.
  public let outcome: Decision.Outcome
  /// Why.
  public let reason: Reason
  /// Whether it was answered and counted before, under the same id.
  public let isRepeated: Bool
  private let question: UsageQuestion
  /// Its cost when it was answered before.
  private let known: [Charge]?

  /// The decision, with the ways in, worked out when you ask for it. Of an answer that is repeated it
  /// is the decision about using so much once more.
  public var decision: Decision { question.decision }

  /// The cost of the use beyond limits, for each of them; empty where it costs nothing.
  public var charges: [Charge] {
    if let known { return known }
    return outcome == .warned ? decision.blockers.compactMap { $0.charge } : []
  }

  /// Whether the use may go ahead: it is allowed, or only warned about.
  public var isAllowed: Bool { outcome != .denied }

  init(_ verdict: Verdict, to question: UsageQuestion) {
    outcome = verdict.outcome
    reason = verdict.reason
    isRepeated = false
    known = nil
    self.question = question
  }

  init(repeating receipt: UsageReceipt, to question: UsageQuestion) {
    outcome = receipt.outcome
    reason = receipt.reason
    isRepeated = true
    known = receipt.charges.map { $0.charge }
    self.question = question
  }
}

/// Whether more of a meter may be used: all that the answer depends on.
struct UsageQuestion: Sendable {
  let meter: Target
  let amount: Int64
  /// The person without counters.
  let person: PreparedSnapshot
  /// The person's counts in the book.
  let counters: [(counter: CounterIndex, state: Counter)]
  let now: Instant

  /// The verdict without preparing anything anew; nil if only the ``decision`` can tell.
  var verdict: Verdict? {
    person.graph.verdict(meter, adding: amount, for: person, counting: counters, at: now)
  }

  /// The decision.
  var decision: Decision {
    person.graph.decide(
      meter, ask: Ask(.adding(amount)), for: person.graph.prepareOnce(person, counting: counters),
      at: now)
  }
}

extension UsageAnswer: CustomStringConvertible {
  /// The outcome and the reason: `denied (limit-reached)`, `allowed (within-limit), repeated`.
  public var description: String {
    "\(outcome.rawValue) (\(reason.rawValue))" + (isRepeated ? ", repeated" : "")
  }
}
