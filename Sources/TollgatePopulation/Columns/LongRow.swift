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

/// A snapshot as rows of the long tables, for exporters.
///
/// A counter that falls step by step has the value of the time that is asked about.
package struct LongRows {
  private let graph: RuleGraph
  private let now: Instant

  package init(for graph: RuleGraph, at now: Instant) {
    self.graph = graph
    self.now = now
  }

  /// The rows of a user.
  package func rows(of snapshot: Snapshot, id: String) -> [LongRow] {
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
    for (name, value) in snapshot.facts.sorted(by: { $0.key < $1.key }) {
      rows.append(row(of: value, called: name, id))
    }
    if let subject = snapshot.subject {
      for rollout in graph.parts.rollouts {
        let bucket = Murmur3.bucket(rollout: rollout.name, subject: subject)
        rows.append(LongRow(table: "buckets", cells: [id, rollout.name, "\(bucket)"]))
      }
    }
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

  /// A value that the policy cannot read is there, and says nothing.
  private func row(of value: FactValue, called name: String, _ id: String) -> LongRow {
    let fact = graph.names.facts[name].map { graph[fact: $0] }
    let isReadable = fact.map { $0.type == .choice || $0.encode(value) != Fact.unknown } ?? true
    var cells: [String?] = [id, name, nil, nil]
    if isReadable {
      switch value {
      case .yesOrNo(let value): cells[2] = value ? "true" : "false"
      case .number(let value): cells[3] = "\(value)"
      case .date(let value): cells[3] = number(value)
      case .version(let value): cells[3] = "\(value.packedOrLargest)"
      case .choice(let value): cells[2] = value
      }
    }
    if fact?.type == .choice, case .choice = value {
    } else if fact?.type == .choice {
      cells[2] = nil
    }
    return LongRow(table: "facts", cells: cells)
  }
}
