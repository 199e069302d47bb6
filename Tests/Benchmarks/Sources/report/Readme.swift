import Foundation

/// The README, whose tables are written anew between marks, so that no number is copied by hand.
struct Readme {
  var path: String

  func write(_ results: Results) throws {
    try edit { text in
      try replace("machine", in: &text, with: results.machineText + "; " + results.runText + ".")
      try replace(
        "goals", in: &text, with: results.verdict + ".\n\n" + markdown(results.goalRows))
      try replace("others", in: &text, with: markdown(results.otherRows))
      try replace("figures", in: &text, with: markdown(results.figureRows))
    }
  }

  func write(_ instructions: Instructions) throws {
    try edit { try replace("instructions", in: &$0, with: markdown(instructions.rows)) }
  }

  private func edit(_ body: (inout String) throws -> Void) throws {
    let url = URL(fileURLWithPath: path)
    var text = try String(contentsOf: url, encoding: .utf8)
    try body(&text)
    try Data(text.utf8).write(to: url, options: .atomic)
  }

  /// Replaces the part between `<!-- NAME -->` and `<!-- end of NAME -->`.
  private func replace(_ name: String, in text: inout String, with content: String) throws {
    guard let start = text.range(of: "<!-- \(name) -->"),
      let end = text.range(of: "<!-- end of \(name) -->"), start.upperBound <= end.lowerBound
    else { throw ReportError("\(path) has no marks for `\(name)`") }
    text.replaceSubrange(start.upperBound..<end.lowerBound, with: "\n\(content)\n")
  }
}
