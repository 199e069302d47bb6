extension PictureDrawing {
  /// The style sheet of a drawing: light, and dark where the reader's system is.
  static var style: String {
    """
    text { font-family: ui-monospace, Menlo, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace }
    .title { font-size: 13px; font-weight: 600 }
    .caption, .mark, .label { font-size: 11px }
    .name { font-size: 13px }
    .mark { font-weight: 600 }
    .arrow { fill: none; stroke-width: 1.25 }
    .aside { stroke-dasharray: 5 3 }
    g rect { stroke-width: 1 }
    .target rect, .no rect { stroke-width: 2.5 }
    .unknown rect { stroke-width: 2; stroke-dasharray: 6 4 }
    .warned rect { stroke-width: 2 }
    \(rules(of: .light))@media (prefers-color-scheme: dark) {
    \(rules(of: .dark))}

    """
  }

  private static func rules(of colors: PictureColors) -> String {
    """
    .page { fill: \(colors.page) }
    .title { fill: \(colors.ink) }
    .arrow { stroke: \(colors.arrow) }
    .tip, .label { fill: \(colors.faint) }
    .label { stroke: \(colors.page); stroke-width: 3px; paint-order: stroke }
    \(rule("g", colors.plain))\(rule(".yes", colors.yes))\(rule(".no", colors.no))\
    \(rule(".unknown", colors.unsure))\(rule(".warned", colors.unsure))
    """
  }

  private static func rule(_ selector: String, _ look: PictureColors.Look) -> String {
    """
    \(selector) rect { fill: \(look.fill); stroke: \(look.line) }
    \(selector) text { fill: \(look.text) }

    """
  }
}
