import Foundation
import TollgateCompiler
import TollgateSyntax

/// What people type below a policy, and what they read about it. Each line that is not indented by
/// four blanks is one thing that somebody types, with `|` where a line ends; below it stand
///
/// - `MARKED: HEADLINE` for each message, with the words that it marks,
/// - `→ TEXT` for each fix that is offered (`⇒` for a safe one, `?` for one with a blank to fill):
///   what stands there after it, which is compiled,
/// - `help: WORDS`, where there is no fix,
/// - `right`, where nothing is wrong.
package struct MistakesBlock {
  private let policy: String
  /// What no page may record.
  package private(set) var failures: [String] = []

  package init(below policy: String) {
    self.policy = policy
  }

  /// The block with what is read today.
  package mutating func answered(_ text: String) -> String {
    var answer = ""
    for line in text.split(separator: "\n") where !line.hasPrefix("    ") {
      answer += line + "\n"
      for read in read(String(line)) { answer += "    " + read + "\n" }
    }
    return answer
  }

  private mutating func read(_ typed: String) -> [String] {
    let text = typed.replacingOccurrences(of: "|", with: "\n")
    let source = Source(name: "policy.gate", text: policy + text + "\n")
    let errors = Compiler.compile(source, mending: true).diagnostics
    if errors.isEmpty { return ["right"] }
    return errors.flatMap { error in
      let marked = source.text(error.span).replacingOccurrences(of: "\n", with: "|")
      let fixes = error.edits.map { fix($0, of: error, in: source) }
      let help = fixes.isEmpty ? (error.help + error.notes).map { "help: \($0)" } : []
      return ["\(marked.isEmpty ? "end" : marked): \(error.headline)"] + fixes + help
    }
  }

  /// What stands there after a fix.
  private mutating func fix(
    _ edit: Diagnostic.Edit, of error: Diagnostic, in source: Source
  ) -> String {
    var bytes = source.bytes
    bytes.replaceSubrange(edit.span.start..<edit.span.end, with: edit.replacement.utf8)
    let mended = Source(name: source.name, bytes: bytes)
    let text = mended.text(Span(policy.utf8.count, bytes.count - 1))
    let left = Compiler.compile(mended, mending: false).diagnostics
    let isMended = !left.contains { isIn(line: error, of: source, after: edit, $0) }
    if edit.safety == .safe, !isMended {
      failures.append("the safe fix of `\(error.headline)` does not mend `\(text)`")
    }
    let arrow = edit.safety == .safe ? "⇒" : edit.safety == .unsafe ? "→" : "?"
    return "\(arrow) \(text.replacingOccurrences(of: "\n", with: "|"))"
      + (isMended || edit.safety == .shown ? "" : " (not yet right)")
  }

  /// Whether what is still wrong lies in the line of an error that was mended.
  private func isIn(
    line error: Diagnostic, of source: Source, after edit: Diagnostic.Edit, _ left: Diagnostic
  ) -> Bool {
    let line = source.lineSpan(at: error.span.start)
    let grown = edit.replacement.utf8.count - (edit.span.end - edit.span.start)
    return left.span.start >= line.start && left.span.start <= line.end + max(0, grown)
  }
}
