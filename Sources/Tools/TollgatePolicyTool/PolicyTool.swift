import Foundation
import TollgateFiles
import TollgateKit
import TollgateSyntax

/// Checks the policies of an app: the tool of the command plugins `tollgate-lint`, `tollgate-format`
/// and `tollgate-test`. It needs no package, so an app that uses them fetches none.
///
/// `TollgatePolicyTool lint|format|test POLICY…`. It reports findings as compilers do, at file,
/// line and column. Status 1: something was found, or a file cannot be read.
@main
struct PolicyTool {
  /// The report of one run.
  struct Report {
    var lines: [String] = []
    var hasFailed = false

    /// Tells one thing that is wrong.
    mutating func fail(_ line: String) {
      lines.append(line)
      hasFailed = true
    }

    /// Tells findings, each with its place and what to do; only errors fail.
    mutating func tell(_ findings: [Diagnostic], in source: Source) {
      for finding in findings {
        let words = "\(finding.level): \(finding.headline) [\(finding.code)]"
        lines.append("\(Report.place(finding.span, in: source)): \(words)")
        lines += finding.ways.map { "  help: \($0)" }
        hasFailed = hasFailed || finding.level == .error
      }
    }

    /// `path:line:column`, in the file in which a place is.
    static func place(_ span: Span, in source: Source) -> String {
      let (file, span) = source.place(of: span)
      let position = file.position(at: span.start)
      return "\(file.name):\(position.line):\(position.column)"
    }
  }

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 1, let report = run(arguments[0], Array(arguments.dropFirst())) else {
      FileHandle.standardError.write(
        Data("usage: TollgatePolicyTool lint|format|test POLICY…\n".utf8))
      exit(64)
    }
    FileHandle.standardOutput.write(Data((report.lines.joined(separator: "\n") + "\n").utf8))
    exit(report.hasFailed ? 1 : 0)
  }

  /// Does one of the three things to some files; nil for another word.
  static func run(_ verb: String, _ files: [String]) -> Report? {
    var report = Report()
    var sources: [Source?] = []
    for path in files {
      do {
        sources.append(
          Source(name: path, bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))))
      } catch {
        sources.append(nil)
        report.fail("\(path): error: it cannot be read")
      }
    }
    // A file that another one uses is a part of that policy; each is formatted by itself.
    let roots = PolicyUses(files, sources).roots.compactMap { index in
      sources[index].map { $0.joined(at: URL(fileURLWithPath: files[index])) }
    }
    switch verb {
    case "lint": report.lint(roots)
    case "format": report.format(sources.compactMap { $0 })
    case "test": report.test(roots)
    default: return nil
    }
    return report
  }

  /// `1 policy`, `2 policies`
  static func policies(_ count: Int) -> String { self.count(count, "policy", "policies") }

  static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}
