import TollgateSyntax

/// Mistakes whose sentence stands in another line than they do.
extension Mender {
  /// The lines that declare tiers one by one are one mistake.
  struct Tiers {
    var span: Span
    var finding: Diagnostic
  }

  /// `tier free` and `tier pro`: the tiers stand in one line.
  func withoutTiers(_ lines: [Line]) -> ([Line], Tiers?) {
    let tiers = lines.filter { !declared($0).isEmpty }
    guard tiers.count > 1, known.tiers.isEmpty, let first = tiers.first, let last = tiers.last,
      var finding = first.errors.first
    else { return (lines, nil) }
    var names = tiers.map { declared($0) }
    if names.last?.split(separator: " ").first == "free" { names.reverse() }
    let text = "tiers " + names.joined(separator: " < ")
    let span = first.span.joined(last.span)
    finding.label = "all tiers stand in one line, the lowest first"
    finding.help = []
    finding.edits = []
    finding.related = []
    let between = lines.filter { span.start <= $0.span.start && $0.span.end <= span.end }
    let isWhole = syntax.source.text(span).split(separator: "\n").count == tiers.count
    if between.count == tiers.count, isWhole {
      finding.edits = [.init(span, text, safety: .unsafe, title: "write `\(text)` in their place")]
    } else {
      finding.help = ["write `\(text)` in their place"]
    }
    let rest = lines.filter { declared($0).isEmpty }
    return (rest, Tiers(span: span, finding: finding))
  }

  /// The name and the title that a line declares a tier with; empty for other lines.
  private func declared(_ line: Line) -> String {
    let tokens = syntax.tokens[line.tokens].filter { !$0.kind.isBlank }
    let words = tokens.map { syntax.source.text($0.span) }
    guard words.count == 2 || words.count == 3, tokens[1].kind == .name,
      words.count == 2 || tokens[2].kind == .text
    else { return "" }
    switch words[0].lowercased() {
    case "tier", "level", "plan", "tiers": return words.dropFirst().joined(separator: " ")
    default: return ""
    }
  }

  /// `csv-export requires pro unless beta` beside `csv-export requires pro` opens nothing, since
  /// both have to hold: the condition belongs to the rule that is there.
  func inItsRule(_ edit: Diagnostic.Edit, _ line: Line) -> Diagnostic.Edit {
    var sentences = edit.replacement.split(separator: "\n").map { String($0) }
    guard room.grown == 0, let rule = sentences.popLast() else { return edit }
    let words = rule.split(separator: " ").map { String($0) }
    guard words.count > 4, words[1] == "requires",
      let unless = words.firstIndex(of: "unless"), let gate = known.gates[words[0]],
      gate.end < line.span.start || line.span.end < gate.start
    else { return edit }
    let source = syntax.source
    guard source.file(at: gate.start).name == source.file(at: line.span.start).name else {
      return edit
    }
    let meant = source.text(gate) + " " + words[unless...].joined(separator: " ")
    var pieces = sentences
    let span = gate.joined(line.span)
    if gate.end < line.span.start {
      pieces.append(meant + Self.trimmed(source.text(Span(gate.end, line.span.start))))
    } else {
      pieces.append(Self.trimmedAtStart(source.text(Span(line.span.end, gate.start))) + meant)
    }
    var title = sentences.isEmpty ? "" : "write `\(sentences.joined(separator: "`, `"))`, and "
    title += "write in place of line \(source.line(at: gate.start)) and of this one `\(meant)`"
    return .init(span, pieces.joined(separator: "\n"), safety: .unsafe, title: title)
  }

  /// A text without the white space and the new lines at its end.
  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }

  private static func trimmedAtStart(_ text: String) -> String {
    String(text.drop { $0.isWhitespace })
  }
}
