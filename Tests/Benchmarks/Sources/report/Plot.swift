import Foundation

/// Lines over sizes of a policy.
struct Plot {
  var title: String
  var x: Double
  var y: Double
  var width: Double
  var height: Double
  var lines: [Line]

  struct Line {
    var title: String
    var style: String
    /// Features and nanoseconds.
    var points: [(Double, Double)]
  }

  func draw(on canvas: inout Canvas) {
    let values = lines.flatMap { $0.points.map { $0.1 } }
    guard let least = values.min(), let most = values.max(), least > 0 else { return }
    let bottom = pow(10, floor(log10(least)))
    let top = pow(10, max(ceil(log10(most)), floor(log10(least)) + 1))
    let across = LogScale(from: 10, to: 1e6, start: x, end: x + width)
    let up = LogScale(from: bottom, to: top, start: y + height, end: y)
    canvas.text(title, at: x - 60, y - 22, style: "label")
    for decade in up.decades {
      canvas.line(x, up.place(decade), x + width, up.place(decade), style: "grid")
      canvas.text(
        timeLabel(decade), at: x - 8, up.place(decade) + 4, style: "axis", anchor: "end")
    }
    for (size, text) in [(10.0, "10"), (1e3, "1,000"), (1e5, "100,000"), (1e6, "1 million")] {
      canvas.text(text, at: across.place(size), y + height + 18, style: "axis", anchor: "middle")
    }
    // Names stand outside of the lines: the upper one above, the lower one below.
    let upper = lines.max { ($0.points.last?.1 ?? 0) < ($1.points.last?.1 ?? 0) }
    for line in lines {
      let points = line.points.map { (across.place($0.0), up.place($0.1)) }
      canvas.path(points, style: line.style)
      for (x, y) in points { canvas.dot(x, y, style: line.style, isFull: true) }
      guard let place = points.dropFirst().first else { continue }
      if line.title == upper?.title {
        canvas.text(line.title, at: place.0, place.1 - 12, style: "small", anchor: "end")
      } else {
        canvas.text(line.title, at: place.0, place.1 + 20, style: "small")
      }
    }
  }
}

/// Where a number stands on a logarithmic scale.
struct LogScale {
  var from: Double
  var to: Double
  var start: Double
  var end: Double

  func place(_ value: Double) -> Double {
    let share = (log10(max(value, from)) - log10(from)) / (log10(to) - log10(from))
    return start + (end - start) * min(share, 1)
  }

  /// The powers of ten on it.
  var decades: [Double] {
    let first = Int(log10(from).rounded())
    let last = Int(log10(to).rounded())
    return (first...last).map { pow(10, Double($0)) }
  }
}
