package import TollgateRuntime

/// A row of a long table that says nothing that a snapshot could say.
package struct UnreadableRow: Error, Sendable {
  /// Which of the rows it is.
  package var place: Int
  /// A sentence that names the column.
  package var description: String

  package init(place: Int, description: String) {
    self.place = place
    self.description = description
  }
}

/// Reads a user's rows of the long tables back into a snapshot: the other way of ``LongRows``.
///
/// The generated SQL reads the same cells, and takes what it cannot read for unknown; here it is an
/// error, for somebody meant something by it. Buckets are worked out from the subject.
package struct LongReader {
  private var snapshot = Snapshot()
  private var facts: [(place: Int, name: String, value: String?, number: Int64?)] = []

  /// - Parameter rows: The rows of one user, with all cells of their tables.
  package init(_ rows: [LongRow]) throws(UnreadableRow) {
    var names: Set<[String]> = []
    for (place, row) in rows.enumerated() {
      let cells = Cells(row.cells, place: place, of: row.table)
      var key: [String]
      switch row.table {
      case "users":
        key = ["users"]
        snapshot.subject = cells[1]
        snapshot.asOf = try cells.instant(2)
        snapshot.latestSeen = try cells.instant(3)
      case "grants":
        key = ["\(place)"]
        snapshot.grants.append(try LongReader.grant(cells))
      case "usage":
        key = ["usage", try cells.text(1), try cells.text(2)]
        try readCounter(cells)
      case "allowances":
        key = ["allowances", try cells.text(1)]
        snapshot.allowances[key[1]] = try cells.require(2)
      case "facts":
        key = ["facts", try cells.text(1)]
        facts.append((place, key[1], cells[2], try cells.number(3)))
      default: continue
      }
      guard names.insert(key).inserted else {
        throw cells.fault("says a second time what an earlier row of this user says")
      }
    }
  }

  /// The snapshot, with its facts as a policy declares them.
  package func snapshot(for graph: RuleGraph) throws(UnreadableRow) -> Snapshot {
    guard !facts.isEmpty else { return snapshot }
    var snapshot = snapshot
    for (place, name, value, number) in facts {
      guard let index = graph.names.facts[name] else { continue }
      let type = graph[fact: index].type
      do throws(Misfit) {
        snapshot.facts[name] = try LongReader.fact(type, value, number)
      } catch {
        throw UnreadableRow(place: place, description: "the fact `\(name)` \(error.words)")
      }
    }
    return snapshot
  }

  private mutating func readCounter(_ cells: Cells) throws(UnreadableRow) {
    let (meter, window) = (try cells.text(1), try cells.text(2))
    guard let window = window.isEmpty ? .total : Window(name: window) else {
      throw cells.fault(
        "counter_window is `\(window)`; it takes day, 3 hours and the like, or \"\" for the total")
    }
    let counter = Counter(try cells.require(3), resets: try cells.instant(4))
    snapshot.usage[meter, default: Usage()][window] = counter
  }

  private static func grant(_ cells: Cells) throws(UnreadableRow) -> Grant {
    guard cells[1] != nil || cells[2] != nil else {
      throw cells.fault("names neither a product nor an entitlement")
    }
    return Grant(
      product: cells[1], entitlement: cells[2],
      state: cells[3].map { Grant.State(rawValue: $0) ?? .other } ?? .active,
      start: try cells.instant(4), until: try cells.instant(5),
      isTrial: try cells.number(8).map { $0 == 1 },
      ownership: cells[6].map { Grant.Ownership(rawValue: $0) ?? .other } ?? .purchased,
      quantity: try cells.number(7) ?? 1)
  }

  private struct Misfit: Error {
    var words: String
  }

  /// A row without a value and a number is there, and unknown: it has a value of another type.
  private static func fact(
    _ type: Fact.FactType, _ value: String?, _ number: Int64?
  ) throws(Misfit) -> FactValue {
    switch type {
    case .choice: return value.map { .choice($0) } ?? .number(0)
    case .yesOrNo:
      switch value {
      case nil: return .number(0)
      case "true"?: return .yesOrNo(true)
      case "false"?: return .yesOrNo(false)
      case let value?: throw Misfit(words: "is `\(value)`; it takes true or false")
      }
    case .number, .version, .date:
      guard let number else {
        if value == nil { return .yesOrNo(false) }
        throw Misfit(words: "has a value and no number; the number is what is read")
      }
      if type == .date {
        let instant = Instant(milliseconds: number)
        guard Instant.readable.contains(instant) else { throw Misfit(words: Cells.outside) }
        return .date(instant)
      }
      guard number >= 0 else { throw Misfit(words: "is \(number); it takes a number from 0 on") }
      guard type == .version else { return .number(number) }
      return .version(Version(packed: number))
    }
  }
}

/// The cells of a row, in the order of the table's columns.
private struct Cells {
  let cells: [String?]
  let place: Int
  let columns: [LongTables.Column]

  static let outside = "is outside the years 1 to 9999"

  init(_ cells: [String?], place: Int, of table: String) {
    self.cells = cells
    self.place = place
    columns = LongTables.all.first { $0.name == table }?.columns ?? []
  }

  subscript(column: Int) -> String? { cells[column] }

  func fault(_ words: String) -> UnreadableRow {
    UnreadableRow(place: place, description: words)
  }

  func text(_ column: Int) throws(UnreadableRow) -> String {
    guard let text = cells[column] else { throw fault("\(columns[column].name) is missing") }
    return text
  }

  func number(_ column: Int) throws(UnreadableRow) -> Int64? {
    guard let text = cells[column] else { return nil }
    let range = columns[column].range ?? Int64.min...Int64.max
    guard let number = Int64(text), range.contains(number) else {
      let words = columns[column].range.map { " from \($0.lowerBound) to \($0.upperBound)" } ?? ""
      throw fault("\(columns[column].name) is `\(text)`; it takes a whole number\(words)")
    }
    return number
  }

  func require(_ column: Int) throws(UnreadableRow) -> Int64 {
    guard let number = try number(column) else {
      throw fault("\(columns[column].name) is missing")
    }
    return number
  }

  func instant(_ column: Int) throws(UnreadableRow) -> Instant? {
    guard let number = try number(column) else { return nil }
    let instant = Instant(milliseconds: number)
    guard Instant.readable.contains(instant) else {
      throw fault("\(columns[column].name) \(Cells.outside)")
    }
    return instant
  }
}
