import Foundation
import TollgateKit
import TollgateRuntime
import TollgateSyntax
import TollgateUsage

extension Route {
  /// Counting: each decides and records as one step.
  static let counting: [Route] = [
    counting("use", "Uses a meter, or a feature that takes from meters: decides and counts.") {
      body, person, counter, now in
      try await counter.use(
        body.target, adding: body.amount ?? 1, by: person, id: body.id, at: now)
    },
    counting(
      "reserve", "Reserves an amount until it is committed, cancelled or forgotten.",
      members: #", "for": \#(amount(from: 1, or: "900", "Seconds."))"#
    ) { body, person, counter, now in
      guard let id = body.id else { throw Count.missingID }
      return try await counter.reserve(
        body.target, adding: body.amount ?? 1, by: person, id: id, for: body.seconds ?? 900,
        at: now)
    },
    ending(
      "commit", "Ends a reservation with what was used in the end, or all of it.",
      members: #", "adding": \#(amount(from: 0, or: "All of it", "How much."))"#
    ) { id, body, person, counter, now in
      try await counter.commit(id, amount: body.amount, by: person, at: now)
    },
    ending("cancel", "Ends a reservation of which nothing was used.") {
      id, body, person, counter, now in
      try await counter.cancel(id, by: person, at: now)
    },
    ending("refund", "Takes a use back that turned out to be none.") {
      id, body, person, counter, now in
      try await counter.refund(id, by: person, at: now)
    },
    Route(
      "POST", "/v1/set", by: .key(.count), mostBytes: 1 << 16,
      Operation(
        id: "set", summary: "Sets the total of a meter: what is there, such as storage.",
        body: Operation.Content(
          schema: """
            {"type": "object", "required": ["user", "target", "total"], "properties": {\
            "target": {"type": "string"}, "total": {"type": "integer", "minimum": 0, \
            "maximum": \(Int64.max)}, \(members)}}
            """, example: #"{"user": "ada", "target": "storage", "total": 1000000}"#),
        answers: [Operation.Answer(status: 204, summary: "It is set.")], problems: [409, 422])
    ) { asked in
      let count = try await Count(asked, needsTarget: true)
      guard let total = count.total else {
        throw SnapshotError(.missing(.wholeNumber(from: 0))).under(.key("total"))
      }
      try await count.inTurn { person, counter, now in
        try await counter.set(count.target, to: total, by: person, at: now)
      }
      asked.server.streams.wake(count.served.key(count.user))
      return .done
    },
  ]

  private static let members = """
    "user": {\(UserID.schema)}, "timeZone": \(timeZone), "thing": \(text)
    """

  private static func amount(from least: Int64, or other: String, _ summary: String) -> String {
    """
    {"type": ["integer", "null"], "minimum": \(least), "maximum": \(Int64.max), \
    "description": "\(summary) \(other) unless given."}
    """
  }

  private static let key = Operation.Parameter(
    place: .header, name: "Idempotency-Key",
    summary:
      "Makes it repeatable: the same id gives the same answer and counts once. `id` goes before it.",
    schema: "{\(UserID.schema)}")

  /// A route that decides and counts.
  private static func counting(
    _ name: String, _ summary: String, members more: String = "",
    _ work:
      @escaping @Sendable (Count, UsageCounter.Person, UsageCounter, Instant) async throws ->
      UsageAnswer
  ) -> Route {
    Route(
      "POST", "/v1/\(name)", by: .key(.count), mostBytes: 1 << 16,
      Operation(
        id: name, summary: summary, parameters: [key],
        body: Operation.Content(
          schema: """
            {"type": "object", "required": ["user", "target"], "properties": {\
            "target": {"type": "string"}, "adding": \(amount(from: 1, or: "1", "How much.")), \
            "id": {\(UserID.schemaOrNull)}, \(members)\(more)}}
            """, example: #"{"user": "ada", "target": "exports", "id": "export-7"}"#),
        answers: [
          Operation.Answer(
            status: 200,
            summary: "Whether it may go ahead; a denied use counts nothing, and is an answer, too.",
            content: Operation.Content(schema: answerSchema))
        ], problems: [409, 422])
    ) { asked in
      let count = try await Count(asked, needsTarget: true)
      let answer = try await count.inTurn { person, counter, now in
        try await work(count, person, counter, now)
      }
      asked.server.streams.wake(count.served.key(count.user))
      asked.server.metrics.counted(answer)
      return .json(answer.json(policy: count.state.policy))
    }
  }

  /// A route that ends what was reserved or used.
  private static func ending(
    _ name: String, _ summary: String, members more: String = "",
    _ work:
      @escaping @Sendable (
        String, Count, UsageCounter.Person, UsageCounter, Instant
      ) async throws -> Void
  ) -> Route {
    Route(
      "POST", "/v1/\(name)", by: .key(.count), mostBytes: 1 << 16,
      Operation(
        id: name, summary: summary,
        body: Operation.Content(
          schema: """
            {"type": "object", "required": ["user", "id"], "properties": {\
            "id": {\(UserID.schema), "description": "That of the use."}, \(members)\(more)}}
            """, example: #"{"user": "ada", "id": "export-7"}"#),
        answers: [Operation.Answer(status: 204, summary: "It is done; once more changes nothing.")],
        problems: [409, 422])
    ) { asked in
      let count = try await Count(asked, needsTarget: false)
      guard let id = count.id else {
        throw SnapshotError(.missing(.text)).under(.key("id"))
      }
      try await count.inTurn { person, counter, now in
        try await work(id, count, person, counter, now)
      }
      asked.server.streams.wake(count.served.key(count.user))
      return .done
    }
  }

  private static let answerSchema = """
    {"type": "object", "required": ["outcome", "reason", "repeated", "decision"], "properties": {\
    "outcome": {"enum": ["allowed", "warned", "denied"]}, "reason": {"type": "string"}, \
    "repeated": {"type": "boolean"}, "decision": {"oneOf": [{"type": "null"}, \
    {"$ref": "schema:decision"}]}}}
    """
}

/// A request that counts, read.
private struct Count: Sendable {
  let served: ServedPolicy
  let state: ServedPolicy.State
  let server: DecisionServer
  let user: String
  let target: String
  let amount: Int64?
  let id: String?
  let seconds: Int64?
  let total: Int64?
  private let timeZone: TimeZone
  private let thing: String?

  static let missingID = Problem(
    .unreadable, "id is missing: give it, or the header Idempotency-Key")

  init(_ asked: Asked, needsTarget: Bool) async throws {
    let object = try JSONObject(try asked.json())
    served = try asked.policy
    state = served.state
    server = asked.server
    user = try UserID.checked(try object.require("user", .text, Read.text), "user")
    let target = try object.read("target", Read.text)
    if needsTarget, target == nil {
      throw SnapshotError(.missing(.text)).under(.key("target"))
    }
    self.target = target ?? ""
    amount = try object.read("adding", Read.integer)
    // What ends a use names it in its body: the header is a name for a request.
    let header =
      needsTarget
      ? try asked.request.headers["idempotency-key"].map {
        try UserID.checked($0, "Idempotency-Key")
      } : nil
    id = try object.read("id", Read.text).map { try UserID.checked($0, "id") } ?? header
    seconds = try object.read("for", Read.quantity)
    total = try object.read("total", Read.amount)
    timeZone = try Question.zone(object, server)
    thing = try object.read("thing", Read.text)
  }

  /// Counts for the user, after all that came before in this process.
  func inTurn<Result: Sendable>(
    _ work: @escaping @Sendable (UsageCounter.Person, UsageCounter, Instant) async throws -> Result
  ) async throws -> Result {
    let now = server.now
    let person = try await Question.person(
      user, thing: thing, in: timeZone, served, state, server, at: now)
    if server.store is MemoryUsageStore { return try await work(person, state.counter, now) }
    let counter = state.counter
    return try await server.turns.take(person.id) { try await work(person, counter, now) }
  }
}

extension UsageAnswer {
  /// The answer as JSON: the decision is there unless the use was answered before.
  fileprivate func json(policy: Policy) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("outcome", outcome.rawValue)
      writer.member("reason", reason.rawValue)
      writer.member("repeated", isRepeated)
      writer.key("decision")
      if isRepeated { writer.null() } else { decision.write(to: &writer, policy: policy) }
    }
    return writer.utf8 + [0x0A]
  }
}
