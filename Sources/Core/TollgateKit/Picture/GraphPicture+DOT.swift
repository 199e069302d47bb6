import TollgateSyntax

extension GraphPicture {
  /// The picture for Graphviz: `tollgate graph POLICY --format dot | dot -Tpdf`.
  package var dot: String {
    var text = """
      digraph tollgate {
        rankdir=LR
        label=\(GraphPicture.dotQuoted(title))
        labelloc=t
        node [shape=box, fontname="sans-serif", style="filled", fillcolor="#f6f8fa"]
        edge [fontname="sans-serif", fontsize=10, color="#59636e"]

      """
    for (index, box) in boxes.enumerated() {
      text += "  \(GraphPicture.id(index)) [\(GraphPicture.dotAttributes(of: box))]\n"
    }
    for arrow in arrows {
      text += "  \(GraphPicture.id(arrow.from)) -> \(GraphPicture.id(arrow.to))"
      text += arrow.label.isEmpty ? "\n" : " [label=\(GraphPicture.dotQuoted(arrow.label))]\n"
    }
    return text + "}\n"
  }

  private static func dotAttributes(of box: Box) -> String {
    let label = box.lines.map(Escape.dot).joined(separator: "\\n")
    var attributes = "label=\"\(label)\""
    var styles = ["filled"]
    if [.target, .setting, .condition].contains(box.kind) { styles.append("rounded") }
    if let state = box.finding?.state {
      let look = PictureColors.light[state]
      attributes +=
        ", fillcolor=\"\(look.fill)\", color=\"\(look.line)\", fontcolor=\"\(look.text)\""
      if state == .no { attributes += ", penwidth=3" }
      if state == .unknown { styles.append("dashed") }
    }
    if box.kind == .product || box.kind == .entitlement { attributes += ", peripheries=2" }
    return attributes + ", style=\"\(styles.joined(separator: ","))\""
  }

  private static func dotQuoted(_ text: String) -> String { "\"\(Escape.dot(text))\"" }
}

extension GraphPicture.Box {
  /// All that it says, line by line.
  var lines: [String] { (caption.isEmpty ? [] : [caption]) + [text] + words }

  /// Its result with the mark: no line or one.
  var words: [String] { finding.map { ["\($0.state.mark) \($0.words)"] } ?? [] }
}
