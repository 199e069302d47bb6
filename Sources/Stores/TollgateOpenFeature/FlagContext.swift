import TollgateKit
import TollgateRuntime

/// Who asks, and the data of the thing at hand: an evaluation context of OpenFeature.
///
/// ```swift
/// let ada = FlagContext(targetingKey: "ada", attributes: ["platform": .string("ios")])
/// let export = try flags.boolean("csv-export", in: ada)
/// ```
///
/// - The targeting key is the user: the subject of the snapshot, which rollouts ask for. A store that
///   knows another user answers nothing for this one.
/// - An attribute with the name of a `fact` is that fact. A text is read as the policy declares the
///   fact: a choice, a date or a version. A date is an instant.
/// - An attribute with the name of a `meter` is its counter: how much is used in all, or a structure
///   with windows, `{"total": 40, "day": 3}`, as in a snapshot.
/// - Facts and counters of the context go before those of the store.
/// - Every other attribute is passed over: a context is for all providers of an app.
public struct FlagContext: Sendable, Hashable {
  /// The user; empty for nobody.
  public var targetingKey: String
  /// The data, by name.
  public var attributes: [String: FlagValue]

  /// A context.
  public init(targetingKey: String = "", attributes: [String: FlagValue] = [:]) {
    self.targetingKey = targetingKey
    self.attributes = attributes
  }
}

/// Everything that an answer depends on: what a store knows, and what a context adds.
struct Known {
  let policy: Policy
  let snapshot: Snapshot
  let usage: [String: Usage]
  let facts: [String: FactValue]
  let prepared: PreparedSnapshot

  init(_ state: PolicyStore.State, _ context: FlagContext) throws(FlagError) {
    policy = state.policy
    (usage, facts) = try Known.read(context, for: policy.graph)
    var snapshot = state.snapshot
    let key = context.targetingKey
    let isNew = snapshot.subject == nil && !key.isEmpty
    if isNew { snapshot.subject = key }
    guard key.isEmpty || snapshot.subject == key else {
      throw .invalidContext("the store holds the data of another user than the targeting key")
    }
    self.snapshot = snapshot
    if isNew {
      prepared = policy.prepareOnce(snapshot, usage: usage, facts: facts)
    } else if usage.isEmpty, facts.isEmpty {
      prepared = state.prepared
    } else {
      prepared = policy.prepare(state.prepared, usage: usage, facts: facts)
    }
  }

  /// The counters and facts among the attributes, read as those of a line of a batch are.
  private static func read(
    _ context: FlagContext, for graph: RuleGraph
  ) throws(FlagError) -> ([String: Usage], [String: FactValue]) {
    func members(_ isOne: (String) -> Bool) -> JSONValue {
      FlagValue.structure(context.attributes.filter { isOne($0.key) }).json
    }
    let document = JSONValue.object([
      JSONValue.Member("target", .text("")),
      JSONValue.Member("facts", members { graph.names.facts[$0] != nil }),
      JSONValue.Member("usage", members { graph.names.meter($0, in: graph.parts) != nil }),
    ])
    do throws(SnapshotError) {
      let (line, problems) = try BatchLine(json: document).resolvingFacts(for: graph)
      if let problem = problems.first { throw problem }
      return (line.usage, line.facts)
    } catch {
      throw .invalidContext(error.description(in: "en"))
    }
  }
}
