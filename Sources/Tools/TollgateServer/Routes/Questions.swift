import TollgateKit
import TollgateRuntime
import TollgateSyntax

extension Route {
  /// The questions: who may do what, and why not.
  static let questions: [Route] = [
    Route(
      "POST", "/v1/check", by: .key(.ask), mostBytes: 1 << 20, checkOperation
    ) { asked in
      try await asked.check(asked.json())
    },
    Route("GET", "/v1/check", by: .key(.ask), checkByAddress) { asked in
      try await asked.check(Question.body(of: asked.onceEach()))
    },
    Route("POST", "/v1/batch", by: .key(.ask), mostBytes: 16 << 20, batchOperation) { asked in
      try await asked.batch()
    },
    Route("POST", "/v1/explain", by: .key(.ask), mostBytes: 1 << 20, explainOperation) { asked in
      let served = try asked.policy
      let question = try await Question(asked.json(), served, asked.server)
      try question.checkTarget()
      let text = question.decide(served, asked.server).explanation(
        in: question.locale.isEmpty ? "en" : question.locale, currency: question.currency,
        timeZone: question.timeZone)
      return .content(Array((text + "\n").utf8), type: "text/plain; charset=utf-8")
    },
    Route("POST", "/v1/access", by: .key(.ask), mostBytes: 1 << 20, accessOperation) { asked in
      let question = try await Question(
        asked.json(), isAboutAll: true, asked.policy, asked.server)
      var writer = JSONWriter(pretty: try asked.isPretty)
      question.policy.writeAccess(for: question.prepared, at: question.now, to: &writer)
      return asked.page(writer.utf8)
    },
    Route("POST", "/v1/paywall", by: .key(.ask), mostBytes: 1 << 20, paywallOperation) { asked in
      let question = try await Question(
        asked.json(), isAboutAll: true, asked.policy, asked.server)
      let target = question.line.target.isEmpty ? nil : question.line.target
      if target != nil { try question.checkTarget() }
      var amount: Int64 = 1
      if case .adding(let asked) = question.line.ask.growth { amount = asked }
      let paywall = question.policy.paywall(
        for: question.prepared, target: target, adding: amount,
        in: question.locale.isEmpty ? "en" : question.locale, currency: question.currency,
        at: question.now)
      return asked.page(Array(paywall.json(pretty: try asked.isPretty).utf8))
    },
  ]

  private static let questionMembers =
    ["adding", "reaching", "continuing", "at", "facts", "usage", "snapshot"].map {
      "\"\($0)\": {\"$ref\": \"schema:batch/properties/\($0)\"}"
    }.joined(separator: ", ") + """
      , "user": {\(UserID.schemaOrNull), "description": "Who asks."}, \
      "timeZone": \(timeZone), "thing": \(text), "locale": \(text), "currency": \(text)
      """

  /// A text that may be left out.
  static let text = #"{"type": ["string", "null"]}"#

  /// The name of a time zone, which may be left out.
  static let timeZone = #"{"type": ["string", "null"], "format": "time-zone"}"#

  /// The body of a question.
  static let question = Operation.Content(
    schema: """
      {"type": "object", "required": ["target"], "properties": {\
      "target": {"type": "string"}, \(questionMembers)}}
      """,
    example: #"{"user": "ada", "target": "bills", "adding": 3}"#)

  private static let aboutAll = Operation.Content(
    schema:
      #"{"type": "object", "properties": {"target": \#(text), \#(questionMembers)}}"#,
    example: #"{"user": "ada"}"#)

  private static let decided = Operation.Answer(
    status: 200, summary: "The decision; a denial is an answer, too.",
    content: Operation.Content(schema: #"{"$ref": "schema:decision"}"#))

  private static let denials = [401, 403].map { status in
    Operation.Answer(
      status: status, summary: "With `deny=\(status)` a denial; or the problem of a key.",
      content: decided.content, isProblemToo: true)
  }

  private static let deny = Operation.Parameter.query(
    "deny", "The status of a denial, for gateways that read nothing else: 401 or 403.",
    schema: #"{"type": "string", "enum": ["200", "401", "403"]}"#)

  private static let checkOperation = Operation(
    id: "check", summary: "Decides whether a user may use something. Nothing is counted.",
    parameters: [.pretty, deny], body: question, answers: [decided] + denials)

  private static let checkByAddress = Operation(
    id: "checkByAddress", summary: "The same, for gateways: the question is in the address.",
    parameters: [
      .query("user", "Who asks.", schema: "{\(UserID.schema)}"),
      .query("target", "What for.", isRequired: true), .adding,
      .query("reaching", "The value to reach, of a meter or a setting; not with `adding`."),
      .query(
        "continuing", "`true`: the use began while it was allowed, and is still running.",
        schema: #"{"type": "string", "enum": ["true", "false"]}"#),
      .query(
        "at", "The time; now unless given.",
        schema: #"{"$ref": "schema:batch/properties/at/anyOf/0"}"#),
      .timeZone, .query("thing", "The thing at hand for a meter that is counted per one."),
      .query("locale", "The language of texts."), .query("currency", "The currency of prices."),
      .pretty, deny,
    ], answers: [decided] + denials)

  private static let batchOperation = Operation(
    id: "batch", summary: "Answers a question on each line, in their order.",
    body: Operation.Content(
      type: "application/jsonl", schema: #"{"type": "string"}"#, isRequired: false),
    answers: [
      Operation.Answer(
        status: 200,
        summary: #"A decision on each line, or `{"error": "…"}` for one that cannot be read."#,
        content: Operation.Content(type: "application/jsonl", schema: #"{"type": "string"}"#))
    ])

  private static let explainOperation = Operation(
    id: "explain", summary: "Explains in full why a user may or may not use something.",
    body: question,
    answers: [
      Operation.Answer(
        status: 200, summary: "The explanation, as `tollgate explain` prints it.",
        content: Operation.Content(type: "text/plain", schema: #"{"type": "string"}"#))
    ])

  private static let accessOperation = Operation(
    id: "access", summary: "Lists everything that a user may and may not use.",
    parameters: [.pretty], body: aboutAll,
    answers: [
      Operation.Answer(
        status: 200, summary: "Every target with its decision.",
        content: Operation.Content(schema: #"{"$ref": "schema:access"}"#))
    ])

  private static let paywallOperation = Operation(
    id: "paywall", summary: "The products as one user finds them.",
    parameters: [.pretty], body: aboutAll,
    answers: [
      Operation.Answer(
        status: 200, summary: "What a paywall shows.",
        content: Operation.Content(schema: #"{"$ref": "schema:paywall"}"#))
    ])
}

extension Asked {
  var isPretty: Bool {
    get throws(Problem) { try choice("pretty", among: ["true", "false"]) == "true" }
  }

  /// The values of the query by name. A gateway that does not encode what it puts in would let a user
  /// called `ada&deny=200` say more than a name.
  fileprivate func onceEach() throws(Problem) -> [String: String] {
    let parameters = request.parameters
    guard request.query.split(separator: "&").count == parameters.count else {
      throw Problem(.unreadable, "the address says something twice")
    }
    return parameters
  }

  /// The value of the query with a name, which is one of a few words; nil if it is not there.
  private func choice(_ name: String, among words: [String]) throws(Problem) -> String? {
    guard let word = self[name] else { return nil }
    guard words.contains(word) else {
      throw Problem(.unreadable, "\(name): expected one of \(words.joined(separator: ", "))")
    }
    return word
  }

  /// JSON as the command prints it: on one line, or pretty with a line break at the end.
  func page(_ bytes: [UInt8]) -> ServerAnswer { .json(bytes + [0x0A]) }

  fileprivate func check(_ body: JSONValue) async throws -> ServerAnswer {
    let served = try policy
    let isPretty = try isPretty
    let deny = try choice("deny", among: ["200", "401", "403"]).flatMap { Int($0) }
    let question = try await Question(body, served, server)
    try question.checkTarget()
    let decision = question.decide(served, server)
    let writer = decision.writer(
      policy: question.policy, locale: question.locale, currency: question.currency,
      pretty: isPretty)
    var answer = page(writer.utf8)
    if !decision.isAllowed, let deny { answer.status = deny }
    return answer
  }

  /// The most lines of a batch.
  static let mostLines = 10_000

  /// Answers each line of the body; one that cannot be read is told in its place.
  fileprivate func batch() async throws -> ServerAnswer {
    let served = try policy
    var bytes: [UInt8] = []
    var lines = request.body.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    guard lines.count <= Asked.mostLines else {
      throw Problem(.tooLong, "a batch has at most \(Asked.mostLines) lines: send several")
    }
    for (place, line) in lines.enumerated() {
      // Others get their turn, and who has gone needs no answer.
      if place % 100 == 99 {
        try Task.checkCancellation()
        await Task.yield()
      }
      do {
        let question = try await Question(SnapshotError.read(Array(line)), served, server)
        let decision = question.decide(served, server)
        bytes +=
          decision.writer(
            policy: question.policy, locale: question.locale, currency: question.currency
          ).utf8
      } catch {
        let problem = Problem(error)
        guard problem.kind.status < 500 else { throw problem }
        var writer = JSONWriter()
        writer.object { $0.member("error", "line \(place + 1): \(problem.detail)") }
        bytes += writer.utf8
      }
      bytes.append(0x0A)
    }
    return .content(bytes, type: "application/jsonl")
  }
}
