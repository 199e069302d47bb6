import Foundation
import TestSupport
import Testing

@testable import tollgate

/// Nobody's work is lost: neither by a slip on the command line, nor by a save at the same time.
@Suite struct LostWorkTests {
  @Test func anOutputThatIsAnInputIsRefused() throws {
    let folder = try Folder(["a.gate": Sample.bills, "b": Sample.bills])
    try FileManager.default.createSymbolicLink(
      atPath: folder["link"], withDestinationPath: folder["a.gate"])
    try FileManager.default.linkItem(atPath: folder["a.gate"], toPath: folder["hard"])
    for output in ["link", "hard"] {
      let result = try Command.run("compile", folder["a.gate"], "-o", folder[output])
      #expect(result.status == 64)
      #expect(result.errors.contains("would overwrite \(folder["a.gate"])"))
      let baseline = try Command.run("lint", folder["a.gate"], "--write-baseline", folder[output])
      #expect(baseline.status == 64)
    }
    let itself = try Command.run("compile", folder["b"], "-o", folder["b"])
    #expect(itself.status == 64)
    #expect(try folder.text("a.gate") == Sample.bills)
    #expect(try folder.text("b") == Sample.bills)
  }

  @Test func noOutputHasTheNameOfAPolicy() throws {
    let folder = try Folder(["a.gate": Sample.bills])
    for output in ["a.gate", "new.gate", "NEW.GATE"] {
      let compiled = try Command.run("compile", folder["a.gate"], "-o", folder[output])
      #expect(compiled.status == 64)
      let baseline = try Command.run("lint", folder["a.gate"], "--write-baseline", folder[output])
      #expect(baseline.status == 64)
    }
    let nameless = try Command.run("compile", folder["a.gate"], "-o", "")
    #expect(nameless.status == 64)
    #expect(nameless.errors.contains("-o needs the name of a file"))
    #expect(folder.names == ["a.gate"])
    #expect(try folder.text("a.gate") == Sample.bills)
  }

  @Test func aSaveInTheMeantimeIsNotLost() throws {
    let folder = try Folder(["a.gate": "saved meanwhile"])
    let new = Array("new".utf8)
    for read in ["read before", "", "saved meanwhile and more"] {
      let refusal = #expect(throws: Failure.self) {
        try OutputFile.write(new, to: folder["a.gate"], replacing: Array(read.utf8))
      }
      #expect(refusal?.message.contains("was changed in the meantime") == true)
      #expect(try folder.text("a.gate") == "saved meanwhile")
      #expect(folder.names == ["a.gate"])
    }
    let read = Array("saved meanwhile".utf8)
    try OutputFile.write(new, to: folder["a.gate"], replacing: read)
    #expect(try folder.text("a.gate") == "new")
    #expect(throws: Failure.self) {
      try OutputFile.write(new, to: folder["gone"], replacing: read)
    }
    #expect(folder.names == ["a.gate"])
  }

  @Test func aLinkThatLeadsNowhereStaysAndItsFileIsMade() throws {
    let folder = try Folder(["a.gate": Sample.bills])
    try FileManager.default.createSymbolicLink(
      atPath: folder["link"], withDestinationPath: "missing")
    #expect(try Command.run("compile", folder["a.gate"], "-o", folder["link"]).status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder["link"]) == "missing")
    #expect(folder.names == ["a.gate", "link", "missing"])
  }

  @Test func aWriteProtectedFileIsLeftAlone() throws {
    let folder = try Folder(["a.gate": "bills>5 requires pro\n"])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: folder["a.gate"])
    let result = try Command.run("fmt", folder["a.gate"])
    #expect(result.status == 2)
    #expect(result.errors.contains("is write-protected"))
    #expect(try folder.text("a.gate") == "bills>5 requires pro\n")
  }

  @Test func aFileWithTwoNamesIsLeftAlone() throws {
    let folder = try Folder(["a.gate": "bills>5 requires pro\n"])
    try FileManager.default.linkItem(atPath: folder["a.gate"], toPath: folder["b"])
    let result = try Command.run("fmt", folder["a.gate"])
    #expect(result.status == 2)
    #expect(result.errors.contains("2 names"))
    #expect(try folder.text("b") == "bills>5 requires pro\n")
  }

  @Test func theOwnerStays() throws {
    let folder = try Folder(["a.gate": "bills>5 requires pro\n"])
    let result = try Command.shell(
      """
      chown 65534 a.gate 2>/dev/null; before=$(ls -n a.gate | cut -d' ' -f3)
      "$tollgate" fmt a.gate 2>/dev/null; test "$before" = "$(ls -n a.gate | cut -d' ' -f3)"
      """, in: folder.url)
    #expect(result.status == 0)
    #expect(try folder.text("a.gate") == "bills > 5 requires pro\n")
  }

  @Test func whatAnEndedRunLeftIsRemovedAndALiveOneKeeps() throws {
    let folder = try Folder(["a.gate": "bills>5 requires pro\n"])
    let live = ".tollgate-\(getpid()).tmp"
    try folder.write("x", to: ".tollgate-2147483646.tmp")
    try folder.write("x", to: live)
    #expect(try Command.run("fmt", folder["a.gate"]).status == 0)
    #expect(folder.names == [live, "a.gate"])
  }

  @Test func aLongNameIsWritten() throws {
    let name = String(repeating: "n", count: 255)
    let folder = try Folder(["a.gate": Sample.bills])
    #expect(try Command.run("compile", folder["a.gate"], "-o", folder[name]).status == 0)
    #expect(folder.names == ["a.gate", name])
  }

  /// A named pipe among the policies would be waited for without end.
  @Test func aPipeInAFolderIsLeftOutAndTold() throws {
    let folder = try Folder(["a.gate": "bills > 5 requires pro\n"])
    let result = try Command.shell(
      "mkfifo p.gate; \"$tollgate\" fmt --check . ; echo $?; \"$tollgate\" test .; echo $?",
      in: folder.url)
    #expect(result.output.hasPrefix("2\n"))
    #expect(result.output.hasSuffix("2\n"))
    #expect(result.errors.contains("p.gate is not a regular file"))
  }

  @Test func aNameThatIsNotUTF8IsTold() throws {
    let folder = try Folder(["a.gate": "bills > 5 requires pro\n"])
    let result = try Command.shell(
      """
      mkdir "$(printf 'x\\377')" 2>/dev/null || exit 77
      "$tollgate" lint . ; echo $?
      """, in: folder.url)
    guard result.status != 77 else { return }  // A disk that takes no such name.
    #expect(result.output.hasSuffix("2\n"))
    #expect(result.errors.contains("not UTF-8"))
  }
}
