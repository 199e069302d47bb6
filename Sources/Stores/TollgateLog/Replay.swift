public import TollgateKit
public import TollgateRuntime

/// Which logged decisions another policy would make differently, and why.
///
/// ```swift
/// var replay = Replay(newPolicy)
/// for (index, logged) in loggedDecisions.enumerated() { try replay.compare(logged, line: index + 1) }
/// for change in replay.changes where change.isLoss { print(change) }
/// ```
public struct Replay: Sendable {
  /// The policy that decides now.
  public let policy: Policy
  /// How many decisions were compared.
  public private(set) var decisions = 0
  /// How many of them are different.
  public private(set) var different = 0
  /// The differences, the target's first line first.
  public private(set) var changes: [Change] = []
  private var places: [Key: Int] = [:]

  /// Decisions about one target that changed in the same way.
  public struct Change: Sendable {
    /// The target.
    public let target: String
    /// The outcome and the reason of that time.
    public let was: (outcome: Decision.Outcome, reason: Reason)
    /// The outcome and the reason now.
    public let now: (outcome: Decision.Outcome, reason: Reason)
    /// The rule that gives the reason now; nil where none does, and for a group or a range.
    public let rule: RulePlace?
    /// The line of the first such decision in the log, from 1.
    public let line: Int
    /// Whose decision that was.
    public let subject: String?
    /// When.
    public let at: Instant?
    /// How many there are.
    public internal(set) var count = 1

    /// Whether somebody could do something and cannot now.
    public var isLoss: Bool { was.outcome != .denied && now.outcome == .denied }
    /// Whether somebody can do something now and could not.
    public var isGain: Bool { was.outcome == .denied && now.outcome != .denied }
  }

  private struct Key: Hashable {
    var target: String
    var was: Reason
    var wasOutcome: Decision.Outcome
    var now: Reason
    var nowOutcome: Decision.Outcome
    var rule: RulePlace?
  }

  /// Compares with a policy.
  public init(_ policy: Policy) {
    self.policy = policy
  }

  /// Compares one decision.
  ///
  /// - Parameter line: Its line in the log, from 1.
  /// - Throws: As ``LoggedDecision/replayed(by:)``; then nothing is compared.
  public mutating func compare(
    _ logged: LoggedDecision, line: Int
  ) throws(SnapshotError) {
    let decision = try logged.replayed(by: policy)
    decisions += 1
    guard decision.outcome != logged.outcome || decision.reason != logged.reason else { return }
    different += 1
    let rule = policy.place(of: decision.verdict)
    let key = Key(
      target: decision.target, was: logged.reason, wasOutcome: logged.outcome,
      now: decision.reason, nowOutcome: decision.outcome, rule: rule)
    if let place = places[key] {
      changes[place].count += 1
      return
    }
    places[key] = changes.count
    changes.append(
      Change(
        target: decision.target, was: (logged.outcome, logged.reason),
        now: (decision.outcome, decision.reason), rule: rule, line: line,
        subject: logged.subject, at: logged.question.at))
  }
}

extension Replay.Change: CustomStringConvertible {
  /// The target, both answers, and how often: `bills: allowed (within-limit) became denied
  /// (limit-reached), 12 times`.
  public var description: String {
    let before = "\(was.outcome.rawValue) (\(was.reason.rawValue))"
    let after = "\(now.outcome.rawValue) (\(now.reason.rawValue))"
    return "\(target): \(before) became \(after), \(count == 1 ? "once" : "\(count) times")"
  }
}
