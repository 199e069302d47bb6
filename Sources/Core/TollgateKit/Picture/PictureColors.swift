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
