import TollgateCompiler
import TollgateEditor
import TollgateKit
import TollgateSyntax

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
