import TollgateCompiler
package import TollgateRuntime

// JSON has no dates and no versions, so they come as texts. The policy that declares the fact says
// what a text means.

extension Snapshot {
  /// The snapshot with its facts as a policy declares them, and what is wrong with those that are
  /// of another kind; these stay as they are, and are unknown to the policy. Facts that the policy
  /// does not declare are passed over, and a choice that it does not name is no error.
  package func resolvingFacts(for graph: RuleGraph) -> (Snapshot, [SnapshotError]) {
    var snapshot = self
    snapshot.facts = graph.resolve(facts)
    return (snapshot, graph.problems(with: facts))
  }
}

extension RuleGraph {
  /// Facts as this policy declares them: a text for a date, a version or a yes-or-no fact becomes
  /// one. A value of another type stays unchanged.
  package func resolve(_ facts: [String: FactValue]) -> [String: FactValue] {
    var resolved = facts
    for (name, value) in facts {
      guard case .choice = value, let fact = fact(name), fact.type != .choice else { continue }
      if let value = fact.resolve(value) { resolved[name] = value }
    }
    return resolved
  }

  /// The problems of facts, in order of their names.
  package func problems(with facts: [String: FactValue]) -> [SnapshotError] {
    var problems: [(name: String, error: SnapshotError)] = []
    for (name, value) in facts {
      guard let fact = fact(name), fact.resolve(value) == nil else { continue }
      let problem = SnapshotError(fact.problem(with: value))
      problems.append((name, problem.under(.key(name)).under(.key("facts"))))
    }
    return problems.sorted { $0.name < $1.name }.map { $0.error }
  }

  private func fact(_ name: String) -> Fact? {
    names.facts[name].map { parts.facts[Int($0)] }
  }
}

extension Fact {
  /// A value of this fact's type; nil if it is of another type.
  fileprivate func resolve(_ value: FactValue) -> FactValue? {
    switch (type, value) {
    case (.choice, .choice), (.date, .date), (.version, .version), (.yesOrNo, .yesOrNo):
      return value
    case (.number, .number(let number)): return number < 0 ? nil : value
    case (.date, .choice(let text)):
      guard case .success(let instant) = InstantText.parse(text) else { return nil }
      return .date(instant)
    case (.version, .choice(let text)):
      guard case .success(let version) = VersionText.parse(text) else { return nil }
      return .version(version)
    case (.yesOrNo, .choice("yes")): return .yesOrNo(true)
    case (.yesOrNo, .choice("no")): return .yesOrNo(false)
    default: return nil
    }
  }

  fileprivate func problem(with value: FactValue) -> SnapshotError.Problem {
    if type == .date, case .choice(let text) = value,
      case .failure(let fault) = InstantText.parse(text), fault != .shape
    {
      return .instant(text, fault)
    }
    return .expected(expected, found: value.json)
  }

  private var expected: SnapshotError.Expected {
    switch type {
    case .choice: .oneOf(choices)
    case .date: .date
    case .yesOrNo: .yesOrNo
    case .version: .version
    case .number: .wholeNumber(from: 0)
    }
  }
}

extension FactValue {
  /// The value in JSON.
  fileprivate var json: JSONValue {
    switch self {
    case .yesOrNo(let isTrue): .boolean(isTrue)
    case .number(let number): .integer(number)
    case .date(let instant): .text(InstantText.print(instant))
    case .version(let version): .text(VersionText.print(version))
    case .choice(let text): .text(text)
    }
  }
}
