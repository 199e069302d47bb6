public import TollgateKit
public import TollgateRuntime

/// A line of a ``DecisionLog``: the question, what was known, and the answer of that time.
///
/// ```swift
/// let now = try logged.replayed(by: newPolicy)
/// if now.outcome != logged.outcome {
///   print("\(logged) was another answer than \(now)")
/// }
/// ```
public struct LoggedDecision: Sendable, Hashable {
  /// The question, with what was known of the user; its snapshot is nil in a log without snapshots.
  public var question: BatchLine
  /// The outcome of that time.
  public var outcome: Decision.Outcome
  /// The reason of that time.
  public var reason: Reason
  /// Whose decision it was; nil if that was not known.
  public var subject: String?
  /// The fingerprint of the policy that decided.
  public var fingerprint: String

  /// Reads a line.
  ///
  /// - Throws: ``SnapshotError`` with the path of the problem, such as `snapshot.asOf`.
  package init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    question = try BatchLine(json: value)
    outcome = try object.require(
      "outcome", .oneOf(Decision.Outcome.allCases.map { $0.rawValue }), Read.name(of:))
    reason = try object.require(
      "reason", .oneOf(Reason.allCases.map { $0.rawValue }), Read.name(of:))
    subject = try object.read("subject", Read.text)
    fingerprint = try object.require("fingerprint", .text, Read.text)
  }

  /// Reads the bytes of a line.
  package init(line: [UInt8]) throws(SnapshotError) {
    try self.init(json: try SnapshotError.read(line))
  }

  /// The answer of another policy to the same question at the same time.
  ///
  /// - Throws: ``SnapshotError`` for a line without a snapshot or a time, and for a value that the
  ///   policy declares as another type.
  public func replayed(by policy: Policy) throws(SnapshotError) -> Decision {
    guard let snapshot = question.snapshot else {
      throw SnapshotError(.missing(.object)).under(.key("snapshot"))
    }
    guard let at = question.at else { throw SnapshotError(.missing(.instant)).under(.key("at")) }
    var asked = question
    asked.snapshot = snapshot
    let (line, problems) = asked.resolvingFacts(for: policy.graph)
    if let problem = problems.first { throw problem }
    let prepared = policy.prepare(
      policy.prepare(line.snapshot ?? snapshot), usage: line.usage, facts: line.facts)
    return policy.graph.decide(line.target, ask: line.ask, for: prepared, at: at)
  }
}

extension Read {
  /// A name of an enumeration.
  fileprivate static func name<Name: RawRepresentable & CaseIterable>(
    of value: JSONValue
  ) throws(SnapshotError) -> Name where Name.RawValue == String {
    guard let name = Name(rawValue: try text(value)) else {
      throw SnapshotError(.expected(.oneOf(Name.allCases.map { $0.rawValue }), found: value))
    }
    return name
  }
}

extension LoggedDecision: CustomStringConvertible {
  /// The question, the answer of that time and whose it was: `ada: bills: 1 more, denied
  /// (limit-reached)`.
  public var description: String {
    (subject.map { $0 + ": " } ?? "") + "\(question), \(outcome.rawValue) (\(reason.rawValue))"
  }
}
