import Figures
import Foundation
import TollgateKit
import Workload

/// Prints what one rule or feature takes: the most memory that a process held which compiles or
/// loads a policy of this size, less that of one which does so with ten.
func printMemory(_ kind: String, size: String, folder: String) throws {
  guard let size = Int(size).flatMap(PolicySize.init) else { throw WorkloadError("no such size") }
  let ending = kind == "compile" ? "gate" : "compiled"
  let least = try peak(kind, "\(folder)/10.\(ending)")
  let most = try peak(kind, "\(folder)/\(size.rawValue).\(ending)")
  var measurements = Measurements()
  let figure = kind == "compile" ? Figure.compileMemory(size) : .loadMemory(size)
  measurements[figure] = Double(most - least) / Double(size.rawValue - 10)
  print(try measurements.json())
}

/// The most memory that a process of its own held.
private func peak(_ kind: String, _ file: String) throws -> Int {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
  process.arguments = ["peak", kind, file]
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let printed = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  guard let bytes = Int(printed.trimmingCharacters(in: .whitespacesAndNewlines)) else {
    throw WorkloadError("the process that was to \(kind) \(file) printed `\(printed)`")
  }
  return bytes
}

/// Does it, and prints the most bytes that this process held.
func printPeak(_ kind: String, file: String) throws {
  let policy = try Policy(contentsOf: URL(fileURLWithPath: file), trusting: .ownBundle)
  consume(policy.targets.count)
  var usage = rusage()
  #if os(Linux)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    print(usage.ru_maxrss * 1024)
  #else
    getrusage(RUSAGE_SELF, &usage)
    print(usage.ru_maxrss)
  #endif
}
