import TollgateSyntax
import TollgateWords

/// A picture with its boxes placed on a page.
struct PictureDrawing {
  struct Frame {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  let picture: GraphPicture
  let blocks: [PictureBlock]
  let frames: [Frame]
  /// The words on the arrows to a box, once for all of them.
  let labels: [ArrowLabel]
  /// The title in lines that fit the page.
  let titles: [String]
  let width: Double
  let height: Double
  /// The kinds and states that the drawing has, each once.
  let legend: [LegendEntry]
  private let layout: LayeredLayout
  /// Whether arrows lead down the page rather than across it.
  private let isDown: Bool
  /// The top of the first box.
  private let top: Double

  static let margin = 16.0
  /// A page is no narrower than this, so that its title has room.
  private static let narrowest = 300.0

  init(_ picture: GraphPicture) {
    self.picture = picture
    let blocks = picture.boxes.map { PictureBlock($0) }
    let arrows = picture.arrows.map { (from: $0.from, to: $0.to) }
    let words = PictureDrawing.words(onArrowsOf: picture)
    let down = LayeredLayout(
      sizes: zip(blocks, words).map { ArrowLabel.size(of: $0, $1, isDown: true) }, arrows: arrows)
    let across = LayeredLayout(
      sizes: zip(blocks, words).map { ArrowLabel.size(of: $0, $1, isDown: false) }, arrows: arrows)
    let isDown = down.size.across <= across.size.along
    let layout = isDown ? down : across
    let size = layout.size
    let width = max(PictureDrawing.narrowest, isDown ? size.across : size.along)
    let titles = PictureBlock.wrapped(picture.title, in: width) {
      LetterWidths.width(of: $0) * 15 * 1.08
    }
    let top = PictureDrawing.margin + 20 * Double(titles.count) + 8
    self.blocks = blocks
    self.isDown = isDown
    self.layout = layout
    self.titles = titles
    self.top = top
    self.width = width + 2 * PictureDrawing.margin
    let bottom = top + (isDown ? size.along : size.across) + PictureDrawing.margin
    legend = PictureDrawing.legend(of: picture, from: bottom, in: width)
    height = (legend.last?.frame).map { $0.y + $0.height + PictureDrawing.margin } ?? bottom
    let frames = zip(blocks, layout.corners).map { block, corner in
      let x = isDown ? corner.across : corner.along
      let y = isDown ? corner.along : corner.across
      return Frame(
        x: x + PictureDrawing.margin, y: y + top, width: block.width, height: block.height)
    }
    self.frames = frames
    labels = zip(words, frames).compactMap { words, frame in
      words.isEmpty ? nil : ArrowLabel(words, at: frame, isDown: isDown)
    }
  }

  /// The paths of the arrows, as SVG writes them.
  var paths: [String] {
    layout.paths.map { points in
      var path = "M" + pair(points[0])
      var place = 0
      while place + 2 < points.count {
        let start = points[place + 1]
        let end = points[place + 2]
        if start != points[place] { path += "L" + pair(start) }
        let middle = (start.along + end.along) / 2
        path += "C" + pair(LayeredLayout.Point(along: middle, across: start.across))
        path += " " + pair(LayeredLayout.Point(along: middle, across: end.across))
        path += " " + pair(end)
        place += 2
      }
      if place + 1 < points.count { path += "L" + pair(points[place + 1]) }
      return path
    }
  }

  private func pair(_ point: LayeredLayout.Point) -> String {
    let x = (isDown ? point.across : point.along) + PictureDrawing.margin
    let y = (isDown ? point.along : point.across) + top
    return "\(PictureDrawing.number(x)) \(PictureDrawing.number(y))"
  }

  /// A number with at most one digit after the point.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}

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

extension PictureDrawing {
  /// The style sheet of a drawing, light and dark as the reader's system is. It changes nothing
  /// outside the drawing.
  static var style: String {
    let shape = """
      text { font-family: Helvetica, Arial, "Liberation Sans", "PingFang SC", \
      "Noto Sans CJK SC", sans-serif }
      .title { font-size: 15px; font-weight: 600 }
      .caption, .mark, .label { font-size: 11.5px }
      .name { font-size: 14px }
      .mark { font-weight: 600 }
      .arrow { fill: none; stroke-width: 1.25 }
      .aside { stroke-dasharray: 5 3 }
      g rect { stroke-width: 1 }
      .target rect, .setting rect, .no rect { stroke-width: 2.5 }
      .product rect { stroke-width: 2 }
      .unknown rect { stroke-width: 2; stroke-dasharray: 6 4 }
      .warned rect { stroke-width: 2 }
      """
    return scoped(shape) + scoped(rules(of: .light))
      + "@media (prefers-color-scheme: dark) {\n" + scoped(rules(of: .dark)) + "}\n"
  }

  /// Rules, one a line, each selector below the drawing.
  private static func scoped(_ rules: String) -> String {
    var scoped = ""
    for rule in rules.split(separator: "\n") {
      let parts = rule.split(separator: "{", maxSplits: 1)
      let selectors = parts[0].split(separator: ",").map { selector in
        ".tollgate " + selector.split(separator: " ").joined(separator: " ")
      }
      scoped += selectors.joined(separator: ", ") + " {" + parts[1] + "\n"
    }
    return scoped
  }

  private static func rules(of colors: PictureColors) -> String {
    """
    .page { fill: \(colors.page) }
    .title { fill: \(colors.ink) }
    .arrow { stroke: \(colors.arrow) }
    .tip, .label { fill: \(colors.faint) }
    \(rule("g", colors.plain))
    \(rule(".yes", colors.yes))
    \(rule(".no", colors.no))
    \(rule(".unknown", colors.unsure))
    \(rule(".warned", colors.unsure))
    """
  }

  private static func rule(_ selector: String, _ look: PictureColors.BoxColors) -> String {
    """
    \(selector) rect { fill: \(look.fill); stroke: \(look.line) }
    \(selector) text { fill: \(look.text) }
    """
  }
}

/// The words on the arrows to a box. All of its arrows run straight there, so none of them, and no
/// other, runs through the words.
struct ArrowLabel {
  let text: String
  let frame: PictureDrawing.Frame
  /// Where its letters stand.
  var baseline: Double { frame.y + PictureBlock.Style.caption.size - 2 }

  /// The room of a tip, and between an arrow and the words beside it.
  private static let tip = 10.0
  private static let gap = 6.0
  private static let height = PictureBlock.Style.caption.size + 1

  /// Words at the box with this frame: beside the arrow where it leads down, else above it.
  init(_ text: String, at box: PictureDrawing.Frame, isDown: Bool) {
    self.text = text
    let width = PictureBlock.Style.caption.width(of: text)
    let (middle, center) = (box.x + box.width / 2, box.y + box.height / 2)
    frame = PictureDrawing.Frame(
      x: isDown ? middle + ArrowLabel.gap : box.x - ArrowLabel.tip - width,
      y: isDown ? box.y - ArrowLabel.tip - ArrowLabel.height : center - 3 - ArrowLabel.height,
      width: width, height: ArrowLabel.height)
  }

  /// The size of a box with the room for words on its arrows; they may be empty.
  static func size(
    of block: PictureBlock, _ text: String, isDown: Bool
  ) -> LayeredLayout.Size {
    let (along, across) = isDown ? (block.height, block.width) : (block.width, block.height)
    guard !text.isEmpty else { return LayeredLayout.Size(along: along, across: across) }
    let width = PictureBlock.Style.caption.width(of: text)
    return LayeredLayout.Size(
      along: along, across: across, lead: tip + gap + (isDown ? height : width),
      room: 2 * (gap + (isDown ? width : height)))
  }
}

extension PictureDrawing {
  /// The words on the arrows to each box, each once; empty for a box without any.
  static func words(onArrowsOf picture: GraphPicture) -> [String] {
    var words: [[String]] = picture.boxes.map { _ in [] }
    for arrow in picture.arrows
    where !arrow.label.isEmpty && !words[arrow.to].contains(arrow.label) {
      words[arrow.to].append(arrow.label)
    }
    return words.map { $0.joined(separator: picture.words(", ", "、")) }
  }
}

/// How wide a text is drawn in a sans-serif font, without drawing it.
///
/// The widths are those of Helvetica, which Arial, Liberation Sans and most system fonts share or
/// nearly share. A drawing names the width of each line (`textLength`), so that a line fits its box
/// in any font.
enum LetterWidths {
  /// The width of a text in letters of size 1.
  static func width(of text: String) -> Double {
    Double(text.reduce(0) { $0 + width(of: $1) }) / 1000
  }

  /// Thousandths of the size of the letters.
  static func width(of character: Character) -> Int {
    guard let byte = character.asciiValue, byte >= 32, byte < 127 else {
      return DisplayCell.width(of: character) > 1 ? 1000 : 640
    }
    return ascii[Int(byte) - 32]
  }

  /// From the space to `~`.
  private static let ascii = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ]
}

/// The colours of a picture. Text on its fill has a contrast of 4.5 or more, lines on the page of
/// 3 or more (WCAG 2.2, AA); a test computes both. No colour is the only sign of anything.
struct PictureColors {
  struct BoxColors {
    var fill: String
    var line: String
    var text: String
  }

  var page: String
  /// Text on the page.
  var ink: String
  /// Captions, and labels of arrows.
  var faint: String
  var arrow: String
  var plain: BoxColors
  var yes: BoxColors
  var no: BoxColors
  var unsure: BoxColors

  subscript(state: GraphPicture.State) -> BoxColors {
    switch state {
    case .yes: yes
    case .no: no
    case .unknown, .warned: unsure
    case .neutral: plain
    }
  }

  static let light = PictureColors(
    page: "#ffffff", ink: "#1f2328", faint: "#59636e", arrow: "#59636e",
    plain: BoxColors(fill: "#f6f8fa", line: "#818b98", text: "#1f2328"),
    yes: BoxColors(fill: "#dafbe1", line: "#1a7f37", text: "#0b4a20"),
    no: BoxColors(fill: "#ffebe9", line: "#cf222e", text: "#82071e"),
    unsure: BoxColors(fill: "#fff8c5", line: "#9a6700", text: "#633c01"))

  static let dark = PictureColors(
    page: "#0d1117", ink: "#f0f6fc", faint: "#9198a1", arrow: "#9198a1",
    plain: BoxColors(fill: "#151b23", line: "#8b949e", text: "#f0f6fc"),
    yes: BoxColors(fill: "#0f2d1a", line: "#3fb950", text: "#aff5b4"),
    no: BoxColors(fill: "#3c1114", line: "#f85149", text: "#ffdcd7"),
    unsure: BoxColors(fill: "#341f02", line: "#d29922", text: "#f8e3a1"))
}
