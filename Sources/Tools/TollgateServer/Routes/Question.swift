import Foundation
import TollgateKit
import TollgateRuntime
import TollgateUsage

/// A question about a user, and everything that its answer depends on: the policy and what is known.
struct Question: Sendable {
  let policy: Policy
  /// The user's data, with the counts.
  let snapshot: Snapshot
  let prepared: PreparedSnapshot
  var line: BatchLine
  let now: Instant
  /// The language of texts; empty for the policy's first ones.
  let locale: String
  let currency: String?
  let timeZone: TimeZone

  /// Reads a question: a line of a batch, with the user.
  ///
  /// - Parameter isAboutAll: Whether it may be about all targets, and then names none.
  init(
    _ body: JSONValue, isAboutAll: Bool = false, _ served: ServedPolicy, _ server: DecisionServer
  ) async throws {
    let object = try JSONObject(body)
    let state = served.state
    policy = state.policy
    let named = isAboutAll ? Question.naming(body, object) : body
    let (line, problems) = try BatchLine(json: named).resolvingFacts(for: policy.graph)
    if let problem = problems.first { throw problem }
    self.line = line
    now = line.at ?? server.now
    locale = try object.read("locale", Read.text) ?? ""
    currency = try object.read("currency", Read.text)
    timeZone = try Question.zone(object, server)
    let user = try object.read("user", Read.text).map { try UserID.checked($0, "user") }
    if var told = line.snapshot {
      told.subject = told.subject ?? user
      snapshot = told
    } else if let user {
      snapshot = try await Question.snapshot(
        of: user, thing: object.read("thing", Read.text), in: timeZone, served, state, server,
        at: now)
    } else {
      snapshot = Snapshot(asOf: now)
    }
    prepared = policy.prepareOnce(snapshot, usage: line.usage, facts: line.facts)
  }

  /// A question of another protocol, which was read in the terms of the policy.
  init(
    _ line: BatchLine, by user: String?, thing: String? = nil, _ state: ServedPolicy.State,
    _ served: ServedPolicy, _ server: DecisionServer
  ) async throws {
    policy = state.policy
    self.line = line
    now = server.now
    locale = ""
    currency = nil
    timeZone = server.options.timeZone
    if let user {
      snapshot = try await Question.snapshot(
        of: user, thing: thing, in: timeZone, served, state, server, at: now)
    } else {
      snapshot = Snapshot(asOf: now)
    }
    prepared = policy.prepareOnce(snapshot, usage: line.usage, facts: line.facts)
  }

  /// The question of an address: `?user=ada&target=bills&adding=2`.
  static func body(of query: [String: String]) throws -> JSONValue {
    var members: [JSONValue.Member] = []
    for (name, value) in query.sorted(by: { $0.key < $1.key }) {
      switch name {
      case "adding", "reaching":
        members.append(.init(name, Int64(value).map(JSONValue.integer) ?? .text(value)))
      case "continuing":
        let words: [String: JSONValue] = ["true": .boolean(true), "false": .boolean(false)]
        members.append(.init(name, words[value] ?? .text(value)))
      case "user", "target", "at", "timeZone", "thing", "locale", "currency":
        members.append(.init(name, .text(value)))
      default: continue
      }
    }
    return .object(members)
  }

  /// A line has a target; what is about all of them has none.
  private static func naming(_ body: JSONValue, _ object: JSONObject) -> JSONValue {
    guard object["target"] == nil, case .object(let members) = body else { return body }
    return .object(members.filter { $0.key != "target" } + [.init("target", .text(""))])
  }

  static func zone(_ object: JSONObject, _ server: DecisionServer) throws -> TimeZone {
    guard let name = try object.read("timeZone", Read.text) else { return server.options.timeZone }
    guard let zone = TimeZone(identifier: name) else {
      throw Problem(.unreadable, "timeZone: there is no time zone \(JSONText.quoted(name))")
    }
    return zone
  }

  /// A user's data with the counts.
  static func snapshot(
    of user: String, thing: String?, in timeZone: TimeZone, _ served: ServedPolicy,
    _ state: ServedPolicy.State, _ server: DecisionServer, at now: Instant
  ) async throws -> Snapshot {
    let person = try await person(
      user, thing: thing, in: timeZone, served, state, server, at: now)
    return try await state.counter.snapshot(of: person, at: now)
  }

  /// A user with all that is known but the counts.
  static func person(
    _ user: String, thing: String?, in timeZone: TimeZone, _ served: ServedPolicy,
    _ state: ServedPolicy.State, _ server: DecisionServer, at now: Instant
  ) async throws -> UsageCounter.Person {
    try await server.users.known(served.key(user)).person(
      user, thing: thing, in: timeZone, served, state, server, at: now)
  }

  /// The decision about the target. It is counted in the metrics, logged, and asked of the policy that
  /// is tried.
  func decide(_ served: ServedPolicy, _ server: DecisionServer) -> Decision {
    let decision = policy.graph.decide(line.target, ask: line.ask, for: prepared, at: now)
    served.note(decision, of: self, server)
    return decision
  }

  /// Throws for a target that the policy does not know.
  func checkTarget() throws {
    guard policy.graph.members(of: line.target) == nil else { return }
    let parts = policy.graph.parts
    let names = parts.groups.map { $0.name } + parts.targets.prefix(100_000).map { $0.name }
    let hint =
      KnownName.kind(of: line.target, in: policy.graph).map { "; it is \($0.withArticle)" }
      ?? KnownName.hint(line.target, among: ["everything"] + names)
    throw Problem(
      .unknownTarget,
      "the policy has no feature, meter or group called \(JSONText.quoted(line.target))\(hint)")
  }
}

extension Users.Known {
  /// The user with all that is known but the counts.
  func person(
    _ user: String, thing: String?, in timeZone: TimeZone, _ served: ServedPolicy,
    _ state: ServedPolicy.State, _ server: DecisionServer, at now: Instant
  ) -> UsageCounter.Person {
    let terms = server.options.purchaseTerms
    var snapshot = record.snapshot(of: user, policy: state.policy, terms: terms, at: now)
    // Who was never told has nothing, and that is sure.
    if version == nil { snapshot.asOf = now }
    return UsageCounter.Person(
      served.key(user), snapshot: snapshot, in: timeZone, thing: thing,
      packs: record.packs(policy: state.policy, terms: terms))
  }
}

extension ServedPolicy {
  /// Notes a decision: in the metrics, in the log, and beside what the policy that is tried says.
  func note(_ decision: Decision, of question: Question, _ server: DecisionServer) {
    server.metrics.decided(decision, in: question.policy)
    server.options.observer?.decided(
      DecisionEvent(
        decision, ask: question.line.ask, usage: question.line.usage, facts: question.line.facts,
        snapshot: question.snapshot, policy: question.policy, at: question.now))
    if let shadow = state.shadow {
      trial.compare(decision, with: shadow, about: question)
    }
  }
}

extension Asked {
  /// The body as JSON.
  func json() throws(SnapshotError) -> JSONValue {
    try SnapshotError.read(request.body).withWholeNumbers
  }
}
