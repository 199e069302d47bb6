import Dispatch
import TollgateKit
import TollgateSyntax

/// A server of the Model Context Protocol, in every revision that the reference client negotiates.
/// It takes one message after the other and sends answers to its outbox; it reads no stream.
///
/// Nothing is read and no page is made before somebody asks for it.
final class AssistantServer {
  /// The revisions that begin with `initialize`, the oldest first.
  static let handshakes = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
  /// The revision without a handshake: each request says in `_meta` what the client speaks.
  static let modern = "2026-07-28"

  /// How a client speaks, which its first request decides.
  private enum Era {
    case fresh, handshake, modern
  }

  private let outbox: Outbox
  private let folders: AssistantFolders
  private let mayWrite: Bool
  private var era = Era.fresh
  /// The calls that are worked on, by the ids of their requests.
  private let running = Locked<[JSONValue: Cancellation]>([:])
  private let work = DispatchGroup()
  /// Each does one call after the other, so that a flood of calls is no flood of threads.
  private let lanes: [DispatchQueue]
  private var lane = 0

  init(_ outbox: Outbox, _ folders: AssistantFolders, mayWrite: Bool) {
    self.outbox = outbox
    self.folders = folders
    self.mayWrite = mayWrite
    lanes = (0..<max(2, Parallel.cores)).map { DispatchQueue(label: "tollgate.tools.\($0)") }
  }

  /// Waits until every call is answered.
  func finish() { work.wait() }

  // MARK: Messages

  /// Takes a message.
  func take(_ bytes: [UInt8]) {
    let value: JSONValue
    do throws(JSONReader.Failure) {
      value = try JSONReader.read(bytes, limit: MessageReader.longest)
    } catch {
      outbox.answer(.null, ProtocolError.parse("not JSON, at byte \(error.offset) of the message"))
      return
    }
    if case .list = value {
      outbox.answer(.null, ProtocolError.invalidRequest("messages come one by one, not in a list"))
      return
    }
    switch Message(value) {
    case .invalid(let id):
      outbox.answer(id, ProtocolError.invalidRequest("not a message of JSON-RPC 2.0"))
    case .response: break
    case .notification("notifications/cancelled", let params):
      running.withLock { $0[params["requestId"]] }?.cancel()
    case .notification: break
    case .request(let id, let method, let params):
      do throws(ProtocolError) {
        let isModern = try admit(method, params)
        guard let result = try answer(id, method, params, isModern) else { return }
        outbox.answer(id, AssistantServer.finished(result, method, params, isModern))
      } catch {
        outbox.answer(id, error)
      }
    }
  }

  /// Answers a message that cannot be read.
  func take(_ fault: MessageReader.Fault) {
    guard case .tooLong(let length) = fault else { return }
    outbox.answer(
      .null,
      ProtocolError.parse(
        "a message of \(length) bytes is too long and is skipped; put the text into a file and name "
          + "its path"))
  }

  // MARK: Revisions

  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  /// Whether a request is of the revision without a handshake, if it may come now.
  private func admit(_ method: String, _ params: JSONValue) throws(ProtocolError) -> Bool {
    let meta = params["_meta"]
    if method == "initialize" {
      guard era != .modern else {
        throw refusal("this connection has begun without a handshake", params["protocolVersion"])
      }
      return false
    }
    guard meta.has(AssistantServer.versionKey) else {
      switch era {
      case .handshake: return false
      case .modern:
        throw .invalidParams("`_meta` lacks `\(AssistantServer.versionKey)`")
      case .fresh where method == "ping": return false
      case .fresh: throw .invalidRequest("the server is not initialized; send `initialize` first")
      }
    }
    guard era != .handshake else {
      throw .invalidRequest("this connection began with `initialize`; leave out the version")
    }
    guard let version = meta[AssistantServer.versionKey].text else {
      throw .invalidParams("`\(AssistantServer.versionKey)` is a text")
    }
    guard version == AssistantServer.modern else {
      throw refusal("the revision \(JSONText.quoted(version)) is not spoken", .text(version))
    }
    guard meta.has(AssistantServer.capabilitiesKey) else {
      throw .invalidParams("`_meta` lacks `\(AssistantServer.capabilitiesKey)`")
    }
    era = .modern
    return true
  }

  /// A revision that this connection does not speak, with those that it may still speak.
  private func refusal(_ message: String, _ requested: JSONValue) -> ProtocolError {
    let older = era == .fresh ? AssistantServer.handshakes : []
    return ProtocolError(
      code: -32022, message: message,
      data: .dictionary([
        "supported": .list((older + [AssistantServer.modern]).map { .text($0) }),
        "requested": .text(requested.text ?? ""),
      ]))
  }

  /// A result with the members that its revision wants.
  private static func finished(
    _ result: JSONValue, _ method: String, _ params: JSONValue, _ isModern: Bool
  ) -> JSONValue {
    guard isModern, case .object(var members) = result else { return result }
    members.append(.init("resultType", .text("complete")))
    let lists = ["prompts/list", "resources/list", "resources/templates/list", "tools/list"]
    if lists.contains(method) || ["resources/read", "server/discover"].contains(method) {
      let isFixed =
        method == "resources/read" && AssistantResources.isFixed(params["uri"].text ?? "")
      members.append(.init("ttlMs", .whole(isFixed ? 3_600_000 : 0)))
      members.append(.init("cacheScope", .text(isFixed ? "public" : "private")))
    }
    members.append(
      .init("_meta", .dictionary(["io.modelcontextprotocol/serverInfo": AssistantServer.info])))
    return .object(members)
  }

  private static let info = JSONValue.dictionary([
    "name": .text("tollgate"), "title": .text("Tollgate"),
    "version": .text(TollgateCommand.version),
  ])

  private static let capabilities = JSONValue.dictionary([
    "tools": .object([]), "resources": .object([]), "prompts": .object([]),
    "completions": .object([]),
  ])

  private var instructions: JSONValue {
    let writing =
      mayWrite
      ? "With the person's consent, `propose` writes a file." : "This server changes no file."
    return .text(
      """
      Tollgate policies (`.gate` files) say who may use what. Before you write one, read \
      tollgate://language/overview and call look_up for each construct. Check every text with \
      check_policy, and judge every change with propose: it says who gains and who loses. \(writing) \
      \(ToolAnswer.notice)
      """)
  }

  private func initialize(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    guard case .fresh = era else { throw .invalidRequest("the server is initialized already") }
    guard let wanted = params["protocolVersion"].text else {
      throw .invalidParams("`protocolVersion` is missing")
    }
    era = .handshake
    let version =
      AssistantServer.handshakes.first { $0 == wanted } ?? AssistantServer.handshakes.last
    return .dictionary([
      "protocolVersion": version.map { .text($0) }, "capabilities": AssistantServer.capabilities,
      "serverInfo": AssistantServer.info, "instructions": instructions,
    ])
  }

  // MARK: Requests

  /// The answer to a request; nil where it comes later.
  private func answer(
    _ id: JSONValue, _ method: String, _ params: JSONValue, _ isModern: Bool
  ) throws(ProtocolError) -> JSONValue? {
    switch (method, isModern) {
    case ("initialize", _): return try initialize(params)
    case ("ping", false): return .object([])
    case ("server/discover", true):
      return .dictionary([
        "supportedVersions": .list([.text(AssistantServer.modern)]),
        "capabilities": AssistantServer.capabilities, "instructions": instructions,
      ])
    case ("tools/list", _):
      return .dictionary([
        "tools": .list(AssistantTool.all.map { $0.listed(mayWrite: mayWrite) })
      ])
    case ("tools/call", _):
      try call(id, params, isModern)
      return nil
    case ("resources/list", _):
      return try AssistantResources.list(folders, cursor: params["cursor"])
    case ("resources/templates/list", _): return AssistantResources.templates
    case ("resources/read", _):
      guard let uri = params["uri"].text else { throw .invalidParams("`uri` is missing") }
      return try AssistantResources.read(uri, folders)
    case ("prompts/list", _):
      return .dictionary(["prompts": .list(AssistantPrompt.all.map { $0.listed })])
    case ("prompts/get", _):
      let name = params["name"].text ?? ""
      guard let prompt = AssistantPrompt.all.first(where: { $0.name == name }) else {
        let names = AssistantPrompt.all.map { $0.name }.joined(separator: ", ")
        throw .invalidParams("there is no prompt \(JSONText.quoted(name)); there are \(names)")
      }
      return try prompt.messages(params["arguments"], folders)
    case ("completion/complete", _): return try AssistantResources.completion(params, folders)
    default: throw .noMethod(method)
    }
  }

  /// Begins a call of a tool, whose answer comes later. One that is cancelled has none.
  private func call(
    _ id: JSONValue, _ params: JSONValue, _ isModern: Bool
  ) throws(ProtocolError) {
    let name = params["name"].text ?? ""
    guard let tool = AssistantTool.all.first(where: { $0.name == name }) else {
      let names = AssistantTool.all.map { $0.name }
      let hint = EditDistance.nearest(to: name, among: names).map { "; did you mean \($0)?" }
      throw .invalidParams(
        "there is no tool \(JSONText.quoted(name))"
          + (hint ?? "; there are \(names.joined(separator: ", "))"))
    }
    let cancellation = Cancellation()
    let isNew = running.withLock { running in
      guard running[id] == nil else { return false }
      running[id] = cancellation
      return true
    }
    guard isNew else { throw .invalidRequest("a request with this id is still worked on") }
    let given = params["arguments"]
    let toolWork = ToolWork(
      cancellation, token: params["_meta"]["progressToken"], steps: tool.steps, outbox)
    let (folders, mayWrite, outbox, running) = (folders, mayWrite, outbox, running)
    lane = (lane + 1) % lanes.count
    lanes[lane].async(group: work) {
      var result: JSONValue?
      if !cancellation.isCancelled {
        result = AssistantServer.result(
          of: tool, given == .null ? .object([]) : given, folders, mayWrite, toolWork)
      }
      _ = running.withLock { $0.removeValue(forKey: id) }
      guard let result, !cancellation.isCancelled else { return }
      outbox.answer(id, AssistantServer.finished(result, "tools/call", params, isModern))
    }
  }

  private static func result(
    of tool: AssistantTool, _ given: JSONValue, _ folders: AssistantFolders, _ mayWrite: Bool,
    _ work: ToolWork
  ) -> JSONValue {
    do throws(Failure) {
      let call = ToolCall(
        arguments: try ToolArguments(given, of: tool), folders: folders, mayWrite: mayWrite,
        work: work)
      let from = try call.from
      return try tool.run(call).result(from: from)
    } catch {
      return ToolAnswer.result(error)
    }
  }
}

extension ProtocolError {
  /// There is nothing at an address.
  static func noResource(_ address: String, _ message: String) -> ProtocolError {
    ProtocolError(
      code: -32602, message: message, data: .dictionary(["uri": .text(address)]))
  }
}
