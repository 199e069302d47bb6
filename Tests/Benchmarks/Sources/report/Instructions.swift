import Foundation

/// How many instructions each operation takes. With the same program, inputs and environment the
/// number is the same, so that one that grew tells of a regression without any clock.
struct Instructions: Codable {
  /// Another compiler gives other instructions, and so does another processor.
  var compiler: String
  var architecture: String
  /// By operation, for one of it.
  var operations: [String: Double]

  /// By how much one may grow.
  static let tolerance = 0.03

  init(reading path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    self = try JSONDecoder().decode(Instructions.self, from: data)
  }

  /// Reads lines of `operation TAB how often TAB instructions`; each is done in a
  /// loop, and one turn of the loop alone is taken off.
  init(counts text: String, compiler: String, architecture: String) throws {
    self.compiler = compiler
    self.architecture = architecture
    operations = [:]
    var counts: [String: (times: Double, total: Double)] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard parts.count == 3, let times = Double(parts[1]), let total = Double(parts[2]) else {
        throw ReportError("`\(line)` is not an operation, how often and instructions")
      }
      counts[String(parts[0])] = (times, total)
    }
    guard let loop = counts.removeValue(forKey: "loop") else {
      throw ReportError("the loop alone is missing")
    }
    for (name, count) in counts {
      let one = count.total / count.times - loop.total / loop.times
      operations[name] = (one * 10).rounded() / 10
    }
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let data = try encoder.encode(self) + Data("\n".utf8)
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// One operation compared with what was recorded.
  struct Change {
    var name: String
    var now: Double?
    var before: Double?

    /// Less than an instruction is nothing.
    var isRegression: Bool {
      guard let now, let before else { return true }
      return now > before * (1 + Instructions.tolerance) + 0.5
    }

    var remark: String {
      guard let now else { return "NOT COUNTED" }
      guard let before else { return "NOT RECORDED" }
      if isRegression { return "MORE" }
      return now < before * (1 - Instructions.tolerance) - 0.5 ? "less: record it" : ""
    }
  }

  func changes(since baseline: Instructions) -> [Change] {
    Set(operations.keys).union(baseline.operations.keys).sorted().map { name in
      Change(name: name, now: operations[name], before: baseline.operations[name])
    }
  }

  /// Each operation with its instructions.
  var rows: [[String]] {
    [["operation", "instructions"]]
      + operations.keys.sorted().map { [$0, Change.text(operations[$0])] }
  }
}

extension Instructions.Change {
  static func text(_ value: Double?) -> String {
    value.map { $0 < 1000 ? String(format: "%.1f", $0) : String(format: "%.0f", $0) } ?? ""
  }

  var row: [String] {
    var change = ""
    if let now, let before, before > 0 {
      change = String(format: "%+.1f %%", (now / before - 1) * 100)
    }
    return [name, Self.text(before), Self.text(now), change, remark]
  }
}

/// What is wrong with what the report is made of.
struct ReportError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
