import Foundation
import Testing

@testable import tollgate

/// Streams and files that are not as a server expects them.
@Suite struct StreamTests {
  @Test func messagesAreTakenOutOfAnyPieces() {
    let stream = "Content-Length: 2\r\n\r\n{}content-length:4\nX: y\n\n[12]"
    for size in 1...stream.utf8.count {
      #expect(found(stream, in: size) == [message("{}"), message("[12]")])
    }
  }

  /// Headers that cannot be read, and why.
  private static let broken: [(header: String, fault: MessageReader.Fault)] = [
    ("X: 1\r\n\r\n", .noLength),
    ("Content-Length: -1\r\n\r\n", .noLength),
    ("Content-Length: x\r\n\r\n", .noLength),
    ("no header, and {\"text\": \"Content-Length: 7\"}\n\n", .noLength),
    ("Content-Length: 1\(String(repeating: "0", count: 40))\r\n\r\n", .noLength),
    (String(repeating: "x", count: 9000), .headerTooLong),
    ("Content-Length: 2\r\n\(String(repeating: "x: y\n", count: 2000))", .headerTooLong),
    (String(repeating: "{", count: 1 << 18), .headerTooLong),
  ]

  @Test func afterABrokenHeaderTheNextOneIsFound() {
    let good = "Content-Type: x\nContent-Length: 2\r\n\r\n{}"
    for (header, fault) in StreamTests.broken {
      for separator in ["", "}", "\r\n", "Content-Length: x"] {
        let items = found(header + separator + good + good, in: 4093)
        let told: [MessageReader.Item] = [.fault(fault), message("{}"), message("{}")]
        #expect(items == told, "\(header.prefix(40)) \(separator)")
      }
    }
  }

  /// Its body may hold anything, even headers.
  @Test func theBodyOfAMessageThatIsTooLongIsSkipped() {
    let length = MessageReader.longest + 1
    let inside = "Content-Length: 2\r\n\r\n[]"
    let rest = String(repeating: "\n", count: length - 2 * inside.utf8.count)
    let stream =
      "Content-Length: \(length)\r\n\r\n" + inside + rest + inside
      + "Content-Length: 2\r\n\r\n{}"
    #expect(found(stream, in: 1 << 20) == [.fault(.tooLong(length)), message("{}")])
    let longest = found("Content-Length: \(Int.max)\r\n\r\n", in: 9)
    #expect(longest == [.fault(.tooLong(Int.max))])
  }

  private func message(_ body: String) -> MessageReader.Item { .message(Array(body.utf8)) }

  /// The items of a stream that comes in pieces of so many bytes.
  private func found(_ stream: String, in size: Int) -> [MessageReader.Item] {
    let bytes = Array(stream.utf8)
    var reader = MessageReader()
    var found: [MessageReader.Item] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(bytes[start..<min(start + size, bytes.count)])
      while let item = reader.next() { found.append(item) }
    }
    return found
  }

  /// A named pipe, or a device, that an editor reports: nobody waits for it.
  @Test func aPipeThatChangesIsNoPolicy() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appendingPathComponent("x.gate").path
    try #require(mkfifo(pipe, 0o600) == 0)
    let device = folder.appendingPathComponent("y.gate").path
    try FileManager.default.createSymbolicLink(atPath: device, withDestinationPath: "/dev/zero")
    let server = TestServer()
    server.open("feature csv\ncsv requires pro\n")
    for path in [pipe, device] {
      let uri = "{\"uri\":\"file://\(path)\""
      server.notify("workspace/didChangeWatchedFiles", "{\"changes\":[\(uri),\"type\":1}]}")
      server.notify(
        "textDocument/didOpen",
        "{\"textDocument\":\(uri),\"languageId\":\"gate\",\"version\":1,\"text\":\"\"}}")
      server.notify("textDocument/didClose", "{\"textDocument\":\(uri)}}")
    }
    #expect(server.later(9, "textDocument/hover", server.at(0, 9)).has("result"))
  }
}
