public import Foundation

/// Runs programs.
public enum Shell {
  /// The end of a program: its status and its texts.
  public struct Result: Sendable {
    public var status: Int32
    public var output: String
    public var errors: String
  }

  /// The command `tollgate` that was built with these tests.
  public static let tollgate = built("tollgate")

  /// A program that was built with these tests.
  public static func built(_ name: String) -> URL {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let candidates = [bundle, Bundle.main.bundleURL, bundle.deletingLastPathComponent()]
      .map { $0.appendingPathComponent(name) }
    let found = candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    return found ?? Repository.url(".build/debug/\(name)")
  }

  /// A file as text; bytes that are not UTF-8, such as those of a compiled file, are U+FFFD.
  private static func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  /// Runs a program to its end; one that hangs for ten minutes is ended.
  public static func run(
    _ program: URL, _ arguments: [String], input: Data = Data(), in folder: URL? = nil,
    environment: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    let clean = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("LC_") }
    process.environment = clean.merging(["LANG": "en_US.UTF-8"]) { $1 }
      .merging(environment) { $1 }
    let scratch = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: scratch) }
    // Files rather than pipes: nothing blocks, however much is written.
    let files = try ["in", "out", "err"].map { name in
      let url = scratch.appendingPathComponent(name)
      try (name == "in" ? input : Data()).write(to: url)
      return try FileHandle(forUpdating: url)
    }
    process.standardInput = files[0]
    process.standardOutput = files[1]
    process.standardError = files[2]
    try process.run()
    let deadline = Date().addingTimeInterval(600)
    while process.isRunning, Date() < deadline { usleep(2000) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    let result = Result(
      status: process.terminationStatus,
      output: try Shell.text(of: scratch.appendingPathComponent("out")),
      errors: try Shell.text(of: scratch.appendingPathComponent("err")))
    if program == tollgate { try DocumentSchemas.check(result.output, of: arguments) }
    return result
  }

  /// A new empty folder.
  public static func temporaryFolder() throws -> URL {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }
}
