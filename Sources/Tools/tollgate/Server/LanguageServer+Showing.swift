import TollgateCompiler
import TollgateEditor
import TollgateKit
import TollgateSyntax

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
