import Foundation
import TestSupport
import Testing

/// 100,000 lines in memory that does not grow with them.
@Suite struct LargeBatchTests {
  @Test(.timeLimit(.minutes(60))) func aHundredThousandLines() throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let process = Process()
    process.executableURL = Shell.tollgate
    process.arguments = ["check", folder["Shop.gate"], "--batch", "-"]
    let input = Pipe()
    try folder.write("", to: "out")
    let output = try FileHandle(forWritingTo: folder.url.appendingPathComponent("out"))
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let writer = input.fileHandleForWriting
    let thousand = Data((0..<1000).map(line).joined().utf8)
    // What is read is answered before more is waited for, so the first answers are there while
    // the input is still open.
    try writer.write(contentsOf: thousand)
    let first = peakMemory(of: process, after: 1000, in: folder)
    for _ in 1..<100 { try writer.write(contentsOf: thousand) }
    let last = peakMemory(of: process, after: 100_000, in: folder)
    try writer.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(lineCount(in: folder) == 100_000)
    if let first, let last { #expect(last - first < 8000, "\(first) kB, then \(last) kB") }
  }

  private func line(_ index: Int) -> String { "{\"target\": \"L\(index % 4 + 1)\"}\n" }

  /// Waits for so many answers; then the most memory that the process has used, in kB, where the
  /// system tells it.
  private func peakMemory(of process: Process, after lines: Int, in folder: Folder) -> Int? {
    // Rarely: each look reads the file from its beginning, while the process needs the processor.
    while process.isRunning, lineCount(in: folder) < lines { usleep(1_000_000) }
    let path = "/proc/\(process.processIdentifier)/status"
    guard let status = try? String(contentsOfFile: path, encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(separator: " ").lazy.compactMap { Int($0) }.first
  }

  private func lineCount(in folder: Folder) -> Int {
    let count = try? Command.shell("wc -l < out", in: folder.url).output
    return count.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 0
  }
}
