import Foundation
import TestSupport
import Testing
import TollgateSyntax

@testable import tollgate

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `tollgate watch`.
@Suite struct WatchTests {
  private static let good =
    "feature csv\ncsv requires pro\nscenario \"free\"\n  expect csv denied\n"

  /// The pages that are shown while `steps` are done one after the other, each after a page.
  private func pages(
    _ folder: Folder, _ steps: [() throws -> Void], table: Bool = true
  ) throws -> [String] {
    var pages: [String] = []
    var rest = steps[...]
    var quiet = 0
    let output = Output { pages.append(String(decoding: $0, as: UTF8.self)) }
    let page = WatchPage(isStrict: false, showsTable: table, locale: { _ in "en" }, within: "10s")
    var seen = 0
    try PolicyWatch(paths: [folder.url.path], page: page).run(on: output, isEnded: { quiet > 3 }) {
      quiet += 1
      guard pages.count > seen || quiet > 2, let step = rest.popFirst() else { return }
      (seen, quiet) = (pages.count, 0)
      try? step()
    }
    return pages
  }

  @Test func everySaveShowsFindingsTestsAndPlans() throws {
    let folder = try Folder(["shop.gate": WatchTests.good])
    let pages = try pages(
      folder,
      [
        {
          try folder.write(WatchTests.good.replacing("requires", with: "requirs"), to: "shop.gate")
        },
        { try folder.write(WatchTests.good.replacing("denied", with: "allowed"), to: "shop.gate") },
        {},
      ])
    try #require(pages.count == 3)
    #expect(pages[0].contains("no findings in 1 file"))
    #expect(pages[0].contains("1 scenario, 1 ask passed in 1 file"))
    #expect(pages[0].contains("shop.gate\nPlan\n"))
    #expect(pages[1].contains("error[TG0001]") && pages[1].contains("1 error in 1 file"))
    #expect(!pages[1].contains("scenario") && !pages[1].contains("Plan"))
    #expect(pages[2].contains("the scenario “free” fails"))
    #expect(pages[2].contains("1 of 1 scenario, 1 of 1 ask failed in 1 file"))
  }

  @Test func thePolicyThatWasSavedLastComesFirst() throws {
    let folder = try Folder(["a.gate": "feature one\n", "b.gate": "feature two\n"])
    // The clock of a disk may tick no faster than a page is made.
    let later = Date(timeIntervalSinceNow: 60)
    let pages = try pages(
      folder,
      [
        {
          try folder.write("feature two, three\n", to: "b.gate")
          try FileManager.default.setAttributes(
            [.modificationDate: later],
            ofItemAtPath: folder.url.appendingPathComponent("b.gate").path)
        }
      ])
    let last = try #require(pages.last)
    let places = ["b.gate\n", "a.gate\n"].map { last.range(of: $0)?.lowerBound }
    let (b, a) = (try #require(places[0]), try #require(places[1]))
    #expect(b < a)
  }

  @Test func aFileThatIsUsedBelongsToItsPolicy() throws {
    let folder = try Folder([
      "shop.gate": "use \"prices.gate\"\nfeature csv\ncsv requires pro\n",
      "prices.gate": "tiers free < pro\n",
    ])
    let pages = try pages(
      folder, [{ try folder.write("tiers free < plus\n", to: "prices.gate") }], table: false)
    #expect(pages.count == 2)
    #expect(pages[0].contains("in 2 files"))
  }

  @Test func filesComeAndGo() throws {
    let folder = try Folder(["a.gate": "feature one\n"])
    let pages = try pages(
      folder,
      [
        { try folder.write("feature two\n", to: "b.gate") },
        { try FileManager.default.removeItem(atPath: folder["a.gate"]) },
        { try FileManager.default.removeItem(atPath: folder["b.gate"]) },
      ])
    try #require(pages.count == 4)
    #expect(pages[1].contains("in 2 files"))
    #expect(pages[2].contains("in 1 file") && !pages[2].contains("a.gate"))
    #expect(pages[3].contains("there is no `.gate` file in"))
  }

  // MARK: The screen

  private let size = Descriptor.Size(columns: 20, rows: 6)

  @Test func aPageTakesThePlaceOfTheOneBefore() {
    let first = WatchScreen.drawing("one\ntwo\n", size, isFresh: true)
    #expect(
      first == "\u{1B}[?2026h\u{1B}[2J\u{1B}[Hone\u{1B}[K\ntwo\u{1B}[K\n\u{1B}[J\u{1B}[?2026l")
    let next = WatchScreen.drawing("one\n", size, isFresh: false)
    #expect(!next.contains("\u{1B}[2J") && next.hasSuffix("\u{1B}[J\u{1B}[?2026l"))
  }

  @Test func aPageThatIsTooLongSaysHowMuchIsMissing() {
    let page = (1...9).map { "line \($0)\n" }.joined()
    let shown = WatchScreen.drawing(page, size, isFresh: false)
    #expect(shown.contains("line 4") && !shown.contains("line 5"))
    #expect(shown.contains("… 5 more lines"))
    #expect(!WatchScreen.drawing("1\n2\n3\n4\n5\n", size, isFresh: false).contains("more"))
  }

  @Test func aLineThatIsWrappedTakesSeveralRowsAndColoursTakeNone() {
    let wide = String(repeating: "宽", count: 20) + "\n"
    let shown = WatchScreen.drawing(wide + "a\nb\nc\nd\n", size, isFresh: false)
    #expect(shown.contains("… 2 more lines"))
    let painted = "\u{1B}[31m" + String(repeating: "x", count: 19) + "\u{1B}[0m\n"
    #expect(!WatchScreen.drawing(painted + "a\nb\nc\nd\n", size, isFresh: false).contains("more"))
  }

  @Test func aLineAsWideAsTheScreenKeepsItsLastCharacter() {
    let full = String(repeating: "x", count: 20)
    #expect(WatchScreen.drawing(full + "\n", size, isFresh: false).contains(full + "\n"))
  }

  // MARK: The command

  @Test func wrongPathsAreTold() throws {
    let missing = try Command.run("watch", "/nowhere/at/all")
    #expect(missing.status == 2 && missing.errors.contains("there is no file or folder"))
    #expect(try Command.run("watch", "-").status == 64)
    #expect(try Command.run("watch").status == 64)
    #expect(try Command.run("watch", ".", "--within", "x").status == 64)
  }

  @Test func aSignalEndsIt() throws {
    let folder = try Folder(["a.gate": "feature one\n"])
    let process = Process()
    let pipe = Pipe()
    process.executableURL = Shell.tollgate
    process.arguments = ["watch", folder.url.path]
    process.standardOutput = pipe
    try process.run()
    // It has shown a page, so it watches; of a child of tests, only this signal is never blocked.
    #expect(!pipe.fileHandleForReading.availableData.isEmpty)
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
  }

  @Test func itEndsWhenNobodyReads() throws {
    let folder = try Folder(["a.gate": "feature one\n"])
    let line = """
      "$tollgate" watch . --no-table | { read line; sleep 1; echo 'feature two' > a.gate; }
      echo ended
      """
    #expect(try Command.shell(line, in: folder.url).output == "ended\n")
  }
}
