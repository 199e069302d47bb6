/// Shows diagnostics to programs: JSON, lines and columns from 1, columns in characters (Unicode
/// scalars), offsets and lengths in bytes.
public struct DiagnosticJSON: Sendable {
  let source: Source

  /// A renderer for findings about `source`.
  public init(source: Source) {
    self.source = source
  }

  /// The findings as an array.
  public func render(_ diagnostics: [Diagnostic], pretty: Bool = false) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.array { writer in
      for diagnostic in diagnostics { write(diagnostic, into: &writer) }
    }
    return writer.text
  }

  /// One finding as an object.
  package func write(_ diagnostic: Diagnostic, into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", diagnostic.code)
      writer.member("level", diagnostic.level.rawValue)
      writer.member("message", diagnostic.headline)
      write(diagnostic.span, into: &writer)
      writer.member("label", diagnostic.label)
      writer.array("related", diagnostic.related) { write($0, into: &$1) }
      writer.member("notes", diagnostic.notes)
      writer.member("help", diagnostic.help)
      writer.array("edits", diagnostic.edits) { write($0, into: &$1) }
      writer.member("example", diagnostic.example) { write($0, into: &$1) }
      writer.member("undecided", diagnostic.isUndecided)
      writer.member("names", diagnostic.names)
    }
  }

  private func write(_ example: Diagnostic.Example, into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("words", example.words)
      writer.member("scenario", example.scenario)
    }
  }

  private func write(_ related: Diagnostic.Related, into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("label", related.label)
      write(related.span, into: &writer)
    }
  }

  private func write(_ edit: Diagnostic.Edit, into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("title", edit.title)
      writer.member("safety", edit.safety.rawValue)
      writer.member("replacement", edit.replacement)
      write(edit.span, into: &writer)
      let span = source.place(of: edit.span).span
      writer.member("offset", span.start)
      writer.member("length", span.end - span.start)
    }
  }

  /// The members that say where a piece of the text is: the file, and the place there.
  private func write(_ span: Span, into writer: inout JSONWriter) {
    let (file, span) = source.place(of: span)
    let start = file.position(at: span.start)
    let end = file.position(at: span.end)
    writer.member("file", file.name)
    writer.member("line", start.line)
    writer.member("column", start.column)
    writer.member("endLine", end.line)
    writer.member("endColumn", end.column)
  }
}
