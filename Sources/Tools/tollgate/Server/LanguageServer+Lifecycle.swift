#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateEditor
import TollgateKit
import TollgateSyntax

extension LanguageServer {
  /// How many files of a workspace are looked at.
  static let mostFiles = 10_000

  func initialize(_ params: JSONValue) -> JSONValue {
    stage = .running
    let offered = params["capabilities"]["general"]["positionEncodings"].list
    if offered.contains(.text("utf-8")) { encoding = .utf8 }
    canConfigure = params["capabilities"]["workspace"]["configuration"].boolean ?? false
    let watching = params["capabilities"]["workspace"]["didChangeWatchedFiles"]
    canWatch = watching["dynamicRegistration"].boolean ?? false
    canShowProgress = params["capabilities"]["window"]["workDoneProgress"].boolean ?? false
    let hints = params["capabilities"]["workspace"]["inlayHint"]
    canRefreshHints = hints["refreshSupport"].boolean ?? false
    settings.read(params["initializationOptions"])
    isTracing = params["trace"].text.map { $0 != "off" } ?? false
    let folders = params["workspaceFolders"].list.map { $0["uri"] }
    for folder in folders.isEmpty ? [params["rootUri"]] : folders { look(into: folder.text) }
    return .dictionary([
      "capabilities": capabilities,
      "serverInfo": .dictionary([
        "name": .text("tollgate"), "version": .text(TollgateCommand.version),
      ]),
    ])
  }

  private var capabilities: JSONValue {
    let legend = SemanticToken.Kind.allCases.map { JSONValue.text($0.standard) }
    return .dictionary([
      "positionEncoding": .text(encoding == .utf8 ? "utf-8" : "utf-16"),
      "textDocumentSync": .dictionary([
        "openClose": .boolean(true), "change": .integer(2), "save": .boolean(true),
      ]),
      "completionProvider": .dictionary([
        "triggerCharacters": .list([.text(" "), .text("`"), .text("\"")]),
        "resolveProvider": .boolean(true),
      ]),
      "hoverProvider": .boolean(true),
      "definitionProvider": .boolean(true),
      "referencesProvider": .boolean(true),
      "documentHighlightProvider": .boolean(true),
      "documentSymbolProvider": .boolean(true),
      "workspaceSymbolProvider": .boolean(true),
      "foldingRangeProvider": .boolean(true),
      "selectionRangeProvider": .boolean(true),
      "inlayHintProvider": .boolean(true),
      "codeLensProvider": .dictionary([
        "resolveProvider": .boolean(false), "workDoneProgress": .boolean(true),
      ]),
      "documentFormattingProvider": .boolean(true),
      "documentRangeFormattingProvider": .boolean(true),
      "documentOnTypeFormattingProvider": .dictionary(["firstTriggerCharacter": .text("\n")]),
      "renameProvider": .dictionary(["prepareProvider": .boolean(true)]),
      "codeActionProvider": .dictionary([
        "codeActionKinds": .list([
          .text("quickfix"), .text("refactor.rewrite"), .text("source.fixAll"),
        ])
      ]),
      "executeCommandProvider": .dictionary([
        "commands": .list(EditorCommand.allCases.map { .text($0.rawValue) }),
        "workDoneProgress": .boolean(true),
      ]),
      "semanticTokensProvider": .dictionary([
        "legend": .dictionary([
          "tokenTypes": .list(legend), "tokenModifiers": .list([.text("declaration")]),
        ]),
        "full": .dictionary(["delta": .boolean(true)]),
      ]),
      "workspace": .dictionary([
        "workspaceFolders": .dictionary([
          "supported": .boolean(true), "changeNotifications": .boolean(true),
        ])
      ]),
    ])
  }

  func initialized() {
    if canConfigure { askConfiguration() }
    guard canWatch else { return }
    let watcher = JSONValue.dictionary(["globPattern": .text("**/*.gate")])
    outbox.request(
      "watch", "client/registerCapability",
      .dictionary([
        "registrations": .list([
          .dictionary([
            "id": .text("watch"), "method": .text("workspace/didChangeWatchedFiles"),
            "registerOptions": .dictionary(["watchers": .list([watcher])]),
          ])
        ])
      ]))
  }

  func askConfiguration() {
    outbox.request(
      "configuration", "workspace/configuration",
      .dictionary(["items": .list([.dictionary(["section": .text("tollgate")])])]))
  }

  // MARK: Files

  /// The path of a file; for what is no file, the address itself.
  func path(of uri: String) -> FilePath {
    var path = FilePath(uri)
    if uri.hasPrefix("file:"), let url = URL(string: uri) { path = FilePath(url.path) }
    if uris[path] == nil { uris[path] = uri }
    return path
  }

  /// The address of a file, as the editor writes it where it has written it.
  func uri(of path: FilePath) -> String {
    uris[path] ?? LanguageServer.uri(ofUnopened: path)
  }

  /// The address of a file that the editor has not named.
  static func uri(ofUnopened path: FilePath) -> String {
    let text = path.text
    return text.hasPrefix("/") ? URL(fileURLWithPath: text).absoluteString : text
  }

  /// Takes note of the policies in a folder. Hidden folders are left out.
  func look(into uri: String?) {
    guard let uri, uri.hasPrefix("file:"), let folder = URL(string: uri)?.path else { return }
    for file in PolicySearch([folder]).files.prefix(LanguageServer.mostFiles) {
      note(FilePath(file))
    }
  }

  func noteOnDisk(_ uri: String?) {
    if let uri { note(path(of: uri)) }
  }

  func note(_ path: FilePath) {
    let text = path.text
    movingFindings(in: path) {
      workspace.note(path, text.hasPrefix("/") ? InputFile.regular(text, limit: 16 << 20) : nil)
    }
  }

  // MARK: Documents

  func opened(_ document: JSONValue) {
    guard let uri = document["uri"].text, let text = document["text"].text else { return }
    let path = path(of: uri)
    uris[path] = uri
    cancelStale(path)
    movingFindings(in: path) {
      workspace.open(path, text, version: document["version"].number ?? 0)
    }
  }

  func changed(_ params: JSONValue) {
    guard let uri = params["textDocument"]["uri"].text else { return }
    let changes = params["contentChanges"].list.compactMap { change -> TextDocument.Change? in
      guard let text = change["text"].text else { return nil }
      return TextDocument.Change(change.has("range") ? range(change["range"]) : nil, text)
    }
    let version = params["textDocument"]["version"].number ?? 0
    let path = path(of: uri)
    cancelStale(path)
    movingFindings(in: path) {
      _ = workspace.change(path, changes, encoding, version: version)
    }
  }

  func closed(_ uri: String?) {
    guard let uri else { return }
    let path = path(of: uri)
    workspace.close(path)
    note(path)
    tokens[path] = nil
  }

  func range(_ value: JSONValue) -> TextRange {
    TextRange(position(value["start"]), position(value["end"]))
  }

  func position(_ value: JSONValue) -> TextPosition {
    TextPosition(line: value["line"].number ?? 0, character: value["character"].number ?? 0)
  }
}
