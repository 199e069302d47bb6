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

  /// - Parameter rows: The rows of one user, with all cells of their tables; the last one of a
  ///   counter, which says what was carried, may be left out.
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
    let counter = Counter(
      try cells.require(3), carried: try cells.number(5) ?? 0, resets: try cells.instant(4))
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

  /// A cell; nil also for a column that is left out at the end.
  subscript(column: Int) -> String? { column < cells.count ? cells[column] : nil }

  func fault(_ words: String) -> UnreadableRow {
    UnreadableRow(place: place, description: words)
  }

  func text(_ column: Int) throws(UnreadableRow) -> String {
    guard let text = self[column] else { throw fault("\(columns[column].name) is missing") }
    return text
  }

  func number(_ column: Int) throws(UnreadableRow) -> Int64? {
    guard let text = self[column] else { return nil }
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

/// A row of a long table: its cells as text, nil for `NULL`.
package struct LongRow: Sendable, Hashable {
  package var table: String
  package var cells: [String?]

  package init(table: String, cells: [String?]) {
    self.table = table
    self.cells = cells
  }
}

/// A snapshot as rows of the long tables, for exporters: those that each of the policies reads.
///
/// A counter that falls step by step has the value of the time that is asked about.
package struct LongRows {
  private let graphs: [RuleGraph]
  private let now: Instant
  private let rollouts: [String]

  /// Of two policies, both have to read a fact as one type, or one table cannot serve both.
  package init(for graphs: [RuleGraph], at now: Instant) throws(Untranslatable) {
    self.graphs = graphs
    self.now = now
    var types: [String: Fact.FactType] = [:]
    var rollouts: [String] = []
    for graph in graphs {
      for fact in graph.parts.facts {
        let known = types.updateValue(fact.type, forKey: fact.name)
        guard let known, known != fact.type else { continue }
        throw Untranslatable(
          description: "the policies read the fact `\(fact.name)` as two types; call one otherwise")
      }
      for rollout in graph.parts.rollouts where !rollouts.contains(rollout.name) {
        rollouts.append(rollout.name)
      }
    }
    self.rollouts = rollouts
  }

  /// The rows of a user.
  ///
  /// - Parameter snapshots: The user as each policy reads it.
  /// - Throws: For what ``LongReader`` would not read back.
  package func rows(of snapshots: [Snapshot], id: String) throws(UnreadableRow) -> [LongRow] {
    guard let snapshot = snapshots.first else { return [] }
    var rows = [
      LongRow(
        table: "users",
        cells: [id, snapshot.subject, number(snapshot.asOf), number(snapshot.latestSeen)])
    ]
    for grant in snapshot.grants { rows.append(row(of: grant, id)) }
    let time = [now, snapshot.asOf ?? now, snapshot.latestSeen ?? now].max() ?? now
    for (meter, usage) in snapshot.usage.sorted(by: { $0.key < $1.key }) {
      usage.forEach { window, counter in
        let last = counter.then.last { $0.at <= time }
        let used = max(0, min(counter.used, last?.used ?? counter.used))
        var cells = [id, meter, window.name ?? "", "\(used)", number(counter.resets)]
        if LongTables.carry(graphs) {
          let carried = last?.carried ?? counter.carried
          cells.append(rollsOver(meter, window) ? "\(max(0, carried))" : nil)
        }
        rows.append(LongRow(table: "usage", cells: cells))
      }
    }
    for (name, amount) in snapshot.allowances.sorted(by: { $0.key < $1.key }) {
      rows.append(LongRow(table: "allowances", cells: [id, name, "\(max(0, amount))"]))
    }
    for name in snapshot.facts.keys.sorted() { rows.append(fact(name, snapshots, id)) }
    if let subject = snapshot.subject {
      for rollout in rollouts {
        let bucket = Murmur3.bucket(rollout: rollout, subject: subject)
        rows.append(LongRow(table: "buckets", cells: [id, rollout, "\(bucket)"]))
      }
    }
    _ = try LongReader(rows)
    return rows
  }

  /// Whether one of the policies asks what was carried into a window.
  private func rollsOver(_ meter: String, _ window: Window) -> Bool {
    graphs.contains { graph in
      graph.names.meter(meter, in: graph.parts).map {
        graph.rollover(of: CounterIndex($0, window)) != nil
      } ?? false
    }
  }

  private func number(_ instant: Instant?) -> String? {
    instant.map { "\($0.milliseconds)" }
  }

  private func row(of grant: Grant, _ id: String) -> LongRow {
    LongRow(
      table: "grants",
      cells: [
        id, grant.product, grant.entitlement, grant.state.rawValue, number(grant.start),
        number(grant.until), grant.ownership.rawValue, "\(max(0, grant.quantity))",
        grant.isTrial ? "1" : "0",
      ])
  }

  /// A fact as the policy reads it that declares it. A value that it cannot read is there, and says
  /// nothing.
  private func fact(_ name: String, _ snapshots: [Snapshot], _ id: String) -> LongRow {
    let policy = graphs.firstIndex { $0.names.facts[name] != nil } ?? 0
    var cells: [String?] = [id, name, nil, nil]
    guard let value = snapshots[policy].facts[name] else {
      return LongRow(table: "facts", cells: cells)
    }
    let fact = graphs[policy].names.facts[name].map { graphs[policy][fact: $0] }
    let isReadable =
      if case .choice = value {
        fact.map { $0.type == .choice } ?? true
      } else {
        fact.map { $0.encode(value) != Fact.unknown } ?? true
      }
    switch value {
    case _ where !isReadable: break
    case .yesOrNo(let value): cells[2] = value ? "true" : "false"
    case .number(let value): cells[3] = "\(value)"
    case .date(let value): cells[3] = number(value)
    case .version(let value): cells[3] = "\(value.packedOrLargest)"
    case .choice(let value): cells[2] = value
    }
    return LongRow(table: "facts", cells: cells)
  }
}
