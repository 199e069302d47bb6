import TollgateRuntime

extension DecisionEvent: CustomStringConvertible {
  /// When and what was decided, about whom: `2026-03-01T00:00:00Z ada: bills: denied
  /// (limit-reached)`.
  public var description: String { "\(at) \(subject.map { $0 + ": " } ?? "")\(decision)" }
}

extension RolloutExposure: CustomStringConvertible {
  /// The rollout, and whether the subject is in it: `new-editor: in`.
  public var description: String {
    name + ": " + (isIn.map { $0 ? "in" : "not in" } ?? "unknown, there is no subject")
  }
}
