import TollgateKit
import TollgateSyntax
import TollgateUsage

extension Route {
  /// The policies that are served.
  static let policies: [Route] = [
    Route(
      "GET", "/v1/policies", by: .key(.ask), isAboutPolicy: false,
      Operation(
        id: "policies", summary: "The policies that are served.",
        answers: [
          Operation.Answer(
            status: 200, summary: "Each with its fingerprint, and why a newer one is not in use.",
            content: Operation.Content(
              schema: #"{"type": "object", "properties": {"policies": {"type": "array", "items": "#
                + policySchema + "}}}"))
        ])
    ) { asked in
      var writer = JSONWriter()
      writer.object { writer in
        writer.array(
          "policies", asked.server.shelf.policies.filter { asked.key?.isFor($0.name) ?? true }
        ) {
          $0.write(to: &$1, for: asked.key)
        }
      }
      return asked.page(writer.utf8)
    },
    Route(
      "GET", "/v1/policy", by: .key(.ask),
      Operation(
        id: "policy", summary: "The policy in use.",
        answers: [
          Operation.Answer(
            status: 200, summary: "Its name and fingerprint.",
            content: Operation.Content(schema: policySchema))
        ])
    ) { asked in
      var writer = JSONWriter()
      try asked.policy.write(to: &writer, for: asked.key)
      return asked.page(writer.utf8)
    },
    Route(
      "POST", "/v1/policy/reload", by: .key(.admin),
      Operation(
        id: "reload", summary: "Reads the policy again. One with a mistake changes nothing.",
        answers: [
          Operation.Answer(
            status: 200, summary: "The policy in use now.",
            content: Operation.Content(schema: policySchema))
        ], problems: [422])
    ) { asked in
      let served = try asked.policy
      do {
        try await asked.server.reload(served)
      } catch {
        throw Problem(.refused, served.problem ?? Problem(error).detail)
      }
      var writer = JSONWriter()
      served.write(to: &writer, for: asked.key)
      return asked.page(writer.utf8)
    },
  ]

  private static let policySchema = """
    {"type": "object", "required": ["name", "fingerprint", "since", "problem"], "properties": {\
    "name": {"type": "string"}, "fingerprint": {"type": "string"}, "since": {"type": "string"}, \
    "problem": {"type": ["string", "null"]}}}
    """
}

extension ServedPolicy {
  /// - Parameter key: Who asks: only an administrator is told the reason, which may name a file.
  fileprivate func write(to writer: inout JSONWriter, for key: APIKey?) {
    let state = state
    let isTold = key?.permissions.contains(.admin) ?? true
    writer.object { writer in
      writer.member("name", name)
      writer.member("fingerprint", state.policy.fingerprint)
      writer.member("since", state.since.text)
      writer.member("problem", problem.map { isTold ? $0 : "a newer policy is refused" })
    }
  }
}

extension Route {
  /// The pages for those who run the server.
  static let operation: [Route] = [
    Route(
      "GET", "/healthz", by: .anyone, isAboutPolicy: false,
      Operation(
        id: "health", summary: "Whether the process answers.",
        answers: [
          Operation.Answer(
            status: 200, summary: "It does.",
            content: Operation.Content(schema: #"{"type": "object"}"#))
        ])
    ) { _ in .json(#"{"status":"ok"}"# + "\n") },
    Route(
      "GET", "/readyz", by: .anyone, isAboutPolicy: false,
      Operation(
        id: "ready",
        summary: "Whether it can be asked: the store answers, and it is not about to end.",
        answers: [
          Operation.Answer(
            status: 200, summary: "It can; `refused` says how many newer policies are not in use.",
            content: Operation.Content(schema: readySchema)),
          Operation.Answer(
            status: 503, summary: "It cannot now.", content: Operation.Content(schema: readySchema)),
        ])
    ) { asked in
      let server = asked.server
      let isThere: Bool
      do {
        try await server.store.check()
        isThere = true
      } catch {
        isThere = false
      }
      let isReady = isThere && !server.ends
      var writer = JSONWriter()
      writer.object { writer in
        writer.member("status", isReady ? "ready" : "not-ready")
        writer.member("store", isThere ? "ok" : "away")
        writer.member("refused", server.shelf.policies.filter { $0.problem != nil }.count)
      }
      var answer = asked.page(writer.utf8)
      answer.status = isReady ? 200 : 503
      return answer
    },
    Route(
      "GET", "/metrics", by: .key(.admin), isAboutPolicy: false,
      Operation(
        id: "metrics", summary: "What the server counts about itself, as Prometheus reads it.",
        answers: [
          Operation.Answer(
            status: 200, summary: "The metrics.",
            content: Operation.Content(type: "text/plain", schema: #"{"type": "string"}"#))
        ])
    ) { asked in
      guard asked.key?.policies == nil else {
        throw Problem(.forbidden, "the metrics are about all policies, and this key is not")
      }
      return .content(
        Array(asked.server.metrics.text(of: asked.server).utf8),
        type: "text/plain; version=0.0.4; charset=utf-8")
    },
    Route(
      "GET", "/openapi.json", by: .anyone, isAboutPolicy: false,
      Operation(
        id: "openapi", summary: "This document.",
        answers: [
          Operation.Answer(
            status: 200, summary: "OpenAPI 3.1.",
            content: Operation.Content(schema: #"{"type": "object"}"#))
        ])
    ) { asked in
      let document = OpenAPI(
        routes: asked.server.routes.all, schemas: asked.server.options.schemas, version: "1")
      return .json(document.text + "\n")
    },
  ]

  private static let readySchema = """
    {"type": "object", "required": ["status", "store", "refused"], "properties": {\
    "status": {"enum": ["ready", "not-ready"]}, "store": {"enum": ["ok", "away"]}, \
    "refused": {"type": "integer", "description": "How many newer policies are not in use."}}}
    """
}
