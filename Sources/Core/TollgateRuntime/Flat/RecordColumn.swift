/// Records of one kind, each a fixed number of words of 32 bits, where they are in a compiled file
/// or where the compiler put them together.
struct RecordColumn<Record: WordRecord>: Sendable {
  let bytes: ArraySlice<UInt8>
  let count: Int

  init(_ words: Words) {
    bytes = words.bytes[...]
    count = words.count(of: Record.self)
  }

  init(_ reader: inout ByteReader) throws(GraphError) {
    bytes = try reader.bytes(ofWidth: 4)
    guard bytes.count % (4 * Record.width) == 0 else { throw .size }
    count = bytes.count / (4 * Record.width)
  }

  subscript(index: Int) -> Record {
    precondition(index >= 0 && index < count, "no record of this index")
    // Invariant: the column has `width` words for each of its `count` records.
    return bytes.withUnsafeBytes { bytes in
      var words = WordReader(bytes, at: 4 &* Record.width &* index)
      return Record(&words)
    }
  }

  /// The result for each record.
  @inline(__always)
  func map<Result>(_ transform: (Record) -> Result) -> [Result] {
    // Invariant: there is room for `count` results; each is initialized, from the first on.
    [Result](unsafeUninitializedCapacity: count) { results, initialized in
      forEach { index, record in
        results.initializeElement(at: index, to: transform(record))
      }
      initialized = count
    }
  }

  /// Whether all records are as they should be; it ends with the first that is not.
  @inline(__always)
  func allSatisfy(_ isSound: (Int, Record) -> Bool) -> Bool {
    // Invariant: the column has `width` words for each of its `count` records.
    bytes.withUnsafeBytes { bytes in
      var place = 0
      for index in 0..<count {
        var words = WordReader(bytes, at: place)
        guard isSound(index, Record(&words)) else { return false }
        place &+= 4 &* Record.width
      }
      return true
    }
  }

  /// Looks at each record.
  @inline(__always)
  func forEach(_ body: (Int, Record) -> Void) {
    _ = allSatisfy { index, record in
      body(index, record)
      return true
    }
  }

  /// The records of a piece.
  subscript(piece: Piece) -> [Record] { piece.range.map { self[$0] } }
}

/// The content of so many words.
protocol WordRecord: Sendable, Hashable {
  static var width: Int { get }
  /// Reads no more than `width` words.
  init(_ words: inout WordReader)
  /// Writes `width` words.
  func write(to words: inout Words)
}

/// Reads the words of a record, one after the other.
struct WordReader {
  private let bytes: UnsafeRawBufferPointer
  private var place: Int

  init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    self.bytes = bytes
    self.place = place
  }

  /// Invariant: `place` begins a word of a record in `bytes`; a record reads no more
  /// words than it has.
  @inline(__always)
  mutating func index() -> Int32 {
    defer { place &+= 4 }
    return Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self))
  }

  /// Two words, the lower first.
  @inline(__always)
  mutating func number() -> Int64 {
    let low = UInt32(bitPattern: index())
    return Int64(index()) << 32 | Int64(low)
  }

  mutating func piece() -> Piece { Piece(&self) }
}

/// The words of records, one after the other, as they are in a compiled file.
struct Words: Sendable {
  private(set) var bytes: [UInt8] = []

  mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(4 * count) }

  @inline(__always)
  mutating func append(_ word: Int32) {
    // Invariant: the four bytes of a number are read.
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(number: Int64) {
    append(Int32(truncatingIfNeeded: number))
    append(Int32(truncatingIfNeeded: number >> 32))
  }

  mutating func append(_ piece: Piece) {
    append(piece.start)
    append(piece.count)
  }

  /// How many records of a kind there are, if there are no others.
  func count<Record: WordRecord>(of kind: Record.Type) -> Int { bytes.count / (4 * kind.width) }

  /// Appends a record and gives back its index.
  @discardableResult
  mutating func append<Record: WordRecord>(record: Record) -> Int32 {
    defer { record.write(to: &self) }
    return Int32(truncatingIfNeeded: count(of: Record.self))
  }

  /// Appends records and gives back where they are.
  mutating func append<Record: WordRecord>(records: [Record]) -> Piece {
    defer { for record in records { record.write(to: &self) } }
    return Piece(count(of: Record.self), records.count)
  }
}

/// A run of texts, words or records in the pool or column that holds them.
struct Piece: WordRecord {
  var start: Int32
  var count: Int32

  static let none = Piece(0, 0)
  static let width = 2

  /// A number beyond 2^31 is cut, and refused when it is read; no policy comes near.
  init(_ start: Int, _ count: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.count = Int32(truncatingIfNeeded: count)
  }

  init(_ words: inout WordReader) {
    start = words.index()
    count = words.index()
  }

  func write(to words: inout Words) { words.append(self) }

  var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
