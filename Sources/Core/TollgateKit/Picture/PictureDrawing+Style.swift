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
