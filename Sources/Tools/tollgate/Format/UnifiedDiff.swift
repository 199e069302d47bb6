import TollgateSyntax

/// The changes that formatting makes, as `diff -u` writes them.
///
/// Both texts have the same words, so the places of one are those of the other, and finding the
/// differences takes time in proportion to the texts.
struct UnifiedDiff {
  private enum Change {
    case same, removed, added
  }

  private let name: String
  private let old: TextLines
  private let new: TextLines
  private var changes: [Change] = []

  init(from old: Source, to new: Source) {
    name = Escape.path(old.name)
    self.old = TextLines(old)
    self.new = TextLines(new)
    compare()
  }

  /// The difference; empty if there is none.
  var text: String {
    var text = ""
    for hunk in hunks {
      if text.isEmpty { text = "--- \(name)\n+++ \(name)\n" }
      text += hunk
    }
    return text
  }

  // MARK: Comparing

  private mutating func compare() {
    var i = 0
    var j = 0
    while i < old.count || j < new.count {
      let isOldBlank = i < old.count && old.isBlank(i)
      let isNewBlank = j < new.count && new.isBlank(j)
      if i < old.count, j < new.count, old[i] == new[j] {
        add(.same, 1)
        (i, j) = (i + 1, j + 1)
      } else if isOldBlank, !isNewBlank {
        add(.removed, 1)
        i += 1
      } else if isNewBlank, !isOldBlank {
        add(.added, 1)
        j += 1
      } else {
        let end = nextMeeting(i, j)
        add(.removed, end.old - i)
        add(.added, end.new - j)
        (i, j) = (end.old, end.new)
      }
    }
  }

  private mutating func add(_ change: Change, _ count: Int) {
    for _ in 0..<count { changes.append(change) }
  }

  /// The first lines from which on both texts have the same words before them again.
  private func nextMeeting(_ i: Int, _ j: Int) -> (old: Int, new: Int) {
    var i = min(i + 1, old.count)
    var j = min(j + 1, new.count)
    while old.words(before: i) != new.words(before: j) {
      if old.words(before: i) < new.words(before: j) { i += 1 } else { j += 1 }
    }
    return (i, j)
  }

  // MARK: Writing

  /// Pieces with changes, three lines around each; those that would touch are one.
  private var hunks: [String] {
    var hunks: [String] = []
    var position = (change: 0, old: 0, new: 0)
    while let first = changes[position.change...].firstIndex(where: { $0 != .same }) {
      let start = max(position.change, first - 3)
      position.old += start - position.change
      position.new += start - position.change
      position.change = start
      hunks.append(hunk(from: &position, until: end(behind: first)))
    }
    return hunks
  }

  private func end(behind first: Int) -> Int {
    var last = first
    var index = first
    while index < changes.count, index - last <= 6 {
      if changes[index] != .same { last = index }
      index += 1
    }
    return min(last + 4, changes.count)
  }

  private func hunk(from position: inout (change: Int, old: Int, new: Int), until end: Int)
    -> String
  {
    let start = position
    var body = ""
    // Of lines that change together, the old ones come first.
    var added = ""
    for change in changes[position.change..<end] {
      switch change {
      case .same:
        body += added + " " + old.shown(position.old)
        added = ""
      case .removed: body += "-" + old.shown(position.old)
      case .added: added += "+" + new.shown(position.new)
      }
      if change != .added { position.old += 1 }
      if change != .removed { position.new += 1 }
    }
    body += added
    position.change = end
    let before = UnifiedDiff.range(start.old, position.old - start.old)
    let after = UnifiedDiff.range(start.new, position.new - start.new)
    return "@@ -\(before) +\(after) @@\n" + body
  }

  /// `12,7`; the line before if there is none.
  private static func range(_ start: Int, _ count: Int) -> String {
    "\(count == 0 ? start : start + 1),\(count)"
  }
}

/// The lines of a text, as programs that read differences count them: each ends in LF.
private struct TextLines {
  private let source: Source
  private var starts: [Int] = []
  /// How many words there are before each line, and at the end.
  private var words: [Int] = [0]

  init(_ source: Source) {
    self.source = source
    var place = 0
    for (index, byte) in source.bytes.enumerated() where byte == 0x0A {
      starts.append(place)
      place = index + 1
    }
    if place < source.bytes.count { starts.append(place) }
    var count = 0
    for token in Lexer.tokens(of: source) where token.kind != .whitespace && token.kind != .newline
    {
      while words.count < starts.count, starts[words.count] <= token.span.start {
        words.append(count)
      }
      count += 1
    }
    while words.count <= starts.count { words.append(count) }
  }

  var count: Int { starts.count }

  subscript(line: Int) -> ArraySlice<UInt8> {
    source.bytes[starts[line]..<(line + 1 < count ? starts[line + 1] : source.bytes.count)]
  }

  /// The number of words before a line.
  func words(before line: Int) -> Int { words[line] }

  func isBlank(_ line: Int) -> Bool { words[line] == words[line + 1] }

  /// The line with its end; with the customary remark where the last one has none.
  func shown(_ line: Int) -> String {
    let text = String(decoding: self[line], as: UTF8.self)
    return self[line].last == 0x0A ? text : text + "\n\\ No newline at end of file\n"
  }
}
