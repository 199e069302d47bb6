import Dispatch
import TollgateCompiler
import TollgateEditor
import TollgateFiles
import TollgateKit
import TollgateSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A server of the language server protocol, version 3.17. It takes one message after the other and
/// sends answers to its outbox; it reads no stream, so tests need none. After the last message that
/// is there, ``refresh(everything:)`` sends the findings about what changed: once, however many
/// messages there were.
final class LanguageServer {
  /// The stage of a server's life.
  enum Stage { case fresh, running, shutDown, ended(status: Int32) }

  let outbox: Outbox
  var stage = Stage.fresh
  var encoding = TextEncoding.utf16
  var settings = ServerSettings()
  var workspace: Workspace
  /// The address of each file as the editor writes it.
  var uris: [FilePath: String] = [:]
  /// The policies that were looked at last, by their first file.
  var seen: [FilePath: Project] = [:]
  /// Where the last change ended: what is typed there may not be finished.
  var typing: (path: FilePath, offset: Int)?
  /// The work on exact findings, by the first file of the policy.
  var exact: [FilePath: Cancellation] = [:]
  /// The requests that are worked on in the background.
  let requests = Locked<[JSONValue: PendingRequest]>([:])
  /// The findings about each policy that was looked at, by its first file, from any thread.
  let known = Locked<[FilePath: KnownFindings]>([:])
  let background = DispatchQueue(label: "tollgate.exact", qos: .utility)
  /// Requests that may take long, beside each other.
  let workers = DispatchQueue(
    label: "tollgate.requests", qos: .userInitiated, attributes: .concurrent)
  /// The exact findings for which the editor is asked for a token, by the request's id.
  var progress: [JSONValue: FindingsProgress] = [:]
  var nextProgress = 1
  /// The policies of the last commit, by their paths.
  let committed = Locked<[FilePath: CommittedPolicy]>([:])
  var isTracing = false
  var canConfigure = false
  var canWatch = false
  var canShowProgress = false
  var canRefreshHints = false
  var tokens: [FilePath: (id: Int, data: [Int])] = [:]
  var nextTokens = 1

  /// How long the editor is quiet before exact findings are looked for.
  let pause: DispatchTimeInterval
  /// How long exact findings take before the editor shows that they are looked for.
  let patience: DispatchTimeInterval

  init(
    _ outbox: Outbox, pause: DispatchTimeInterval = .milliseconds(150),
    patience: DispatchTimeInterval = .milliseconds(500)
  ) {
    self.outbox = outbox
    self.pause = pause
    self.patience = patience
    workspace = Workspace { root, path, limit throws(UseFault) in
      guard root.text.hasPrefix("/") else { throw .noFiles }
      return try PolicyFolder(of: URL(fileURLWithPath: root.text)).read(path, limit: limit)
    }
  }

  // MARK: Messages

  /// Takes a message; false once the server has ended.
  func take(_ bytes: [UInt8]) -> Bool {
    let value: JSONValue
    do throws(JSONReader.Failure) {
      value = try JSONReader.read(bytes)
    } catch {
      outbox.answer(.null, ProtocolError.parse("not JSON, at byte \(error.offset) of the message"))
      return true
    }
    if case .list = value {
      outbox.answer(.null, ProtocolError.invalidRequest("messages come one by one, not in a list"))
      return true
    }
    let start = DispatchTime.now().uptimeNanoseconds
    take(Message(value))
    if isTracing, let method = value["method"].text {
      let spent = (DispatchTime.now().uptimeNanoseconds - start) / 1000
      outbox.notify("$/logTrace", .dictionary(["message": .text("\(method): \(spent) µs")]))
    }
    if case .ended = stage { return false }
    return true
  }

  /// Answers a message whose header could not be read, or that is too long.
  func take(_ fault: MessageReader.Fault) {
    let words: String
    switch fault {
    case .noLength: words = "the header has no `Content-Length` with a number"
    case .tooLong(let length):
      words = "a message of \(length) bytes is too long and is skipped; write at most 64 MiB"
    case .headerTooLong: words = "the header has no end"
    }
    outbox.answer(.null, ProtocolError.parse(words))
  }

  private func take(_ message: Message) {
    switch message {
    case .invalid(let id):
      outbox.answer(id, ProtocolError.invalidRequest("not a message of JSON-RPC 2.0"))
    case .response(let id, let result): take(result, of: id)
    case .notification("exit", _):
      if case .shutDown = stage { stage = .ended(status: 0) } else { stage = .ended(status: 1) }
    case .notification(let method, let params):
      guard case .running = stage else { return }
      notify(method, params)
    case .request(let id, let method, let params):
      do throws(ProtocolError) {
        if let result = try answer(id, method, params) { outbox.answer(id, result) }
      } catch {
        outbox.answer(id, error)
      }
    }
  }

  /// The answer to a request; nil where it comes later.
  private func answer(
    _ id: JSONValue, _ method: String, _ params: JSONValue
  ) throws(ProtocolError) -> JSONValue? {
    switch (stage, method) {
    case (.fresh, "initialize"): return initialize(params)
    case (.fresh, _): throw .notInitialized
    case (.running, "initialize"): throw .invalidRequest("the server is initialized already")
    case (.running, "shutdown"):
      stage = .shutDown
      for work in exact.values { work.cancel() }
      return .null
    case (.running, _): break
    case (.shutDown, _), (.ended, _): throw .invalidRequest("the server was shut down")
    }
    return try route(id, method, params)
  }

  private func take(_ result: JSONValue, of id: JSONValue) {
    if let progress = progress.removeValue(forKey: id) { return progress.accept() }
    guard id == .text("configuration"), let first = result.list.first else { return }
    configure(first)
  }

  /// Takes new settings, and lets the editor ask again for hints that they show or hide.
  private func configure(_ value: JSONValue) {
    let hadHints = settings.showsHints
    settings.read(value)
    refresh(everything: true)
    guard canRefreshHints, hadHints != settings.showsHints else { return }
    outbox.request("hints", "workspace/inlayHint/refresh", nil)
  }

  private func notify(_ method: String, _ params: JSONValue) {
    switch method {
    case "initialized": initialized()
    case "textDocument/didOpen": opened(params["textDocument"])
    case "textDocument/didChange": changed(params)
    case "textDocument/didClose": closed(params["textDocument"]["uri"].text)
    case "workspace/didChangeConfiguration":
      configure(params["settings"])
      if canConfigure { askConfiguration() }
    case "workspace/didChangeWatchedFiles":
      for change in params["changes"].list { noteOnDisk(change["uri"].text) }
    case "workspace/didChangeWorkspaceFolders":
      for folder in params["event"]["added"].list { look(into: folder["uri"].text) }
    case "$/cancelRequest": requests.withLock { $0[params["id"]] }?.cancellation.cancel()
    case "$/setTrace": isTracing = params["value"].text.map { $0 != "off" } ?? false
    default: break
    }
  }
}

extension LanguageServer {
  func completion(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let requested = try requested(params)
    let offset = try offset(params, in: requested)
    let list = requested.project.completions(
      at: offset, in: requested.path, files: workspace.paths)
    let range = json(list.span, in: requested.file)
    let items = list.items.enumerated().map { index, item in
      JSONValue.dictionary([
        "label": .text(item.label), "kind": .whole(item.kind.code),
        "detail": item.detail.isEmpty ? nil : .text(item.detail),
        "sortText": .text(LanguageServer.sortText(index)),
        "insertTextFormat": .whole(item.kind == .snippet ? 2 : 1),
        "textEdit": .dictionary(["range": range, "newText": .text(item.text)]),
        "data": .dictionary([
          "uri": params["textDocument"]["uri"],
          "product": .boolean(item.kind == .name(.product)),
        ]),
      ])
    }
    return .dictionary(["isIncomplete": .boolean(false), "items": .list(items)])
  }

  /// The order in which the grammar asks is the order in which items are shown.
  private static func sortText(_ index: Int) -> String {
    let digits = String(index)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }

  /// Adds the text about a name to a completion.
  func resolve(_ item: JSONValue) -> JSONValue {
    guard case .object(var members) = item, let uri = item["data"]["uri"].text,
      let label = item["label"].text, let project = workspace.project(of: path(of: uri)),
      let about = project.about(
        label, isProduct: item["data"]["product"].boolean ?? false,
        describing: LanguageServer.describe)
    else { return item }
    members.append(
      .init(
        "documentation",
        .dictionary(["kind": .text("markdown"), "value": .text(about)])))
    return .object(members)
  }

  // MARK: Actions

  func codeActions(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let requested = try requested(params)
    let span = requested.file.span(of: range(params["range"]), encoding)
    let only = params["context"]["only"].list.compactMap { $0.text }
    var ranges = TextRanges(workspace.projects(of: requested.path), encoding)
    let publisher = Publisher(self, requested.project)
    let actions = workspace.codeActions(in: span, of: requested.path) { findings(about: $0) }
    var results: [JSONValue] = []
    for action in actions {
      let kind = action.kind.name
      guard only.isEmpty || only.contains(where: { kind.hasPrefix($0) }) else { continue }
      results.append(
        .dictionary([
          "title": .text(action.title), "kind": .text(kind),
          "isPreferred": action.isPreferred ? .boolean(true) : nil,
          "diagnostics": action.finding.map { .list([publisher.json($0, &ranges)]) },
          "edit": workspaceEdit(action.edits, from: requested.path),
        ]))
    }
    return .list(results)
  }

  // MARK: Formatting

  func format(_ params: JSONValue, isRange: Bool) throws(ProtocolError) -> JSONValue {
    let requested = try requested(params)
    let span = isRange ? requested.file.span(of: range(params["range"]), encoding) : nil
    var positions = TextPositions(requested.file, encoding)
    return .list(
      requested.file.formattingEdits(in: span).map { edit in
        .dictionary(["range": .range(positions[edit.span]), "newText": .text(edit.text)])
      })
  }

  /// The indentation of a line that was just begun.
  func formatOnType(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let requested = try requested(params)
    let offset = try offset(params, in: requested)
    let line = requested.file.lineSpan(at: offset)
    var end = line.start
    while end < line.end, requested.file.bytes[end] == 0x20 { end += 1 }
    let indentation = requested.file.indentation(ofLineAt: offset)
    let old = Span(line.start, end)
    guard requested.file.text(old) != indentation else { return .list([]) }
    return .list([
      .dictionary(["range": json(old, in: requested.file), "newText": .text(indentation)])
    ])
  }
}

extension CodeAction.Kind {
  /// Its name in the protocol.
  fileprivate var name: String {
    switch self {
    case .quickFix: "quickfix"
    case .fixAll: "source.fixAll"
    case .rewrite: "refactor.rewrite"
    }
  }
}

extension Completion.Kind {
  /// The number of the protocol.
  fileprivate var code: Int {
    switch self {
    case .keyword: 14
    case .choice: 20
    case .unit: 11
    case .value: 12
    case .file: 17
    case .snippet: 15
    case .name(let kind):
      switch kind {
      case .entitlement: 7
      case .product: 22
      case .meter: 6
      case .feature: 3
      case .group: 9
      case .fact: 10
      case .rollout: 23
      case .setting: 21
      }
    }
  }
}

/// A file of a policy that a request speaks of.
struct RequestedFile {
  var project: Project
  var path: FilePath
  var file: Source
}

extension LanguageServer {
  /// The answer to a request of a running server; nil where it comes later.
  func route(
    _ id: JSONValue, _ method: String, _ params: JSONValue
  ) throws(ProtocolError) -> JSONValue? {
    switch method {
    case "textDocument/completion": try completion(params)
    case "completionItem/resolve": resolve(params)
    case "textDocument/hover": try hover(id, params)
    case "textDocument/definition": try definition(params)
    case "textDocument/references": try references(params)
    case "textDocument/documentHighlight": try highlights(params)
    case "textDocument/prepareRename": try prepareRename(params)
    case "textDocument/rename": try rename(params)
    case "textDocument/documentSymbol": try symbols(params)
    case "workspace/symbol": workspaceSymbols(params)
    case "textDocument/foldingRange": try folds(params)
    case "textDocument/selectionRange": try selections(params)
    case "textDocument/semanticTokens/full": try semanticTokens(params)
    case "textDocument/semanticTokens/full/delta": try semanticTokensDelta(params)
    case "textDocument/inlayHint": try inlayHints(params)
    case "textDocument/codeLens": try codeLenses(id, params)
    case "textDocument/codeAction": try codeActions(params)
    case "textDocument/formatting": try format(params, isRange: false)
    case "textDocument/rangeFormatting": try format(params, isRange: true)
    case "textDocument/onTypeFormatting": try formatOnType(params)
    case "workspace/executeCommand": try execute(id, params)
    default: throw .noMethod(method)
    }
  }

  // MARK: Parameters

  /// The file that a request names.
  func requested(_ params: JSONValue) throws(ProtocolError) -> RequestedFile {
    guard let uri = params["textDocument"]["uri"].text else {
      throw .invalidParams("`textDocument.uri` is missing")
    }
    let path = path(of: uri)
    guard let project = workspace.project(of: path), let file = project.file(path) else {
      throw .invalidParams("\(JSONText.quoted(uri)) is not open")
    }
    return RequestedFile(project: project, path: path, file: file)
  }

  /// The place in its file that a request names.
  func offset(
    _ params: JSONValue, in requested: RequestedFile
  ) throws(ProtocolError) -> Int {
    let place = params["position"]
    guard let line = place["line"].number, let character = place["character"].number, line >= 0,
      character >= 0
    else { throw .invalidParams("`position` needs a line and a character, both from 0") }
    return requested.file.offset(
      of: TextPosition(line: line, character: character), encoding)
  }

  /// Every policy that has the file of a request, and the place in the file.
  func shared(
    _ params: JSONValue
  ) throws(ProtocolError) -> (projects: [Project], path: FilePath, offset: Int) {
    let requested = try requested(params)
    let offset = try offset(params, in: requested)
    return (workspace.projects(of: requested.path), requested.path, offset)
  }

  /// The place in its policy that a request names.
  func place(
    _ params: JSONValue
  ) throws(ProtocolError) -> (requested: RequestedFile, offset: Int) {
    let requested = try requested(params)
    let offset = try offset(params, in: requested)
    return (requested, requested.project.offset(offset, in: requested.path) ?? 0)
  }

  // MARK: Values

  func json(_ span: Span, in file: Source) -> JSONValue {
    .range(file.textRange(of: span, encoding))
  }

  func json(_ place: FilePlace, of project: Project) -> JSONValue {
    var ranges = TextRanges([project], encoding)
    return ranges.json(place)
  }

  /// Places in any policies.
  func locations(_ places: [FilePlace]) -> [JSONValue] {
    let paths = Set(places.map { $0.path }).sorted()
    var ranges = TextRanges(paths.compactMap { workspace.project(of: $0) }, encoding)
    return places.map { location($0, &ranges) }
  }

  func location(_ place: FilePlace, _ ranges: inout TextRanges) -> JSONValue {
    .dictionary(["uri": .text(uri(of: place.path)), "range": ranges.json(place)])
  }

  /// A `WorkspaceEdit` of these changes: the file that the request names comes first.
  func workspaceEdit(_ edits: [FileEdit], from path: FilePath) -> JSONValue {
    var members: [JSONValue.Member] = []
    let own = Dictionary(grouping: edits) { $0.place.path }
    var ranges = TextRanges(own.keys.compactMap { workspace.project(of: $0) }, encoding)
    for path in [path] + own.keys.filter({ $0 != path }).sorted() {
      guard let edits = own[path] else { continue }
      let changes = edits.map { edit in
        JSONValue.dictionary(["range": ranges.json(edit.place), "newText": .text(edit.text)])
      }
      members.append(.init(uri(of: path), .list(changes)))
    }
    return .dictionary(["changes": .object(members)])
  }
}

extension LanguageServer {
  // MARK: Semantic tokens

  func semanticTokens(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let requested = try requested(params)
    let data = tokenData(requested)
    let id = keep(data, requested.path)
    return .dictionary(["resultId": .text("\(id)"), "data": .list(data.map { .whole($0) })])
  }

  /// The change since the tokens that the editor has: one piece, the equal ends left out.
  func semanticTokensDelta(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let requested = try requested(params)
    let data = tokenData(requested)
    let known = tokens[requested.path]
    let id = keep(data, requested.path)
    guard let known, params["previousResultId"].text == "\(known.id)" else {
      return .dictionary(["resultId": .text("\(id)"), "data": .list(data.map { .whole($0) })])
    }
    let old = known.data
    var first = 0
    while first < min(old.count, data.count), old[first] == data[first] { first += 1 }
    var last = 0
    while last < min(old.count, data.count) - first,
      old[old.count - 1 - last] == data[data.count - 1 - last]
    {
      last += 1
    }
    let change = JSONValue.dictionary([
      "start": .whole(first), "deleteCount": .whole(old.count - last - first),
      "data": .list(data[first..<(data.count - last)].map { .whole($0) }),
    ])
    let isSame = first == old.count && first == data.count
    return .dictionary([
      "resultId": .text("\(id)"), "edits": .list(isSame ? [] : [change]),
    ])
  }

  private func keep(_ data: [Int], _ path: FilePath) -> Int {
    nextTokens += 1
    tokens[path] = (nextTokens, data)
    return nextTokens
  }

  private func tokenData(_ requested: RequestedFile) -> [Int] {
    var data: [Int] = []
    var last = TextPosition(line: 0, character: 0)
    var positions = TextPositions(requested.file, encoding)
    for token in requested.project.semanticTokens(in: requested.path) {
      let range = positions[token.span]
      guard range.start.line == range.end.line else { continue }
      let isSameLine = range.start.line == last.line
      data += [
        range.start.line - last.line,
        range.start.character - (isSameLine ? last.character : 0),
        range.end.character - range.start.character, token.kind.rawValue,
        token.isDeclaration ? 1 : 0,
      ]
      last = range.start
    }
    return data
  }

  // MARK: Hints and lenses

  func inlayHints(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let requested = try requested(params)
    guard settings.showsHints else { return .list([]) }
    let span = requested.file.span(of: range(params["range"]), encoding)
    var positions = TextPositions(requested.file, encoding)
    return .list(
      requested.project.inlayHints(in: span, of: requested.path).map { hint in
        .dictionary([
          "position": .position(positions[hint.offset]),
          "label": .text(hint.text), "paddingLeft": .boolean(true),
        ])
      })
  }

  /// The lenses of a file. Claims may take long, so the answer comes from the background.
  func codeLenses(_ id: JSONValue, _ params: JSONValue) throws(ProtocolError) -> JSONValue? {
    let requested = try requested(params)
    let (encoding, committed) = (encoding, committed)
    let (project, path, file) = (requested.project, requested.path, requested.file)
    let uri = params["textDocument"]["uri"]
    let projects = workspace.projects(of: path)
    answerLater(id, params, about: projects, "running scenarios") {
      cancellation throws(ProtocolError) in
      guard
        let lenses = CodeLens.all(
          in: path, of: projects, isCancelled: { cancellation.isCancelled })
      else { throw .cancelled }
      var shown: [JSONValue] = []
      if path == project.paths.first, let graph = project.compiled.graph,
        let words = CommittedPolicy.changes(
          to: Policy(graph: graph), at: path, committed,
          RunOptions.begin { cancellation.isCancelled })
      {
        let start = TextPosition(line: 0, character: 0)
        shown.append(.lens(.range(TextRange(start, start)), words, .diff, [uri]))
      }
      var positions = TextPositions(file, encoding)
      return .list(
        shown
          + lenses.map { lens in
            let range = JSONValue.range(positions[lens.place.span])
            let line = JSONValue.whole(file.line(at: lens.place.span.start))
            return .lens(range, lens.title, lens.subject == .rule ? nil : .run, [uri, line])
          })
    }
    return nil
  }

  // MARK: Commands

  /// Runs an ``EditorCommand`` in the background.
  func execute(_ id: JSONValue, _ params: JSONValue) throws(ProtocolError) -> JSONValue? {
    let names = EditorCommand.allCases.map { $0.rawValue }
    guard let command = params["command"].text.flatMap({ EditorCommand(rawValue: $0) }) else {
      throw .invalidParams("the commands are " + names.joined(separator: ", "))
    }
    let arguments = params["arguments"].list
    guard let uri = arguments.first?.text else {
      throw .invalidParams("the first argument of `\(command.rawValue)` is the address of a policy")
    }
    let requested = try requested(
      .dictionary(["textDocument": .dictionary(["uri": .text(uri)])]))
    guard let graph = requested.project.compiled.graph else {
      throw .failed("the policy has mistakes; mend them first")
    }
    let projects = workspace.projects(of: requested.path)
    let job = EditorCommand.Job(
      project: requested.project, projects: projects, path: requested.path, graph: graph,
      arguments: Array(arguments.dropFirst()))
    answerLater(id, params, about: projects, command.title) {
      cancellation throws(ProtocolError) in
      try command.run(job, cancellation)
    }
    return nil
  }
}

extension JSONValue {
  /// A lens; without a command it only tells.
  fileprivate static func lens(
    _ range: JSONValue, _ title: String, _ command: EditorCommand?, _ arguments: [JSONValue]
  ) -> JSONValue {
    .dictionary([
      "range": range,
      "command": .dictionary([
        "title": .text(title), "command": .text(command?.rawValue ?? ""),
        "arguments": command.map { _ in .list(arguments) },
      ]),
    ])
  }
}
