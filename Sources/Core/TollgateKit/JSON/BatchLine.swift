import TollgateCompiler
public import TollgateRuntime
import TollgateWords

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif

/// One line of a batch: a question, and the data of the user.
///
/// ```swift
/// let line = try BatchLine(json: #"{"target": "bills", "adding": 1, "usage": {"bills": 499}}"#)
/// let decision = policy.decide(line.target, usage: line.usage, for: snapshot, at: line.at ?? .now)
/// ```
///
/// ```json
/// {"target": "bills", "adding": 1, "at": "2026-06-01", "usage": {"bills": 499}}
/// ```
public struct BatchLine: Sendable, Hashable {
  /// The name of the target.
  public var target: String
  /// How much more to use, or the total to reach; one more unless given.
  public var ask: Ask
  /// The value to reach as a policy writes it, `30 days` or `high`; nil for what ``ask`` says.
  public var reaching: String?
  /// The time; nil for now.
  public var at: Instant?
  /// Facts for this question; they replace those of the snapshot.
  public var facts: [String: FactValue]
  /// Usage for this question; it replaces that of the snapshot.
  public var usage: [String: Usage]
  /// The user's snapshot; nil if the line has none.
  public var snapshot: Snapshot?

  /// A question.
  public init(
    target: String,
    ask: Ask = Ask(),
    at: Instant? = nil,
    facts: [String: FactValue] = [:],
    usage: [String: Usage] = [:],
    snapshot: Snapshot? = nil
  ) {
    self.target = target
    self.ask = ask
    self.at = at
    self.facts = facts
    self.usage = usage
    self.snapshot = snapshot
  }
}

extension BatchLine {
  #if canImport(Foundation)
    /// Reads a line from JSON: `{"target": TEXT, "adding": NUMBER, "reaching": NUMBER or TEXT,
    /// "continuing": BOOLEAN, "at": INSTANT, "facts": {…}, "usage": {…}, "snapshot": SNAPSHOT}`.
    ///
    /// Only `target` is required, and `adding` cannot be together with `reaching`. `facts` and `usage`
    /// are as in a snapshot, and `snapshot` is a whole one, with its `schema`.
    ///
    /// - Throws: ``SnapshotError`` with the path of the problem, such as `snapshot.asOf`; also for an
    ///   empty line.
    public init(json data: Data) throws(SnapshotError) {
      try self.init(json: [UInt8](data.prefix(JSONReader.mostBytes + 1)))
    }
  #endif

  /// Reads a line from JSON.
  public init(json text: String) throws(SnapshotError) {
    try self.init(json: Array(text.utf8))
  }

  /// Reads a line from the bytes of JSON.
  package init(json bytes: [UInt8]) throws(SnapshotError) {
    try self.init(json: try SnapshotError.read(bytes))
  }

  package init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    let reach = try object.reach()
    self.init(
      target: try object.require("target", .text, Read.text),
      ask: Ask(
        reach.growth,
        continuing: try object.read("continuing", Read.boolean) ?? false
      ),
      at: try object.read("at", Read.instant),
      facts: try object.facts(),
      usage: try object.usage(),
      snapshot: try object.read("snapshot", Snapshot.init(json:) as SnapshotReader)
    )
    reaching = reach.text
  }

  private typealias SnapshotReader = (JSONValue) throws(SnapshotError) -> Snapshot

  /// The line with its facts as a policy declares them, and the problems of facts of another type.
  package func resolvingFacts(for graph: RuleGraph) -> (BatchLine, [SnapshotError]) {
    var line = self
    line.facts = graph.resolve(facts)
    var problems = graph.problems(with: facts)
    if let problem = line.resolveReach(in: graph) { problems.append(problem) }
    if let (snapshot, others) = snapshot?.resolvingFacts(for: graph) {
      line.snapshot = snapshot
      problems += others.map { $0.under(.key("snapshot")) }
    }
    return (line, problems)
  }
}

extension BatchLine {
  /// Reads the value to reach in the terms of a policy; the problem, if it is not a value of the
  /// target. A name that the policy does not know is answered as such.
  fileprivate mutating func resolveReach(in graph: RuleGraph) -> SnapshotError? {
    guard graph.members(of: target) != nil else { return nil }
    var text = reaching ?? ""
    if reaching == nil {
      // A number is one of any target but a choice.
      guard case .reaching(let number) = ask.growth, graph.isChoice(target) else { return nil }
      text = String(number)
    }
    do throws(ReachText.ParseError) {
      ask.growth = try ReachText.parse(text, of: target, in: graph)
      return nil
    } catch {
      let place = JSONPath().under(.key("reaching"))
      return SnapshotError(
        .refused(error.words(text, .english), chinese: error.words(text, .chinese)), at: place)
    }
  }
}

extension RuleGraph {
  /// Whether a name is that of a setting with choices.
  fileprivate func isChoice(_ name: String) -> Bool {
    guard let target = target(name), let setting = setting(of: target.index) else { return false }
    return parts.settings[Int(setting)].kind == .choice
  }
}

extension JSONObject {
  fileprivate func reach() throws(SnapshotError) -> (growth: Ask.Growth, text: String?) {
    let adding = try read("adding", Read.integer)
    let reaching = try read("reaching", Read.reach)
    try checkForm(["adding", "reaching"])
    return reaching ?? (.adding(adding ?? 1), nil)
  }
}

extension Read {
  /// A whole number from 0, or a text as a policy would write it.
  fileprivate static func reach(
    _ value: JSONValue
  ) throws(SnapshotError) -> (growth: Ask.Growth, text: String?) {
    if case .text(let text) = value { return (.adding(1), text) }
    return (.reaching(try amount(value)), nil)
  }
}

extension Policy {
  #if canImport(Foundation)
    /// Answers a line of JSON with a line of JSON: reads a question and the user's data, decides, and
    /// writes the decision, as `tollgate check --batch` does. It is for servers that get the data with
    /// each question.
    ///
    /// ```swift
    /// let line = #"{"target": "bills", "snapshot": {"schema": 1, "usage": {"bills": 499}}}"#
    /// let answer = try policy.answer(Array(line.utf8))
    /// ```
    ///
    /// - Parameters:
    ///   - line: The question, as ``BatchLine`` reads it. Without a snapshot it is about a user who has
    ///     nothing.
    ///   - now: The time for a line without `at`.
    /// - Returns: The decision, schema 1, as ``Decision/json(policy:locale:currency:pretty:)`` writes it.
    /// - Throws: ``SnapshotError`` with the path of the problem; also for a fact of another type than
    ///   the policy says.
    public func answer(_ line: [UInt8], at now: Instant = .now) throws(SnapshotError) -> [UInt8] {
      let (line, problems) = try BatchLine(json: line).resolvingFacts(for: graph)
      if let problem = problems.first { throw problem }
      let now = line.at ?? now
      let decision = decide(line, for: prepareOnce(line.snapshot ?? Snapshot(asOf: now)), at: now)
      return decision.writer(policy: self).utf8
    }
  #endif

  /// Decides about the question of a line, with the data of the thing at hand.
  package func decide(
    _ line: BatchLine, for snapshot: PreparedSnapshot, at now: Instant
  ) -> Decision {
    let prepared = prepare(snapshot, usage: line.usage, facts: line.facts)
    return graph.decide(line.target, ask: line.ask, for: prepared, at: now)
  }
}

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
