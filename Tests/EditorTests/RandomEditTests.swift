import TestSupport
import Testing
import TollgateEditor
import TollgateSyntax

/// Thousands of random edits leave the same text and findings as a fresh start.
@Suite struct RandomEditTests {
  /// A generator that gives the same numbers for the same seed.
  struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  static let pieces = [
    "", " ", "\n", "\r\n", "\r", "pro", " requires pro\n", "feature 相机\n", "😀", "\"", "`",
    "use \"prices.gate\"\n", "use \"none.gate\"\n", "# a comment 😀 here\n", "bills > 500",
    "meter bills\n", "product a\n  price 3 CNY per year\n  grants pro\n", "\u{0}", "(", ",",
    " and ",
    "scenario \"s\"\n  expect a denied\n", "tiers free < pro\n", "é", "e\u{301}", "\u{2028}",
  ]

  /// A text as an editor in UTF-16 keeps it: written apart from the code under test.
  struct Mirror {
    var units: [UInt16]

    func offset(_ line: Int, _ character: Int) -> Int {
      var starts = [0]
      for index in units.indices {
        let isReturn = units[index] == 13 && (index + 1 == units.count || units[index + 1] != 10)
        if units[index] == 10 || isReturn { starts.append(index + 1) }
      }
      guard line < starts.count else { return units.count }
      var end = line + 1 < starts.count ? starts[line + 1] : units.count
      while end > starts[line], units[end - 1] == 10 || units[end - 1] == 13 { end -= 1 }
      let place = min(starts[line] + character, end)
      let isInside = place > 0 && place < units.count && 0xDC00...0xDFFF ~= units[place]
      return isInside ? place - 1 : place
    }

    var text: String { String(decoding: units, as: UTF16.self) }
  }

  @Test func thousandsOfEditsEqualAFreshStart() throws {
    var random = Seeded(state: 14)
    let paths: [FilePath] = ["/w/main.gate", "/w/prices.gate"]
    var workspace = Workspace()
    var mirrors = paths.map { _ in Mirror(units: []) }
    for path in paths { workspace.open(path, "") }
    for step in 1...3_000 * Cases.factor {
      let file = Int.random(in: 0...1, using: &random)
      let lines = mirrors[file].units.filter { $0 == 10 || $0 == 13 }.count
      func position() -> (Int, Int) {
        (Int.random(in: 0...lines + 1, using: &random), Int.random(in: 0...30, using: &random))
      }
      var (from, to) = (position(), position())
      if from > to { swap(&from, &to) }
      let isDeletion = mirrors[file].units.count > 1500
      if !isDeletion, Bool.random(using: &random) { to = from }
      let text = RandomEditTests.pieces.randomElement(using: &random) ?? ""
      let start = mirrors[file].offset(from.0, from.1)
      let end = max(start, mirrors[file].offset(to.0, to.1))
      mirrors[file].units.replaceSubrange(start..<end, with: Array(text.utf16))
      let range = TextRange(
        TextPosition(line: from.0, character: from.1), TextPosition(line: to.0, character: to.1))
      let isOpen = workspace.change(
        paths[file], [TextDocument.Change(range, text)], .utf16, version: step)
      try #require(isOpen)
      let kept = try #require(workspace.document(paths[file])?.source)
      try #require(kept.text(Span(0, kept.bytes.count)) == mirrors[file].text, "step \(step)")
      if step % 20 == 0 { try compare(&workspace, mirrors, paths, step) }
    }
  }

  private func compare(
    _ workspace: inout Workspace, _ mirrors: [Mirror], _ paths: [FilePath], _ step: Int
  ) throws {
    var fresh = Workspace()
    for (index, path) in paths.enumerated() { fresh.open(path, mirrors[index].text) }
    for path in paths {
      let found = (workspace.project(of: path), fresh.project(of: path))
      let old = try #require(found.0)
      let new = try #require(found.1)
      try #require(old.paths == new.paths, "step \(step)")
      try #require(old.quickFindings == new.quickFindings, "step \(step)")
      // Every feature answers anywhere.
      let cursor = min(step % 700, old.file(path)?.bytes.count ?? 0)
      let place = old.offset(cursor, in: path) ?? 0
      _ = old.completions(at: cursor, in: path)
      _ = old.hover(at: place) { _, _ in [] }
      _ = old.references(at: place)
      _ = old.selections(at: place)
      _ = old.symbols(in: path)
      _ = old.folds(in: path)
      let tokens = old.semanticTokens(in: path)
      for (one, next) in zip(tokens, tokens.dropFirst()) {
        try #require(one.span.end <= next.span.start, "step \(step)")
      }
      _ = old.inlayHints(in: Span(0, 9999), of: path)
    }
  }

  @Test func positionsInsideASurrogatePairAreItsStart() {
    let source = Source(name: "a", text: "a😀b\n")
    let offsets = (0...5).map {
      source.offset(of: TextPosition(line: 0, character: $0), .utf16)
    }
    #expect(offsets == [0, 1, 1, 5, 6, 6])
    #expect(source.textPosition(of: 5, .utf16) == TextPosition(line: 0, character: 3))
    #expect(source.textPosition(of: 5, .utf8) == TextPosition(line: 0, character: 5))
    #expect(source.textPosition(of: 3, .utf16) == TextPosition(line: 0, character: 1))
  }

  @Test func bytesThatAreNotUTF8CountAsOneCharacterEach() {
    let source = Source(name: "a", bytes: [0x61, 0xFF, 0xE4, 0xBD, 0x62])
    #expect(source.textPosition(of: 4, .utf16) == TextPosition(line: 0, character: 4))
    #expect(source.offset(of: TextPosition(line: 0, character: 4), .utf16) == 4)
  }
}
