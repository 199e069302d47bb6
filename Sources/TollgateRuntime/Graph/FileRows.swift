/// The files of a policy that is written in several, and which lines belong to which. Lines are
/// counted over all files, in the order of the statements. Places, not part of what it means.
package struct FileRows: Sendable, Hashable {
  /// The part of a file from one line on, up to the next part.
  package struct Piece: Sendable, Hashable {
    /// The first line, counted over all files from 1.
    package var row: Int32
    /// The index of the file's name.
    package var file: Int32
    /// The same line, counted in the file from 1.
    package var line: Int32

    /// A part that begins with a line.
    package init(row: Int32, file: Int32, line: Int32) {
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
    var last: Int32 = 0
    for piece in pieces {
      guard piece.row > last, piece.line >= 1, piece.file >= 0, Int(piece.file) < names.count else {
        return false
      }
      last = piece.row
    }
    return pieces.isEmpty == names.isEmpty && (pieces.first?.row ?? 1) == 1
  }
}

extension RuleGraph.Parts {
  /// The file and the line of a statement, by its line as the tables have it.
  package func place(ofRow row: Int32) -> (file: String, line: Int) {
    var low = 0
    var high = rows.pieces.count
    guard high > 0 else { return (file, Int(row)) }
    while high - low > 1 {
      let middle = (low + high) / 2
      if rows.pieces[middle].row <= row { low = middle } else { high = middle }
    }
    let piece = rows.pieces[low]
    // A damaged file may say any number.
    let line = Int64(row) - Int64(piece.row) + Int64(piece.line)
    return (rows.names[Int(piece.file)], Int(Int32(clamping: line)))
  }
}
