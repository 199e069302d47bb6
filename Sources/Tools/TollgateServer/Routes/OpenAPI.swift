import TollgateKit
import TollgateSyntax

/// The entry of a route in the OpenAPI document.
struct Operation: Sendable {
  /// A name for programs that are generated from the document.
  let id: String
  /// Its effect, in a sentence.
  let summary: String
  /// The parts of the path, the query and the headers.
  var parameters: [Parameter] = []
  /// The content of the request; nil for none.
  var body: Content?
  /// The answers that are no problem.
  var answers: [Answer]
  /// The statuses of its problems, beyond those of every route.
  var problems: [Int] = []
  /// How a protocol of others tells problems; nil for RFC 9457.
  var tells: (@Sendable (Problem, ServerRequest) -> ServerAnswer)?

  func problemAnswer(_ problem: Problem, _ request: ServerRequest) -> ServerAnswer {
    tells?(problem, request) ?? problem.answer
  }

  /// Something that the address or a header says.
  struct Parameter: Sendable {
    /// Where it stands.
    enum Place: String, Sendable { case path, query, header }

    var place: Place
    var name: String
    var summary: String
    /// Its JSON Schema.
    var schema = #"{"type": "string"}"#
    var isRequired = false
  }

  /// The content of a request or an answer: its media type and its JSON Schema.
  struct Content: Sendable {
    var type = "application/json"
    /// JSON Schema; `{"$ref": "schema:snapshot"}` is the schema that `tollgate schema` prints.
    var schema: String
    /// An example, as JSON.
    var example: String?
    /// Whether a request without content means something else than one that is empty.
    var isRequired = true

    var isJSON: Bool { type == "application/json" || type.hasSuffix("+json") }
  }

  /// An answer.
  struct Answer: Sendable {
    var status: Int
    var summary: String
    var content: Content?
    /// Whether a problem has this status, too.
    var isProblemToo = false
  }
}

extension Operation.Parameter {
  static let user = Operation.Parameter(
    place: .path, name: "id", summary: "The user.",
    schema: "{\(UserID.schema)}", isRequired: true)

  static let adding = query(
    "adding", "How much more of a meter; 1 unless given.",
    schema: """
      {"type": "integer", "minimum": \(Int64.min), "maximum": \(Int64.max)}
      """)

  static let timeZone = query(
    "timeZone", "Whose midnight begins a day.",
    schema: #"{"type": "string", "format": "time-zone"}"#)

  static func query(
    _ name: String, _ summary: String, schema: String = #"{"type": "string"}"#,
    isRequired: Bool = false
  ) -> Operation.Parameter {
    Operation.Parameter(
      place: .query, name: name, summary: summary, schema: schema, isRequired: isRequired)
  }

  static func header(_ name: String, _ summary: String) -> Operation.Parameter {
    Operation.Parameter(place: .header, name: name, summary: summary)
  }

  static let pretty = query(
    "pretty", "`true`: each member on its own line, as the command prints it.",
    schema: #"{"type": "string", "enum": ["true", "false"]}"#)
}

/// The OpenAPI 3.1 document, made from the list of routes.
struct OpenAPI {
  let routes: [Route]
  /// The JSON Schemas of Tollgate's documents, by name.
  let schemas: [String: String]
  let version: String

  var text: String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("openapi", "3.1.0")
      writer.object("info") { writer in
        writer.member("title", "Tollgate decision server")
        writer.member("version", version)
        writer.member(
          "description",
          "Who may do what, why not, and every way in. Each page about a policy is also below "
            + "/p/{policy}, which names the policy where several are served.")
      }
      writer.object("paths") { writer in
        for path in paths {
          writer.object(path.replacing("...}", with: "}")) { writer in
            for route in routes where route.path == path { write(route, &writer) }
          }
        }
      }
      writer.object("components") { writer in
        writer.object("securitySchemes") { writer in
          writer.object("bearer") { writer in
            writer.member("type", "http")
            writer.member("scheme", "bearer")
          }
          writer.object("key") { writer in
            writer.member("type", "apiKey")
            writer.member("in", "header")
            writer.member("name", "X-API-Key")
          }
        }
        writer.object("schemas") { writer in
          writer.key("problem")
          writer.raw(OpenAPI.problem)
          for (name, schema) in components {
            writer.key(name)
            writer.raw(schema)
          }
        }
      }
    }
    return writer.text
  }

  private var paths: [String] {
    var seen: Set<String> = []
    return routes.map { $0.path }.filter { seen.insert($0).inserted }
  }

  private func write(_ route: Route, _ writer: inout JSONWriter) {
    let operation = route.operation
    writer.object(route.method.lowercased()) { writer in
      writer.member("operationId", operation.id)
      writer.member("summary", operation.summary)
      if case .key(let permission) = route.caller {
        writer.member("description", "The key needs `\(permission.rawValue)`.")
        writer.array("security", ["bearer", "key"]) { name, writer in
          writer.object { writer in writer.array(name, [String]()) { _, _ in } }
        }
      }
      if !operation.parameters.isEmpty {
        writer.array("parameters", operation.parameters) { parameter, writer in
          writer.object { writer in
            writer.member("name", parameter.name)
            writer.member("in", parameter.place.rawValue)
            writer.member("description", parameter.summary)
            writer.member("required", parameter.isRequired || parameter.place == .path)
            writer.key("schema")
            writer.raw(OpenAPI.referring(parameter.schema))
          }
        }
      }
      if let body = operation.body {
        writer.object("requestBody") { writer in
          writer.member("required", body.isRequired)
          write([body], &writer)
        }
      }
      writer.object("responses") { writer in
        for answer in operation.answers {
          writer.object(String(answer.status)) { writer in
            writer.member("description", answer.summary)
            let problem = answer.isProblemToo ? [OpenAPI.problemContent] : []
            write([answer.content].compactMap { $0 } + problem, &writer)
          }
        }
        for status in statuses(of: route) {
          writer.object(String(status)) { writer in
            writer.member("description", OpenAPI.meaning(of: status))
            write([OpenAPI.problemContent], &writer)
          }
        }
      }
    }
  }

  private func write(_ contents: [Operation.Content], _ writer: inout JSONWriter) {
    guard !contents.isEmpty else { return }
    writer.object("content") { writer in
      for content in contents {
        writer.object(content.type) { writer in
          writer.key("schema")
          writer.raw(OpenAPI.referring(content.schema))
          if let example = content.example {
            writer.key("example")
            writer.raw(example)
          }
        }
      }
    }
  }

  private static func referring(_ schema: String) -> String {
    schema.replacing("schema:", with: "#/components/schemas/")
  }

  /// The problems of a route that its own answers do not have the status of.
  private func statuses(of route: Route) -> [Int] {
    // A protocol of others has shapes of its own for them, so its routes list them all.
    guard route.operation.tells == nil else { return [] }
    var found: Set<Int> = Set(route.operation.problems)
    if case .key = route.caller { found.formUnion([401, 403]) }
    if route.mostBytes > 0 { found.formUnion([400, 413, 415]) }
    if route.isAboutPolicy { found.insert(404) }
    if route.caller != .anyone { found.formUnion([400, 503]) }
    return found.subtracting(route.operation.answers.map { $0.status }).sorted()
  }

  private static func meaning(of status: Int) -> String {
    let titles = Problem.Kind.allCases.filter { $0.status == status }.map { $0.title }
    return titles.joined(separator: ", or: ") + "."
  }

  /// The schemas of Tollgate's documents with their definitions beside them: a document has one place
  /// for all.
  private var components: [(String, String)] {
    var found: [(String, String)] = []
    for (name, text) in schemas.sorted(by: { $0.key < $1.key }) {
      guard let value = try? JSONReader.read(Array(text.utf8)), case .object(let members) = value
      else { continue }
      for member in members where member.key == "$defs" {
        guard case .object(let definitions) = member.value else { continue }
        for definition in definitions {
          found.append(
            ("\(name).\(definition.key)", definition.value.referring(from: name).json()))
        }
      }
      let own = members.filter { !["$schema", "$id", "$defs"].contains($0.key) }
      found.append((name, JSONValue.object(own).referring(from: name).json()))
    }
    return found
  }

  private static let problemContent = Operation.Content(
    type: "application/problem+json", schema: ##"{"$ref": "#/components/schemas/problem"}"##)

  private static let problem = """
    {"type": "object", "required": ["type", "title", "status", "detail"], "properties": {\
    "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"}, \
    "detail": {"type": "string"}}}
    """
}

extension JSONValue {
  /// The schema with its references as they are in the document: `#/$defs/price` of `decision` is
  /// `#/components/schemas/decision.price`.
  fileprivate func referring(from name: String) -> JSONValue {
    switch self {
    case .list(let values): return .list(values.map { $0.referring(from: name) })
    case .object(let members):
      return .object(
        members.map { member in
          guard member.key == "$ref", case .text(let target) = member.value else {
            return Member(member.key, member.value.referring(from: name))
          }
          return Member(
            "$ref",
            .text(target.replacing("#/$defs/", with: "#/components/schemas/\(name).")))
        })
    default: return self
    }
  }
}
