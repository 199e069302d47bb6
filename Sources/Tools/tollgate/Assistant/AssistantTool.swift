import TollgateAnalysis
import TollgateKit
import TollgateSyntax

/// A tool that an assistant may call.
struct AssistantTool: Sendable {
  let name: String
  let title: String
  /// When to use it, for the assistant.
  let about: String
  /// The arguments; one with a `?` may be left out.
  let input: Shape.Members
  /// The members of its structured answer, beside those that every answer has.
  let output: Shape.Members
  /// Whether a call may change a file.
  var writes = false
  /// How many steps a call reports.
  var steps = 1
  let run: @Sendable (ToolCall) throws(Failure) -> ToolAnswer

  /// Every tool, in the order of the list.
  static let all: [AssistantTool] = [
    .checkPolicy, .formatPolicy, .decide, .whoChanges, .prove, .suggestScenarios, .showPlans,
    .describe, .lookUp, .propose,
  ]

  /// The entry of the list. Without permission to write, no tool changes anything.
  func listed(mayWrite: Bool) -> JSONValue {
    let isReading = !(writes && mayWrite)
    return .dictionary([
      "name": .text(name), "title": .text(title), "description": .text(about),
      "inputSchema": AssistantTool.schema(of: .object(input)),
      "outputSchema": AssistantTool.schema(of: .object(output + ToolAnswer.members)),
      "annotations": .dictionary([
        "title": .text(title), "readOnlyHint": .boolean(isReading),
        "destructiveHint": .boolean(!isReading), "idempotentHint": .boolean(true),
        "openWorldHint": .boolean(false),
      ]),
    ])
  }

  private static func schema(of shape: Shape) -> JSONValue {
    var writer = JSONWriter()
    writer.object { writer in
      shape.writeMembers(to: &writer)
      shape.writeDefinitions(to: &writer)
    }
    return JSONValue(reading: writer.text)
  }

  /// The names of the arguments.
  fileprivate var arguments: [String] {
    input.list.map { $0.key.hasSuffix("?") ? String($0.key.dropLast()) : $0.key }
  }
}

extension JSONValue {
  /// A document that this program has written.
  init(reading text: String) {
    self = (try? JSONReader.read(Array(text.utf8), limit: .max)) ?? .null
  }
}

extension Shape {
  /// A document of a command, `null` where it is too long. The list of tools stays short: whoever
  /// wants the schema reads its page.
  static func document(_ schema: DocumentSchema, _ about: String = "") -> Shape {
    let address = AssistantResources.address(ofSchema: schema.name)
    return .orNull(
      .object([:]), "As \(address) describes it." + (about.isEmpty ? "" : " " + about))
  }
}

// Arguments that several tools have.
extension AssistantTool {
  /// The policy that a tool is about.
  static let policy: Shape.Members = [
    "path?": .text("The name of a `.gate` file, as `resources/list` gives it."),
    "text?": .text(
      "The text of a policy. With `path`, it stands in the place of that file, which stays as it is."
    ),
  ]

  /// The place where a text that was cut goes on.
  static let place: Shape.Members = [
    "from?": .integer("Where the text goes on, as the last answer said; in bytes.", from: 0)
  ]

  static let locale: Shape.Members = [
    "locale?": .text("The language of the words, such as en (usual) or zh-Hans.")
  ]

  static let at: Shape.Members = [
    "at?": .text("The time, such as 2026-03-01 or 2026-03-01T08:00Z; by default, now.")
  ]
}

/// A call of a tool: its arguments, and all that it needs to answer.
struct ToolCall: Sendable {
  let arguments: ToolArguments
  let folders: AssistantFolders
  let mayWrite: Bool
  let work: ToolWork

  /// Where the text of the answer goes on.
  var from: Int { get throws(Failure) { try arguments.number("from") ?? 0 } }

  var locale: String { get throws(Failure) { try arguments.text("locale") ?? "en" } }

  var now: Instant {
    get throws(Failure) {
      try QuantityArgument.instant(given: try arguments.text("at"), behind: "`at`") ?? .now
    }
  }

  /// The policy that the call names.
  func policy() throws(Failure) -> AskedPolicy { try policy(arguments, "`path` or `text`") }

  /// A policy of an argument that is an object.
  func policy(in key: String) throws(Failure) -> Policy {
    let members = try arguments.object(key)
    guard let revision = try members.text("revision") else {
      return try policy(members, "`\(key).path` or `\(key).text`").policy()
    }
    guard let path = try members.text("path"), try members.text("text") == nil else {
      throw .usage("`\(key)` with a `revision` takes a `path`, and no `text`")
    }
    return try GitPolicy(try folders.path(path), at: revision).policy()
  }

  private func policy(_ members: ToolArguments, _ names: String) throws(Failure) -> AskedPolicy {
    let text = try members.text("text")
    guard let path = try members.text("path") else {
      guard let text else {
        throw .usage("give \(names): the name of a file, or the text of a policy")
      }
      try ToolCall.checkLength(text)
      return AskedPolicy(name: AskedPolicy.textName, path: nil, bytes: Array(text.utf8))
    }
    guard let text else {
      let file = try folders.file(path)
      return AskedPolicy(name: file.name, path: file.path, bytes: file.bytes)
    }
    try ToolCall.checkLength(text)
    let place = try folders.fileOrPlace(path)
    return AskedPolicy(name: place.name, path: place.path, bytes: Array(text.utf8))
  }

  /// Refuses a text that is longer than a policy may be.
  static func checkLength(_ text: String) throws(Failure) {
    guard text.utf8.count > AssistantFolders.longest else { return }
    throw .unreadable("the text is longer than \(AssistantFolders.longest >> 20) MiB")
  }
}

/// The arguments of a call, which are read by name.
struct ToolArguments: Sendable {
  private let members: JSONValue
  /// How messages name the members: `` `old.path` ``.
  private let prefix: String

  /// - Throws: A name that the tool does not know, which may be a typo.
  init(_ value: JSONValue, of tool: AssistantTool) throws(Failure) {
    try self.init(value, prefix: "", known: tool.arguments, of: "`\(tool.name)`")
  }

  private init(
    _ value: JSONValue, prefix: String, known: [String], of owner: String
  ) throws(Failure) {
    guard case .object(let found) = value else {
      throw .usage("the arguments of \(owner) are an object: \(known.joined(separator: ", "))")
    }
    for member in found where !known.contains(member.key) {
      let near = EditDistance.nearest(to: member.key, among: known)
      let hint = near.map { "; write `\($0)`" } ?? ": it takes \(known.joined(separator: ", "))"
      throw .usage("\(owner) has no argument \(JSONText.quoted(member.key))\(hint)")
    }
    members = value
    self.prefix = prefix
  }

  private func fault(_ key: String, _ kind: String) -> Failure {
    .usage("`\(prefix)\(key)` is \(kind)")
  }

  func text(_ key: String) throws(Failure) -> String? {
    switch members[key] {
    case .null: return nil
    case .text(let text): return text
    default: throw fault(key, "a text")
    }
  }

  /// A text that must be there.
  func needed(_ key: String) throws(Failure) -> String {
    guard let text = try text(key) else { throw .usage("`\(prefix)\(key)` is missing") }
    return text
  }

  /// A list of texts; one text is a list of one.
  func texts(_ key: String) throws(Failure) -> [String] {
    switch members[key] {
    case .null: return []
    case .text(let text): return [text]
    case .list(let values):
      var texts: [String] = []
      for value in values {
        guard let text = value.text else { throw fault(key, "a list of texts") }
        texts.append(text)
      }
      return texts
    default: throw fault(key, "a list of texts")
    }
  }

  func boolean(_ key: String) throws(Failure) -> Bool {
    switch members[key] {
    case .null: return false
    case .boolean(let value): return value
    default: throw fault(key, "true or false")
    }
  }

  func number(_ key: String) throws(Failure) -> Int? {
    switch members[key] {
    case .null: return nil
    case .integer(let value) where value >= 0: return Int(clamping: value)
    default: throw fault(key, "a whole number from 0")
    }
  }

  /// A quantity, as a number or as a policy writes it.
  func quantity(_ key: String) throws(Failure) -> String? {
    if case .integer(let value) = members[key] { return String(value) }
    return try text(key)
  }

  /// Any value; nil if it is not there.
  func value(_ key: String) -> JSONValue? {
    members[key] == .null ? nil : members[key]
  }

  /// The members of a policy that is an object.
  func object(_ key: String) throws(Failure) -> ToolArguments {
    let known = ["path", "text", "revision"]
    guard let value = value(key) else {
      throw .usage("`\(prefix)\(key)` is missing: an object with \(known.joined(separator: ", "))")
    }
    return try ToolArguments(value, prefix: "\(key).", known: known, of: "`\(key)`")
  }
}

/// The work of a call: it tells how far it is, and ends early if nobody waits any more.
final class ToolWork: Sendable {
  private let cancellation: Cancellation
  private let token: JSONValue
  private let outbox: Outbox
  private let steps: Int
  private let done = Locked(0)

  init(_ cancellation: Cancellation, token: JSONValue, steps: Int, _ outbox: Outbox) {
    (self.cancellation, self.token, self.outbox) = (cancellation, token, outbox)
    self.steps = steps
  }

  /// The usual time, from now on.
  var run: RunBudget { RunOptions.begin { [cancellation] in cancellation.isCancelled } }

  /// Begins the next step.
  func step(_ words: String) throws(Failure) {
    if let error = cancellation.error { throw .unreadable(error.message) }
    switch token {
    case .integer, .text: break
    default: return
    }
    let number = done.withLock { done in
      done += 1
      return done
    }
    outbox.notify(
      "notifications/progress",
      .dictionary([
        "progressToken": token, "progress": .whole(number),
        "total": .whole(max(steps, number)), "message": .text(words),
      ]))
  }
}
