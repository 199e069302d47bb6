/// Shows diagnostics to people: with the line, the place underlined and what to do.
public struct TextRenderer: Sendable {
  let source: Source
  let palette: Palette
  let narrated: Bool
  let columns: Int?

  /// A renderer for findings about `source`.
  ///
  /// - Parameters:
  ///   - color: Whether ANSI escapes are used; no meaning is in the colour alone.
  ///   - narrated: Whether everything is told in sentences, for a reader that is not a terminal.
  ///   - columns: The width of the terminal, if lines of the source are cut to fit into it.
  public init(source: Source, color: Bool, narrated: Bool = false, columns: Int? = nil) {
    self.source = source
    palette = Palette(isOn: color)
    self.narrated = narrated
    self.columns = columns
  }

  /// A renderer of the same style for another text.
  init(_ source: Source, like other: TextRenderer) {
    self.source = source
    palette = other.palette
    narrated = other.narrated
    columns = other.columns
  }

  /// Several findings with an empty line between them; empty if there are none.
  public func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { render($0) }.joined(separator: "\n")
  }

  /// One finding; it ends in a line break.
  public func render(_ diagnostic: Diagnostic) -> String {
    narrated ? narrate(diagnostic) : draw(diagnostic)
  }

  private func draw(_ diagnostic: Diagnostic) -> String {
    let parts = parts(of: diagnostic)
    let width = parts.reduce(0) { max($0, $1.marks.gutter) }
    let level = "\(diagnostic.level.rawValue)[\(diagnostic.code)]"
    var text = palette.paint(level, diagnostic.level)
    text += palette.strong(": " + DisplayCell.shown(diagnostic.headline)) + "\n"
    for (index, part) in parts.enumerated() {
      let corner = palette.faint(index == 0 ? "┌─" : "├─")
      text += String(repeating: " ", count: width + 1) + corner + " \(part.place)\n"
      var marks = part.marks
      marks.gutter = width
      text += part.renderer.excerpt(marks, diagnostic.level)
    }
    if let example = diagnostic.example {
      text += remark("example: " + example.words, width)
      text += lines(of: example, indented: width + 5)
    }
    for note in diagnostic.shownNotes { text += remark(note, width) }
    for help in diagnostic.help { text += remark("help: " + help, width) }
    for edit in diagnostic.edits { text += remark(edit, width) }
    return text
  }

  private func remark(_ words: String, _ width: Int) -> String {
    String(repeating: " ", count: width + 1) + palette.faint("=")
      + " \(DisplayCell.shown(words))\n"
  }

  /// The statement of an example, each line indented by so many spaces.
  func lines(of example: Diagnostic.Example, indented width: Int) -> String {
    var text = ""
    for line in example.scenario.split(separator: "\n") {
      text += String(repeating: " ", count: width) + DisplayCell.shown(String(line)) + "\n"
    }
    return text
  }

  private func remark(_ edit: Diagnostic.Edit, _ width: Int) -> String {
    let words = "help: " + DisplayCell.shown(edit.title)
    let gap = max(2, 66 - DisplayCell.width(of: words))
    return remark(words + String(repeating: " ", count: gap) + mark(edit.safety), width)
  }

  func mark(_ safety: Diagnostic.Edit.Safety) -> String {
    switch safety {
    case .safe: "(safe fix)"
    case .unsafe: "(unsafe fix)"
    case .shown: "(complete it yourself)"
    }
  }
}
