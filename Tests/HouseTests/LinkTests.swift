import Foundation
import TestSupport
import Testing

/// Links work where people read the files: on a repository's site and in an editor.
@Suite struct LinkTests {
  static let pages =
    ["README.md"]
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

  /// The map names folders and files of the code in backquotes.
  @Test func everyPathOnTheMapIsThere() throws {
    let paths = LinkTests.paths(in: try Repository.text("Sources/README.md"))
    #expect(paths.count > 20)
    for path in paths { #expect(LinkTests.exists(path, from: "Sources/README.md"), "\(path)") }
  }

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
      LinkTests.paths(in: "`Core/TollgateKit/Gone.swift`, `TollgateKit`")
        == ["Core/TollgateKit/Gone.swift"])
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

  /// Paths of the code in backquotes.
  static func paths(in text: String) -> [String] {
    prose(text).split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
      .filter { path in
        !path.contains(" ")
          && ImportTests.wings.contains {
            path.hasPrefix("\($0)/") || path.hasPrefix("Sources/\($0)/")
          }
      }
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
