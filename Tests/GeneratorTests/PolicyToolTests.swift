import Foundation
import TestSupport
import Testing

@testable import TollgatePolicyTool

/// The tool of the command plugins.
@Suite struct PolicyToolTests {
  /// What the tool tells of some files, and what they hold afterwards.
  private func run(
    _ verb: String, _ files: [String: String]
  ) throws -> (report: PolicyTool.Report, files: [String: String]) {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    let paths = files.keys.sorted().map { folder.appendingPathComponent($0).path }
    var report = try #require(PolicyTool.run(verb, paths))
    report.lines = report.lines.joined(separator: "\n")
      .replacingOccurrences(of: folder.path + "/", with: "").split(separator: "\n").map(String.init)
    let after = try files.keys.map { name in
      (name, try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
    }
    return (report, Dictionary(uniqueKeysWithValues: after))
  }

  private static let policy = """
    policy Shop
    tiers free < pro
    meter bills
    bills > 500 requires pro
    always bills allowed with pro
    scenario "free"
      given bills 500
      expect bills denied because limit-reached

    """

  @Test func itLints() throws {
    let clean = try run("lint", ["a.gate": Self.policy])
    #expect(!clean.report.hasFailed)
    #expect(clean.report.lines.last == "no findings in 1 policy")
    let broken = Self.policy.replacingOccurrences(of: "requires pro", with: "requires por")
    let found = try run("lint", ["a.gate": broken]).report
    #expect(found.hasFailed)
    #expect(
      found.lines.first
        == "a.gate:4:22: error: there is no entitlement called `por` [TG0101]")
    // A warning is told, and passes.
    let doubtful = Self.policy + "bills > 900 requires pro\n"
    let warned = try run("lint", ["a.gate": doubtful]).report
    #expect(!warned.hasFailed)
    #expect(warned.lines.contains { $0.contains(": warning: ") && $0.hasPrefix("a.gate:") })
  }

  @Test func itFormats() throws {
    let untidy = try run("format", ["a.gate": "bills   > 500 requires pro", "b.gate": Self.policy])
    #expect(!untidy.report.hasFailed)
    #expect(untidy.report.lines == ["a.gate: formatted", "1 of 2 files formatted"])
    #expect(untidy.files["a.gate"] == "bills > 500 requires pro\n")
    #expect(untidy.files["b.gate"] == Self.policy)
    let broken = try run("format", ["a.gate": "bills   > requires pro"])
    #expect(broken.report.hasFailed)
    #expect(broken.files["a.gate"] == "bills   > requires pro")
  }

  @Test func itFormatsBehindALink() throws {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, link) = (folder.appendingPathComponent("a.gate"), folder.appendingPathComponent("b"))
    try Data("bills   > 500 requires pro".utf8).write(to: file)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    _ = PolicyTool.run("format", [link.path])
    #expect(try String(contentsOf: file, encoding: .utf8) == "bills > 500 requires pro\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
  }

  @Test func itTests() throws {
    let passed = try run("test", ["a.gate": Self.policy]).report
    #expect(!passed.hasFailed)
    #expect(passed.lines == ["1 scenario and 1 claim in 1 policy: all passed"])
    let changed = Self.policy.replacingOccurrences(of: "bills > 500", with: "bills > 600")
    let failed = try run("test", ["a.gate": changed]).report
    #expect(failed.hasFailed)
    #expect(
      failed.lines.first
        == "a.gate:8:3: error: bills: expected denied, found allowed; expected because limit-reached, found because within-limit"
    )
    let wrong = Self.policy.replacingOccurrences(
      of: "always bills allowed with pro", with: "never bills allowed with pro")
    #expect(
      try run("test", ["a.gate": wrong]).report.lines.first
        == "a.gate:5:1: error: `never bills allowed with pro` does not hold: for some, bills is allowed"
    )
    #expect(try run("test", ["a.gate": "bills >"]).report.hasFailed)
  }

  @Test func aPartIsReadWithItsPolicy() throws {
    let found = try run(
      "lint",
      [
        "shop.gate": "policy Shop\nuse \"prices.gate\"\nbills > 5 requires pro\nmeter bills\n",
        "prices.gate": "tiers free < pro\nproduct annual\n  grant pro and\n",
      ]
    ).report
    #expect(found.lines.first?.hasPrefix("prices.gate:3:") == true, "\(found.lines)")
    #expect(found.lines.last?.hasSuffix("in 1 policy") == true)
  }

  @Test func aFileThatIsGoneIsTold() throws {
    let report = try #require(PolicyTool.run("lint", ["/nowhere/a.gate"]))
    #expect(report.hasFailed)
    #expect(report.lines.first == "/nowhere/a.gate: error: it cannot be read")
    #expect(PolicyTool.run("dance", []) == nil)
  }
}
