package import TollgateRuntime

/// One policy, or the difference of two, as SQL about all users.
package struct PopulationSQL {
  private let book: ColumnBook
  private let dialect: SQLDialect
  private let tables: TableNames
  private let policies: [PolicyColumns]
  private var writer: ConditionWriter
  private var names: Set<String> = []

  /// The names of the views.
  package static let wide = "tollgate_users"
  private static let outcomes = "tollgate_outcomes"
  private static let changes = "tollgate_changes"

  /// The parts of a script.
  package enum Part: String, Sendable, CaseIterable {
    case schema, users, answers, counts, lists
  }

  private init(
    _ graphs: [RuleGraph], at now: Instant, _ dialect: SQLDialect, _ tables: TableNames = .plain
  ) {
    self.tables = tables
    let book = ColumnBook(at: now)
    self.book = book
    self.dialect = dialect
    policies = graphs.enumerated().map {
      PolicyColumns(graph: $0.element, book: book, policy: $0.offset)
    }
    writer = ConditionWriter(book)
  }

  /// Who may do what; of two policies, who gains and who loses what.
  package static func script(
    of graphs: [RuleGraph], at now: Instant, in dialect: SQLDialect,
    called tables: TableNames = .plain, parts: [Part] = Part.allCases
  ) throws(Untranslatable) -> String {
    var sql = PopulationSQL(graphs, at: now, dialect, tables)
    let answers = graphs.count > 1 ? sql.difference() : sql.answers()
    return try sql.script(answers, parts)
  }

  /// The columns of one policy, or of two, as their wide table has them.
  package static func columns(
    of graphs: [RuleGraph], at now: Instant
  ) throws(Untranslatable) -> ColumnBook {
    var sql = PopulationSQL(graphs, at: now, .sqlite)
    _ = graphs.count > 1 ? sql.difference() : sql.answers()
    if let fault = sql.book.faults.first { throw Untranslatable(description: fault) }
    return sql.book
  }

  // MARK: Answers

  /// A view of answers, how they are counted, and how users are listed.
  private struct Answers {
    var view: String
    var columns: [String] = []
    var counts: [String] = []
    var lists: [String] = []
  }

  private mutating func answers() -> Answers {
    var answers = Answers(view: tables.view(PopulationSQL.outcomes, in: dialect))
    let graph = policies[0].graph
    var evaluation = PopulationEvaluation(policies[0])
    for index in graph.parts.targets.indices {
      let target = graph[target: Int32(index)].name
      let standing = TargetStanding(of: Int32(index), in: &evaluation)
      let cases = [
        (writer.condition(standing.allowed), "allowed"),
        (writer.condition(standing.warned), "warned"),
        (writer.condition(standing.unknown), "unknown"),
      ]
      let name = names.insertDistinct(Identifier.make("can", target))
      answers.columns.append("-- \(target.comment)")
      answers.columns.append("\(choice(cases, otherwise: "denied")) AS \(name),")
      let line = names.insertDistinct(Identifier.make("line", target))
      answers.columns += lines(of: Int32(index), as: line, in: &evaluation)
      for outcome in ["allowed", "warned", "denied", "unknown"] {
        answers.counts.append(count(name, [outcome], as: "\(outcome)_\(name.dropFirst(4))"))
      }
      answers.lists.append(
        "SELECT user_id, \(dialect.literal(target)) AS target, \(name) AS outcome, "
          + "\(line) AS line\n"
          + "FROM \(answers.view) WHERE \(name) IN ('allowed', 'warned')")
      if let setting = graph.setting(of: Int32(index)) {
        answers.columns.append(value(of: setting, in: &evaluation))
      }
    }
    return answers
  }

  /// The line that decides where it is not allowed, else an empty text; the lines are told before.
  private mutating func lines(
    of target: Int32, as name: String, in evaluation: inout PopulationEvaluation
  ) -> [String] {
    let graph = evaluation.graph
    var comments: [String] = []
    var cases: [(SQLCondition, String)] = []
    for (rule, fails) in TargetStanding.deciding(target, in: &evaluation) {
      let place = graph.parts.rules[Int(rule)].place
      let line = PopulationSQL.line(of: rule, in: graph)
      let comment = "-- \(line): \(place.text.comment)"
      if !comments.contains(comment) { comments.append(comment) }
      cases.append((writer.condition(fails), line))
    }
    return comments + ["\(choice(cases, otherwise: "")) AS \(name),"]
  }

  /// The number of a rule's line, after the name of its file where that is another one.
  package static func line(of rule: RuleIndex, in graph: RuleGraph) -> String {
    let row = graph.parts.rules[Int(rule)].place.row
    let (file, line) = graph.parts.place(ofRow: row)
    guard !file.isEmpty, file != graph.parts.file else { return "\(line)" }
    return String(file.comment.map { $0 == "\\" ? "/" : $0 }) + ":\(line)"
  }

  private mutating func difference() -> Answers {
    var answers = Answers(view: tables.view(PopulationSQL.changes, in: dialect))
    let (old, new) = (policies[0].graph, policies[1].graph)
    var (before, after) = (
      PopulationEvaluation(policies[0]), PopulationEvaluation(policies[1])
    )
    var known: [[SQLCondition]: String] = [:]
    let added = new.parts.targets.filter { old.names.targets[$0.name] == nil }
    for target in old.parts.targets.map({ $0.name }) + added.map({ $0.name }) {
      let first = standing(of: target, in: &before)
      let second = standing(of: target, in: &after)
      guard first != second else { continue }
      let changes = writer.condition(first.cases(second) { $0 != $1 })
      guard changes != .never else { continue }
      var key = ChangeKind.allCases.map { writer.condition(first.changing($0, to: second)) }
      key.append(writer.condition(first.unknown.or(second.unknown)))
      var name = known[key] ?? ""
      if name.isEmpty {
        name = names.insertDistinct(Identifier.make("change", target))
        known[key] = name
        let words = ChangeKind.allCases.map { $0.name } + [Standing.unknown.name]
        answers.columns.append("-- \(target.comment)")
        answers.columns.append("\(choice(Array(zip(key, words)), otherwise: "same")) AS \(name),")
        answers.counts += counts(of: name)
      } else {
        answers.columns.append("-- \(target.comment): as \(name)")
      }
      answers.lists.append(
        "SELECT user_id, \(dialect.literal(target)) AS target, \(name) AS change\n"
          + "FROM \(answers.view) WHERE \(name) IN (\(PopulationSQL.kinds))")
    }
    return answers
  }

  private static let kinds = ChangeKind.allCases.map { "'\($0.name)'" }.joined(separator: ", ")

  /// How often each change is found, as `impact` counts: unknown is who is so before or after.
  private func counts(of name: String) -> [String] {
    let target = name.dropFirst("change_".count)
    let unknown = [ChangeKind.becomesUnknown.name, ChangeKind.becomesKnown.name, "unknown"]
    return ChangeKind.allCases.map { kind in
      let heading = kind.name.map { $0 == "-" ? "_" : String($0) }.joined()
      return count(name, [kind.name], as: "\(heading)_\(target)")
    } + [count(name, unknown, as: "unknown_\(target)")]
  }

  private func standing(
    of target: String, in evaluation: inout PopulationEvaluation
  ) -> TargetStanding {
    guard let index = evaluation.graph.names.targets[target] else { return .undeclared }
    return TargetStanding(of: index, in: &evaluation)
  }

  /// The value of a setting that a user surely has; `unlimited` is the greatest number. It is
  /// `NULL` where it is too much to be counted exactly.
  private mutating func value(
    of setting: SettingIndex, in evaluation: inout PopulationEvaluation
  ) -> String {
    let graph = evaluation.graph
    let target = graph.name(ofSetting: setting)
    let record = graph.parts.settings[Int(setting)]
    let ladder = graph[ladder: record.ladder]
    let isRaised = record.kind != .choice && !ladder.isSmallerBetter
    let raise = isRaised ? book[policies[0].raise(of: setting)].name : nil
    let extra = raise.map { " + \($0)" } ?? ""
    let isAdded = isRaised && isAdded(to: setting, of: target)
    if ladder.source != nil {
      let values = countedValues(of: setting, in: &evaluation)
      return value(among: values, extra, isAdded ? raise : nil, of: target)
    }
    var steps: [(value: Int64, counts: Predicate)] = []
    for place in ladder.steps {
      let counts = evaluation.counts(step: place).surely
      switch graph[step: place].value {
      case .quantity(let quantity): steps.append((quantity, counts))
      case .unlimited: steps.append((.max, counts))
      }
    }
    guard case .quantity(let base) = ladder.base else { return "" }
    let isSmaller = ladder.isSmallerBetter
    steps = steps.filter { isSmaller ? $0.value < base : $0.value > base }
    steps.sort { isSmaller ? $0.value < $1.value : $0.value > $1.value }
    var cases: [String] = []
    for step in steps {
      check(step.value, of: target)
      let value = step.value == .max ? "\(Int64.max)" : "\(step.value)\(extra)"
      cases.append("WHEN \(writer.condition(step.counts).text) THEN \(value)")
    }
    if let raise, isAdded {
      let unlimited = steps.prefix { $0.value == .max }.count
      cases.insert("WHEN \(raise) >= \(WideView.mostAdded) THEN NULL", at: unlimited)
    }
    check(base, of: target)
    let name = names.insertDistinct(Identifier.make("value", target))
    guard !cases.isEmpty else { return "\(base)\(extra) AS \(name)," }
    return
      "CASE\n    \(cases.joined(separator: "\n    "))\n    ELSE \(base)\(extra)\n  END AS \(name),"
  }

  /// The values of a setting with quantities that are for each of something, and for whom each is
  /// the best that is surely had; the unlimited ones first.
  private func countedValues(
    of setting: SettingIndex, in evaluation: inout PopulationEvaluation
  ) -> [CountedValue] {
    let isSmaller = evaluation.graph[
      ladder: evaluation.graph.parts.settings[Int(setting)].ladder
    ].isSmallerBetter
    var values = evaluation.values(of: Limit(setting: setting))
    let isKnown =
      values.source.map { evaluation.isKnown($0, countingStale: false) } ?? .everything
    for place in values.all.indices {
      guard case .each(let amount) = values.all[place].quantity else { continue }
      if place == 0 {
        // The base is what is surely had where the number is not known.
        let worst = isSmaller ? amount.saturatingMultiply(Ladder.mostCounted) : 0
        values.all.append((Condition(surely: !isKnown, possibly: !isKnown), .fixed(worst)))
      }
      values.all[place].counts.surely = values.all[place].counts.surely.and(isKnown)
    }
    var found: [CountedValue] = []
    for (place, value) in values.all.enumerated() {
      var isBest = value.counts.surely
      for (other, better) in values.all.enumerated() where other != place {
        let (one, another) = isSmaller ? (better, value) : (value, better)
        isBest = isBest.and(
          (!better.counts.surely).or(
            evaluation.isAtLeast(one.quantity, another.quantity, in: values)))
      }
      var tooMany = Predicate.nothing
      var number: String?
      if case .each(let amount) = value.quantity, let source = values.source, amount > 0 {
        let column = policies[0].number(source)
        let most = LongTables.mostNumber / amount
        number = book[column].name
        if most < Ladder.mostCounted { tooMany = isBest.and(book.atLeast(column, most + 1)) }
      }
      found.append(
        CountedValue(
          quantity: value.quantity, number: number, isBest: isBest, tooMany: tooMany))
    }
    return found.filter { $0.quantity == .unlimited } + found.filter { $0.quantity != .unlimited }
  }

  /// A value of a setting.
  private struct CountedValue {
    var quantity: ReachedValues.Quantity
    /// The column that says how many there are of what it is for each of; nil for a fixed one.
    var number: String?
    var isBest: Predicate
    /// Where it is too large to be counted exactly.
    var tooMany: Predicate
  }

  /// - Parameter added: The column that says what is added, where products add something.
  private mutating func value(
    among values: [CountedValue], _ extra: String, _ added: String?, of target: String
  ) -> String {
    var cases: [String] = []
    var unlimited = 0
    for value in values {
      let condition = writer.condition(value.isBest)
      if condition == .never { continue }
      let tooMany = writer.condition(value.tooMany)
      if tooMany != .never { cases.append("WHEN \(tooMany.text) THEN NULL") }
      let text: String
      switch value.quantity {
      case .unlimited:
        text = "\(Int64.max)"
        unlimited += 1
      case .fixed(let quantity):
        check(quantity, of: target)
        text = "\(quantity)\(extra)"
      case .each(let amount):
        check(amount, of: target)
        text = value.number.map { "\($0) * \(amount)\(extra)" } ?? "0\(extra)"
      case .own: text = "NULL"
      }
      cases.append("WHEN \(condition.text) THEN \(text)")
    }
    if let added {
      cases.insert("WHEN \(added) >= \(WideView.mostAdded) THEN NULL", at: unlimited)
    }
    let name = names.insertDistinct(Identifier.make("value", target))
    return "CASE\n    \(cases.joined(separator: "\n    "))\n  END AS \(name),"
  }

  /// Whether grants add to a setting.
  private func isAdded(to setting: SettingIndex, of target: String) -> Bool {
    let amounts = policies[0].graph.parts.products.flatMap { $0.settingAdds }
      .filter { $0.setting == setting }.map { $0.amount }
    for amount in amounts { check(amount, of: target) }
    return !amounts.isEmpty
  }

  private func check(_ value: Int64, of setting: String) {
    if value > LongTables.mostNumber, value < .max {
      book.refuse(
        "the setting `\(setting)`: \(value) is above \(LongTables.mostNumber), "
          + "up to which every engine counts exactly")
    }
  }

  // MARK: Text

  private func choice(
    _ cases: [(condition: SQLCondition, word: String)], otherwise: String
  ) -> String {
    let possible = cases.filter { $0.condition != .never }
    guard let first = possible.first else { return dialect.literal(otherwise) }
    if first.condition == .always { return dialect.literal(first.word) }
    let lines = possible.map { "WHEN \($0.condition.text) THEN \(dialect.literal($0.word))" }
    return
      "CASE\n    \(lines.joined(separator: "\n    "))\n    ELSE \(dialect.literal(otherwise))\n  END"
  }

  private func count(_ name: String, _ words: [String], as heading: String) -> String {
    let list = words.map { "'\($0)'" }.joined(separator: ", ")
    let test = words.count == 1 ? "= \(list)" : "IN (\(list))"
    return "COALESCE(SUM(CASE WHEN \(name) \(test) THEN 1 ELSE 0 END), 0) AS \(heading)"
  }

  private func script(_ answers: Answers, _ parts: [Part]) throws(Untranslatable) -> String {
    let wide = WideView(book, dialect, tables).text()
    if let fault = book.faults.first { throw Untranslatable(description: fault) }
    var sections: [String] = []
    for part in Part.allCases where parts.contains(part) {
      switch part {
      case .schema:
        let read = LongTables.read(by: policies.map { $0.graph })
        sections.append(LongTables.schema(of: read, dialect, tables))
      case .users:
        let older = parts.contains(.answers) ? dialect.dropping([answers.view, wideView]) : ""
        sections.append("\(legend)\n\(older)\(wide)")
      case .answers: sections.append(view(answers))
      case .counts:
        let all = ["COUNT(*) AS users"] + answers.counts
        sections.append("SELECT \(all.joined(separator: ",\n  "))\nFROM \(answers.view);")
      case .lists:
        let list = answers.lists.joined(separator: "\nUNION ALL\n")
        if !list.isEmpty { sections.append("\(list);") }
      }
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  private var wideView: String { tables.view(PopulationSQL.wide, in: dialect) }

  private func view(_ answers: Answers) -> String {
    let columns = ["user_id,"] + answers.columns
    var lines = columns.joined(separator: "\n  ")
    if let last = columns.last, last.hasSuffix(",") {
      lines.removeLast()
    } else if let comma = lines.lastIndex(of: ",") {
      // Behind the last column there are only comments.
      lines.remove(at: comma)
    }
    return """
      \(dialect.view(answers.view))
      SELECT \(lines)
      FROM \(wideView);
      """
  }

  /// The meaning of the columns.
  private var legend: String {
    let titles = policies.map { $0.graph }.map {
      "\($0.name.comment) \($0.fingerprint)"
    }
    let time = book.now.milliseconds
    let columns = book.columns.map { "--   \($0.name): \($0.subject.comment)" }
    return """
      -- \(titles.joined(separator: "\n-- then "))
      -- at \(time) (milliseconds since 1970 in UTC), or what a user has seen later
      \(columns.joined(separator: "\n"))
      """
  }
}
