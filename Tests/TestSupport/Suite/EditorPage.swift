import TollgateAnalysis
import TollgateCompiler
package import TollgateEditor
import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// What an editor asks about a policy with a cursor, and the answer as a page shows it.
///
/// Pieces of a text are shown between `«` and `»`, and hints between `‹` and `›`.
package enum EditorPage {
  package static let requests: Set<String> = [
    "diagnosed", "completion", "hover", "definition", "references", "rename", "actions", "action",
    "symbols", "folds", "selections", "tokens", "hints", "lenses", "format", "indentation",
  ]

  /// The answer to a request. `info` is the request with its arguments.
  package static func answer(_ info: [String], _ files: [String: String]) throws -> String {
    let marked = try MarkedPolicy(files)
    let project = marked.project
    let whole = Span(0, project.file(marked.path)?.bytes.count ?? 0)
    let argument = info.count > 1 ? info[1] : ""
    switch info[0] {
    case "diagnosed": return lines(findings(project).map { told($0, project) })
    case "completion":
      let items = project.completions(at: marked.cursor, in: marked.path).items
      let shown = Int(argument).map { items.prefix($0) } ?? items[...]
      return lines(shown.map { $0.detail.isEmpty ? $0.label : "\($0.label)  \($0.detail)" })
    case "hover":
      return project.hover(at: marked.place) { graph, subject in
        switch subject {
        case .name(let name): Policy(graph: graph).statements(about: name)
        case .clauses(let rule): Policy(graph: graph).clauses(ofRule: rule)
        }
      }?.markdown ?? ""
    case "definition": return lines([project.definition(at: marked.place)].map { cut($0, project) })
    case "references":
      return lines(project.references(at: marked.place).map { cut($0.place, project) })
    case "rename":
      do throws(RenameFault) {
        return texts(marked.applying(try project.rename(at: marked.place, to: argument)))
      } catch {
        return error.words
      }
    case "actions": return lines(actions(marked).map { ($0.isPreferred ? "* " : "  ") + $0.title })
    case "action":
      let all = actions(marked)
      guard let number = Int(argument), all.indices.contains(number - 1) else { return "none" }
      return texts(marked.applying(all[number - 1].edits))
    case "symbols":
      return lines(
        project.symbols(in: marked.path).map { "\(cut($0.selection, project))  \($0.detail)" })
    case "folds":
      return lines(project.folds(in: marked.path).map { "\($0.first + 1)–\($0.last + 1)" })
    case "selections": return lines(project.selections(at: marked.place).map { cut($0, project) })
    case "tokens":
      return lines(
        project.semanticTokens(in: marked.path).map { token in
          let text = project.file(marked.path)?.text(token.span) ?? ""
          return "\(token.kind) \(text)" + (token.isDeclaration ? " (declared here)" : "")
        })
    case "hints":
      var bytes = project.file(marked.path)?.bytes ?? []
      for hint in project.inlayHints(in: whole, of: marked.path).reversed() {
        bytes.insert(contentsOf: "‹\(hint.text)›".utf8, at: hint.offset)
      }
      return String(decoding: bytes, as: UTF8.self)
    case "lenses":
      return lines(
        (project.codeLenses(in: marked.path) ?? []).map { lens in
          "line \(line(lens.place, project)): \(lens.title)"
        })
    case "format":
      let edits = project.file(marked.path)?.formattingEdits() ?? []
      return texts(
        marked.applying(
          edits.map { FileEdit(FilePlace(path: marked.path, span: $0.span), $0.text) }))
    case "indentation":
      return "«\(project.file(marked.path)?.indentation(ofLineAt: marked.cursor) ?? "")»"
    default: return "no such request"
    }
  }

  // MARK: Findings

  private static func findings(_ project: Project) -> [EditorFinding] {
    // 2026-06-01, as for `lint` blocks
    let options = LintOptions(today: Instant(milliseconds: 1_780_272_000_000), isStrict: false)
    return project.exactFindings(options) ?? []
  }

  private static func told(_ finding: EditorFinding, _ project: Project) -> String {
    let diagnostic = finding.diagnostic
    return "\(diagnostic.level.rawValue)[\(diagnostic.code)] \(cut(finding.place, project)): "
      + diagnostic.headline
  }

  /// The actions at the cursor.
  private static func actions(_ marked: MarkedPolicy) -> [CodeAction] {
    marked.project.codeActions(
      in: Span(marked.cursor, marked.cursor), of: marked.path, findings(marked.project))
  }

  // MARK: Words

  private static func lines(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  /// Files after a change: one by itself, several each below its name.
  private static func texts(_ files: [String: String]) -> String {
    guard files.count > 1 else { return files.values.first ?? "" }
    return files.sorted { $0.key < $1.key }.map { "\($0.key):\n\($0.value)" }.joined()
  }

  private static func line(_ place: FilePlace, _ project: Project) -> Int {
    project.file(place.path).map { $0.line(at: place.span.start) } ?? 0
  }

  /// `2: csv requires «pro»`: a place in its line, with the file if there are several.
  private static func cut(_ place: FilePlace?, _ project: Project) -> String {
    guard let place, let file = project.file(place.path) else { return "none" }
    let line = file.lineSpan(at: place.span.start)
    let name = project.paths.count > 1 ? String(place.path.text.dropFirst(3)) + ":" : ""
    let end = max(line.end, place.span.end)
    return name + "\(self.line(place, project)): "
      + file.text(Span(line.start, place.span.start)) + "«" + file.text(place.span) + "»"
      + file.text(Span(place.span.end, end))
  }
}

extension Project {
  /// The changes that give another name to the thing at an offset.
  package func rename(at offset: Int, to text: String) throws(RenameFault) -> [FileEdit] {
    guard let use = names.use(at: offset) else { throw .noName }
    return try rename(use, to: text, from: place(of: use.name.span).path)
  }
}
