import Foundation
import TestSupport
import Testing

@Suite struct FmtTests {
  private static let untidy = "bills>500   requires pro\n\n\nreminder at 450\n"
  private static let tidy = "bills > 500 requires pro\n\n  reminder at 450\n"

  @Test func filesAreWrittenInPlace() throws {
    let folder = try Folder(["a.gate": FmtTests.untidy, "b/c.gate": FmtTests.tidy])
    let result = try Command.run("fmt", folder.url.path)
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(
      result.errors == "\(folder["a.gate"]): formatted\n1 file formatted, 1 already formatted\n")
    #expect(try folder.text("a.gate") == FmtTests.tidy)
    #expect(folder.names == ["a.gate", "b"])
    #expect(try Command.run("fmt", folder.url.path).errors == "2 already formatted\n")
  }

  @Test func checkOnlyTells() throws {
    let folder = try Folder(["a.gate": FmtTests.untidy, "b.gate": FmtTests.tidy])
    let result = try Command.run("fmt", "--check", folder.url.path)
    #expect(result.status == 1)
    #expect(result.output == "\(folder["a.gate"])\n")
    #expect(result.errors == "1 file would change, 1 already formatted\n")
    #expect(try folder.text("a.gate") == FmtTests.untidy)
    #expect(try Command.run("fmt", "--check", folder["b.gate"]).status == 0)
  }

  @Test func standardInputGoesToStandardOutput() throws {
    let result = try Command.run("fmt", "-", input: FmtTests.untidy)
    #expect(result.status == 0)
    #expect(result.output == FmtTests.tidy)
    #expect(result.errors == "")
    let check = try Command.run("fmt", "--check", "-", input: FmtTests.untidy)
    #expect(check.status == 1)
    #expect(check.output == "<stdin>\n")
    #expect(try Command.run("fmt", "--check", "-", input: FmtTests.tidy).status == 0)
  }

  @Test func whatCannotBeReadIsLeftAloneAndTheRestIsFormatted() throws {
    let bad = "bills >  500 requires\n"
    let folder = try Folder(["a.gate": bad, "b.gate": FmtTests.untidy])
    let result = try Command.run("fmt", folder.url.path)
    #expect(result.status == 2)
    #expect(result.errors.contains("a.gate:1:"))
    #expect(result.errors.contains("not changed, because of these errors"))
    #expect(result.errors.hasSuffix("1 file formatted, 1 failed\n"))
    #expect(try folder.text("a.gate") == bad)
    #expect(try folder.text("b.gate") == FmtTests.tidy)
    let input = try Command.run("fmt", "-", input: bad)
    #expect(input.status == 2)
    #expect(input.output == "")
  }

  /// What can be read is formatted, whatever it means: people format while they write.
  @Test func aPolicyThatDoesNotCompileYetIsFormatted() throws {
    let result = try Command.run("fmt", "-", input: "tiers free<pro\na requires  prro")
    #expect(result.status == 0)
    #expect(result.output == "tiers free < pro\na requires prro\n")
  }

  @Test func linksAndPermissionsStay() throws {
    let folder = try Folder(["real.gate": FmtTests.untidy])
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder["real.gate"])
    try files.createSymbolicLink(
      atPath: folder["link.gate"], withDestinationPath: folder["real.gate"])
    #expect(try Command.run("fmt", folder["link.gate"]).status == 0)
    #expect(try folder.text("real.gate") == FmtTests.tidy)
    #expect(try files.destinationOfSymbolicLink(atPath: folder["link.gate"]) == folder["real.gate"])
    let mode = try files.attributesOfItem(atPath: folder["real.gate"])[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  @Test func wrongFilesAreTold() throws {
    let folder = try Folder(["a.gate": "a requires b\n"])
    #expect(try Command.run("compile", folder["a.gate"], "-o", folder["a.gatec"]).status == 0)
    let compiled = try Command.run("fmt", folder["a.gatec"])
    #expect(compiled.status == 2)
    #expect(compiled.errors.contains("is a compiled policy"))
    let missing = try Command.run("fmt", folder["none.gate"])
    #expect(missing.status == 2)
    #expect(missing.errors.contains("there is no file"))
    #expect(try Command.run("fmt").status == 64)
  }

  /// The shipped policies are written as the formatter writes them.
  @Test func shippedPoliciesAreFormatted() throws {
    let result = try Command.run("fmt", "--check", Repository.url("Policies").path)
    #expect(result.status == 0, "\(result.output)")
  }

  // MARK: Differences

  @Test func aDifferenceIsShownAndNothingWritten() throws {
    let old = (1...12).map { "f\($0) requires pro\n" }.joined() + "\n\nlast  requires pro"
    let folder = try Folder(["a.gate": old])
    let result = try Command.run("fmt", "--diff", folder["a.gate"])
    #expect(result.status == 1)
    #expect(
      result.output == """
        --- \(folder["a.gate"])
        +++ \(folder["a.gate"])
        @@ -11,5 +11,4 @@
         f11 requires pro
         f12 requires pro
         
        -
        -last  requires pro
        \\ No newline at end of file
        +last requires pro

        """)
    #expect(try folder.text("a.gate") == old)
  }

  /// What `--diff` writes, `patch` reads: the old text becomes the new one.
  @Test func aDifferenceCanBeApplied() throws {
    var random = Naive.SplitMix64(seed: 12)
    for _ in 0..<20 {
      var text = ""
      for index in 0..<30 {
        let line = random.pick(["a\(index), b  requires pro", "a\(index) requires pro", "# c"])
        text += (line ?? "") + (random.pick(["\n", "\n\n", "\n\n\n", " \n"]) ?? "\n")
        if random.chance(10) { text += "x\(index),\n  y requires pro\n" }
      }
      let folder = try Folder(["a.gate": text])
      let result = try Command.shell(
        """
        "$tollgate" fmt --diff a.gate > a.diff; patch -s a.gate a.diff && \
        "$tollgate" fmt --check a.gate
        """, in: folder.url)
      #expect(result.status == 0, "\(result.errors)\(text)")
    }
  }
}
