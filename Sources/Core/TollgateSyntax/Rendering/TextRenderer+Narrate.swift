extension TextRenderer {
  /// A finding in sentences, without drawing.
  func narrate(_ diagnostic: Diagnostic) -> String {
    let position = source.position(at: diagnostic.span.start)
    let name = Escape.name(source.file(at: diagnostic.span.start).name)
    let level = palette.paint("\(diagnostic.level.rawValue)[\(diagnostic.code)]", diagnostic.level)
    var text = "\(name):\(position.line):\(position.column): \(level): "
    text += DisplayCell.shown(diagnostic.headline) + "\n"
    if !diagnostic.label.isEmpty {
      text += sentence(piece(diagnostic.span).map { "at \($0): " } ?? "", diagnostic.label)
    }
    for related in diagnostic.related.prefix(Diagnostic.shownPlaces) {
      let place = source.position(at: related.span.start)
      let isHere =
        source.fileIndex(at: related.span.start) == source.fileIndex(at: diagnostic.span.start)
      let other = isHere ? "" : Escape.name(source.file(at: related.span.start).name) + ", "
      text += sentence("\(other)line \(place.line), column \(place.column): ", related.label)
    }
    if let example = diagnostic.example {
      text += sentence("example: ", example.words)
      text += lines(of: example, indented: 4)
    }
    for note in diagnostic.shownNotes { text += sentence("note: ", note) }
    for help in diagnostic.help { text += sentence("help: ", help) }
    for edit in diagnostic.edits {
      text += sentence("help: ", "\(edit.title) \(mark(edit.safety))")
    }
    return text
  }

  private func sentence(_ opening: String, _ words: String) -> String {
    "  \(opening)\(DisplayCell.shown(words))\n"
  }

  /// The text at a place, in quotes, if it is short and of one line.
  private func piece(_ span: Span) -> String? {
    guard span.end > span.start, span.end - span.start <= 120 else { return nil }
    guard source.row(at: span.start) == source.row(at: span.end) else { return nil }
    return "“\(DisplayCell.shown(source.text(span)))”"
  }
}
