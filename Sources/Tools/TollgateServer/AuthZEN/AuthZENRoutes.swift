import Foundation
import TollgateKit
import TollgateRuntime
import TollgateSyntax

extension Route {
  /// The Authorization API 1.0 of OpenID AuthZEN: decisions for gateways. ``AccessFacts`` says what
  /// becomes of the parts of a request.
  static let authZEN: [Route] = [
    Route(
      "POST", "/access/v1/evaluation", by: .key(.ask), mostBytes: 1 << 20, evaluationOperation
    ) { asked in
      var writer = JSONWriter()
      try await asked.evaluate(
        AccessRequest(AccessRequest.Parts(asked.accessBody())), asked.policy, to: &writer)
      return .json(writer.utf8)
    },
    Route(
      "POST", "/access/v1/evaluations", by: .key(.ask), mostBytes: 1 << 20, evaluationsOperation
    ) { asked in
      try await asked.evaluations()
    },
    search(.subject, "the stored users who would be permitted, in the order of their ids."),
    search(.resource, "the resources with which it would be permitted."),
    search(.action, "the actions that would be permitted."),
    Route("GET", "/.well-known/authzen-configuration", by: .anyone, metadataOperation) { asked in
      try asked.metadata(of: asked.policyName)
    },
    Route(
      "GET", "/.well-known/authzen-configuration/p/{policy}", by: .anyone, isAboutPolicy: false,
      metadataOfPolicyOperation
    ) { asked in
      try asked.metadata(of: asked.parts["policy"])
    },
  ]

  private static func search(_ sought: AccessEntity.Role, _ summary: String) -> Route {
    let name = sought.rawValue
    let needed = ["subject", "resource", "action"].filter { $0 != "action" || sought != .action }
    let members = needed.map { part in
      "\"\(part)\": \(part == name ? soughtSchema : schema(of: part))"
    }
    let result = sought == .action ? #"["name"]"# : #"["type", "id"]"#
    return Route(
      "POST", "/access/v1/search/\(name)", by: .key(.ask), mostBytes: 1 << 20,
      Operation(
        id: "search\(name.capitalized)", summary: "AuthZEN: \(summary)",
        body: Operation.Content(
          schema: """
            {"type": "object", "required": \(JSONWriter.list(needed)), "properties": {\
            \(members.joined(separator: ", ")), "context": \(anyObject), "page": {\
            "type": ["object", "null"], "properties": {"token": {"type": ["string", "null"]}, \
            "limit": {"type": ["integer", "null"], "minimum": 0}}}}}
            """),
        answers: [
          Operation.Answer(
            status: 200,
            summary: "A page of results, of at most \(AccessSearch.mostResults); an empty "
              + "`next_token` ends them.",
            content: Operation.Content(
              schema: """
                {"type": "object", "required": ["page", "results"], "properties": {\
                "page": {"type": "object", "required": ["next_token", "count"], "properties": {\
                "next_token": {"type": "string"}, "count": {"type": "integer"}}}, \
                "results": {"type": "array", "items": {"type": "object", "required": \(result)}}}}
                """))
        ] + failures, tells: tells)
    ) { asked in
      let search = try AccessSearch(asked.accessBody(), for: sought)
      return try await .json(search.json(search.page(asked.policy, asked.server)))
    }
  }

  private static let evaluationOperation = Operation(
    id: "evaluateAccess", summary: "AuthZEN: whether a subject may do something with a resource.",
    body: Operation.Content(
      schema: """
        {"type": "object", "required": ["subject", "resource", "action"], "properties": {\
        \(partSchemas)}}
        """, example: example),
    answers: [
      Operation.Answer(
        status: 200, summary: "The decision; its context says why, and every way in.",
        content: Operation.Content(schema: decisionSchema))
    ] + failures, tells: tells)

  private static let evaluationsOperation = Operation(
    id: "evaluateAccesses",
    summary: "AuthZEN: many of these at once; what one does not say is said at the top.",
    body: Operation.Content(
      schema: """
        {"type": "object", "properties": {"subject": \(anyObject), "resource": \(anyObject), \
        "action": \(anyObject), "context": \(anyObject), "evaluations": {\
        "type": ["array", "null"], "maxItems": \(Asked.mostEvaluations)}, "options": {"type": ["object", "null"], "properties": {\
        "evaluations_semantic": {"enum": ["execute_all", "deny_on_first_deny", \
        "permit_on_first_permit", null]}}}}, "if": {"properties": {"evaluations": {\
        "type": "array", "minItems": 1}}, "required": ["evaluations"]}, "then": true, \
        "else": {"required": ["subject", "resource", "action"], "properties": {\
        \(partSchemas)}}}
        """),
    answers: [
      Operation.Answer(
        status: 200,
        summary: "The decisions in their order, one that cannot be read with `context.error`; "
          + "without evaluations a decision.",
        content: Operation.Content(
          schema: """
            {"oneOf": [\(decisionSchema), {"type": "object", "required": ["evaluations"], \
            "properties": {"evaluations": {"type": "array", "items": \(decisionSchema)}}}]}
            """))
    ] + failures, tells: tells)

  private static let metadataSchema = Operation.Content(
    schema: """
      {"type": "object", "required": ["policy_decision_point", "access_evaluation_endpoint"], \
      "additionalProperties": {"type": "string", "format": "uri"}}
      """)

  private static let metadataOperation = Operation(
    id: "accessMetadata", summary: "AuthZEN: where its pages are. No key is needed.",
    answers: [
      Operation.Answer(status: 200, summary: "The addresses.", content: metadataSchema)
    ] + failures.filter { [400, 403, 404].contains($0.status) }, tells: tells)

  private static let metadataOfPolicyOperation = Operation(
    id: "accessMetadataOfPolicy",
    summary: "AuthZEN: where the pages about one of several policies are. No key is needed.",
    parameters: [
      Operation.Parameter(
        place: .path, name: "policy", summary: "The name of the policy.", isRequired: true)
    ],
    answers: [
      Operation.Answer(status: 200, summary: "The addresses.", content: metadataSchema)
    ] + failures.filter { [400, 403, 404].contains($0.status) }, tells: tells)

  /// An error is a message in plain text. A wrong content type is a bad request, as the
  /// certification has it.
  private static let tells: @Sendable (Problem, ServerRequest) -> ServerAnswer = { problem, _ in
    var answer = problem.answer
    answer.headers["content-type"] = "text/plain; charset=utf-8"
    answer.body = .bytes(Array((problem.detail + "\n").utf8))
    if problem.kind == .wrongType { answer.status = 400 }
    return answer
  }

  private static let failures: [Operation.Answer] = [
    (400, "The request cannot be read, lacks something, or is no JSON."),
    (401, "A key is needed."), (403, "The key may not do this."),
    (404, "There is no such policy."), (413, "The request is too long."),
    (500, "The server failed."), (503, "The database does not answer."),
  ].map { status, summary in
    Operation.Answer(
      status: status, summary: summary,
      content: Operation.Content(type: "text/plain", schema: #"{"type": "string"}"#))
  }

  private static let anyObject = #"{"type": ["object", "null"]}"#
  private static let soughtSchema = """
    {"type": "object", "required": ["type"], "properties": {"type": {"type": "string"}, \
    "properties": \(anyObject)}}
    """

  private static let partSchemas =
    ["subject", "resource", "action"].map { "\"\($0)\": \(schema(of: $0))" }
    .joined(separator: ", ") + ", \"context\": \(anyObject)"

  private static func schema(of part: String) -> String {
    switch part {
    case "action":
      return """
        {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, \
        "properties": \(anyObject)}}
        """
    case "subject":
      return """
        {"type": "object", "required": ["type", "id"], "properties": {"type": {"type": "string"}, \
        "id": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[^\\\\u0000]*$", \
        "description": "The user."}, "properties": \(anyObject)}}
        """
    default:
      return """
        {"type": "object", "required": ["type", "id"], "properties": {"type": {"type": "string"}, \
        "id": {"type": "string"}, "properties": {"type": ["object", "null"], "properties": {\
        "count": {"type": ["integer", "null"], "minimum": -9223372036854775808, \
        "maximum": 9223372036854775807, "description": "How much more; 1 unless given."}}}}}
        """
    }
  }

  private static let decisionSchema = """
    {"type": "object", "required": ["decision", "context"], "properties": {\
    "decision": {"type": "boolean"}, "context": {"type": "object", "properties": {\
    "target": {"type": "string"}, "outcome": {"enum": ["allowed", "warned", "denied"]}, \
    "reason": {"type": "string"}, "waysIn": {"type": "array", "items": {"type": "object"}}, \
    "validUntil": {"type": ["string", "null"]}, "error": {"type": "object"}}}}}
    """

  private static let example = """
    {"subject": {"type": "user", "id": "ada"}, "action": {"name": "csv-export"}, \
    "resource": {"type": "report", "id": "7"}}
    """
}

extension JSONWriter {
  fileprivate static func list(_ names: [String]) -> String {
    JSONValue.list(names.map(JSONValue.text)).json()
  }
}

extension Asked {
  /// The most evaluations of a batch.
  static let mostEvaluations = 1_000

  /// The body, whose content type the protocol demands.
  fileprivate func accessBody() throws -> JSONObject {
    let type = request.headers["content-type"] ?? ""
    guard type.prefix(while: { $0 != ";" }).lowercased().filter({ $0 != " " }) == "application/json"
    else { throw Problem(.unreadable, "expected the content type application/json") }
    return try JSONObject(json())
  }

  @discardableResult
  fileprivate func evaluate(
    _ access: AccessRequest, _ served: ServedPolicy, to writer: inout JSONWriter
  ) async throws -> Bool {
    let question = try await access.question(served.state, served, server)
    let decision = question.decide(served, server)
    decision.writeAccess(to: &writer)
    return decision.isAllowed
  }

  fileprivate func evaluations() async throws -> ServerAnswer {
    let object = try accessBody()
    let semantic = try AccessSemantic(object.object("options"))
    let evaluations = try object.read("evaluations") { value throws(SnapshotError) in
      try value.readList { value throws(SnapshotError) in value }
    }
    let served = try policy
    var writer = JSONWriter()
    guard let evaluations, !evaluations.isEmpty else {
      try await evaluate(AccessRequest(AccessRequest.Parts(object)), served, to: &writer)
      return .json(writer.utf8)
    }
    guard evaluations.count <= Asked.mostEvaluations else {
      throw Problem(.unreadable, "evaluations: at most \(Asked.mostEvaluations) at once")
    }
    for name in ["subject", "resource", "action", "context"] { _ = try object.object(name) }
    var answers: [String] = []
    for evaluation in evaluations {
      var writer = JSONWriter()
      var isAllowed = false
      do {
        let parts = try AccessRequest.Parts(JSONObject(evaluation), or: object)
        isAllowed = try await evaluate(AccessRequest(parts), served, to: &writer)
      } catch {
        // One that cannot be read is denied in its place; if the server fails, all of them fail.
        let problem = Problem(error)
        guard problem.kind.status < 500 else { throw problem }
        writer.object { writer in
          writer.member("decision", false)
          writer.object("context") { writer in
            writer.object("error") { writer in
              writer.member("status", problem.kind.status)
              writer.member("message", problem.detail)
            }
          }
        }
      }
      answers.append(writer.text)
      if semantic.ends(after: isAllowed) { break }
    }
    writer.object { $0.array("evaluations", answers) { $1.raw($0) } }
    return .json(writer.utf8)
  }

  /// The addresses of AuthZEN's pages; those of a policy, if one is named. Who has no key learns
  /// no names of policies.
  fileprivate func metadata(of name: String?) throws -> ServerAnswer {
    guard let name else {
      guard server.shelf.policies.count == 1 else {
        throw Problem(.unknownPolicy, "the server has several policies: put /p/ and one behind it")
      }
      return try metadata(at: nil)
    }
    guard server.shelf.policies.contains(where: { $0.name == name }) else {
      throw Problem(.unknownPolicy, "the server has no such policy")
    }
    return try metadata(at: name)
  }

  private func metadata(at policy: String?) throws -> ServerAnswer {
    guard let address = address(of: policy) else {
      throw Problem(.unreadable, "the header Host is missing")
    }
    return .json(
      JSONWriter.document { writer in
        writer.member("policy_decision_point", address)
        for (name, path) in [
          ("access_evaluation_endpoint", "evaluation"),
          ("access_evaluations_endpoint", "evaluations"),
          ("search_subject_endpoint", "search/subject"),
          ("search_resource_endpoint", "search/resource"),
          ("search_action_endpoint", "search/action"),
        ] {
          writer.member(name, "\(address)/access/v1/\(path)")
        }
      })
  }
}
