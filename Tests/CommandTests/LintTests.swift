import Foundation
import TestSupport
import Testing

@Suite struct LintTests {
  @Test func aCleanRunSaysSoOnStandardError() throws {
    let folder = try Folder(["a.gate": Sample.bills])
    let result = try Command.run("lint", folder["a.gate"])
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.errors == "no findings in 1 file\n")
  }

  @Test func findingsAreResults() throws {
    let folder = try Folder(["a.gate": "tiers free < pro\nbills > 500 requires por\n"])
    let result = try Command.run("lint", folder["a.gate"])
    #expect(result.status == 1)
    #expect(result.output.contains("a.gate:2:22: error[TG0101]"))
    #expect(result.output.contains("`pro`"))
    #expect(result.errors == "1 error in 1 file\n")
  }

  @Test func everyIndependentMistakeIsToldInOneRun() throws {
    let folder = try Folder(["a.gate": "tiers free < pro\na requires por\nb requires prro\nc\n"])
    let result = try Command.run("lint", folder["a.gate"])
    #expect(result.status == 1)
    for line in 2...4 { #expect(result.output.contains("a.gate:\(line):")) }
  }

  @Test func jsonIsOneDocument() throws {
    let folder = try Folder([
      "a.gate": "tiers free < pro\nbills > 500 requires por\n", "b.gate": "c requires\n",
    ])
    let result = try Command.run("lint", folder.url.path, "--format", "json")
    #expect(result.status == 1)
    let json = try Command.object(result.output)
    #expect(json["schema"] as? Int == 1)
    let found = try #require(json["diagnostics"] as? [[String: Any]])
    #expect(found.map { ($0["file"] as? String)?.suffix(6) } == ["a.gate", "b.gate"])
    #expect(found.first?["code"] as? String == "TG0101")
    let clean = try Command.run("lint", "-", "--format", "json", input: Sample.bills)
    #expect(clean.status == 0)
    #expect((try Command.object(clean.output)["diagnostics"] as? [Any])?.isEmpty == true)
  }

  @Test func standardInputIsNamed() throws {
    let result = try Command.run("lint", "-", input: "bills > 500 requires\n")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("<stdin>:1:"))
  }

  @Test func failOnSaysWhichLevelFails() throws {
    let input = "bills > 500 requires\n"
    #expect(try Command.run("lint", "-", "--fail-on", "error", input: input).status == 1)
    #expect(try Command.run("lint", "-", "--fail-on", "warning", input: input).status == 1)
    #expect(try Command.run("lint", "-", "--fail-on", "never", input: input).status == 0)
    #expect(try Command.run("lint", "-", "--fail-on", "note", input: input).status == 64)
  }

  @Test func foldersAreSearchedInOrderAndEachFileOnce() throws {
    let bad = "a requires\n"
    let folder = try Folder([
      "b/z.gate": bad, "b/a.gate": bad, "a.gate": bad, "c.txt": bad, ".hidden/x.gate": bad,
      ".y.gate": bad,
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder["b/loop"], withDestinationPath: folder.url.path)
    let result = try Command.run("lint", folder.url.path, folder["b/a.gate"], "--format", "json")
    let found = try #require(
      try Command.object(result.output)["diagnostics"] as? [[String: Any]])
    let files = found.compactMap { $0["file"] as? String }
    #expect(files == [folder["a.gate"], folder["b/a.gate"], folder["b/z.gate"]])
    #expect(result.errors == "3 errors in 3 files\n")
  }

  @Test func whatCannotBeReadIs2AndTheRestIsLinted() throws {
    let folder = try Folder(["a.gate": "a requires\n", "empty/readme.txt": ""])
    let result = try Command.run(
      "lint", folder["none.gate"], folder["a.gate"], folder["empty"])
    #expect(result.status == 2)
    #expect(result.output.contains("a.gate:1:"))
    #expect(result.errors.contains("there is no file \(folder["none.gate"])"))
    #expect(result.errors.contains("there is no `.gate` file in \(folder["empty"])"))
    #expect(result.errors.contains("1 error in 1 file; 2 could not be checked\n"))
  }

  @Test func aCompiledPolicyIsNoText() throws {
    let folder = try Folder(["a.gate": Sample.bills])
    #expect(try Command.run("compile", folder["a.gate"], "-o", folder["a.gatec"]).status == 0)
    let result = try Command.run("lint", folder["a.gatec"])
    #expect(result.status == 2)
    #expect(result.errors.contains("is a compiled policy"))
  }
}

@Suite struct FixTests {
  @Test func safeFixesAreAppliedAndNothingElse() throws {
    let folder = try Folder([
      "a.gate": "tiers free < pro\n# kept as it is\nL2..L1   requires pro\r\n"
    ])
    let result = try Command.run("lint", "--fix", folder["a.gate"])
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.errors.contains("a.gate: 1 fixed"))
    #expect(
      try folder.text("a.gate")
        == "tiers free < pro\n# kept as it is\nL1..L2   requires pro\r\n")
    #expect(folder.names == ["a.gate"])
  }

  /// To write another name is to choose a meaning.
  @Test func aNameIsNeverCorrected() throws {
    let text = "feature sync1\nsync1 requires nothing\nsync2 requires pro\ncsv requries pro\n"
    let folder = try Folder(["a.gate": text])
    let result = try Command.run("lint", "--fix", folder["a.gate"])
    #expect(result.status == 1)
    #expect(result.output.contains("write `sync1`"))
    #expect(result.output.contains("(unsafe fix)"))
    #expect(!result.output.contains("(safe fix)"))
    #expect(try folder.text("a.gate") == text)
  }

  @Test func whatIsLeftIsTold() throws {
    let folder = try Folder([
      "a.gate": "tiers free < pro\nL2..L1 requires pro\nb requires nonsense\n"
    ])
    let result = try Command.run("lint", "--fix", folder["a.gate"])
    #expect(result.status == 1)
    #expect(result.output.contains("nonsense"))
    #expect(!result.output.contains("backwards"))
    #expect(try folder.text("a.gate").contains("L1..L2 requires pro"))
  }

  @Test func aFileWithoutSafeFixesIsNotTouched() throws {
    let text = "bills > 500 requires\n"
    let folder = try Folder(["a.gate": text])
    let before = try FileManager.default.attributesOfItem(atPath: folder["a.gate"])
    let result = try Command.run("lint", "--fix", folder["a.gate"])
    #expect(result.status == 1)
    #expect(try folder.text("a.gate") == text)
    let after = try FileManager.default.attributesOfItem(atPath: folder["a.gate"])
    #expect(
      before[.systemFileNumber] as? UInt64 == after[.systemFileNumber] as? UInt64)
  }

  @Test func aLinkAndThePermissionsStay() throws {
    let folder = try Folder(["real.gate": "L2..L1 requires pro\n"])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: folder["real.gate"])
    try FileManager.default.createSymbolicLink(
      atPath: folder["link.gate"], withDestinationPath: "real.gate")
    #expect(try Command.run("lint", "--fix", folder["link.gate"]).status == 0)
    #expect(try folder.text("real.gate") == "L1..L2 requires pro\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder["real.gate"])
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    let link = try FileManager.default.attributesOfItem(atPath: folder["link.gate"])
    #expect(link[.type] as? FileAttributeType == .typeSymbolicLink)
  }

  @Test func standardInputCannotBeFixed() throws {
    let result = try Command.run("lint", "--fix", "-", input: Sample.bills)
    #expect(result.status == 64)
    #expect(result.errors.contains("--fix changes files in place"))
  }
}
