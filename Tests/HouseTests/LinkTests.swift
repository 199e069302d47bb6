import Foundation
import TestSupport
import Testing

/// Links work where people read the files: on a repository's site and in an editor.
@Suite struct LinkTests {
  static let pages =
    ["README.md", ".github/SECURITY.md"]
    + ["Sources", "Tests", "Policies", "Examples"].flatMap {
      Repository.files(below: $0, endingIn: ".md")
    }

  @Test func everyRelativeLinkLeadsToAFile() throws {
    var count = 0
    for page in LinkTests.pages {
      for target in LinkTests.relativeLinks(in: try Repository.text(page)) {
        count += 1
        #expect(LinkTests.exists(target, from: page), "\(page): \(target)")
      }
    }
    #expect(count > 100)
  }

  /// `.ci/docs` makes links of the site from links to files.
  @Test func noPageHasALinkThatOnlyTheSiteKnows() throws {
    try #require(LinkTests.pages.count > 100)
    for page in LinkTests.pages {
      #expect(!LinkTests.hasSiteLink(try Repository.text(page)), "\(page)")
    }
  }

  /// The map, the pages of the wings and the ways name folders and files in backquotes, from the
  /// page or from the top.
  @Test(arguments: maps) func everyPathOnAMapIsThere(page: String) throws {
    let text = try Repository.text(page)
    let paths = LinkTests.paths(in: text)
    #expect(paths.count + LinkTests.relativeLinks(in: text).count > 10)
    for path in paths { #expect(LinkTests.isThere(path, on: page), "\(path)") }
  }

  private static let maps =
    ["Sources/README.md", "Sources/Ways.md"] + ImportTests.wings.map { "Sources/\($0)/README.md" }

  @Test func theChecksFindADeadLink() {
    let text = """
      See [a](Sources/README.md#map), [b](https://example.com), [c](#here) and [d](Gone.md).
      ```
      [not a link](Fence.md)
      ```
      """
    #expect(LinkTests.relativeLinks(in: text) == ["Sources/README.md", "Gone.md"])
    #expect(LinkTests.exists("Sources/README.md", from: "README.md"))
    #expect(!LinkTests.exists("Gone.md", from: "README.md"))
    #expect(LinkTests.exists("../README.md", from: "Sources/README.md"))
    #expect(LinkTests.hasSiteLink("- <doc:Tutorial>"))
    #expect(
      LinkTests.paths(in: "`Core/TollgateKit/Gone.swift`, `Lint/Rules`, `TollgateKit`, `.ci/run`")
        == ["Core/TollgateKit/Gone.swift", "Lint/Rules"])
    #expect(LinkTests.isThere("TollgateKit/Policy.swift", on: "Sources/Core/README.md"))
    #expect(LinkTests.isThere("Tests/HouseTests", on: "Sources/Core/README.md"))
    #expect(!LinkTests.isThere("Lint/Rules", on: "Sources/Tools/README.md"))
  }

  /// The targets of links within the repository, without their fragments.
  static func relativeLinks(in text: String) -> [String] {
    prose(text).components(separatedBy: "](").dropFirst()
      .map { String($0.prefix { $0 != ")" && $0 != "#" }) }
      .filter { !$0.isEmpty && !$0.contains(":") }
  }

  static func hasSiteLink(_ text: String) -> Bool {
    prose(text).contains("doc:")
  }

  /// Paths in backquotes: a letter, and somewhere a slash.
  static func paths(in text: String) -> [String] {
    prose(text).split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
      .filter { path in
        path.contains("/") && path.first?.isLetter == true
          && path.allSatisfy { $0.isLetter || $0.isNumber || "/+-_.".contains($0) }
      }
  }

  /// Whether a path that a page names is there, from the page or from the top.
  private static func isThere(_ path: String, on page: String) -> Bool {
    exists(path, from: page) || exists(path, from: "README.md")
  }

  static func exists(_ target: String, from page: String) -> Bool {
    let folder = Repository.url(page).deletingLastPathComponent()
    return FileManager.default.fileExists(atPath: folder.appendingPathComponent(target).path)
  }

  /// The lines outside fences.
  private static func prose(_ text: String) -> String {
    var isInside = false
    return text.components(separatedBy: "\n").filter { line in
      let isFence = line.hasPrefix("```")
      if isFence { isInside.toggle() }
      return !isFence && !isInside
    }.joined(separator: "\n")
  }
}
