import Foundation
import TollgateKit
import TollgateRuntime
import TollgateSyntax

extension Route {
  /// The OpenFeature Remote Evaluation Protocol 0.3: the flags of a policy for the clients of
  /// OpenFeature. ``FlagKey`` lists the flags, ``FlagContext`` says what a context means.
  static let ofrep: [Route] = [
    Route(
      "POST", "/ofrep/v1/evaluate/flags/{key...}", by: .key(.ask), mostBytes: 1 << 20, flagOperation
    ) { asked in
      let key = asked.parts["key"] ?? ""
      do {
        return try await asked.flag(key)
      } catch let failure as FlagFailure {
        return failure.answer(key: key)
      }
    },
    Route(
      "POST", "/ofrep/v1/evaluate/flags", by: .key(.ask), mostBytes: 1 << 20, flagsOperation
    ) { asked in
      do {
        return try await asked.flags()
      } catch let failure as FlagFailure {
        return failure.answer(key: nil)
      }
    },
    Route("GET", "/ofrep/v1/events", by: .sender, flagEventsOperation) { asked in
      do {
        return try await asked.flagEvents()
      } catch let failure as FlagFailure {
        return failure.answer(key: nil)
      }
    },
  ]

  private static let flagOperation = Operation(
    id: "evaluateFlag", summary: "OFREP: the value of one flag.",
    parameters: [
      Operation.Parameter(
        place: .path, name: "key",
        summary: """
          A name of the policy, or one that ends in `.remaining` or `.limit` (of a meter), `.reason` \
          or `.decision`. It may be written without percent-encoding.
          """, schema: #"{"type": "string", "minLength": 1}"#)
    ],
    body: flagRequest,
    answers: [
      Operation.Answer(
        status: 200, summary: "The flag; without `value` the default of the caller's code counts.",
        content: Operation.Content(schema: flagSchema)),
      failure(400, "It cannot be read, or a rollout needs to know the user.", withKey: true),
      failure(404, "The policy has no such flag, or there is no such policy.", withKey: true),
    ] + failures([401, 403, 413, 415, 429, 500, 503], withKey: true),
    tells: { problem, request in
      let key = request.path.decoded(after: "/ofrep/v1/evaluate/flags/")
      return FlagFailure.answer(problem, key: key)
    })

  private static let flagsOperation = Operation(
    id: "evaluateFlags", summary: "OFREP: the values of all flags of the policy.",
    parameters: [
      .header("If-None-Match", "The `ETag` of earlier flags: if they are the same, this is 304."),
      .query("flagConfigEtag", "The tag of the event that asks for it; it changes nothing."),
      .query("flagConfigLastModified", "The time of that event; it changes nothing."),
    ],
    body: flagRequest,
    answers: [
      Operation.Answer(
        status: 200,
        summary: "The flags with an `ETag`, and where to hear of changes for one to two days.",
        content: Operation.Content(schema: flagsSchema)),
      Operation.Answer(status: 304, summary: "The flags are those of `If-None-Match`."),
      failure(400, "The request or its context cannot be read."),
      failure(404, "There is no such policy."),
    ] + failures([401, 403, 413, 415, 429, 500, 503]),
    tells: { problem, _ in FlagFailure.answer(problem, key: nil) })

  private static let flagEventsOperation = Operation(
    id: "flagEvents",
    summary: "OFREP: an event whenever a flag may have another value, also by time alone.",
    parameters: [
      .query(
        "ticket",
        """
        Of the address that `eventStreams` has. It stands for the key that the flags were asked \
        for with, which a browser cannot send, and ends after one to two days.
        """)
    ],
    answers: [
      Operation.Answer(
        status: 200,
        summary: "Messages `{\"type\": \"refetchEvaluation\", …}`, which tell nothing else.",
        content: Operation.Content(type: "text/event-stream", schema: #"{"type": "string"}"#)),
      failure(400, "The context does not fit to the policy any more."),
      failure(404, "There is no such policy."),
    ] + failures([401, 403, 429, 500, 503]),
    tells: { problem, _ in FlagFailure.answer(problem, key: nil) })

  /// An answer that is none.
  private static func failure(
    _ status: Int, _ summary: String, withKey: Bool = false
  ) -> Operation.Answer {
    Operation.Answer(
      status: status, summary: summary,
      content: Operation.Content(schema: failureSchema(withKey: withKey)))
  }

  private static func failures(
    _ statuses: [Int], withKey: Bool = false
  ) -> [Operation.Answer] {
    let summaries = [
      401: "A key is needed, or a ticket that has not ended.",
      403: "The key may not do this, or the server has another name.",
      413: "The request is too long.", 415: "The content has the wrong type.",
      429: "Too many at once; `Retry-After` says until when.", 500: "The server failed.",
      503: "The database does not answer.",
    ]
    return statuses.map { failure($0, summaries[$0] ?? "", withKey: withKey) }
  }

  private static let flagRequest = Operation.Content(
    schema: """
      {"type": "object", "properties": {"context": {"type": ["object", "null"], "properties": {\
      "targetingKey": {"type": ["string", "null"], "maxLength": 200, \
      "pattern": "^[^\\\\u0000]*$", "description": "The user; without one, nobody."}}, \
      "description": "Facts of the policy by name, and `usage.METER`, or `usage` with meters."}}}
      """, example: #"{"context": {"targetingKey": "ada", "usage.bills": 499}}"#)

  private static let metadataSchema = """
    {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}}
    """

  private static let flagSchema = """
    {"type": "object", "required": ["key", "reason", "variant", "metadata"], "properties": {\
    "key": {"type": "string"}, "value": {"type": ["boolean", "string", "integer", "object"]}, \
    "reason": {"enum": ["STATIC", "TARGETING_MATCH", "SPLIT", "DISABLED", "UNKNOWN"]}, \
    "variant": {"type": "string"}, "metadata": \(metadataSchema)}}
    """

  private static func failureSchema(withKey: Bool) -> String {
    """
    {"type": "object", "required": [\(withKey ? "\"key\", " : "")"errorCode", "errorDetails"], \
    "properties": {\
    "key": {"type": "string"}, "errorCode": {"enum": ["PARSE_ERROR", "TARGETING_KEY_MISSING", \
    "INVALID_CONTEXT", "FLAG_NOT_FOUND", "GENERAL"]}, "errorDetails": {"type": "string"}}}
    """
  }

  private static let flagsSchema = """
    {"type": "object", "required": ["flags", "metadata"], "properties": {"flags": {\
    "type": "array", "items": {"oneOf": [\(flagSchema), \(failureSchema(withKey: true))]}}, \
    "eventStreams": {"type": "array", "items": {"type": "object", "required": ["type"], \
    "properties": {"type": {"const": "sse"}, "url": {"type": "string", "format": "uri"}, \
    "endpoint": {"type": "object", "required": ["requestUri"], "properties": {\
    "requestUri": {"type": "string"}}}}}}, "metadata": \(metadataSchema)}}
    """
}

extension String {
  /// The part of a path behind this piece of it, decoded; empty without it.
  fileprivate func decoded(after piece: String) -> String {
    guard let range = range(of: piece) else { return "" }
    return Percent.decoded(self[range.upperBound...])
  }
}

extension Asked {
  /// The address that the server is reached at, as far as the policy's own; nil if neither the
  /// options nor the request names one.
  func address(of policy: String?) -> String? {
    let base: String
    if let told = server.options.publicAddress {
      base = told.hasSuffix("/") ? String(told.dropLast()) : told
    } else if let host = request.headers["host"] {
      // Only who asks reads it, so what a proxy says is believed.
      let isSecure = request.headers["x-forwarded-proto"] == "https"
      base = (isSecure ? "https://" : "http://") + host
    } else {
      return nil
    }
    return base + Asked.path(of: policy)
  }

  /// The beginning of the paths about a policy.
  static func path(of policy: String?) -> String {
    policy.map { "/p/" + ($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? $0) }
      ?? ""
  }

  fileprivate func flag(_ key: String) async throws -> ServerAnswer {
    let body = try json()
    let served = try policy
    let state = served.state
    let context = try FlagContext(ofRequest: body, for: state.policy.graph)
    let question = try await Question(context.line, by: context.user, state, served, server)
    guard let flag = FlagKey(key, in: state.policy.graph) else {
      try question.about(key).checkTarget()
      throw Problem(.unknownTarget, "the policy has no flag called \(JSONText.quoted(key))")
    }
    let about = question.about(flag.target)
    let answer = FlagAnswer(about.decide(served, server), of: about)
    if let failure = answer.failure { throw failure }
    var writer = JSONWriter()
    answer.write(flag, to: &writer)
    return .json(writer.utf8)
  }

  fileprivate func flags() async throws -> ServerAnswer {
    let body = try json()
    let served = try policy
    let state = served.state
    let context = try FlagContext(ofRequest: body, for: state.policy.graph)
    let question = try await Question(context.line, by: context.user, state, served, server)
    let stream = FlagTicket(for: context, of: served.name, key: key, at: question.now)
      .text(sealedBy: key)
    var writer = JSONWriter()
    writer.object { writer in
      writer.array("flags", FlagKey.all(of: state.policy.graph)) { part, writer in
        let about = question.about(part.target)
        let answer = FlagAnswer(about.decide(served, server), of: about)
        for key in part.keys { answer.write(key, to: &writer) }
      }
      if let stream {
        writer.array("eventStreams", [stream]) { ticket, writer in
          writer.object { writer in
            writer.member("type", "sse")
            let uri = "/ofrep/v1/events?ticket=\(ticket)"
            if let address = address(of: policyName) {
              writer.member("url", address + uri)
            } else {
              let path = Asked.path(of: policyName)
              writer.object("endpoint") { $0.member("requestUri", path + uri) }
            }
          }
        }
      }
      writer.object("metadata") { writer in
        writer.member("policy", state.policy.name)
        writer.member("fingerprint", state.policy.fingerprint)
      }
    }
    let tag = "\"\(FlagTag.of(writer.utf8))\""
    var answer = ServerAnswer.json(writer.utf8)
    if FlagTag.matches(request.headers["if-none-match"], tag) {
      answer = ServerAnswer(status: 304, headers: ["cache-control": "no-store"])
    }
    answer.headers["etag"] = tag
    return answer
  }
}
