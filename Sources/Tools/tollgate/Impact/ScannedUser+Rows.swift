import TollgateKit
import TollgatePopulation
import TollgateRuntime

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
    var resets: Instant?
    guard let meter = cell(1, shape), let name = cell(2, shape),
      let window = name.isEmpty ? .total : Window.called(name),
      take(3, shape, &used), let used, take(4, shape, &resets),
      !counters.contains(where: { $0.window == window && $0.meter.mayBe(meter) })
    else { return false }
    counters.append((meter, window, used, resets))
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
