import Foundation

/// A Markdown page as a list of tests: a heading is a test's name, the fenced blocks below it are
/// its policies, files, commands and expectations. A guide is read from the top, so it is one test:
/// the files of one heading are there under the next.
public struct Page: Sendable {
  public var path: String
  public var lines: [String]
  public var tests: [Test]

  public struct Test: Sendable {
    public var name: String
    public var blocks: [Block]
  }

  /// A fenced block.
  public struct Block: Sendable {
    /// The words after the fence: `gate`, `gate name.gate`, `console`, `diagnostics`.
    public var info: [String]
    public var text: String
    /// The lines of its text in the page, from 0.
    public var range: Range<Int>
  }

  /// Reads a page below the top of the checkout.
  public init(_ path: String) throws {
    self.path = path
    lines = try Repository.text(path).components(separatedBy: "\n")
    tests = [Test(name: path, blocks: [])]
    let isGuide = path.contains("/Guides/")
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if line.hasPrefix("#"), !isGuide {
        let name = line.drop { $0 == "#" || $0 == " " }
        tests.append(Test(name: String(name), blocks: []))
      } else if line.hasPrefix("```") {
        let start = index + 1
        var end = start
        while end < lines.count, !lines[end].hasPrefix("```") { end += 1 }
        let info = line.dropFirst(3).split(separator: " ").map(String.init)
        let text = lines[start..<end].map { $0 + "\n" }.joined()
        tests[tests.count - 1].blocks.append(
          Block(info: info, text: text, range: start..<end))
        index = end
      }
      index += 1
    }
    tests.removeAll { $0.blocks.isEmpty }
  }
}
