import Figures
import Foundation

/// Several runs on one machine, as they are kept in a file.
struct Results: Codable {
  var schema = 1
  var date: String
  var commit: String
  var machine: Machine
  var runs: [Measurements]

  struct Machine: Codable {
    var processor: String
    var cores: Int
    var system: String
    var compiler: String
  }

  /// What the runs give for something: the middle of them, the least and the most.
  struct Summary: Codable {
    var median: Double
    var min: Double
    var max: Double

    init?(_ values: [Double]) {
      let sorted = values.sorted()
      guard let first = sorted.first, let last = sorted.last else { return nil }
      let middle = sorted.count / 2
      median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
      min = first
      max = last
    }
  }

  func summary(_ figure: Figure) -> Summary? {
    Summary(runs.compactMap { $0[figure] })
  }

  /// Worked out for each run by itself: a ratio compares what ran together.
  func summary(_ goal: Goal) -> Summary? {
    Summary(runs.compactMap(goal.value))
  }

  init(reading path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    self = try JSONDecoder().decode(Results.self, from: data)
  }

  init(commit: String, compiler: String, runs: [Measurements]) {
    date = ISO8601DateFormatter().string(from: Date())
    self.commit = commit
    machine = Machine(
      processor: Machine.processorName, cores: ProcessInfo.processInfo.processorCount,
      system: ProcessInfo.processInfo.operatingSystemVersionString, compiler: compiler)
    self.runs = runs
  }
}

extension Results.Machine {
  fileprivate static var processorName: String {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    return name ?? "unknown"
  }
}

extension Results {
  /// The file: the runs as they are, and in front of them what they come to.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let file = File(
      schema: schema, date: date, commit: commit, machine: machine,
      goals: Goal.all.map { goal in
        let summary = summary(goal)
        return File.GoalRow(
          what: goal.what, limit: goal.limit, measured: summary,
          isMet: summary.map { $0.median <= goal.limit })
      },
      figures: Figure.all.map { figure in
        File.FigureRow(name: figure.name, unit: figure.unit, measured: summary(figure))
      },
      runs: runs)
    return String(decoding: try encoder.encode(file), as: UTF8.self) + "\n"
  }

  private struct File: Encodable {
    var schema: Int
    var date: String
    var commit: String
    var machine: Machine
    var goals: [GoalRow]
    var figures: [FigureRow]
    var runs: [Measurements]

    struct GoalRow: Encodable {
      var what: String
      var limit: Double
      var measured: Summary?
      var isMet: Bool?
    }

    struct FigureRow: Encodable {
      var name: String
      var unit: Figure.Unit
      var measured: Summary?
    }
  }
}
