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
