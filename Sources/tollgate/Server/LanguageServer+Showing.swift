import Dispatch
import TollgateCompiler
import TollgateEditor
import TollgateKit
import TollgateSyntax

extension LanguageServer {
  /// The commands that an editor can run.
  static let commands = ["tollgate.describe", "tollgate.check"]

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

  private func keep(_ data: [Int], _ path: String) -> Int {
    nextTokens += 1
    tokens[path] = (nextTokens, data)
    return nextTokens
  }

  private func tokenData(_ requested: RequestedFile) -> [Int] {
    var data: [Int] = []
    var last = TextPosition(line: 0, character: 0)
    for token in requested.project.semanticTokens(in: requested.path) {
      let range = requested.file.textRange(of: token.span, encoding)
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
    return .list(
      requested.project.inlayHints(in: span, of: requested.path).map { hint in
        .dictionary([
          "position": .position(requested.file.textPosition(of: hint.offset, encoding)),
          "label": .text(hint.text), "paddingLeft": .boolean(true),
        ])
      })
  }

  /// The lenses of a file. Claims may take long, so the answer comes from the background.
  func codeLenses(_ id: JSONValue, _ params: JSONValue) throws(ProtocolError) -> JSONValue? {
    let requested = try requested(params)
    let cancellation = Cancellation()
    requests.withLock { $0[id] = cancellation }
    let (outbox, requests, encoding) = (outbox, requests, encoding)
    let (project, path, file) = (requested.project, requested.path, requested.file)
    background.async {
      let lenses = project.codeLenses(in: path) { cancellation.isCancelled }
      _ = requests.withLock { $0.removeValue(forKey: id) }
      guard let lenses else { return outbox.answer(id, ProtocolError.cancelled) }
      outbox.answer(
        id,
        .list(
          lenses.map { lens in
            .dictionary([
              "range": .range(file.textRange(of: lens.place.span, encoding)),
              "command": .dictionary(["title": .text(lens.title), "command": .text("")]),
            ])
          }))
    }
    return nil
  }

  // MARK: Commands

  /// `tollgate.describe` with the address of a file tells its policy in Markdown; `tollgate.check`
  /// lists the results of its scenarios and claims.
  func execute(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    guard let command = params["command"].text, LanguageServer.commands.contains(command) else {
      throw .invalidParams("the commands are " + LanguageServer.commands.joined(separator: ", "))
    }
    guard let uri = params["arguments"].list.first?.text else {
      throw .invalidParams("the first argument of `\(command)` is the address of a policy")
    }
    let requested = try requested(
      .dictionary(["textDocument": .dictionary(["uri": .text(uri)])]))
    guard let graph = requested.project.compiled.graph else {
      throw .failed("the policy has mistakes; mend them first")
    }
    if command == "tollgate.describe" {
      return .text(Policy(graph: graph).plainDescription(in: "en").markdown)
    }
    let lenses = requested.project.codeLenses(in: requested.path) ?? []
    return .list(
      lenses.filter { $0.subject != .rule }.map { lens in
        .dictionary([
          "line": .whole(requested.file.line(at: lens.place.span.start)),
          "title": .text(lens.title), "isFailure": .boolean(lens.isFailure),
        ])
      })
  }
}
