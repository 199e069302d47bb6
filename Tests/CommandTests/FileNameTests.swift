import Foundation
import TestSupport
import Testing
import TollgateSyntax

/// Names of files are bytes: two that only look alike are two files.
@Suite struct FileNameTests {
  private static let composed = "caf\u{E9}.gate"
  private static let decomposed = "cafe\u{301}.gate"

  /// A folder with a file of each name; nil on a disk that takes them for one.
  private static func folder(
    _ composedText: String, _ decomposedText: String, in place: String = "."
  ) throws -> Folder? {
    let folder = try Folder()
    try folder.write(composedText, to: "\(place)/\(composed)")
    try folder.write(decomposedText, to: "\(place)/\(decomposed)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder[place])
    return names.count == 2 ? folder : nil
  }

  @Test func pathsAreComparedByTheirBytes() {
    let (one, other) = (FilePath(FileNameTests.composed), FilePath(FileNameTests.decomposed))
    #expect(one.text == other.text && one != other)
    #expect(Set([one, other, one]).count == 2 && [one, other].sorted() == [other, one])
    #expect(one.isSpelled(like: other.text))
    // A mark belongs to the letter before it, and no slash is one.
    #expect(FilePath("a/\u{301}b//c").parts == ["a", "\u{301}b", "c"])
    #expect(FilePath("/a").allParts == ["", "a"])
    #expect(FilePath("a/\u{301}b").folder == "a/" && FilePath("b").folder == "")
    #expect(FilePath("a/\u{301}b").rest(behind: "a/") == "\u{301}b")
    #expect(FilePath("e\u{301}").rest(behind: "\u{E9}") == nil)
    #expect(FilePath("a\u{301}.gate").ends(with: ".gate"))
    #expect(throws: UseFault.self) { try UsedPath.parts(of: "../\u{301}b", from: []) }
  }

  @Test func aPolicyUsesTheFileThatItNames() throws {
    guard let folder = try FileNameTests.folder("a requires pro\n", "b requires max\n") else {
      return
    }
    for (name, target) in [(FileNameTests.composed, "a"), (FileNameTests.decomposed, "b")] {
      try folder.write("use \"\(name)\"\n", to: "p.gate")
      let result = try Command.run("check", folder["p.gate"], target, "--format", "json")
      #expect(result.status == 1, "\(result.errors)")
      let places = result.output.contains("\"\(name)\"")
      #expect(places && result.output.utf8.contains(0xCC) == (target == "b"))
    }
    try folder.write(
      "use \"\(FileNameTests.composed)\"\nuse \"\(FileNameTests.decomposed)\"\n", to: "p.gate")
    let both = try Command.run("access", folder["p.gate"])
    #expect(both.output.contains("locked  a") && both.output.contains("locked  b"))
  }

  @Test func aFolderIsReadFileByFile() throws {
    guard let folder = try FileNameTests.folder("bills>5 requires pro\n", "x requires pro\n") else {
      return
    }
    let lint = try Command.run("lint", folder.url.path)
    #expect(lint.errors.contains("in 2 files"), "\(lint.errors)")
    // One uses the other, and is not taken for it.
    try folder.write(
      "use \"\(FileNameTests.composed)\"\ny requires pro\n", to: FileNameTests.decomposed)
    let access = try Command.run("access", folder[FileNameTests.decomposed])
    #expect(access.output.contains("bills") && access.output.contains("y"), "\(access.errors)")
    let test = try Command.run("test", folder.url.path)
    #expect(test.errors.contains("in 1 file"), "\(test.errors)")
  }

  @Test func aFixMendsTheFileThatItIsFor() throws {
    guard
      let folder = try FileNameTests.folder(
        "feature a “A”\na requires pro\n", "feature b “B”\nb requires pro\n")
    else { return }
    try folder.write(
      "use \"\(FileNameTests.composed)\"\nuse \"\(FileNameTests.decomposed)\"\n", to: "p.gate")
    _ = try Command.run("lint", "--fix", folder["p.gate"])
    #expect(try folder.text(FileNameTests.composed) == "feature a \"A\"\na requires pro\n")
    #expect(try folder.text(FileNameTests.decomposed) == "feature b \"B\"\nb requires pro\n")
  }

  @Test func aNameThatOnlyLooksAlikeIsToldAndMended() throws {
    let folder = try Folder()
    try folder.write("use \"\(FileNameTests.composed)\"\na requires pro\n", to: "p.gate")
    try folder.write("tiers free < pro\n", to: FileNameTests.decomposed)
    guard !FileManager.default.fileExists(atPath: folder[FileNameTests.composed]) else { return }
    let told = try Command.run("lint", folder["p.gate"])
    #expect(told.output.contains("has other bytes than the name of the file"), "\(told.output)")
    let mended = try Command.run("lint", "--fix", folder["p.gate"])
    #expect(mended.status == 0, "\(mended.output)")
    #expect(try folder.text("p.gate").utf8.contains(0xCC))
  }

  @Test func twoFoldersAreComparedFileByFile() throws {
    let (a, b) = ("feature a\na requires pro\n", "feature b\nb requires pro\n")
    guard let folder = try FileNameTests.folder(a, b, in: "old") else { return }
    try folder.write(a, to: "new/\(FileNameTests.composed)")
    try folder.write("feature b\nb requires nothing\n", to: "new/\(FileNameTests.decomposed)")
    let result = try Command.run("diff", folder["old"], folder["new"], "--format", "json")
    let policies = try #require(try Command.object(result.output)["policies"] as? [[String: Any]])
    #expect(policies.compactMap { $0["state"] as? String }.sorted() == ["changed", "equal"])
  }

  @Test func gitIsAskedForTheFileThatIsNamed() throws {
    let (a, b) = ("feature a\na requires pro\n", "feature b\nb requires pro\n")
    guard let folder = try FileNameTests.folder(a, b) else { return }
    let made = try Command.shell(
      """
      git init -q . && git config user.email a@b && git config user.name A &&
        git config core.precomposeunicode false && git add . && git commit -qm one
      """, in: folder.url)
    try #require(made.status == 0)
    for name in [FileNameTests.composed, FileNameTests.decomposed] {
      let result = try Command.run("diff", "--git", "HEAD", folder[name])
      #expect(result.output == "no difference\n", "\(result.errors)")
    }
  }
}
