import TollgateCompiler
import TollgateEditor
import TollgateKit
import TollgateSyntax

extension LanguageServer {
  /// The text about a name. It is made of the whole policy, so the answer comes from the background.
  func hover(_ id: JSONValue, _ params: JSONValue) throws(ProtocolError) -> JSONValue? {
    let (requested, offset) = try place(params)
    let (project, encoding) = (requested.project, encoding)
    answerLater(id, params, about: [project], "looking up a name") { _ in
      guard let hover = project.hover(at: offset, describing: LanguageServer.describe),
        let file = project.file(hover.place.path)
      else { return .null }
      return .dictionary([
        "contents": .dictionary(["kind": .text("markdown"), "value": .text(hover.markdown)]),
        "range": .range(file.textRange(of: hover.place.span, encoding)),
      ])
    }
    return nil
  }

  /// The description of a name, or of the clauses of a rule.
  static func describe(_ graph: RuleGraph, _ subject: Hover.Subject) -> [String] {
    let policy = Policy(graph: graph)
    return switch subject {
    case .name(let name): policy.statements(about: name)
    case .clauses(let rule): policy.clauses(ofRule: rule)
    }
  }

  func definition(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let (_, path, offset) = try shared(params)
    let found = workspace.definitions(at: offset, in: path)
    let all = locations(found)
    return found.isEmpty ? .null : found.count == 1 ? all[0] : .list(all)
  }

  func references(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let (_, path, offset) = try shared(params)
    let includes = params["context"]["includeDeclaration"].boolean ?? true
    let found = workspace.references(at: offset, in: path)
    return .list(locations(found.filter { includes || !$0.isDeclaration }.map { $0.place }))
  }

  func highlights(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let (requested, offset) = try place(params)
    let found = requested.project.highlights(at: offset)
    var ranges = TextRanges([requested.project], encoding)
    return .list(
      found.map { reference in
        .dictionary([
          "range": ranges.json(reference.place),
          "kind": .whole(reference.isDeclaration ? 3 : 2),
        ])
      })
  }

  func prepareRename(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let (projects, path, offset) = try shared(params)
    do throws(RenameFault) {
      let target = try workspace.renameTarget(at: offset, in: path)
      return .dictionary([
        "range": json(target.place, of: projects[0]), "placeholder": .text(target.text),
      ])
    } catch {
      if case .noName = error { return .null }
      throw ProtocolError.failed(error.words)
    }
  }

  func rename(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let (_, path, offset) = try shared(params)
    guard let name = params["newName"].text else { throw .invalidParams("`newName` is missing") }
    do throws(RenameFault) {
      let edits = try workspace.rename(at: offset, in: path, to: name)
      return workspaceEdit(edits, from: path)
    } catch {
      throw ProtocolError.failed(error.words)
    }
  }

  // MARK: Symbols

  func symbols(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let requested = try requested(params)
    let found = requested.project.symbols(in: requested.path)
    var ranges = TextRanges([requested.project], encoding)
    return .list(
      found.map { symbol in
        .dictionary([
          "name": .text(symbol.name), "detail": .text(symbol.detail),
          "kind": .whole(symbol.kind.code), "range": ranges.json(symbol.place),
          "selectionRange": ranges.json(symbol.selection),
        ])
      })
  }

  func workspaceSymbols(_ params: JSONValue) -> JSONValue {
    let text = params["query"].text ?? ""
    var found: [JSONValue] = []
    var places: Set<FilePlace> = []
    for root in seen.keys.sorted() {
      guard let project = seen[root] else { continue }
      var ranges = TextRanges([project], encoding)
      for symbol in project.symbols(matching: text)
      where places.insert(symbol.selection).inserted {
        found.append(
          .dictionary([
            "name": .text(symbol.name), "kind": .whole(symbol.kind.code),
            "location": location(symbol.selection, &ranges),
          ]))
      }
    }
    return .list(found)
  }

  func folds(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let requested = try requested(params)
    return .list(
      requested.project.folds(in: requested.path).map { fold in
        .dictionary([
          "startLine": .whole(fold.first), "endLine": .whole(fold.last),
          "kind": .text(fold.isComment ? "comment" : "region"),
        ])
      })
  }

  func selections(_ params: JSONValue) throws(ProtocolError) -> JSONValue {
    let requested = try requested(params)
    var results: [JSONValue] = []
    for position in params["positions"].list {
      let one = JSONValue.dictionary(["position": position])
      let offset = try offset(one, in: requested)
      let places = requested.project.selections(
        at: requested.project.offset(offset, in: requested.path) ?? 0)
      var result: JSONValue?
      for place in places.reversed() {
        result = .dictionary(["range": json(place, of: requested.project), "parent": result])
      }
      results.append(result ?? .null)
    }
    return .list(results)
  }
}

extension Symbol.Kind {
  /// The number of the protocol.
  fileprivate var code: Int {
    switch self {
    case .policy: 4
    case .file: 1
    case .rule, .grant: 24
    case .scenario, .claim: 6
    case .thing(let kind):
      switch kind {
      case .entitlement: 5
      case .product: 23
      case .meter: 13
      case .feature: 12
      case .group: 3
      case .fact: 7
      case .rollout: 24
      case .setting: 14
      }
    }
  }
}
