package import TollgateRuntime

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
        rows.append(
          LongRow(
            table: "usage",
            cells: [id, meter, window.name ?? "", "\(used)", number(counter.resets)]))
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
