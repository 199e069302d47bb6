import TollgateKit
import TollgateSyntax
import TollgateUsage

extension Route {
  /// The data of users.
  static let users: [Route] = [
    Route(
      "PUT", "/v1/users/{id}", by: .key(.write), mostBytes: 1 << 20,
      Operation(
        id: "setUser", summary: "Notes what is known of a user, in the place of what was known.",
        parameters: [.user, ifMatch],
        body: Operation.Content(
          schema: #"{"$ref": "schema:snapshot"}"#,
          example: #"{"schema": 1, "grants": [{"product": "annual", "until": "2027-01-01"}]}"#),
        answers: [written], problems: [412])
    ) { asked in
      let value = try asked.json()
      return try await asked.change(value) { $0.told = try Snapshot(json: value) }
    },
    Route(
      "PATCH", "/v1/users/{id}", by: .key(.write), mostBytes: 1 << 20,
      Operation(
        id: "changeUser",
        summary: "Changes some of what is known (JSON Merge Patch); the rest stays as it is.",
        parameters: [.user, ifMatch],
        body: Operation.Content(
          type: "application/merge-patch+json", schema: #"{"type": "object"}"#,
          example: #"{"facts": {"student": true}}"#),
        answers: [written], problems: [412])
    ) { asked in
      let value = try asked.json()
      return try await asked.change(value) {
        $0.told = try MergePatch.patched($0.told, by: value)
      }
    },
    Route(
      "GET", "/v1/users/{id}", by: .key(.ask),
      Operation(
        id: "user", summary: "All that is known of a user, with the counts.",
        parameters: [.user],
        answers: [
          Operation.Answer(
            status: 200, summary: "The snapshot that decisions are made from.",
            content: Operation.Content(schema: #"{"$ref": "schema:snapshot"}"#))
        ])
    ) { asked in
      let user = try asked.id("id")
      let served = try asked.policy
      let known = try await asked.server.users.known(served.key(user))
      let book = try await asked.server.store.book(of: served.key(user))
      guard known.version != nil || book.version != 0 else {
        throw Problem(.unknownUser, "nothing is known of this user, and nothing was counted")
      }
      let snapshot = try await Question.snapshot(
        of: user, thing: asked["thing"], in: asked.server.options.timeZone, served, served.state,
        asked.server, at: asked.server.now)
      var answer = ServerAnswer.json(snapshot.json() + "\n")
      answer.headers["etag"] = known.tag
      return answer
    },
    Route(
      "DELETE", "/v1/users/{id}", by: .key(.write),
      Operation(
        id: "deleteUser", summary: "Forgets a user: what was told, bought and counted.",
        parameters: [.user],
        answers: [Operation.Answer(status: 204, summary: "Nothing is left of the user.")])
    ) { asked in
      let key = try asked.policy.key(asked.id("id"))
      guard try await asked.server.users.delete(key) else {
        throw Problem(.unknownUser, "nothing is known of this user, and nothing was counted")
      }
      asked.server.streams.wake(key)
      return .done
    },
  ]

  private static let ifMatch = Operation.Parameter.header(
    "If-Match", "The `ETag` of the user as it was read; another one changes nothing (412).")

  private static let written = Operation.Answer(
    status: 200,
    summary: "It is noted; the names that mean nothing to the policy are listed.",
    content: Operation.Content(
      schema: """
        {"type": "object", "required": ["warnings"], "properties": {\
        "warnings": {"type": "array", "items": {"type": "string"}}}}
        """))
}

extension Users.Known {
  /// The version as an entity tag.
  var tag: String { version.map { "\"\($0)\"" } ?? "\"0\"" }
}

extension Asked {
  /// Changes what is known of the user in the path.
  ///
  /// - Parameter value: The body, whose unknown names are told.
  fileprivate func change(
    _ value: JSONValue, _ body: @escaping (inout UserRecord) throws -> Void
  ) async throws -> ServerAnswer {
    let served = try policy
    let key = served.key(try id("id"))
    let wanted = request.headers["if-match"]
    let isNew = request.headers["if-none-match"] == "*"
    let state = served.state
    let policy = state.policy
    let named = try JSONObject(value).object("usage")?.members.map { $0.key } ?? []
    var totals: [String: Int64] = [:]
    let known = try await server.users.change(
      key,
      if: { known in
        if isNew, known.version != nil {
          throw Problem(.changed, "the user is known already")
        }
        guard let wanted, wanted != "*" || known.version == nil, wanted != known.tag else { return }
        throw Problem(.changed, "the user has another version now: read it again")
      },
      { record in
        try body(&record)
        // A fact of another type than the policy's would be unknown to it.
        let (resolved, problems) = record.told.resolvingFacts(for: policy.graph)
        if let problem = problems.first { throw problem }
        record.told = resolved
        totals = record.takeTotals(of: named, by: state.counter)
      })
    for (meter, total) in totals {
      try await state.counter.set(
        meter, to: total, by: UsageCounter.Person(key, in: server.options.timeZone),
        at: server.now)
    }
    server.streams.wake(key)
    let warnings = UnknownNames(graph: policy.graph).inSnapshot(value)
      .filter { !$0.isFromStore }.map { $0.description(in: "en") }
    var writer = JSONWriter()
    writer.object { $0.member("warnings", warnings) }
    var answer = page(writer.utf8)
    answer.headers["etag"] = known.tag
    return answer
  }
}

extension UserRecord {
  /// Takes the totals out that the counter keeps from now on: the next use goes on from them. (A
  /// window that is told counts until the first use in the book, which has no past.)
  fileprivate mutating func takeTotals(
    of meters: [String], by counter: UsageCounter
  ) -> [String: Int64] {
    var totals: [String: Int64] = [:]
    for meter in meters where counter.keepsTotal(of: meter) {
      guard let usage = told.usage[meter], let total = usage.total?.used, usage == Usage(total)
      else { continue }
      totals[meter] = total
      told.usage[meter] = nil
    }
    return totals
  }
}
