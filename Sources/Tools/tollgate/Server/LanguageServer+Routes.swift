import TollgateEditor
import TollgateKit
import TollgateSyntax

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
