import TollgateSyntax

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
