#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateRuntime

/// One line of a batch: a question, and the data of the user.
///
/// ```json
/// {"target": "bills", "adding": 1, "at": "2026-06-01", "usage": {"bills": 499}}
/// ```
public struct BatchLine: Sendable, Hashable {
  /// The name of the target.
  public var target: String
  /// How much more to use, or the total to reach; one more unless given.
  public var ask: Ask
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
  /// Reads a line from JSON: `{"target": TEXT, "adding": NUMBER, "reaching": NUMBER, "continuing":
  /// BOOLEAN, "at": INSTANT, "facts": {…}, "usage": {…}, "snapshot": SNAPSHOT}`.
  ///
  /// Only `target` is required, and `adding` cannot be together with `reaching`. `facts` and `usage`
  /// are as in a snapshot, and `snapshot` is a whole one, with its `schema`.
  ///
  /// - Throws: ``SnapshotError`` with the path of the problem, such as `snapshot.asOf`; also for an
  ///   empty line.
  public init(json data: Data) throws(SnapshotError) {
    try self.init(json: [UInt8](data.prefix(JSONReader.mostBytes + 1)))
  }

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
    self.init(
      target: try object.require("target", .text, Read.text),
      ask: Ask(
        try object.growth(),
        continuing: try object.read("continuing", Read.boolean) ?? false
      ),
      at: try object.read("at", Read.instant),
      facts: try object.facts(),
      usage: try object.usage(),
      snapshot: try object.read("snapshot", Snapshot.init(json:) as SnapshotReader)
    )
  }

  private typealias SnapshotReader = (JSONValue) throws(SnapshotError) -> Snapshot

  /// The line with its facts as a policy declares them, and the problems of facts of another type.
  package func resolvingFacts(for graph: RuleGraph) -> (BatchLine, [SnapshotError]) {
    var line = self
    line.facts = graph.resolve(facts)
    var problems = graph.problems(with: facts)
    if let (snapshot, others) = snapshot?.resolvingFacts(for: graph) {
      line.snapshot = snapshot
      problems += others.map { $0.under(.key("snapshot")) }
    }
    return (line, problems)
  }
}

extension JSONObject {
  fileprivate func growth() throws(SnapshotError) -> Ask.Growth {
    let adding = try read("adding", Read.integer)
    guard let reaching = try read("reaching", Read.amount) else { return .adding(adding ?? 1) }
    guard adding == nil else { throw SnapshotError(.twoAsks) }
    return .reaching(reaching)
  }
}
