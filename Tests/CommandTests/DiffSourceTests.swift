import Foundation
import TestSupport
import Testing

/// `diff` of two folders, and of two versions in git.
@Suite struct DiffSourceTests {
  /// A repository whose policy uses a file, with another price in its second commit.
  private static func repository() throws -> Folder {
    let folder = try Folder([
      "shop.gate": "policy Shop\nuse \"prices.gate\"\ncsv requires pro\n",
      "prices.gate": "product a\n  grants pro\n  price 3 USD once\n",
    ])
    try git("init -q . && git config user.email a@example.com && git config user.name A", folder)
    try git("add . && git commit -qm one", folder)
    try folder.write("product a\n  grants pro\n  price 4 USD once\n", to: "prices.gate")
    try git("commit -qam two", folder)
    return folder
  }

  private static func git(_ line: String, _ folder: Folder) throws {
    let result = try Command.shell("git \(line)", in: folder.url)
    try #require(result.status == 0, "\(result.errors)")
  }

  @Test func aFileIsComparedWithARevisionAndWithTheFilesThatItUsedThen() throws {
    let folder = try DiffSourceTests.repository()
    let result = try Command.run("diff", "--git", "HEAD~1", folder["shop.gate"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("  price: 3 USD once → 4 USD once\n"))
    let same = try Command.run("diff", "--git", "HEAD", folder["shop.gate"])
    #expect(same.output == "no difference\n")
  }

  /// Git sets variables for its hooks; they are not for a policy somewhere else.
  @Test func theCallersVariablesOfGitAreNotAsked() throws {
    let folder = try DiffSourceTests.repository()
    try folder.write("x requires pro\n", to: "p.gate")
    try folder.write("x requires nothing\n", to: "sub/p.gate")
    try DiffSourceTests.git("add . && git commit -qm three", folder)
    let other = try DiffSourceTests.repository()
    for variables in [
      ["GIT_DIR": folder[".git"]], ["GIT_DIR": other[".git"], "GIT_WORK_TREE": other.url.path],
      ["GIT_INDEX_FILE": other["index"]], ["GIT_OBJECT_DIRECTORY": other["objects"]],
      ["GIT_NAMESPACE": "n", "GIT_PREFIX": "sub/"], ["GIT_CEILING_DIRECTORIES": folder.url.path],
      ["GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.worktree", "GIT_CONFIG_VALUE_0": "/"],
    ] {
      let result = try Command.shell(
        "cd sub && \"$tollgate\" diff --git HEAD p.gate", in: folder.url, environment: variables)
      #expect(result.output == "no difference\n", "\(variables): \(result.errors)")
    }
  }

  @Test func twoRevisionsAreComparedThoughTheFileIsGone() throws {
    let folder = try DiffSourceTests.repository()
    try DiffSourceTests.git("rm -q shop.gate prices.gate", folder)
    let result = try Command.run("diff", "--git", "HEAD..HEAD~1", folder["shop.gate"])
    #expect(result.output.contains("  price: 4 USD once → 3 USD once\n"), "\(result.errors)")
  }

  @Test(arguments: [
    ("--output=x", 64), ("-x", 64), ("a...b", 64), ("HEAD..-x", 64), ("a b", 64), ("a\nb", 64),
    ("nope", 2), ("HEAD;ls", 2), ("$(touch x)", 64), ("HEAD:shop.gate", 2),
  ])
  func aRevisionThatIsNoneIsRefused(_ revision: String, _ status: Int32) throws {
    let folder = try DiffSourceTests.repository()
    let result = try Command.run("diff", "--git=\(revision)", folder["shop.gate"])
    #expect(result.status == status)
    #expect(result.output == "" && result.errors.hasPrefix("Error: "))
    #expect(!FileManager.default.fileExists(atPath: folder["x"]))
  }

  @Test func whatIsNotInTheRepositoryIsTold() throws {
    let folder = try DiffSourceTests.repository()
    let near = try Command.run("diff", "--git", "HEAD", folder["shap.gate"])
    #expect(near.status == 2)
    #expect(near.errors.hasSuffix("at HEAD; did you mean shop.gate?\n"), "\(near.errors)")
    let outside = try Folder(["a.gate": "f requires nothing\n"])
    let none = try Command.run("diff", "--git", "HEAD", outside["a.gate"])
    #expect(none.status == 2)
    #expect(none.errors.hasSuffix(" is in no git repository\n"), "\(none.errors)")
  }

  @Test func aHostileFileNameIsOnlyAName() throws {
    let folder = try Folder(["--output=x;touch y.gate": "f requires nothing\n"])
    try DiffSourceTests.git(
      "init -q . && git config user.email a@b && git config user.name A", folder)
    try DiffSourceTests.git("add . && git commit -qm one", folder)
    let name = folder["--output=x;touch y.gate"]
    let result = try Command.run("diff", "--git", "HEAD", name)
    #expect(result.status == 0 && result.output == "no difference\n", "\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 2)
  }

  // MARK: Folders

  private static func folders() throws -> Folder {
    try Folder([
      "old/a.gate": "f requires nothing\n", "new/a.gate": "f requires pro\n",
      "old/b.gate": "f requires pro\n", "new/b.gate": "f requires pro\n",
      "old/c.gate": "f requires pro\n", "new/in/d.gate": "f requires pro\n",
    ])
  }

  @Test func thePoliciesOfTwoFoldersAreMatchedByPath() throws {
    let folder = try DiffSourceTests.folders()
    let result = try Command.run("diff", folder["old"], folder["new"], "--fail-on", "loss")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("== a.gate ==\n\n"))
    #expect(
      result.output.hasSuffix(
        """

        only in the old folder: c.gate
        only in the new folder: in/d.gate
        no difference: b.gate

        """))
    let json = try Command.run("diff", folder["old"], folder["new"], "--format", "json")
    let policies = try #require(try Command.object(json.output)["policies"] as? [[String: Any]])
    #expect(
      policies.compactMap { $0["state"] as? String } == ["changed", "equal", "removed", "added"])
  }

  @Test func theStatusOfTwoFoldersIsTheWorst() throws {
    let folder = try DiffSourceTests.folders()
    try folder.write("f requires (\n", to: "new/b.gate")
    let result = try Command.run("diff", folder["old"], folder["new"], "--fail-on", "loss")
    #expect(result.status == 2)
    #expect(result.output.contains("cannot be read: b.gate\n"))
    #expect(result.errors.contains("new/b.gate"))
  }

  @Test func aFolderAndAFileCannotBeCompared() throws {
    let folder = try DiffSourceTests.folders()
    let result = try Command.run("diff", folder["old"], folder["old/a.gate"])
    #expect(result.status == 64)
    #expect(result.errors.contains("name two folders or two policies"))
  }
}
