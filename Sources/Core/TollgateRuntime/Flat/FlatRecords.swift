/// A rule: its conditions, and where the rest of it is.
struct FlatRule: WordRecord {
  var requirement: Int32
  var inForce: Int32
  var condition: Int32
  var soft: Int32
  /// Its limit, or -1.
  var limit: Int32
  var details: Int32
  var row: Int32
  var text: Run
}

extension FlatRule {
  static let width = 9

  init(_ words: inout WordReader) {
    requirement = words.index()
    inForce = words.index()
    condition = words.index()
    soft = words.index()
    limit = words.index()
    details = words.index()
    row = words.index()
    text = words.piece()
  }

  func write(to words: inout Words) {
    words.append(requirement)
    words.append(inForce)
    words.append(condition)
    words.append(soft)
    words.append(limit)
    words.append(details)
    words.append(row)
    words.append(text)
  }
}

/// The comparison that is the subject of rules; each is there once.
struct FlatLimit: WordRecord {
  /// The meter, or -1 for the value of a setting.
  var meterNumber: Int32
  var window: Int32
  var kind: Int32
  var quantity: Int64
}

extension FlatLimit {
  static let width = 5

  init(_ words: inout WordReader) {
    meterNumber = words.index()
    window = words.index()
    kind = words.index()
    quantity = words.number()
  }

  func write(to words: inout Words) {
    words.append(meterNumber)
    words.append(window)
    words.append(kind)
    words.append(number: quantity)
  }

  init(_ limit: Limit) {
    meterNumber = limit.meter ?? -1
    window = Int32(limit.window.code)
    (kind, quantity) =
      switch limit.kind {
      case .atMost(let quantity): (0, quantity)
      case .allowance(let otherwise): (1, otherwise ?? -1)
      case .undecided: (2, 0)
      case .bare: (3, 0)
      case .ladder(let ladder): (4, Int64(ladder))
      case .setting(let setting): (5, Int64(setting))
      }
  }

  /// The limit; nil if there is no such window or kind.
  var limit: Limit? {
    guard let window = Window(code: window) else { return nil }
    let kind: Limit.Kind
    switch self.kind {
    case 0: kind = .atMost(quantity)
    case 1: kind = .allowance(otherwise: quantity == -1 ? nil : quantity)
    case 2: kind = .undecided
    case 3: kind = .bare
    case 4:
      guard let ladder = LadderIndex(exactly: quantity) else { return nil }
      kind = .ladder(ladder)
    case 5:
      guard let setting = SettingIndex(exactly: quantity) else { return nil }
      kind = .setting(setting)
    default: return nil
    }
    return Limit(meter: meterNumber.orNone, window: window, kind: kind)
  }
}

/// The clauses of a rule; once for all rules with the same ones.
struct FlatDetails: WordRecord {
  var effect: Int32
  var runningUseMayFinish: Int32
  var isDismissible: Int32
  /// The label that is the message, or -1.
  var message: Int32
  var snooze: Int64
  var presentation: Run
  /// Sets of needs.
  var needs: Run
  var reminders: Run
  var because: Run
}

extension FlatDetails {
  static let width = 14

  init(_ words: inout WordReader) {
    effect = words.index()
    runningUseMayFinish = words.index()
    isDismissible = words.index()
    message = words.index()
    snooze = words.number()
    presentation = words.piece()
    needs = words.piece()
    reminders = words.piece()
    because = words.piece()
  }

  func write(to words: inout Words) {
    words.append(effect)
    words.append(runningUseMayFinish)
    words.append(isDismissible)
    words.append(message)
    words.append(number: snooze)
    words.append(presentation)
    words.append(needs)
    words.append(reminders)
    words.append(because)
  }

  /// Equal pieces begin at the same place, because equal texts and lists are there once.
  func hash(into hasher: inout Hasher) {
    hasher.combine(needs.start)
    hasher.combine(reminders.start)
    hasher.combine(because.start)
    hasher.combine(message)
    hasher.combine(presentation.start)
    hasher.combine(snooze)
  }
}

/// A reminder.
struct FlatReminder: WordRecord {
  /// 0 for a quantity, 1 for a share, and from 2 on the unit of a time before an end.
  var kind: Int32
  var at: Int64
  var isProminent: Int32
  var snooze: Int64
  /// The label, or -1.
  var label: Int32
}

extension FlatReminder {
  static let width = 7

  init(_ words: inout WordReader) {
    kind = words.index()
    at = words.number()
    isProminent = words.index()
    snooze = words.number()
    label = words.index()
  }

  func write(to words: inout Words) {
    words.append(kind)
    words.append(number: at)
    words.append(isProminent)
    words.append(number: snooze)
    words.append(label)
  }

  init(_ reminder: Reminder) {
    (kind, at) =
      switch reminder.at {
      case .quantity(let quantity): (0, quantity)
      case .share(let share): (1, share)
      case .beforeEnd(let lead): (2 + lead.unit, lead.milliseconds)
      }
    isProminent = reminder.isProminent ? 1 : 0
    snooze = reminder.snooze ?? -1
    label = reminder.label ?? -1
  }

  var isOfShare: Bool { kind == 1 }

  /// Whether it is one of an end.
  var isOfEnd: Bool { kind > 1 }

  var isKindKnown: Bool { kind >= 0 && kind < 2 + Int32(Reminder.Lead.units.count) }

  private var threshold: Reminder.Threshold {
    switch kind {
    case 0: .quantity(at)
    case 1: .share(at)
    default: .beforeEnd(Reminder.Lead(milliseconds: at, unitAt: kind - 2))
    }
  }

  var reminder: Reminder {
    Reminder(
      at: threshold, isProminent: isProminent == 1,
      snooze: snooze == -1 ? nil : snooze, label: label.orNone)
  }
}

/// A target; its rules are in columns of their own, where a decision reads them.
struct FlatTarget: WordRecord {
  var name: Run
  /// The label as a number, -1 for none; for the verifier.
  var labelNumber: Int32
  /// The meter likewise.
  var meterNumber: Int32
  var benefits: Run

  var label: LabelIndex? { labelNumber.orNone }
  var meter: MeterIndex? { meterNumber.orNone }
}

extension FlatTarget {
  static let width = 6

  init(_ words: inout WordReader) {
    name = words.piece()
    labelNumber = words.index()
    meterNumber = words.index()
    benefits = words.piece()
  }

  func write(to words: inout Words) {
    words.append(name)
    words.append(labelNumber)
    words.append(meterNumber)
    words.append(benefits)
  }
}

/// A text in a language.
struct FlatText: WordRecord {
  var locale: Run
  var text: Run
}

extension FlatText {
  static let width = 4

  init(_ words: inout WordReader) {
    locale = words.piece()
    text = words.piece()
  }

  func write(to words: inout Words) {
    words.append(locale)
    words.append(text)
  }
}

extension Int32 {
  /// The index; nil for -1, which is none. A number below that is no index, and stays for the
  /// verifier to refuse.
  var orNone: Int32? { self == -1 ? nil : self }
}

/// A condition as the compiled file has it: a kind, and numbers whose meaning the kind decides.
package struct FlatNode: Sendable, Hashable {
  package var kind: Node.Kind
  package var a: Int32 = 0
  package var b: Int32 = 0
  package var value: Int64 = 0

  package init(kind: Node.Kind, a: Int32 = 0, b: Int32 = 0, value: Int64 = 0) {
    self.kind = kind
    self.a = a
    self.b = b
    self.value = value
  }
}

extension Node {
  package enum Kind: UInt8, Sendable, CaseIterable {
    case never, always, all, any, not, entitlement, statement, factIs, factAtLeast, usageAtLeast
    case inRollout, timeAtLeast, timeSince, paid, monthsSince
  }

  /// The condition that such numbers describe; nil if there is none.
  package init?(_ flat: FlatNode) {
    let (a, b, value) = (flat.a, flat.b, flat.value)
    switch flat.kind {
    case .never: self = .never
    case .always: self = .always
    case .all: self = .all(Children(start: a, count: b))
    case .any: self = .any(Children(start: a, count: b))
    case .not: self = .not(a)
    case .entitlement:
      guard b >= -1 else { return nil }
      self = .entitlement(a, givenBy: b < 0 ? nil : b)
    case .paid: self = .paid(a)
    case .statement: self = .statement(b, a)
    case .factIs: self = .factIs(a, value)
    case .factAtLeast: self = .factAtLeast(a, value)
    case .usageAtLeast:
      guard let window = Window(code: b) else { return nil }
      self = .usageAtLeast(CounterIndex(a, window), value)
    case .inRollout: self = .inRollout(a)
    case .timeAtLeast: self = .timeAtLeast(value)
    case .timeSince: self = .timeSince(a, .milliseconds(value))
    case .monthsSince: self = .timeSince(a, .months(value))
    }
  }

  /// The condition as the compiled file has it.
  package var flat: FlatNode {
    switch self {
    case .never: FlatNode(kind: .never)
    case .always: FlatNode(kind: .always)
    case .all(let children): FlatNode(kind: .all, a: children.start, b: children.count)
    case .any(let children): FlatNode(kind: .any, a: children.start, b: children.count)
    case .not(let child): FlatNode(kind: .not, a: child)
    case .entitlement(let entitlement, let giver):
      FlatNode(kind: .entitlement, a: entitlement, b: giver ?? -1)
    case .paid(let entitlement): FlatNode(kind: .paid, a: entitlement)
    case .statement(let grant, let condition):
      FlatNode(kind: .statement, a: condition, b: grant)
    case .factIs(let fact, let value): FlatNode(kind: .factIs, a: fact, value: value)
    case .factAtLeast(let fact, let value): FlatNode(kind: .factAtLeast, a: fact, value: value)
    case .usageAtLeast(let counter, let value):
      FlatNode(
        kind: .usageAtLeast, a: counter.meter, b: Int32(counter.window.code), value: value)
    case .inRollout(let rollout): FlatNode(kind: .inRollout, a: rollout)
    case .timeAtLeast(let time): FlatNode(kind: .timeAtLeast, value: time)
    case .timeSince(let fact, .milliseconds(let after)):
      FlatNode(kind: .timeSince, a: fact, value: after)
    case .timeSince(let fact, .months(let after)):
      FlatNode(kind: .monthsSince, a: fact, value: after)
    }
  }

  /// Two small numbers at a time: that takes less time than one after the other.
  package func hash(into hasher: inout Hasher) {
    let flat = flat
    hasher.combine(Int64(flat.a) &<< 32 | Int64(UInt32(bitPattern: flat.b)))
    hasher.combine(flat.value &+ Int64(flat.kind.rawValue) &<< 56)
  }
}

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
  subscript(piece: Run) -> [Record] { piece.range.map { self[$0] } }
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

  mutating func piece() -> Run { Run(&self) }
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

  mutating func append(_ piece: Run) {
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
  mutating func append<Record: WordRecord>(records: [Record]) -> Run {
    defer { for record in records { record.write(to: &self) } }
    return Run(count(of: Record.self), records.count)
  }
}

/// A run of texts, words or records in the pool or column that holds them.
struct Run: WordRecord {
  var start: Int32
  var count: Int32

  static let none = Run(0, 0)
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
