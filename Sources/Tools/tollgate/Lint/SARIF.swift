import TollgateAnalysis
import TollgateCompiler
import TollgateSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// Writes findings of one policy as SARIF results.
struct SARIFResult {
  let file: LintedFile
  /// The codes of the rules of the run, in their order.
  let codes: [String]
  /// How often a fingerprint was written: the next one of the same kind gets another.
  private var written: [String: Int] = [:]

  init(file: LintedFile, codes: [String]) {
    self.file = file
    self.codes = codes
  }

  mutating func write(
    _ finding: Diagnostic, _ suppression: SARIF.Suppression?, into writer: inout JSONWriter
  ) {
    let fingerprint = LineFingerprint.of(finding, in: file)
    let key = file.name(of: finding) + "\n" + fingerprint
    written[key, default: 0] += 1
    let occurrence = written[key, default: 1]
    writer.object { writer in
      writer.member("ruleId", finding.code)
      if let index = codes.firstIndex(of: finding.code) { writer.member("ruleIndex", index) }
      writer.member("level", finding.level.rawValue)
      writer.message("message", text(finding), markdown: markdown(finding))
      writer.array("locations", [finding.span]) { span, writer in
        writer.object { writer in writeLocation(span, into: &writer) }
      }
      writeRelated(finding, into: &writer)
      writer.object("partialFingerprints") { writer in
        writer.member("lineHash/v1", "\(fingerprint):\(occurrence)")
      }
      writeFixes(finding, into: &writer)
      write(suppression, into: &writer)
      writeProperties(finding, into: &writer)
    }
  }

  // MARK: Words

  private func text(_ finding: Diagnostic) -> String {
    var lines = [finding.headline]
    if let example = finding.example { lines.append("example: " + example.words) }
    lines += finding.notes.map { "note: " + $0 } + finding.help.map { "help: " + $0 }
    return lines.joined(separator: "\n")
  }

  private func markdown(_ finding: Diagnostic) -> String {
    var paragraphs = [Escape.markdownSentence(finding.headline)]
    if let example = finding.example {
      paragraphs.append("Example: " + Escape.markdownSentence(example.words))
      if !example.scenario.isEmpty {
        paragraphs.append(Escape.markdownBlock(example.scenario, language: "gate"))
      }
    }
    paragraphs += finding.notes.map(Escape.markdownSentence)
    paragraphs += finding.help.map { "Help: " + Escape.markdownSentence($0) }
    return paragraphs.joined(separator: "\n\n")
  }

  // MARK: Places

  private func writeLocation(_ span: Span, into writer: inout JSONWriter) {
    writer.object("physicalLocation") { writer in
      writeArtifact(at: span, into: &writer)
      writer.key("region")
      writeRegion(span, into: &writer)
    }
  }

  private func writeArtifact(at span: Span, into writer: inout JSONWriter) {
    let artifact = ArtifactURI(of: file.source.file(at: span.start).name)
    writer.object("artifactLocation") { writer in
      writer.member("uri", artifact.uri)
      if artifact.isRelative { writer.member("uriBaseId", ArtifactURI.base) }
    }
  }

  /// The end is outside, in SARIF as in a span.
  private func writeRegion(_ span: Span, into writer: inout JSONWriter) {
    let (file, span) = file.source.place(of: span)
    let start = file.position(at: span.start)
    let end = file.position(at: span.end)
    writer.object { writer in
      writer.member("startLine", start.line)
      writer.member("startColumn", start.utf16Column)
      writer.member("endLine", end.line)
      writer.member("endColumn", end.utf16Column)
    }
  }

  private func writeRelated(_ finding: Diagnostic, into writer: inout JSONWriter) {
    writer.array("relatedLocations", finding.related.enumerated()) { related, writer in
      writer.object { writer in
        writer.member("id", related.offset)
        writeLocation(related.element.span, into: &writer)
        writer.message("message", related.element.label)
      }
    }
  }

  // MARK: Fixes

  private func writeFixes(_ finding: Diagnostic, into writer: inout JSONWriter) {
    // A program cannot apply an edit with a blank to fill.
    let edits = finding.edits.filter { $0.safety != .shown }
    guard !edits.isEmpty else { return }
    writer.array("fixes", edits) { edit, writer in write(edit, into: &writer) }
  }

  private func write(_ edit: Diagnostic.Edit, into writer: inout JSONWriter) {
    writer.object { writer in
      writer.message("description", "\(edit.title) (\(edit.safety.rawValue) fix)")
      writer.key("artifactChanges")
      writer.array { writer in
        writer.object { writer in
          writeArtifact(at: edit.span, into: &writer)
          writer.key("replacements")
          writer.array { writer in
            writer.object { writer in
              writer.key("deletedRegion")
              writeRegion(edit.span, into: &writer)
              writer.message("insertedContent", edit.replacement)
            }
          }
        }
      }
    }
  }

  private func write(_ suppression: SARIF.Suppression?, into writer: inout JSONWriter) {
    writer.key("suppressions")
    writer.array { writer in
      guard let suppression else { return }
      writer.object { writer in
        switch suppression {
        case .comment(let reason):
          writer.member("kind", "inSource")
          writer.member("justification", reason)
        case .baseline:
          writer.member("kind", "external")
          writer.member("justification", "recorded in the baseline")
        }
      }
    }
  }

  private func writeProperties(_ finding: Diagnostic, into writer: inout JSONWriter) {
    guard finding.example != nil || finding.isUndecided || !finding.names.isEmpty else { return }
    writer.object("properties") { writer in
      if let example = finding.example {
        writer.member("example", example.words)
        writer.member("scenario", example.scenario)
      }
      writer.member("undecided", finding.isUndecided)
      if !finding.names.isEmpty { writer.member("names", finding.names) }
    }
  }
}

/// The page of a code as a SARIF reporting descriptor.
enum SARIFRule {
  static func write(_ page: DiagnosticPage, into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", page.code)
      writer.member("name", name(page.title))
      writer.message("shortDescription", sentence(page.title))
      writer.message("fullDescription", page.what)
      writer.message("help", text(page), markdown: markdown(page))
      writer.object("defaultConfiguration") { $0.member("level", page.level.rawValue) }
    }
  }

  /// `declared and never used` as `DeclaredAndNeverUsed`.
  private static func name(_ title: String) -> String {
    let words = title.split { !($0.isLetter || $0.isNumber) }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static func sentence(_ title: String) -> String {
    title.prefix(1).uppercased() + title.dropFirst() + "."
  }

  private static func text(_ page: DiagnosticPage) -> String {
    """
    \(page.what)

    Why: \(page.why)

    Avoid:
    \(page.avoid)
    Prefer:
    \(page.prefer)
    Exceptions: \(page.exceptions)
    """
  }

  private static func markdown(_ page: DiagnosticPage) -> String {
    """
    \(page.what)

    **Why:** \(page.why)

    **Avoid**

    ```gate
    \(page.avoid)```

    **Prefer**

    ```gate
    \(page.prefer)```

    **Exceptions:** \(page.exceptions)
    """
  }
}

/// The address of a file in SARIF: below the folder in which the command runs a relative one, so
/// that a log fits every checkout; elsewhere a `file:` URI.
struct ArtifactURI {
  /// The name of the folder in which the command runs.
  static let base = "SRCROOT"

  var uri: String
  var isRelative: Bool

  init(of path: String) {
    let folder = FileManager.default.currentDirectoryPath
    let below = folder.hasSuffix("/") ? folder : folder + "/"
    if path.hasPrefix(below) {
      uri = ArtifactURI.encoded(String(path.dropFirst(below.count)))
      isRelative = true
    } else {
      isRelative = !path.hasPrefix("/")
      uri = (isRelative ? "" : "file://") + ArtifactURI.encoded(path)
    }
  }

  /// Everything but unreserved characters and `/` in percent notation, byte by byte.
  private static func encoded(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return text
  }
}
