import TollgateWords

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
