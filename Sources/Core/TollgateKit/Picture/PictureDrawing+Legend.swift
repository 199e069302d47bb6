import TollgateWords

extension PictureDrawing {
  /// A sample box with its meaning.
  struct LegendEntry {
    /// The classes of the box.
    var style: String
    var rounding: Int
    var text: String
    var frame: Frame
  }

  private static let height = 24.0
  private static let gap = 8.0

  /// The kinds and states of a picture in rows below it, as wide as its page.
  static func legend(
    of picture: GraphPicture, from top: Double, in width: Double
  ) -> [LegendEntry] {
    var entries: [LegendEntry] = []
    var (x, y) = (margin, top)
    for (style, rounding, text) in samples(of: picture) {
      let long = PictureBlock.Style.caption.width(of: text) + 2 * PictureBlock.padding
      if x > margin, x + long > margin + width {
        (x, y) = (margin, y + height + gap)
      }
      entries.append(
        LegendEntry(
          style: style, rounding: rounding, text: text,
          frame: Frame(x: x, y: y, width: long, height: height)))
      x += long + gap
    }
    return entries
  }

  private static func samples(of picture: GraphPicture) -> [(String, Int, String)] {
    let kinds = GraphPicture.Kind.allCases
    var samples = kinds.filter { kind in picture.boxes.contains { $0.kind == kind } }.map { kind in
      (kind.rawValue, rounding(of: kind), picture.name(of: kind))
    }
    for state in GraphPicture.State.allCases where state != .neutral {
      guard picture.boxes.contains(where: { $0.finding?.state == state }) else { continue }
      samples.append((state.rawValue, 4, state.mark + " " + picture.name(of: state)))
    }
    return samples
  }

  var legendElements: String {
    legend.map { entry in
      let frame = entry.frame
      let baseline = frame.y + 16
      return "<g class=\"legend \(entry.style)\">" + rect(frame, rounding: entry.rounding)
        + text(
          entry.text, style: "caption", .caption, x: frame.x + PictureBlock.padding, y: baseline)
        + "</g>\n"
    }.joined()
  }
}

extension GraphPicture {
  /// The meaning of a state.
  fileprivate func name(of state: State) -> String {
    switch state {
    case .yes: words("true, or allowed", "成立或可用")
    case .no: words("false, or denied", "不成立或拒绝")
    case .unknown: words("unknown", "未知")
    case .warned: words("only warns", "仅提醒")
    case .neutral: words("plays no part", "无影响")
    }
  }
}
