import TollgateSyntax

extension GraphPicture {
  /// The picture for Mermaid, which Markdown pages on GitHub and GitLab draw.
  package var mermaid: String {
    var text = "flowchart LR\n"
    for (index, box) in boxes.enumerated() {
      let label = box.lines.map(Escape.mermaid).joined(separator: "<br/>")
      let (open, close) = GraphPicture.mermaidShape(of: box.kind)
      text += "  \(GraphPicture.id(index))\(open)\"\(label)\"\(close)"
      text += box.finding.map { ":::\($0.state.rawValue)" } ?? ""
      text += "\n"
    }
    for arrow in arrows {
      let label = arrow.label.isEmpty ? "" : "|\"\(Escape.mermaid(arrow.label))\"|"
      text += "  \(GraphPicture.id(arrow.from)) -->\(label) \(GraphPicture.id(arrow.to))\n"
    }
    guard time != nil else { return text }
    for state in State.allCases {
      let look = PictureColors.light[state]
      text +=
        "  classDef \(state.rawValue) fill:\(look.fill),stroke:\(look.line),color:\(look.text)"
      if state == .no { text += ",stroke-width:3px" }
      if state == .unknown { text += ",stroke-dasharray:4 3" }
      text += "\n"
    }
    return text
  }

  private static func mermaidShape(of kind: Kind) -> (String, String) {
    switch kind {
    case .target: ("([", "])")
    case .setting: ("[(", ")]")
    case .step: ("[\\", "\\]")
    case .rule: ("[", "]")
    case .condition: ("(", ")")
    case .entitlement: ("{{", "}}")
    case .grant: ("[/", "/]")
    case .product: ("[[", "]]")
    }
  }
}
