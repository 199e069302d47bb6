import Foundation
import TollgatePurchases

/// Runs a purchase processor with a file journal, to be killed; see `CrashTests`. With the arguments
/// `FOLDER STEP count` it counts uses in a file; see `UsageCrashTests`. With `FOLDER NUMBER gate` it
/// is one of several processes that remember what they were told in one file; see `GateProcessTests`.
@main struct PurchaseProcess {
  static func main() async throws {
    if CommandLine.arguments.last == "count" { return try await count() }
    if CommandLine.arguments.last == "gate" { return try remember() }
    try await live { path, steps in
      let disk = try FileDisk(path: path, most: FileJournal.mostBytes)
      return try FileJournal(SteppingDisk(disk: disk, steps: steps), path: path)
    }
  }
}

extension PurchaseProcess {
  fileprivate static func count() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3, let step = Int(arguments[2]) else { exit(2) }
    let steps = Steps(last: step)
    FileHandle.standardOutput.write(Data("!".utf8))
    try await UsageLife(folder: URL(fileURLWithPath: arguments[1]), steps: steps).run()
    FileHandle.standardOutput.write(Data("\(steps.total)".utf8))
  }
}

/// A disk on which a process may die before, after and during any operation.
struct SteppingDisk: JournalDisk {
  var disk: FileDisk
  let steps: Steps

  mutating func read() throws(JournalError) -> [UInt8] {
    steps.pass()
    return try disk.read()
  }

  mutating func write(_ bytes: [UInt8], at offset: Int) throws(JournalError) {
    steps.pass()
    let half = bytes.count / 2
    try disk.write(Array(bytes[..<half]), at: offset)
    steps.pass()
    try disk.write(Array(bytes[half...]), at: offset + half)
    steps.pass()
  }

  mutating func truncate(to length: Int) throws(JournalError) {
    steps.pass()
    try disk.truncate(to: length)
    steps.pass()
  }

  mutating func synchronize() throws(JournalError) {
    try disk.synchronize()
    steps.pass()
  }

  mutating func synchronizeFolder() throws(JournalError) {
    try disk.synchronizeFolder()
    steps.pass()
  }

  mutating func writeReplacement(_ bytes: [UInt8]) throws(JournalError) {
    steps.pass()
    try disk.writeReplacement(Array(bytes.dropLast(bytes.count / 3)))
    steps.pass()
    try disk.writeReplacement(bytes)
    steps.pass()
  }

  mutating func synchronizeReplacement() throws(JournalError) {
    try disk.synchronizeReplacement()
    steps.pass()
  }

  mutating func discardReplacement() { disk.discardReplacement() }

  mutating func replaceFile() throws(JournalError) {
    try disk.replaceFile()
    steps.pass()
  }

  mutating func close() { disk.close() }
}
