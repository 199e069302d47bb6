import TollgateCompiler
import TollgateKit
import TollgatePopulation
import TollgateRuntime

/// A snapshot as a file has it, its names and texts still where they are in the bytes: enough to
/// fill the columns of a cohort. One is read after the other into the same memory.
///
/// It takes what `Snapshot(json:)` and `LongReader` take, and gives up on more: see
/// ``LineScanner``.
struct ScannedUser {
  typealias Text = LineScanner.Text

  /// Invariant: texts are looked at only while the bytes are lent that they were read from.
  var subject: Text?
  var asOf: Instant?
  var latestSeen: Instant?
  var grants: [(grant: Grant, product: Text?, entitlement: Text?)] = []
  var counters: [(meter: Text, window: Window, used: Int64, carried: Int64, resets: Instant?)] = []
  var allowances: [(name: Text, amount: Int64)] = []
  var facts: [(name: Text, value: Value)] = []
  private var keys = LineScanner.Keys()
  /// The cells of the row that is read.
  var cells: [Text?] = []

  enum Value {
    case yesOrNo(Bool)
    case number(Int64)
    case text(Text)
    /// The two cells of a row, of which the type of the fact says which one counts.
    case cells(Text?, Int64?)
  }

  mutating func removeAll() {
    subject = nil
    asOf = nil
    latestSeen = nil
    grants.removeAll(keepingCapacity: true)
    counters.removeAll(keepingCapacity: true)
    allowances.removeAll(keepingCapacity: true)
    facts.removeAll(keepingCapacity: true)
  }

  /// Reads a line of JSON; false for one that the careful reader has to read.
  mutating func read(_ line: Text) -> Bool {
    removeAll()
    var scanner = LineScanner(line, using: keys)
    keys = LineScanner.Keys()
    var isSchema1 = false
    let isRead = scanner.object { scanner, key in
      if key.isWord("schema") {
        isSchema1 = scanner.number() == 1
        return isSchema1
      }
      return readMember(key, &scanner)
    }
    let isWhole = isRead && isSchema1 && scanner.isAtEnd
    keys = scanner.finish()
    return isWhole
  }

  private mutating func readMember(_ key: Text, _ scanner: inout LineScanner) -> Bool {
    if scanner.null() { return true }
    if key.isWord("subject") { return ScannedUser.take(scanner.text(), &subject) }
    if key.isWord("asOf") { return ScannedUser.take(scanner.instant(), &asOf) }
    if key.isWord("latestSeen") { return ScannedUser.take(scanner.instant(), &latestSeen) }
    if key.isWord("grants") { return scanner.list { readGrant(&$0) } }
    if key.isWord("usage") { return scanner.object { readUsage(of: $1, &$0) } }
    if key.isWord("allowances") { return scanner.object { readAllowance($1, &$0) } }
    if key.isWord("facts") { return scanner.object { readFact($1, &$0) } }
    if key.isWord("dismissed") {
      return scanner.object { scanner, _ in scanner.null() || scanner.instant() != nil }
    }
    if key.isWord("offers") {
      return scanner.object { scanner, _ in scanner.null() || scanner.boolean() != nil }
    }
    return scanner.skip()
  }

  /// Keeps a value that was read; false if there is none.
  static func take<Found>(_ value: Found?, _ place: inout Found?) -> Bool {
    place = value
    return value != nil
  }

  private mutating func readGrant(_ scanner: inout LineScanner) -> Bool {
    var grant = Grant()
    var product: Text?
    var entitlement: Text?
    var isTrial: Bool?
    let isRead = scanner.object { scanner, key in
      if scanner.null() { return true }
      if key.isWord("product") { return ScannedUser.take(scanner.text(), &product) }
      if key.isWord("entitlement") { return ScannedUser.take(scanner.text(), &entitlement) }
      if key.isWord("until") { return ScannedUser.take(scanner.instant(), &grant.until) }
      if key.isWord("start") { return ScannedUser.take(scanner.instant(), &grant.start) }
      if key.isWord("state") {
        guard let state = scanner.text() else { return false }
        grant.state = Grant.State.called(state)
        return true
      }
      if key.isWord("offerUsed") { return scanner.boolean() != nil }
      if key.isWord("trial") { return ScannedUser.take(scanner.boolean(), &isTrial) }
      if key.isWord("ownership") {
        guard let ownership = scanner.text() else { return false }
        grant.ownership = Grant.Ownership(rawValue: ownership.string) ?? .other
        return true
      }
      if key.isWord("quantity") {
        grant.quantity = scanner.number() ?? 0
        return grant.quantity > 0
      }
      if key.isWord("renews") { return scanner.boolean() != nil }
      if key.isWord("id") { return scanner.text() != nil }
      return scanner.skip()
    }
    guard isRead, product != nil || entitlement != nil else { return false }
    grant.isTrial = isTrial ?? (grant.state == .trial)
    grants.append((grant, product, entitlement))
    return true
  }

  private mutating func readUsage(of meter: Text, _ scanner: inout LineScanner) -> Bool {
    if scanner.null() { return true }
    guard scanner.next == UInt8(ascii: "{") else {
      guard let used = scanner.number() else { return false }
      counters.append((meter, .total, used, 0, nil))
      return true
    }
    return scanner.object { scanner, name in
      guard let window = Window.called(name) else { return scanner.skip() }
      if scanner.null() { return true }
      return readCounter(of: meter, window, &scanner)
    }
  }

  /// A counter with several steps is for the careful reader.
  private mutating func readCounter(
    of meter: Text, _ window: Window, _ scanner: inout LineScanner
  ) -> Bool {
    guard scanner.next == UInt8(ascii: "{") else {
      guard let used = scanner.number() else { return false }
      counters.append((meter, window, used, 0, nil))
      return true
    }
    var used: Int64?
    var carried: Int64?
    var resets: Instant?
    let isRead = scanner.object { scanner, key in
      if key.isWord("used") { return ScannedUser.take(scanner.number(), &used) }
      if scanner.null() { return true }
      if key.isWord("carried") { return ScannedUser.take(scanner.number(), &carried) }
      if key.isWord("resets") { return ScannedUser.take(scanner.instant(), &resets) }
      return !key.isWord("then") && scanner.skip()
    }
    guard isRead, let used else { return false }
    counters.append((meter, window, used, carried ?? 0, resets))
    return true
  }

  private mutating func readAllowance(_ name: Text, _ scanner: inout LineScanner) -> Bool {
    if scanner.null() { return true }
    guard let amount = scanner.number() else { return false }
    allowances.append((name, amount))
    return true
  }

  private mutating func readFact(_ name: Text, _ scanner: inout LineScanner) -> Bool {
    if scanner.null() { return true }
    let value: Value
    switch scanner.next {
    case UInt8(ascii: "\""):
      guard let text = scanner.text() else { return false }
      value = .text(text)
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      guard let isTrue = scanner.boolean() else { return false }
      value = .yesOrNo(isTrue)
    default:
      guard let number = scanner.number() else { return false }
      value = .number(number)
    }
    facts.append((name, value))
    return true
  }

  // MARK: Writing

  /// Writes the user as a policy has it; false for a fact that the careful reader has to read.
  func write(to writer: inout RowWriter) -> Bool {
    writer.begin(asOf: asOf, latestSeen: latestSeen)
    for (grant, product, entitlement) in grants {
      writer.add(grant, product: product, entitlement: entitlement)
    }
    for counter in counters {
      writer.count(
        counter.meter, counter.window, counter.used, carried: counter.carried,
        resets: counter.resets)
    }
    for (name, amount) in allowances { writer.allow(name, amount) }
    for (name, value) in facts {
      guard let fact = writer.fact(name) else { continue }
      if let choice = value.text, writer.graph[fact: fact].type == .choice {
        writer.report(fact, choice: choice)
      } else if let value = value.value(of: writer.graph[fact: fact].type) {
        writer.report(fact, value)
      } else {
        return false
      }
    }
    if let subject { writer.identify(subject) }
    return true
  }

  /// Whether the long tables have a place for each value; the careful reader says what has none.
  var fitsTables: Bool {
    let instants =
      [asOf, latestSeen] + grants.flatMap { [$0.grant.start, $0.grant.until] }
      + counters.map { $0.resets }
    return instants.allSatisfy { $0.map { Instant.readable.contains($0) } ?? true }
      && counters.allSatisfy {
        LongTables.amounts.contains($0.used) && LongTables.amounts.contains($0.carried)
      }
      && allowances.allSatisfy { LongTables.amounts.contains($0.amount) }
      && grants.allSatisfy { LongTables.quantities.contains($0.grant.quantity) }
  }

  /// The version that is reported as a fact.
  func version(ofFact name: String) -> Version? {
    guard let value = facts.first(where: { $0.name.string == name })?.value.value(of: .version),
      case .version(let version) = value
    else { return nil }
    return version
  }

  /// The value of a fact, as a snapshot of the policy would have it; a user of whom nothing is
  /// said has no words. False where only the careful reader can tell.
  func words(ofFact name: String, in graph: RuleGraph) -> (isKnown: Bool, words: String?) {
    let type = graph.names.facts[name].map { graph[fact: $0].type }
    for fact in facts where fact.name.string == name {
      switch (fact.value, type) {
      case (.yesOrNo(let isTrue), _): return (true, isTrue ? "yes" : "no")
      case (.number(let number), _): return (true, "\(number)")
      case (.text(let text), .choice), (.text(let text), nil): return (true, text.string)
      case (.cells(let text?, _), .choice): return (true, text.string)
      case (.text, _), (.cells, _): return (false, nil)
      }
    }
    return (true, nil)
  }
}

extension ScannedUser.Value {
  /// The text of a choice.
  fileprivate var text: ScannedUser.Text? {
    switch self {
    case .text(let text): text
    case .cells(let text, _): text
    case .yesOrNo, .number: nil
    }
  }

  /// The value of a fact that is no choice; nil where the careful reader has to look.
  fileprivate func value(of type: Fact.FactType) -> FactValue? {
    switch (type, self) {
    case (.yesOrNo, .yesOrNo(let isTrue)): return .yesOrNo(isTrue)
    case (.yesOrNo, .cells(let text?, _)) where text.isWord("true"): return .yesOrNo(true)
    case (.yesOrNo, .cells(let text?, _)) where text.isWord("false"): return .yesOrNo(false)
    case (.number, .number(let number)): return .number(number)
    case (.number, .cells(_, let number?)) where number >= 0: return .number(number)
    case (.date, .text(let text)): return (try? InstantText.parse(text).get()).map { .date($0) }
    case (.date, .cells(_, let number?)): return Instant(readable: number).map { .date($0) }
    case (.version, .text(let text)):
      return (try? VersionText.parse(text.string).get()).map { .version($0) }
    case (.version, .cells(_, let number?)) where number >= 0:
      return .version(Version(packed: number))
    default: return nil
    }
  }
}

extension Instant {
  /// An instant of a table; nil for one that is outside the years that can be written.
  init?(readable milliseconds: Int64) {
    self.init(milliseconds: milliseconds)
    if !Instant.readable.contains(self) { return nil }
  }
}

extension LineScanner {
  /// An instant in quotation marks.
  fileprivate mutating func instant() -> Instant? {
    guard let text = text(), case .success(let instant) = InstantText.parse(text) else {
      return nil
    }
    return instant
  }
}

extension Grant.State {
  /// The state of a name; `other` for one that Tollgate does not know.
  static func called(_ name: LineScanner.Text) -> Grant.State {
    if name.isWord("active") { return .active }
    return Grant.State(rawValue: name.string) ?? .other
  }
}

extension Window {
  /// The window of a name in a snapshot; nil for one that is passed over.
  static func called(_ name: LineScanner.Text) -> Window? {
    if name.isWord("total") { return .total }
    if name.isWord("day") { return .day }
    if name.isWord("month") { return .month }
    return Window(name: name.string)
  }
}

// The rows of the long tables, as `LongReader` reads them with care.
extension ScannedUser {
  /// Reads the rows of one user; false for some that the careful reader has to read.
  ///
  /// - Parameter bytes: Those of the rows.
  mutating func read(_ rows: [UserRecord.Row], _ bytes: Text) -> Bool {
    removeAll()
    for row in rows {
      let text = Text(rebasing: bytes[row.bytes])
      guard readCells(text), cells.count == row.shape.count else { return false }
      let isRead =
        switch row.shape.kind {
        case .users: readUser(row.shape)
        case .grants: readGrant(row.shape)
        case .usage: readCounter(row.shape)
        case .allowances: readAllowance(row.shape)
        case .facts: readFact(row.shape)
        case nil: true
        }
      guard isRead else { return false }
    }
    return true
  }

  /// The cells of a row; false for one with a quote in a text.
  private mutating func readCells(_ row: Text) -> Bool {
    cells.removeAll(keepingCapacity: true)
    guard UTF8Check.isValid(UnsafeRawBufferPointer(row)) else { return false }
    var start = 0
    while true {
      let isQuoted = start < row.count && row[start] == UInt8(ascii: "\"")
      if isQuoted { start += 1 }
      var end = start
      let last = isQuoted ? UInt8(ascii: "\"") : UInt8(ascii: ",")
      while end < row.count, row[end] != last { end += 1 }
      cells.append(isQuoted || end > start ? Text(rebasing: row[start..<end]) : nil)
      if isQuoted { end += 1 }
      guard end < row.count else { return true }
      guard row[end] == UInt8(ascii: ",") else { return false }
      start = end + 1
    }
  }

  /// The cell of a column of the table.
  private func cell(_ column: Int, _ shape: TableShape) -> Text? {
    shape.places[column].flatMap { cells[$0] }
  }

  /// Takes a number, or none; false for a cell that is none.
  private func take(
    _ column: Int, _ shape: TableShape, _ number: inout Int64?
  ) -> Bool {
    guard let text = cell(column, shape) else { return true }
    number = text.number
    return number.map { shape.ranges[column]?.contains($0) ?? true } ?? false
  }

  /// Takes an instant, or none; false for a cell that is none.
  private func take(_ column: Int, _ shape: TableShape, _ instant: inout Instant?) -> Bool {
    guard let text = cell(column, shape) else { return true }
    instant = text.number.flatMap { Instant(readable: $0) }
    return instant != nil
  }

  private mutating func readUser(_ shape: TableShape) -> Bool {
    subject = cell(1, shape)
    return take(2, shape, &asOf) && take(3, shape, &latestSeen)
  }

  private mutating func readGrant(_ shape: TableShape) -> Bool {
    let (product, entitlement) = (cell(1, shape), cell(2, shape))
    var grant = Grant()
    var quantity: Int64?
    var trial: Int64?
    guard product != nil || entitlement != nil,
      take(4, shape, &grant.start), take(5, shape, &grant.until),
      take(7, shape, &quantity), take(8, shape, &trial)
    else { return false }
    if let state = cell(3, shape) { grant.state = Grant.State.called(state) }
    if let ownership = cell(6, shape), !ownership.isWord("purchased") {
      grant.ownership = Grant.Ownership(rawValue: ownership.string) ?? .other
    }
    grant.quantity = quantity ?? 1
    grant.isTrial = trial.map { $0 == 1 } ?? (grant.state == .trial)
    grants.append((grant, product, entitlement))
    return true
  }

  private mutating func readCounter(_ shape: TableShape) -> Bool {
    var used: Int64?
    var carried: Int64?
    var resets: Instant?
    guard let meter = cell(1, shape), let name = cell(2, shape),
      let window = name.isEmpty ? .total : Window.called(name),
      take(3, shape, &used), let used, take(4, shape, &resets), take(5, shape, &carried),
      !counters.contains(where: { $0.window == window && $0.meter.mayBe(meter) })
    else { return false }
    counters.append((meter, window, used, carried ?? 0, resets))
    return true
  }

  private mutating func readAllowance(_ shape: TableShape) -> Bool {
    var amount: Int64?
    guard let name = cell(1, shape), take(2, shape, &amount), let amount,
      !allowances.contains(where: { $0.name.mayBe(name) })
    else { return false }
    allowances.append((name, amount))
    return true
  }

  private mutating func readFact(_ shape: TableShape) -> Bool {
    var number: Int64?
    guard let name = cell(1, shape), take(3, shape, &number),
      !facts.contains(where: { $0.name.mayBe(name) })
    else { return false }
    facts.append((name, .cells(cell(2, shape), number)))
    return true
  }
}

extension LineScanner.Text {
  /// Whether it may be the same name: one beyond ASCII can be spelled in several ways.
  fileprivate func mayBe(_ other: LineScanner.Text) -> Bool {
    isEqual(other) || contains { $0 >= 0x80 } && other.contains { $0 >= 0x80 }
  }

  /// A whole number in plain digits; nil for any other, also for one with very many.
  fileprivate var number: Int64? {
    let isNegative = first == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard count > start, count - start <= 18 else { return nil }
    var number: Int64 = 0
    for place in start..<count {
      let digit = self[place] &- 0x30
      guard digit < 10 else { return nil }
      number = number * 10 + Int64(digit)
    }
    return isNegative ? -number : number
  }
}
