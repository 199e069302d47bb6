import Foundation

/// A PostgreSQL server of the test's own: in a folder, reached only through a socket in it.
final class PostgresServer: Sendable {
  /// What libpq is told.
  let address: String
  private let folder: URL
  private let programs: URL

  /// Why there is no server.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// Starts a server, or says what is missing (Debian: postgresql).
  init() async throws {
    guard let programs = PostgresServer.programs else {
      throw Missing(description: "PostgreSQL is not installed")
    }
    self.programs = programs
    // The path of a socket has at most 107 bytes.
    folder = URL(fileURLWithPath: "/tmp/tg-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (data, place) = (folder.appendingPathComponent("data").path, folder.path)
    let isRoot = getuid() == 0
    address = "host=\(place) dbname=postgres user=postgres"
    // PostgreSQL refuses to run as root.
    if isRoot { try await run(["chown", "postgres", place], asOwner: false) }
    let initialize = ["initdb", "-D", data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8"]
    try await run(program(initialize), asOwner: true)
    let serve = ["postgres", "-D", data, "-c", "listen_addresses=", "-k", place]
    let words = owned(program(serve))
    // It ends when it is stopped. (`pg_ctl start` would hand on a descriptor that Foundation waits
    // for.)
    Task { _ = try? await PostgresServer.run(words) }
    for _ in 0..<200 {
      if try await PostgresServer.run(program(["pg_isready", "-q", "-h", place])).status == 0 {
        return
      }
      try await Task.sleep(nanoseconds: 50_000_000)
    }
    throw Missing(description: "PostgreSQL does not start")
  }

  /// Stops the server and removes its folder.
  func stop() async throws {
    let data = folder.appendingPathComponent("data").path
    try await run(program(["pg_ctl", "-D", data, "-m", "immediate", "stop"]), asOwner: true)
    try FileManager.default.removeItem(at: folder)
  }

  /// Runs statements.
  func execute(_ sql: String) async throws {
    try await run(
      program(["psql", "-h", folder.path, "-U", "postgres", "-q", "-c", sql]), asOwner: false)
  }

  private static var programs: URL? {
    let root = URL(fileURLWithPath: "/usr/lib/postgresql")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return versions.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) }.last
      .map { root.appendingPathComponent($0).appendingPathComponent("bin") }
  }

  private func program(_ words: [String]) -> [String] {
    [programs.appendingPathComponent(words[0]).path] + words.dropFirst()
  }

  /// A command as the owner of the server.
  private func owned(_ words: [String]) -> [String] {
    getuid() == 0 ? ["runuser", "-u", "postgres", "--"] + words : words
  }

  private func run(_ words: [String], asOwner: Bool) async throws {
    let words = asOwner ? owned(words) : words
    let (status, output) = try await PostgresServer.run(words)
    guard status == 0 else {
      throw Missing(description: "\(words.joined(separator: " ")): \(output)")
    }
  }

  /// Runs a program to its end, on a thread of its own.
  static func run(_ words: [String]) async throws -> (status: Int32, output: String) {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        FileManager.default.createFile(atPath: file.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: file) }
        do {
          // A server that stays would keep a pipe open.
          let output = try FileHandle(forWritingTo: file)
          process.standardOutput = output
          process.standardError = output
          try process.run()
          process.waitUntilExit()
          let text = try String(contentsOf: file, encoding: .utf8)
          continuation.resume(returning: (process.terminationStatus, text))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }
}
