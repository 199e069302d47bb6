import TollgateAnalysis
import TollgateCompiler
import TollgateEditor
import TollgateKit
import TollgateRuntime
import TollgateSyntax
import TollgateWebCalls

@main enum Full { static func main() {} }

/// `{"text", "name"}` → `{"policy", "name", "fingerprint", "targets", "compiled": BASE64,
/// "diagnostics": […]}`; `policy` is null and the others but `diagnostics` are missing where the text
/// has a mistake. `"keep": false` gives no number. With `line` and `character`, both from 0 in units
/// of UTF-16, the line with the cursor is told what it lacks yet, not what is wrong so far.
@_expose(wasm, "tollgate_compile") @_cdecl("tollgate_compile")
public func compile(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let source = try call.source()
    let result = Compiler.compile(source, mending: true)
    let told = result.graph == nil ? try typed(source, call) : nil
    let diagnostics = DiagnosticJSON(source: source).render(told ?? result.diagnostics)
    guard let graph = result.graph else {
      return "{\"policy\":null,\"diagnostics\":\(diagnostics)}"
    }
    return written(Policy(graph: graph)) { writer in
      writer.member("compiled", Base64.encode(graph.compiled(), .standard))
      writer.key("diagnostics")
      writer.raw(diagnostics)
    }
  }
}

/// The mistakes as somebody who types at a place is told them; nil without a place.
private func typed(_ source: Source, _ call: Call) throws(CallFault) -> [Diagnostic]? {
  guard call.members["line"] != nil else { return nil }
  let place = TextPosition(line: try call.number("line"), character: try call.number("character"))
  let project = Project(source)
  let offset = source.offset(of: place, .utf16)
  return project.quickFindings(typingAt: offset, in: project.paths[0]).map { $0.diagnostic }
}

/// `{"text", "at"}` → `{"schema", "diagnostics"}` as `tollgate lint --format json`. With `"quick":
/// true` only mistakes of syntax and meaning are found; `budget` is that of the command.
@_expose(wasm, "tollgate_lint") @_cdecl("tollgate_lint")
public func lint(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let source = try call.source()
    let options = LintOptions(
      today: try call.read("at", Read.instant).map { $0.startOfDay },
      budget: try call.read("budget", Read.amount).map { max(1, Int(min($0, 1 << 30))) }
        ?? webBudget)
    let isQuick = try call.read("quick", Read.boolean) ?? false
    let findings =
      isQuick
      ? Compiler.compile(source, mending: true).diagnostics : Linter.lint(source, options).findings
    return "{\"schema\":1,\"diagnostics\":\(DiagnosticJSON(source: source).render(findings))}"
  }
}

extension Instant {
  /// Midnight in UTC.
  fileprivate var startOfDay: Instant {
    let day: Int64 = 86_400_000
    let into = milliseconds % day
    return advanced(by: -(into < 0 ? into + day : into))
  }
}

/// How many steps an exact question may take here: a page must not wait for long.
let webBudget = 40_000

/// `{"text"}` → `{"text"}` in canonical form.
@_expose(wasm, "tollgate_format") @_cdecl("tollgate_format")
public func format(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    switch PolicySyntax.format(try call.source()) {
    case .text(let bytes):
      return JSONWriter.document { $0.member("text", String(decoding: bytes, as: UTF8.self)) }
    case .unreadable: throw CallFault("compile", "the text has mistakes; mend them first")
    case .refused: throw CallFault("compile", "the text would not say the same; it stays as it is")
    }
  }
}

/// `{"text"}` → `{"tokens": [line, character, length, kind, …]}`, numbers from 0 in units of UTF-16,
/// for colours; `kinds` names them.
@_expose(wasm, "tollgate_colour") @_cdecl("tollgate_colour")
public func colour(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let project = Project(try call.source())
    let path = project.paths[0]
    guard let file = project.file(path) else { return "{\"tokens\":[],\"kinds\":[]}" }
    var positions = TextPositions(file, .utf16)
    return JSONWriter.document { writer in
      writer.member("kinds", SemanticToken.Kind.allCases.map { $0.standard })
      writer.array("tokens", project.semanticTokens(in: path)) { token, writer in
        let range = positions[token.span]
        let length = range.end.character - range.start.character
        for number in [range.start.line, range.start.character, length] {
          writer.integer(Int64(number))
        }
        writer.integer(Int64(token.kind.rawValue))
      }
    }
  }
}

/// `{"text", "line", "character"}`, both from 0 in units of UTF-16 → `{"start", "items": [{"label",
/// "detail", "text"}]}`: what can be written there, in the place of the word from `start` on.
@_expose(wasm, "tollgate_complete") @_cdecl("tollgate_complete")
public func complete(
  _ request: UnsafePointer<UInt8>?, _ length: Int32
) -> UnsafeMutablePointer<UInt8>? {
  answer(request, length) { call throws(CallFault) in
    let project = Project(try call.source())
    let path = project.paths[0]
    guard let file = project.file(path) else { return "{\"start\":0,\"items\":[]}" }
    let place = TextPosition(line: try call.number("line"), character: try call.number("character"))
    let list = project.completions(at: file.offset(of: place, .utf16), in: path)
    return JSONWriter.document { writer in
      writer.member("start", file.textPosition(of: list.span.start, .utf16).character)
      writer.array("items", list.items.prefix(200)) { item, writer in
        writer.object { writer in
          writer.member("label", item.label)
          writer.member("detail", item.detail)
          writer.member("text", item.text)
        }
      }
    }
  }
}
