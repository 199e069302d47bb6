/// A line of a policy, counted from 1 over all of its files. Nobody sees it, so it is no number and
/// no text: ``RuleGraph/Parts/place(ofRow:)`` tells the file and the line that people know.
package struct PolicyRow: Sendable, Hashable, Comparable {
  /// As it is stored.
  package var number: Int32

  /// The row with this number.
  package init(_ number: Int32) { self.number = number }

  /// Whether a row is above another.
  package static func < (a: PolicyRow, b: PolicyRow) -> Bool { a.number < b.number }
}

extension DefaultStringInterpolation {
  @available(*, unavailable, message: "people know lines of files: ask `place(ofRow:)`")
  package mutating func appendInterpolation(_ row: PolicyRow) {}
}

/// The files of a policy that is written in several, and which lines belong to which. Lines are
/// counted over all files, in the order of the statements. Places, not part of what it means.
package struct FileRows: Sendable, Hashable {
  /// The part of a file from one line on, up to the next part.
  package struct Piece: Sendable, Hashable {
    /// The first line, counted over all files from 1.
    package var row: PolicyRow
    /// The index of the file's name.
    package var file: Int32
    /// The same line, counted in the file from 1.
    package var line: Int32

    /// A part that begins with a line.
    package init(row: PolicyRow, file: Int32, line: Int32) {
      self.row = row
      self.file = file
      self.line = line
    }
  }

  /// The names of the files; empty for a policy of one file.
  package var names: [String] = []
  /// The parts, by their first lines.
  package var pieces: [Piece] = []

  package init() {}

  /// Whether each part has a file and begins after the one before it.
  var isPossible: Bool {
    var last = PolicyRow(0)
    for piece in pieces {
      guard piece.row > last, piece.line >= 1, piece.file >= 0, Int(piece.file) < names.count else {
        return false
      }
      last = piece.row
    }
    return pieces.isEmpty == names.isEmpty && (pieces.first?.row.number ?? 1) == 1
  }
}

extension RuleGraph.Parts {
  /// The file and the line of a statement, by its line as the tables have it.
  package func place(ofRow row: PolicyRow) -> (file: String, line: Int) {
    var low = 0
    var high = rows.pieces.count
    guard high > 0 else { return (file, Int(row.number)) }
    while high - low > 1 {
      let middle = (low + high) / 2
      if rows.pieces[middle].row <= row { low = middle } else { high = middle }
    }
    let piece = rows.pieces[low]
    // A damaged file may say any number.
    let line = Int64(row.number) - Int64(piece.row.number) + Int64(piece.line)
    return (rows.names[Int(piece.file)], Int(Int32(clamping: line)))
  }
}

/// The rules, targets or labels of a policy. They are read from `FlatTables`: an element is put
/// together when somebody asks for it.
package struct RecordTable<Element: FlatRecord>: Sendable {
  @usableFromInline let tables: FlatTables

  init(_ tables: FlatTables) {
    self.tables = tables
  }
}

/// An element that can be read from the tables.
package protocol FlatRecord: Sendable {
  /// How many of them there are.
  static func count(in tables: FlatTables) -> Int
  /// Puts one together. The tables were verified.
  init(_ tables: FlatTables, at index: Int)
}

extension RecordTable: RandomAccessCollection {
  package typealias Index = Int
  package typealias Indices = Range<Int>

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { Element.count(in: tables) }
  @inlinable package subscript(index: Int) -> Element { Element(tables, at: index) }
}

extension RuleGraph.Parts {
  /// In the order of the source.
  package var rules: RecordTable<Rule> { RecordTable(tables) }
  package var targets: RecordTable<TargetRecord> { RecordTable(tables) }
  package var labels: RecordTable<Label> { RecordTable(tables) }

  /// Puts other rules, targets or labels in the place of those that there are.
  package mutating func replace(
    rules: [Rule]? = nil, targets: [TargetRecord]? = nil, labels: [Label]? = nil
  ) {
    tables = FlatTables(
      FlatBuilder(
        rules ?? Array(self.rules), targets ?? Array(self.targets), labels ?? Array(self.labels)))
  }
}
