import Figures

/// The figures as a picture: one decision and the like on a scale of times, and below it how time
/// grows with the policy. All scales are logarithmic.
struct Chart {
  let results: Results
  private let width = 880.0

  init(_ results: Results) {
    self.results = results
  }

  var svg: String {
    var canvas = Canvas()
    canvas.text("What it costs", at: 24, 36, style: "title")
    canvas.text(results.machineText, at: 24, 56, style: "small")
    canvas.text(results.runText, at: 24, 72, style: "small")
    let bottom = drawTimes(on: &canvas, top: 100)
    let sizes = PolicySize.allCases
    let left = Plot(
      title: "One decision, by the size of the policy", x: 84, y: bottom + 66, width: 330,
      height: 180,
      lines: [
        line("by target", "engine", sizes, Figure.byTarget(_:)),
        line("by name", "name", sizes, Figure.byName(_:)),
      ])
    let right = Plot(
      title: "Compile and load, by the size of the policy", x: 514, y: bottom + 66, width: 330,
      height: 180,
      lines: [
        line("compile the text", "engine", sizes, Figure.compile),
        line("load the compiled file", "name", sizes, Figure.load),
      ])
    left.draw(on: &canvas)
    right.draw(on: &canvas)
    return canvas.svg(width: width, height: bottom + 66 + 180 + 40)
  }

  private func line(
    _ title: String, _ style: String, _ sizes: [PolicySize], _ figure: (PolicySize) -> Figure
  ) -> Plot.Line {
    let points = sizes.compactMap { size in
      results.summary(figure(size)).map { (Double(size.rawValue), $0.median) }
    }
    return Plot.Line(title: title, style: style, points: points)
  }

  /// One row a thing: a full dot for the predictable stream, a ring for the unlearnable one, and a
  /// bar from the least to the most of the runs.
  private func drawTimes(on canvas: inout Canvas, top: Double) -> Double {
    let scale = LogScale(from: 0.1, to: 1e5, start: 300, end: width - 36)
    let rowHeight = 25.0
    let rows = Chart.rows.filter { row in row.figures.contains { results.summary($0) != nil } }
    let bottom = top + 22 + Double(rows.count) * rowHeight
    drawLegend(on: &canvas, y: top)
    for decade in scale.decades {
      let x = scale.place(decade)
      canvas.line(x, top + 14, x, bottom, style: "grid")
      canvas.text(timeLabel(decade), at: x, bottom + 18, style: "axis", anchor: "middle")
    }
    for (index, row) in rows.enumerated() {
      let y = top + 34 + Double(index) * rowHeight
      canvas.text(row.title, at: 288, y + 4, style: "label", anchor: "end")
      let summaries = row.figures.map { results.summary($0) }
      for (place, summary) in summaries.enumerated() {
        guard let summary else { continue }
        let from = scale.place(summary.min)
        canvas.line(from, y, max(scale.place(summary.max), from + 1), y, style: "bar \(row.style)")
        canvas.dot(scale.place(summary.median), y, style: row.style, isFull: place == 0)
      }
      let medians = summaries.compactMap { $0?.median }
      guard let last = summaries.compactMap({ $0?.max }).max() else { continue }
      let text = medians.map(timeText).joined(separator: ", ")
      if scale.place(last) < width - 120 {
        canvas.text(text, at: scale.place(last) + 12, y + 4, style: "small")
      } else if let first = medians.min() {
        canvas.text(text, at: scale.place(first) - 12, y + 4, style: "small", anchor: "end")
      }
    }
    return bottom
  }

  private func drawLegend(on canvas: inout Canvas, y: Double) {
    let entries: [(String, String, Bool)] = [
      ("engine", "Tollgate", true), ("hand", "written by hand", true),
      ("any", "predictable requests", true), ("any", "unlearnable requests", false),
    ]
    var x = 300.0
    for (style, text, isFull) in entries {
      canvas.dot(x + 5, y, style: style, isFull: isFull)
      canvas.text(text, at: x + 16, y + 4, style: "small")
      x += 34 + Double(text.count) * 6
    }
  }

  private struct Row {
    var title: String
    var style: String
    var figures: [Figure]
  }

  private static let rows = [
    Row(title: "a switch over an enum", style: "hand", figures: both(Figure.enumSwitch)),
    Row(title: "isAllowed, by target", style: "engine", figures: both(Figure.isAllowed)),
    Row(title: "decide, by target", style: "engine", figures: both(Figure.byTarget(_:))),
    Row(title: "decide, twelve literals", style: "engine", figures: both(Figure.twelveLiterals)),
    Row(title: "decide, everything in use", style: "engine", figures: both(Figure.everythingInUse)),
    Row(title: "a switch over a name, and a set", style: "hand", figures: both(Figure.nameSwitch)),
    Row(title: "decide, by name", style: "engine", figures: both(Figure.byName(_:))),
    Row(title: "decide, through a store", style: "engine", figures: [.storeAlone]),
    Row(title: "one of every target of a user", style: "engine", figures: [.everyTarget]),
    Row(title: "a loop over columns, for a user", style: "hand", figures: [.columnByHand]),
    Row(title: "one target in columns, for a user", style: "engine", figures: [.column]),
    Row(title: "update one counter", style: "engine", figures: [.update]),
    Row(title: "prepare a snapshot", style: "engine", figures: [.prepare]),
    Row(title: "full explanation, ways in", style: "engine", figures: [.explain]),
  ]

  private static func both(_ figure: (RequestStream) -> Figure) -> [Figure] {
    [figure(.predictable), figure(.unlearnable)]
  }
}

/// `10 µs` for a decade of nanoseconds.
func timeLabel(_ decade: Double) -> String {
  switch decade {
  case ..<0.99: "0.1 ns"
  case ..<999: "\(Int(decade.rounded())) ns"
  case ..<999_999: "\(Int((decade / 1e3).rounded())) µs"
  case ..<999_999_999: "\(Int((decade / 1e6).rounded())) ms"
  default: "\(Int((decade / 1e9).rounded())) s"
  }
}
