import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

@Suite struct CompileTests {
  @Test func aCompiledPolicyAnswersAsItsText() throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let result = try Command.run("compile", folder["Shop.gate"], "-o", folder["Shop.gatec"])
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("sha256:"))
    #expect(folder.names == ["Shop.gate", "Shop.gatec"])
    for target in ["bills", "L1..L9", "everything", "nonsense"] {
      let words = [target, "--using", "bills=500", "--at", "2026-06-01", "--format", "json"]
      let text = try Shell.run(Shell.tollgate, ["check", folder["Shop.gate"]] + words)
      let compiled = try Shell.run(Shell.tollgate, ["check", folder["Shop.gatec"]] + words)
      #expect(text.output == compiled.output)
      #expect(text.status == compiled.status)
    }
  }

  @Test func theFingerprintIsThatOfTheDecisions() throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let result = try Command.run("compile", folder["Shop.gate"], "-o", folder["x"])
    let check = try Command.run("check", folder["x"], "L1", "--format", "json")
    let fingerprint = try Command.object(check.output)["fingerprint"] as? String
    #expect(result.errors == (fingerprint ?? "") + "\n")
  }

  /// A file whose fingerprint is not that of what it says: every command refuses it.
  @Test func aForgedFileIsRefused() throws {
    let folder = try Folder(["Shop.gate": Sample.shop])
    let graph = try Policy(source: Sample.shop).graph
    var digest = graph.digest
    digest[0] ^= 1
    let forged = RuleGraph(verified: graph.parts, digest: digest).compiled()
    try Data(forged).write(to: URL(fileURLWithPath: folder["forged"]))
    for words in [["check", "L1"], ["describe"], ["access"], ["table"]] {
      let arguments = [words[0], folder["forged"]] + words.dropFirst()
      let result = try Shell.run(Shell.tollgate, arguments)
      #expect(result.status == 2)
      #expect(result.output == "")
      #expect(result.errors.contains("does not fit its fingerprint"))
    }
    #expect(throws: PolicyError.self) { try Policy(compiled: forged) }
    #expect(try Policy(compiled: forged, trusting: .ownBundle).name == graph.name)
  }

  @Test func aPolicyWithErrorsIsRefused() throws {
    let folder = try Folder(["a.gate": "bills > 500 requires\nx requires\n", "old": "kept"])
    let result = try Command.run("compile", folder["a.gate"], "-o", folder["old"])
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("a.gate:1:"))
    #expect(result.errors.contains("a.gate:2:"))
    #expect(try folder.text("old") == "kept")
    #expect(folder.names == ["a.gate", "old"])
  }

  @Test func itGoesToStandardOutputToo() throws {
    let folder = try Folder(["a.gate": Sample.bills])
    for output in ["-", "/dev/stdout"] {
      let result = try Command.shell(
        "\"$tollgate\" compile a.gate -o \(output) | \"$tollgate\" check - bills --using bills=500",
        in: folder.url)
      #expect(result.status == 1)
      #expect(result.output.hasPrefix("Locked: bills"))
    }
  }

  @Test func aWorkingFolderThatWasDeletedIsNamed() throws {
    let folder = try Folder(["a.gate": Sample.bills])
    let result = try Command.shell(
      "mkdir gone && cd gone && rmdir ../gone && \"$tollgate\" compile \(folder["a.gate"]) -o out",
      in: folder.url)
    #expect(result.status == 2)
    #expect(result.errors.contains("out cannot be written: the working folder was deleted"))
  }

  @Test func whatIsThereIsReplacedWhole() throws {
    let folder = try Folder(["a.gate": Sample.bills, "out": String(repeating: "x", count: 9999)])
    #expect(try Command.run("compile", folder["a.gate"], "-o", folder["out"]).status == 0)
    #expect(try Command.run("check", folder["out"], "bills", "--using", "bills=1").status == 0)
    #expect(folder.names == ["a.gate", "out"])
  }

  @Test func itCannotBeWrittenToAFolderOrNowhere() throws {
    let folder = try Folder(["a.gate": Sample.bills])
    let onFolder = try Command.run("compile", folder["a.gate"], "-o", folder.url.path)
    #expect(onFolder.status == 2)
    #expect(onFolder.errors.contains("is a folder"))
    let nowhere = try Command.run("compile", folder["a.gate"], "-o", folder["no/such/out"])
    #expect(nowhere.status == 2)
    #expect(nowhere.errors.contains("there is no folder"))
    #expect(try Command.run("compile", folder["a.gate"]).status == 64)
    #expect(folder.names == ["a.gate"])
  }

  @Test func aDamagedCompiledPolicyIsTold() throws {
    let folder = try Folder(["a.gate": Sample.bills])
    #expect(try Command.run("compile", folder["a.gate"], "-o", folder["x"]).status == 0)
    let bytes = try Data(contentsOf: folder.url.appendingPathComponent("x"))
    for count in [8, 20, 100, bytes.count - 1] {
      try folder.write(bytes.prefix(count), to: "cut")
      let result = try Command.run("check", folder["cut"], "bills")
      #expect(result.status == 2)
      #expect(result.output == "")
      #expect(result.errors.contains("is not a compiled policy that can be used"))
    }
  }
}
