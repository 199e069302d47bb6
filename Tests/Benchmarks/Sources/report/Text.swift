import Figures
import Foundation

/// `0.52 ×`.
func ratioText(_ value: Double) -> String {
  digits(value) + " ×"
}

/// Three digits that count.
func digits(_ value: Double) -> String {
  let size = abs(value)
  let places = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : 2
  return String(format: "%.\(places)f", value)
}

extension Figure {
  /// A value with the unit that suits it.
  func text(_ value: Double) -> String {
    switch unit {
    case .count: String(format: "%.0f", value)
    case .bytes: digits(value) + " bytes"
    case .nanoseconds: timeText(value)
    }
  }
}

/// Nanoseconds in the unit that suits them.
func timeText(_ nanoseconds: Double) -> String {
  let units: [(Double, String)] = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
  for (size, unit) in units where abs(nanoseconds) >= size {
    return digits(nanoseconds / size) + " " + unit
  }
  return digits(nanoseconds) + " ns"
}

/// A table with its columns below each other; all but the first are to the right.
func aligned(_ rows: [[String]]) -> String {
  guard let columns = rows.map(\.count).max() else { return "" }
  let widths = (0..<columns).map { column in
    rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
  }
  return rows.map { row in
    row.enumerated().map { column, cell in
      let space = String(repeating: " ", count: widths[column] - cell.count)
      return column == 0 ? cell + space : space + cell
    }.joined(separator: "  ")
  }.joined(separator: "\n")
}

/// A Markdown table; all but the first column are to the right.
func markdown(_ rows: [[String]]) -> String {
  guard let head = rows.first else { return "" }
  let marks = head.indices.map { $0 == 0 ? "---" : "---:" }
  return ([head, marks] + rows.dropFirst()).map { "| " + $0.joined(separator: " | ") + " |" }
    .joined(separator: "\n")
}
