/// Finds the files of a policy from its first one, and lays them end to end.
///
/// Each file is read once. It takes time in proportion to the files, and no more stack for files
/// that use each other in a long row.
struct SourceJoiner {
  /// Reads a file by its path from the folder of the first one, if it has at most so many bytes.
  typealias Reader = (_ path: String, _ limit: Int) throws(UseFault) -> FoundFile

  private let first: Source
  /// The folder of the first file as it is shown, with `/` at its end; empty if it has none.
  private let folder: String
  private let read: Reader
  private var layout = SourceLayout(files: [], pieces: [], faults: [])
  private var bytes: [UInt8] = []
  /// The files that were met, by their paths from the folder.
  private var known: Set<FilePath> = []
  private var size = 0
  /// Whether a file was too many, or too much.
  private var isFull = false
  /// How many lines the last part has.
  private var lineCount = 0
  /// The files whose rest is still to be laid, the innermost last.
  private var open: [OpenFile] = []

  private struct OpenFile {
    var index: Int
    /// The folder of the file, from the folder of the first one.
    var folder: [String]
    var uses: [UseLine]
    /// The next `use` statement, and the place up to which the file is laid.
    var next = 0
    var place = 0
  }

  init(_ first: Source, _ read: @escaping Reader) {
    self.first = first
    self.read = read
    folder = first.folder
    known = [FilePath(first.withoutFolder().name)]
    size = first.bytes.count + 1
  }

  /// The first file with all that it uses.
  mutating func joined() -> Source {
    begin(first, in: [])
    while let file = open.last {
      guard file.next < file.uses.count else {
        lay(file.index, from: file.place, to: layout.files[file.index].bytes.count)
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      let use = file.uses[file.next]
      do throws(UseFault) {
        guard let found = try find(use.path, from: file.folder) else { continue }
        open[open.count - 1].place = use.end
        lay(file.index, from: file.place, to: use.end)
        let own = FilePath(found.path).parts.dropLast()
        begin(Source(name: folder + found.path, bytes: found.bytes), in: Array(own))
      } catch {
        if error.isCeiling {
          // Every further file would be too many, too.
          guard !isFull else { continue }
          isFull = true
        }
        let place = bytes.count + use.text.start - file.place
        layout.faults.append(SourceLayout.Fault(place: place, fault: error))
      }
    }
    return Source(name: first.name, bytes: bytes, layout: layout)
  }

  /// Begins with a file: what it uses is looked up, and nothing is laid yet.
  private mutating func begin(_ file: Source, in folder: [String]) {
    let mark = file.bytes.starts(with: Lexer.byteOrderMark) && !layout.files.isEmpty
    let index = layout.files.count
    layout.files.append(file)
    open.append(OpenFile(index: index, folder: folder, uses: UseLine.all(of: file)))
    // A byte order mark means something at the start of a text only.
    if mark { open[open.count - 1].place = Lexer.byteOrderMark.count }
  }

  private mutating func lay(_ index: Int, from start: Int, to end: Int) {
    let file = layout.files[index]
    guard end > start else { return }
    let row = SourceRow((layout.pieces.last?.row.number ?? 1) + lineCount)
    layout.pieces.append(
      SourceLayout.Piece(
        start: bytes.count, row: row, file: index, offset: start, line: file.line(at: start)))
    bytes += file.bytes[start..<end]
    lineCount = file.line(at: end) - file.line(at: start)
    // The next part begins with a line of its own.
    guard let last = bytes.last, last != 0x0A else { return }
    bytes.append(0x0A)
    if last != 0x0D { lineCount += 1 }
  }

  /// The file that a path leads to; `nil` if it was found before.
  private mutating func find(
    _ path: String, from folder: [String]
  ) throws(UseFault) -> FoundFile? {
    let name = try UsedPath.parts(of: path, from: folder).joined(separator: "/")
    guard !known.contains(FilePath(name)) else { return nil }
    guard layout.files.count < Limits.files else { throw .tooMany }
    let found = try read(name, Limits.fileBytes - size)
    guard found.bytes.count < Limits.fileBytes - size else { throw .tooLong }
    guard UsedPath.isText(found.bytes) else { throw .notText }
    known.insert(FilePath(name))
    guard FilePath(found.path) == FilePath(name) || known.insert(FilePath(found.path)).inserted
    else { return nil }
    // Each file may get a line break at its end.
    size += found.bytes.count + 1
    return found
  }
}

extension UseFault {
  /// Whether the files together are too many or too large.
  fileprivate var isCeiling: Bool {
    switch self {
    case .tooMany, .tooLong: true
    default: false
    }
  }
}

extension Source {
  /// The paths of the files that this one uses, as they are written.
  package var usedPaths: [String] { UseLine.all(of: self).map { $0.path } }

  /// This file with the files that it uses, one text. A file that uses none is returned as it is.
  ///
  /// `read` gets the path of a file from the folder of this one, normalized, and the greatest number
  /// of bytes it may have.
  package func joined(
    reading read: @escaping (_ path: String, _ limit: Int) throws(UseFault) -> FoundFile
  ) -> Source {
    guard layout == nil, !UseLine.all(of: self).isEmpty else { return self }
    var joiner = SourceJoiner(self, read)
    return joiner.joined()
  }

  /// The same text with more at its end, which belongs to the file that began.
  package func appending(_ text: [UInt8]) -> Source {
    guard var layout else { return Source(name: name, bytes: bytes + text) }
    let first = layout.files[0]
    // Invariant: a text that is made of files ends in a line break.
    layout.pieces.append(
      SourceLayout.Piece(
        start: bytes.count, row: SourceRow(lineStarts.count), file: 0, offset: first.bytes.count,
        line: first.lineStarts.count))
    layout.files[0] = Source(name: first.name, bytes: first.bytes + text)
    return Source(name: name, bytes: bytes + text, layout: layout)
  }
}
