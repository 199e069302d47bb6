import TollgateWords

extension GraphPicture {
  /// The picture as an indented list: below each box the boxes that it depends on. A box with several
  /// users is written out below the first one.
  package var text: String {
    let children = children
    var seen = [Bool](repeating: false, count: boxes.count)
    var text = title + "\n"
    for (index, box) in boxes.enumerated() where [.target, .setting].contains(box.kind) {
      text += "\n"
      // A stack rather than a call of itself: however deep a graph is, there is room.
      var stack = [(box: index, label: "", depth: 0)]
      while let top = stack.popLast() {
        let isKnown = seen[top.box] && !children[top.box].isEmpty
        text +=
          line(top.box, top.label, top.depth) + (isKnown ? words(" (see above)", "（见上文）") : "")
          + "\n"
        guard !seen[top.box] else { continue }
        seen[top.box] = true
        for child in children[top.box].reversed() {
          stack.append((child.box, child.label, top.depth + 1))
        }
      }
    }
    return text
  }

  /// `✗ rule, line 5: bills > 500 requires pro [fails: limit-reached]`
  private func line(_ index: Int, _ label: String, _ depth: Int) -> String {
    let box = boxes[index]
    var line = String(repeating: "  ", count: depth)
    if let finding = box.finding { line += finding.state.mark + " " }
    if !label.isEmpty { line += label + " " }
    line += box.caption.isEmpty ? box.text : "\(box.caption): \(box.text)"
    if let finding = box.finding { line += " [\(finding.words)]" }
    return line
  }
}
