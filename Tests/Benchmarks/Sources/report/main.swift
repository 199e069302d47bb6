import Figures
import Foundation

// report merge COMMIT COMPILER FOLDER…       the runs as one file, on standard output; what each
//                                            measured is in the JSON files of its folder
// report table FIGURES                       the goals and figures
// report readme FIGURES README               writes the tables of the README anew
// report chart FIGURES SVG                   draws the chart
// report instructions BASELINE COUNTS COMPILER README [--record]
//                                            compares with the baseline; status 1 where more;
//                                            records the baseline and its table in the README
var arguments = Array(CommandLine.arguments.dropFirst())
let isRecording = arguments.contains("--record")
arguments.removeAll { $0 == "--record" }

Program.run {
  switch (arguments.first, arguments.count) {
  case ("merge", 4...):
    let runs = try arguments[3...].map(Measurements.init(folder:))
    let results = Results(commit: arguments[1], compiler: arguments[2], runs: runs)
    print(try results.json(), terminator: "")
  case ("table", 2):
    let results = try Results(reading: arguments[1])
    print(results.machineText + "\n" + results.runText + "\n")
    print(aligned(results.goalRows) + "\n")
    print(aligned(results.otherRows) + "\n")
    print(aligned(results.figureRows) + "\n")
    print(results.verdict)
  case ("readme", 3):
    try Readme(path: arguments[2]).write(try Results(reading: arguments[1]))
  case ("chart", 3):
    let chart = Chart(try Results(reading: arguments[1])).svg
    try Data(chart.utf8).write(to: URL(fileURLWithPath: arguments[2]), options: .atomic)
  case ("instructions", 5):
    try compareInstructions(
      arguments[1], counts: arguments[2], compiler: arguments[3], readme: arguments[4])
  default:
    Program.usage("report merge|table|readme|chart|instructions …, as main.swift says")
  }
}

/// Records the counts, or compares them with what was recorded and fails where there are more.
func compareInstructions(
  _ baselinePath: String, counts: String, compiler: String, readme: String
) throws {
  #if arch(x86_64)
    let architecture = "x86_64"
  #elseif arch(arm64)
    let architecture = "arm64"
  #else
    let architecture = "another"
  #endif
  let text = try String(contentsOfFile: counts, encoding: .utf8)
  let now = try Instructions(counts: text, compiler: compiler, architecture: architecture)
  if isRecording {
    try now.write(to: baselinePath)
    try Readme(path: readme).write(now)
    print(aligned(now.rows))
    return
  }
  let baseline = try Instructions(reading: baselinePath)
  let changes = now.changes(since: baseline)
  print(aligned([["operation", "recorded", "now", "", ""]] + changes.map(\.row)))
  guard baseline.compiler == compiler, baseline.architecture == architecture else {
    print(
      """
      NOT COMPARED: recorded with \(baseline.compiler) on \(baseline.architecture), counted with \
      \(compiler) on \(architecture). Other instructions are to be expected.
      """)
    return
  }
  guard changes.allSatisfy({ !$0.isRegression }) else {
    print("more instructions than recorded, by over \(digits(Instructions.tolerance * 100)) %")
    exit(1)
  }
}
