import TollgateSyntax
import TollgateWords

extension GraphPicture {
  /// How many boxes a drawing may have: more than these nobody can read.
  package static let mostDrawn = 400

  /// The picture as a drawing that needs nothing else: no script, no font, no other program.
  ///
  /// It is drawn down or across the page, whichever is narrower, in the colours that the reader's
  /// system asks for, light or dark, with a legend. `nil` if there are more than ``mostDrawn``
  /// boxes, or ten times as many arrows.
  package var svg: String? {
    guard boxes.count <= GraphPicture.mostDrawn, arrows.count <= 10 * GraphPicture.mostDrawn else {
      return nil
    }
    return PictureDrawing(self).svg
  }
}

extension PictureDrawing {
  var svg: String {
    let size = "\(number(width)) \(number(height))"
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(width))" height="\(number(height))" \
      viewBox="0 0 \(size)" \
      style="max-width:100%;height:auto" class="tollgate" role="img" \
      aria-labelledby="tollgate-title tollgate-desc">
      <title id="tollgate-title">\(Escape.markup(picture.title))</title>
      <desc id="tollgate-desc">\(Escape.markup(picture.summary))</desc>
      <style>
      \(PictureDrawing.style)</style>
      <defs><marker id="tollgate-tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" \
      orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>
      <rect class="page" width="\(number(width))" height="\(number(height))"/>

      """
    for (index, line) in titles.enumerated() {
      let y = PictureDrawing.margin + 14 + 20 * Double(index)
      svg += "<text class=\"title\" x=\"\(number(PictureDrawing.margin))\" y=\"\(number(y))\">"
      svg += "\(Escape.markup(line))</text>\n"
    }
    for (arrow, path) in zip(picture.arrows, paths) {
      let style = arrow.label.isEmpty ? "arrow" : "arrow aside"
      svg += "<path class=\"\(style)\" d=\"\(path)\" marker-end=\"url(#tollgate-tip)\"/>\n"
    }
    for label in labels {
      svg += text(label.text, style: "label", .caption, x: label.frame.x, y: label.baseline) + "\n"
    }
    for index in picture.boxes.indices { svg += box(index) }
    return svg + legendElements + "</svg>\n"
  }

  private func box(_ index: Int) -> String {
    let box = picture.boxes[index]
    let frame = frames[index]
    let state = box.finding?.state
    let classes = [box.kind.rawValue] + (state.map { [$0.rawValue] } ?? [])
    let spoken =
      (box.caption.isEmpty ? "" : "\(box.caption): ") + box.text
      + (box.finding.map { ". \($0.words)" } ?? "")
    var svg = "<g class=\"\(classes.joined(separator: " "))\">"
    svg += "<title>\(Escape.markup(spoken))</title>"
    svg += rect(frame, rounding: PictureDrawing.rounding(of: box.kind))
    for line in blocks[index].lines {
      svg += text(
        line.text, style: line.style.rawValue, line.style, x: frame.x + PictureBlock.padding,
        y: frame.y + line.baseline)
    }
    return svg + "</g>\n"
  }

  func rect(_ frame: Frame, rounding: Int) -> String {
    "<rect x=\"\(number(frame.x))\" y=\"\(number(frame.y))\" "
      + "width=\"\(number(frame.width))\" height=\"\(number(frame.height))\" rx=\"\(rounding)\"/>"
  }

  /// A line of text, as wide as it was measured in whatever font it is drawn.
  func text(
    _ text: String, style: String, _ measure: PictureBlock.Style, x: Double, y: Double
  ) -> String {
    let length = number(measure.width(of: text))
    return "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\" "
      + "textLength=\"\(length)\" lengthAdjust=\"spacingAndGlyphs\">\(Escape.markup(text))</text>"
  }

  static func rounding(of kind: GraphPicture.Kind) -> Int {
    switch kind {
    case .target, .setting: 16
    case .rule, .step, .grant: 0
    case .condition: 10
    case .entitlement, .product: 4
    }
  }

  func number(_ value: Double) -> String { PictureDrawing.number(value) }
}

extension GraphPicture {
  /// The picture in words, for people who do not see it.
  var summary: String {
    var counts: [String] = []
    for (kind, one, many) in [
      (Kind.target, "target", "targets"), (.setting, "setting", "settings"),
      (.rule, "rule", "rules"), (.step, "step", "steps"),
      (.entitlement, "entitlement", "entitlements"), (.product, "product", "products"),
    ] {
      let count = boxes.count { $0.kind == kind }
      if count > 0 {
        counts.append(words("\(count) \(count == 1 ? one : many)", "\(count) \(name(of: kind))"))
      }
    }
    var sentences = [words("Rule graph with \(list(counts)).", "规则图：\(list(counts))。")]
    for box in boxes where [.target, .setting, .rule].contains(box.kind) {
      guard let finding = box.finding, sentences.count < 40 else { continue }
      sentences.append(words("\(box.text): \(finding.words).", "\(box.text)：\(finding.words)。"))
    }
    return sentences.joined(separator: words(" ", ""))
  }

  /// The name of a kind of box, in the singular.
  func name(of kind: Kind) -> String {
    switch kind {
    case .target: words("feature or meter", "功能或计量项")
    case .setting: words("setting", "设置")
    case .rule: words("rule", "规则")
    case .step: words("step", "档位")
    case .condition: words("condition", "条件")
    case .entitlement: words("entitlement", "权益")
    case .grant: words("grant", "授权")
    case .product: words("product", "商品")
    }
  }
}
