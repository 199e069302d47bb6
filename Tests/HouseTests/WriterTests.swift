import Foundation
import TestSupport
import Testing

/// The command writes files in one way: `OutputFile.swift`. So no file is torn, no link replaced and
/// no input overwritten.
@Suite struct WriterTests {
  private static let home = ["Sources/Tools/tollgate/Output/OutputFile.swift"]

  /// The calls that make, open, replace or remove a file. `Descriptor` has those of the system.
  private static let calls = [
    "Descriptor.create(", "Descriptor.openForWriting(", "Descriptor.rename(", "Descriptor.remove(",
    ".write(to:", "createFile(", "forWritingTo:", "forUpdating:", "fopen(", "OutputStream(",
    "removeItem(", "moveItem(", "replaceItem", "O_CREAT", "O_TRUNC", "O_RDWR", "O_WRONLY",
  ]
  private static let system = ["Sources/Tools/tollgate/Input/Descriptor.swift"]

  private static func writes(_ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      calls.contains { line.contains($0) } && !line.contains("///")
    }
  }

  @Test func onlyOneFileWritesFiles() throws {
    let sources = Repository.files(below: "Sources/Tools/tollgate", endingIn: ".swift")
    try #require(sources.count > 50)
    let writing = try sources.filter { path in
      guard !WriterTests.system.contains(path) else { return false }
      // A JSON writer is told to write, too.
      let text = try Repository.text(path).replacingOccurrences(of: ".write(to: &", with: "")
      return WriterTests.writes(text)
    }
    #expect(writing == WriterTests.home)
  }

  @Test func aSecondWriterIsFound() {
    #expect(WriterTests.writes("try Data(bytes).write(to: url, options: .atomic)"))
    #expect(WriterTests.writes("let file = try Descriptor.create(\"\\(path).part\")"))
    #expect(!WriterTests.writes("try OutputFile.write(bytes, to: path)"))
  }
}
