import Foundation
import TestSupport
import Testing

/// Policies in several files, on disk.
@Suite struct UseTests {
  private let shop = [
    "shop.gate": "policy Shop\nuse \"plans/prices.gate\"\nmeter bills\nbills > 500 requires pro\n",
    "plans/prices.gate": "tiers free < pro\nfeature csv\ncsv requires pro\n",
  ]

  private func folder(_ files: [String: String]) throws -> Folder {
    let folder = try Folder()
    for (path, text) in files {
      let url = folder.url.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    return folder
  }

  @Test func aDecisionNamesTheFileFromTheFolderOfThePolicy() throws {
    let folder = try folder(shop)
    let result = try Command.run("check", folder["shop.gate"], "csv", "--format", "json")
    #expect(result.output.contains("\"plans/prices.gate\""))
    let compiled = folder["shop.policy"]
    _ = try Command.run("compile", folder["shop.gate"], "-o", compiled)
    let again = try Command.run("check", compiled, "csv", "--format", "json")
    #expect(again.output == result.output)
  }

  @Test func aFolderIsReadPolicyByPolicy() throws {
    let folder = try folder(shop)
    let lint = try Command.run("lint", folder.url.path, "--format", "junit")
    #expect(lint.status == 0)
    #expect(lint.output.components(separatedBy: "<testsuite ").count == 3)
    let alone = try Command.run("lint", folder["plans/prices.gate"])
    #expect(alone.status == 0)
  }

  @Test func ofACircleTheFirstFileIsReadByItself() throws {
    let folder = try folder([
      "a.gate": "use \"b.gate\"\na requires nothing\n",
      "b.gate": "use \"a.gate\"\nb requires nothing\n",
    ])
    let lint = try Command.run("lint", folder.url.path, "--format", "junit")
    #expect(lint.status == 0)
    #expect(lint.output.components(separatedBy: "<testsuite ").count == 3)
  }

  @Test func theNameOnDiskCountsWithUpperAndLowerCase() throws {
    let folder = try folder([
      "shop.gate": "use \"prices.gate\"\na requires pro\n", "Prices.gate": "tiers free < pro\n",
    ])
    let wrong = try Command.run("lint", folder["shop.gate"])
    #expect(wrong.output.contains("error[TG0060]"))
    let mended = try Command.run("lint", "--fix", folder["shop.gate"])
    #expect(mended.status == 0)
    #expect(try folder.text("shop.gate").hasPrefix("use \"Prices.gate\"\n"))
  }

  @Test func aLinkOutOfTheFolderIsRefused() throws {
    let outside = try folder(["prices.gate": "tiers free < pro\n"])
    let folder = try folder(["shop.gate": "use \"prices.gate\"\na requires pro\n"])
    try FileManager.default.createSymbolicLink(
      atPath: folder["prices.gate"], withDestinationPath: outside["prices.gate"])
    let lint = try Command.run("lint", folder["shop.gate"])
    #expect(lint.output.contains("error[TG0061]"))
    #expect(lint.output.contains("a link leads there"))
  }

  @Test func aNamedPipeIsNotWaitedFor() throws {
    let folder = try folder(["shop.gate": "use \"p.gate\"\na requires pro\n"])
    let result = try Command.shell("mkfifo p.gate && $tollgate lint shop.gate", in: folder.url)
    #expect(result.output.contains("error[TG0060]"))
  }

  @Test func standardInputUsesNoFile() throws {
    let lint = try Command.run("lint", "-", input: "use \"p.gate\"\na requires pro\n")
    #expect(lint.output.contains("error[TG0060]: `use` in a text that is not a file"))
  }

  @Test func eachFileIsMendedByItself() throws {
    let folder = try folder([
      "shop.gate": "use \"p.gate\"\nfeature csv-export\ncsv-export requires pro\n",
      "p.gate": "tiers free < pro\nmeter m\nm > 5 is off\n",
    ])
    let before = try folder.text("shop.gate")
    let mended = try Command.run("lint", "--fix", folder["shop.gate"])
    #expect(mended.status == 0)
    #expect(try folder.text("p.gate") == "tiers free < pro\nmeter m\nm > 5 is not allowed\n")
    #expect(try folder.text("shop.gate") == before)
  }
}
