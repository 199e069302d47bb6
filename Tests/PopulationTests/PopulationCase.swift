import Foundation
import TestSupport
import TollgateKit
import TollgatePopulation
import TollgateRuntime

/// A policy, or two, and users: what the engine decides about them, and the SQL that has to say the
/// same.
struct PopulationCase {
  let name: String
  let sources: [String]
  let policies: [Policy]
  let now: Instant
  var users: [(id: String, snapshot: Snapshot)] = []

  init(_ name: String, _ sources: [String], at now: Instant) throws {
    self.name = name
    self.sources = sources
    self.now = now
    policies = try sources.map { try Policy(source: $0) }
  }

  /// One line of JSON for `compare.py`; nil if SQL refuses the policy.
  ///
  /// - Parameter change: Changes the SQL, to see that a wrong one is caught.
  func line(changing change: (String) -> String = { $0 }) throws -> Data? {
    let book: ColumnBook
    var scripts: [String: [String: String]] = [:]
    do {
      book = try PopulationSQL.columns(of: policies.map { $0.graph }, at: now)
      for dialect in [SQLDialect.sqlite, .duckdb, .postgres, .spark] {
        scripts[dialect.rawValue] = [
          "schema": try script(dialect, [.schema]),
          "views": change(try script(dialect, [.users, .answers])),
          "list": try script(dialect, [.lists]),
          "wide": wideQuery(book),
        ]
      }
    } catch is Untranslatable {
      return nil
    }
    var tables: [String: [String: Any]] = [:]
    for table in LongRows.tables { tables[table.name] = ["columns": table.columns] }
    var rows: [String: [[Any]]] = [:]
    for user in users {
      for row in LongRows(for: policies[0].graph, at: now).rows(of: user.snapshot, id: user.id) {
        rows[row.table, default: []].append(row.cells.map { $0 ?? NSNull() as Any })
      }
    }
    for name in tables.keys { tables[name]?["rows"] = rows[name] ?? [] }
    let wide = users.map { user -> [Any] in
      let row = book.row(
        of: user.snapshot, preparedAs: policies.map { $0.prepare(user.snapshot) })
      return [user.id as Any]
        + zip(book.columns, row).flatMap { column, value -> [Any] in
          column.canBeMissing ? [value ?? 0, value == nil ? 0 : 1] : [value ?? 0]
        }
    }
    return try JSONSerialization.data(withJSONObject: [
      "name": name, "scripts": scripts, "tables": tables, "wide": wide, "list": list,
      "source": sources.joined(separator: "\n---\n"),
    ])
  }

  private func script(_ dialect: SQLDialect, _ parts: [PopulationSQL.Part]) throws -> String {
    let graphs = policies.map { $0.graph }
    return graphs.count > 1
      ? try PopulationSQL.script(
        from: graphs[0], to: graphs[1], at: now, in: dialect, parts: parts)
      : try PopulationSQL.script(of: graphs[0], at: now, in: dialect, parts: parts)
  }

  private func wideQuery(_ book: ColumnBook) -> String {
    let columns = book.columns.flatMap {
      $0.canBeMissing ? [$0.name, "\($0.name)_known"] : [$0.name]
    }
    return "SELECT \((["user_id"] + columns).joined(separator: ", ")) FROM tollgate_users"
  }

  /// What the list has to say, by the decisions of the engine.
  private var list: [[Any]] {
    var list: [[Any]] = []
    let names = policies.flatMap { policy in policy.graph.parts.targets.map { $0.name } }
    for user in users {
      let prepared = policies.map { $0.graph.prepareOnce(user.snapshot) }
      for target in Set(names) {
        let outcomes = zip(policies, prepared).map { policy, snapshot in
          known(policy.graph, target, snapshot, user.snapshot)
        }
        if outcomes.count == 1 {
          guard outcomes[0] == .allowed || outcomes[0] == .warned else { continue }
          list.append([user.id, target, "\(outcomes[0])"])
        } else if outcomes[0] != .unknown, outcomes[1] != .unknown, outcomes[0] != outcomes[1] {
          let isLoss = outcomes[1].rawValue < outcomes[0].rawValue
          list.append([user.id, target, isLoss ? "loses" : "gains"])
        }
      }
    }
    return list
  }

  /// Without a subject nobody knows the bucket of a rollout, even where a decision has a nearer
  /// reason: one who would be let in with some bucket is unknown.
  private func known(
    _ graph: RuleGraph, _ target: String, _ prepared: PreparedSnapshot, _ snapshot: Snapshot
  ) -> Known {
    let known = Known(graph.decide(target, for: prepared, at: now))
    guard known == .denied, snapshot.subject == nil, !graph.parts.rollouts.isEmpty else {
      return known
    }
    for number in 0..<64 {
      var named = snapshot
      named.subject = "someone \(number)"
      let decision = graph.decide(target, for: graph.prepareOnce(named), at: now)
      if Known(decision) != .denied { return .unknown }
    }
    return known
  }

  /// An outcome, with those apart that are denied only because something is missing or stale.
  private enum Known: Int {
    case denied, warned, allowed, unknown

    init(_ decision: Decision) {
      switch decision.outcome {
      case .allowed: self = .allowed
      case .warned: self = .warned
      case .denied:
        let reasons = decision.blockers.filter { !$0.isSoft }.map { $0.reason }
        let unknown: Set<Reason> = [.stale, .unknownUsage, .unknownFact]
        self = reasons.allSatisfy { unknown.contains($0) } && !reasons.isEmpty ? .unknown : .denied
      }
    }
  }

  /// Runs the cases on engines: the words of the comparison, and whether all say the same.
  static func compare(_ lines: [Data], _ engines: [String]) throws -> Shell.Result {
    let folder = try Shell.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("cases.jsonl")
    try Data(lines.joined(separator: [0x0A])).write(to: file)
    let script = Repository.url("Tests/PopulationTests/compare.py").path
    let python = ProcessInfo.processInfo.environment["TOLLGATE_PYTHON"] ?? "python3"
    return try Shell.run(
      URL(fileURLWithPath: "/usr/bin/env"), [python, script, file.path] + engines)
  }
}
