import TollgateAnalysis
import TollgateCompiler
import TollgateSyntax

/// The findings as a SARIF 2.1.0 log, the format that code hosts and editors read.
enum SARIF {
  /// Why a finding does not count.
  enum Suppression {
    case comment(reason: String)
    case baseline
  }

  static func text(_ files: [LintedFile], _ failures: [Failure]) -> String {
    let pages = pages(of: files)
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      writer.member("version", "2.1.0")
      writer.key("runs")
      writer.array { writer in
        writer.object { writer in
          writeTool(pages, into: &writer)
          writer.member("columnKind", "utf16CodeUnits")
          writeBase(into: &writer)
          writeInvocation(failures, into: &writer)
          writer.array("results", files) { file, writer in
            writeResults(of: file, pages, into: &writer)
          }
        }
      }
    }
    return writer.text
  }

  /// The pages of the codes that occur, sorted.
  private static func pages(of files: [LintedFile]) -> [DiagnosticPage] {
    var codes: Set<String> = []
    for file in files {
      codes.formUnion(file.findings.map { $0.code })
      codes.formUnion(file.allowed.map { $0.finding.code })
      codes.formUnion(file.baselined.map { $0.code })
    }
    return LintRules.pages.filter { codes.contains($0.code) }
  }

  private static func writeTool(_ pages: [DiagnosticPage], into writer: inout JSONWriter) {
    writer.object("tool") { writer in
      writer.object("driver") { writer in
        writer.member("name", "tollgate")
        writer.member("version", TollgateCommand.version)
        writer.member("semanticVersion", TollgateCommand.version)
        writer.array("rules", pages) { page, writer in SARIFRule.write(page, into: &writer) }
      }
    }
  }

  private static func writeBase(into writer: inout JSONWriter) {
    writer.object("originalUriBaseIds") { writer in
      writer.object(ArtifactURI.base) { writer in
        writer.message("description", "The folder in which tollgate was run.")
      }
    }
  }

  private static func writeInvocation(_ failures: [Failure], into writer: inout JSONWriter) {
    writer.key("invocations")
    writer.array { writer in
      writer.object { writer in
        writer.member("executionSuccessful", failures.isEmpty)
        writer.array("toolExecutionNotifications", failures) { failure, writer in
          writer.object { writer in
            writer.member("level", "error")
            writer.message("message", failure.message)
          }
        }
      }
    }
  }

  private static func writeResults(
    of file: LintedFile, _ pages: [DiagnosticPage], into writer: inout JSONWriter
  ) {
    var result = SARIFResult(file: file, codes: pages.map { $0.code })
    for finding in file.findings { result.write(finding, nil, into: &writer) }
    for allowed in file.allowed {
      result.write(allowed.finding, .comment(reason: allowed.reason), into: &writer)
    }
    for finding in file.baselined { result.write(finding, .baseline, into: &writer) }
  }
}

extension JSONWriter {
  /// A member that is a SARIF message: a text, and perhaps the same in Markdown.
  mutating func message(_ name: String, _ text: String, markdown: String? = nil) {
    key(name)
    object { writer in
      writer.member("text", text)
      if let markdown { writer.member("markdown", markdown) }
    }
  }
}
