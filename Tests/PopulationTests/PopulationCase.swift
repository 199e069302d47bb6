import Foundation
import TestSupport
import Testing
import TollgateKit
@testable import TollgatePopulation
import TollgateRuntime

/// A policy, or two, and users: what the engine decides about them, and the SQL that has to say the
/// same.
struct PopulationCase {
  let name: String
  let sources: [String]
  let policies: [Policy]
  let now: Instant
  var users: [(id: String, snapshot: Snapshot)] = []
  /// Each policy for the naive evaluator, which shares nothing with the engine.
  private let naive: [Naive.Evaluator]

  init(_ name: String, _ policies: [Naive.Policy], at now: Instant) throws {
    try self.init(name, policies.map { $0.source() }, policies, at: now)
  }

  init(
    _ name: String, _ sources: [String], _ naive: [Naive.Policy] = [], at now: Instant
  ) throws {
    self.name = name
    self.naive = naive.map { Naive.Evaluator($0) }
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
          "list": everybody(try script(dialect, [.lists])),
          "wide": wideQuery(book), "values": valueQuery,
        ]
      }
    } catch is Untranslatable {
      return nil
    }
    var tables: [String: [String: Any]] = [:]
    for table in LongTables.read(by: policies.map({ $0.graph })) {
      tables[table.name] = ["columns": table.columns.map { $0.name }]
    }
    var rows: [String: [[Any]]] = [:]
    let long = try LongRows(for: policies.map { $0.graph }, at: now)
    for user in users {
      for row in try long.rows(of: policies.map { _ in user.snapshot }, id: user.id) {
        rows[row.table, default: []].append(row.cells.map { $0 ?? NSNull() as Any })
      }
    }
    for name in tables.keys { tables[name]?["rows"] = rows[name] ?? [] }
    let wide = users.map { user -> [Any] in
      let row = row(of: user, in: book, policies.map { $0.graph })
      return [user.id as Any]
        + zip(book.columns, row).flatMap { column, value -> [Any] in
          column.canBeMissing ? [value ?? 0, value == nil ? 0 : 1] : [value ?? 0]
        }
    }
    return try JSONSerialization.data(withJSONObject: [
      "name": name, "scripts": scripts, "tables": tables, "wide": wide, "list": list,
      "values": values(book),
      "source": sources.joined(separator: "\n---\n"),
    ])
  }

  private func script(_ dialect: SQLDialect, _ parts: [PopulationSQL.Part]) throws -> String {
    try PopulationSQL.script(
      of: policies.map { $0.graph }, at: now, in: dialect, parts: parts)
  }

  /// The lists of one policy with everybody in them, also those who are denied or unknown.
  private func everybody(_ lists: String) -> String {
    lists.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("FROM tollgate_outcomes WHERE ") else { return line }
      return line.hasSuffix(";") ? "FROM tollgate_outcomes;" : "FROM tollgate_outcomes"
    }.joined(separator: "\n")
  }

  private func wideQuery(_ book: ColumnBook) -> String {
    let columns = book.columns.flatMap { $0.headings }
    return "SELECT \((["user_id"] + columns).joined(separator: ", ")) FROM tollgate_users"
  }

  /// The settings of one policy, which have values.
  private var settings: [(index: SettingIndex, name: String)] {
    guard policies.count == 1 else { return [] }
    let graph = policies[0].graph
    return graph.parts.settings.indices.map { index in
      (Int32(index), graph.name(ofSetting: Int32(index)))
    }
  }

  private var valueQuery: String {
    settings.map { setting in
      "SELECT user_id, '\(setting.name)', \(Identifier.make("value", setting.name)) "
        + "FROM tollgate_outcomes"
    }.joined(separator: " UNION ALL ")
  }

  /// The values of a user in each column, as the policies read them.
  private func row(
    of user: (id: String, snapshot: Snapshot), in book: ColumnBook, _ graphs: [RuleGraph]
  ) -> [Int64?] {
    let builders = graphs.map { graph in
      var builder = CohortBuilder(for: graph, at: now)
      builder.add(graph.prepareOnce(user.snapshot))
      return builder
    }
    return WideReader(book, for: graphs).row(of: builders) { name in
      if case .version(let version) = user.snapshot.facts[name] { version } else { nil }
    }
  }

  /// The value of each setting: nil where more is added than is counted exactly.
  private func values(_ book: ColumnBook) -> [[Any]] {
    let settings = settings
    guard !settings.isEmpty else { return [] }
    return users.flatMap { user -> [[Any]] in
      let graph = policies[0].graph
      let prepared = graph.prepareOnce(user.snapshot)
      var evaluation = UserEvaluation(graph, prepared, at: now)
      let row = zip(book.columns, self.row(of: user, in: book, [graph]))
      return settings.map { setting -> [Any] in
        let extra = row.first { column, _ in column.reads == .raise(setting.name) }?.1 ?? 0
        let isTooMuch = row.contains { column, value in
          column.reads == .raise(setting.name) && value ?? 0 >= WideView.mostAdded
        }
        switch evaluation.value(of: setting.index) {
        case .quantity(let quantity):
          // So much for each of very many.
          let isAbove = quantity - extra > LongTables.mostNumber
          return [user.id, setting.name, isTooMuch || isAbove ? NSNull() : quantity as Any]
        default: return [user.id, setting.name, Int64.max]
        }
      }
    }
  }

  /// What the list has to say: of one policy everything, of two who changes.
  private var list: [[Any]] {
    var list: [[Any]] = []
    let names = Set(policies.flatMap { policy in policy.graph.parts.targets.map { $0.name } })
    for user in users {
      let snapshot = Naive.Snapshot(user.snapshot)
      let prepared = policies.map { $0.graph.prepareOnce(user.snapshot) }
      for target in names {
        let answers = policies.indices.map { place in
          let answer = self.answer(policies[place].graph, target, prepared[place], user)
          if !naive.isEmpty { agree(answer, naive[place], target, snapshot, user.id) }
          return answer
        }
        let standings = answers.map { $0.standing }
        if standings.count == 1 {
          list.append([user.id, target, standings[0].name, answers[0].line])
        } else if let kind = ChangeKind(from: standings[0], to: standings[1]) {
          list.append([user.id, target, kind.name])
        }
      }
    }
    return list
  }

  /// How a user stands, and the line that decides.
  private typealias Answer = (standing: Standing, line: String)

  /// What `impact` says, which has to be what the decision says: a denial is unknown where each rule
  /// in the way has such a reason.
  private func answer(
    _ graph: RuleGraph, _ name: String, _ prepared: PreparedSnapshot,
    _ user: (id: String, snapshot: Snapshot)
  ) -> Answer {
    guard let target = graph.target(name) else { return (.denied, "") }
    let answer = graph.answer(target.index, for: prepared, at: now)
    let decision = graph.decide(target, for: prepared, at: now)
    let blockers = decision.blockers.filter { !$0.isSoft }
    let note = "\(self.name): \(user.id), \(name): \(answer.standing)"
    switch decision.outcome {
    case .allowed: #expect(answer.standing == .allowed, "\(note)")
    case .warned: #expect(answer.standing == .warned, "\(note)")
    case .denied:
      let unknown: Set<Reason> = [.stale, .unknownUsage, .unknownFact]
      let isUnknown = !blockers.isEmpty && blockers.allSatisfy { unknown.contains($0.reason) }
      #expect(
        answer.standing == (isUnknown ? .unknown : .denied),
        "\(note), \(blockers.map { $0.reason })\n\(sources.joined(separator: "\n---\n"))")
    }
    return (answer.standing, answer.rule.map { PopulationSQL.line(of: $0, in: graph) } ?? "")
  }

  /// The naive evaluator says the same, by the logic of three values, and names the same line.
  private func agree(
    _ answer: Answer, _ evaluator: Naive.Evaluator, _ target: String,
    _ snapshot: Naive.Snapshot, _ user: String
  ) {
    let judged = evaluator.standing(target, snapshot, at: Int(now.milliseconds))
    let line = judged.line.map { "\($0)" } ?? ""
    guard judged.name != answer.standing.name || line != answer.line else { return }
    Issue.record(
      """
      \(name): \(user), \(target): \(answer), and the naive evaluator says \(judged.name), \(line)
      \(snapshot.json())
      \(evaluator.source)
      """)
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

extension RuleGraph {
  /// How a user stands with a target, for one more of it.
  func answer(_ target: Int32, for user: PreparedSnapshot, at now: Instant) -> UserAnswer {
    var evaluation = UserEvaluation(self, user, at: now)
    return evaluation.answer(target)
  }
}
