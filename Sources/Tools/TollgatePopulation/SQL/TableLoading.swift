package import TollgateRuntime

/// The statements that load the long tables from files of CSV.
///
/// The rows go into temporary tables first, where the same is checked that ``LongReader`` checks.
/// A fault ends the script with its words, and nothing is loaded. An engine by itself takes an
/// empty cell for a text, or a text for a number, without a word.
package struct TableLoading {
  private let graphs: [RuleGraph]
  private let engine: Engine
  private let names: TableNames
  private let folder: String
  private let tables: [LongTables.Table]

  /// The engines whose tables say what their cells may be.
  package enum Engine: String, Sendable, CaseIterable {
    case duckdb, postgres, sqlite

    var dialect: SQLDialect {
      switch self {
      case .duckdb: .duckdb
      case .postgres: .postgres
      case .sqlite: .sqlite
      }
    }
  }

  private static let problems = "tollgate_problems"

  /// - Parameters:
  ///   - graphs: The policies that will ask the tables, for what they expect of facts and rollouts.
  ///   - folder: Where the files are, as the engine finds it; nil for a folder whose name no engine
  ///     can be told.
  package init?(
    for graphs: [RuleGraph], in engine: Engine, called names: TableNames, from folder: String
  ) {
    let isPlain = folder.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "'" && scalar != "\\"
    }
    guard isPlain, !folder.isEmpty else { return nil }
    self.graphs = graphs
    self.engine = engine
    self.names = names
    self.folder = folder
    tables = LongTables.read(by: graphs)
  }

  /// The script.
  package var text: String {
    var parts = [heading, LongTables.schema(of: tables, engine.dialect, names), beginning]
    parts += tables.map { reading($0) }
    parts += [checking, ending]
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var heading: String {
    let (command, start) =
      switch engine {
      case .duckdb: ("duckdb users.duckdb <this-file", "BEGIN TRANSACTION;")
      case .postgres:
        (
          "psql -f this-file",
          "\\set ON_ERROR_STOP on\nBEGIN;\nSET LOCAL client_min_messages = warning;"
        )
      case .sqlite: ("sqlite3 users.db <this-file", ".bail on\nBEGIN;")
      }
    return """
      -- Loads the tables for `tollgate sql` from \(folder)/*.csv, as `tollgate columns --long`
      -- writes them. A fault is told, and then nothing is loaded. Run: \(command)
      \(start)
      """
  }

  private var beginning: String {
    "CREATE TEMPORARY TABLE \(TableLoading.problems) (problem \(engine.dialect.text) NOT NULL);"
  }

  // MARK: Reading

  /// The rows of a file in a table of its own.
  private func reading(_ table: LongTables.Table) -> String {
    let columns = table.columns.map { "\($0.name) \($0.isText ? engine.dialect.text : "BIGINT")" }
    let list = table.columns.map { $0.name }.joined(separator: ", ")
    let file = "\(folder)/\(table.name).csv"
    let copy =
      switch engine {
      case .duckdb:
        "INSERT INTO \(table.loaded) BY NAME SELECT * FROM read_csv('\(file)', header = true, "
          + "all_varchar = true, delim = ',', quote = '\"', escape = '\"', nullstr = '', "
          + "allow_quoted_nulls = false);"
      case .postgres:
        "\\copy \(table.loaded) (\(list)) FROM '\(file)' WITH (FORMAT csv, HEADER MATCH)"
      case .sqlite: ".import --csv --schema temp '\(file)' \(table.loaded)\n\(repairing(table))"
      }
    return """
      CREATE TEMPORARY TABLE \(table.loaded) (\(columns.joined(separator: ", ")));
      \(copy)
      """
  }

  /// SQLite takes the headings for a row, and nothing for an empty text; a text that is no number
  /// stays one.
  private func repairing(_ table: LongTables.Table) -> String {
    let headings = table.columns.map { "\($0.name) = '\($0.name)'" }
    let list = table.columns.map { $0.name }.joined(separator: ",")
    var lines = [
      problem(
        "'\(table.name).csv: the first line has to be \(list)'",
        "WHERE NOT EXISTS (SELECT 1 FROM \(table.loaded) WHERE rowid = 1 AND "
          + "\(headings.joined(separator: " AND ")))"),
      "DELETE FROM \(table.loaded) WHERE rowid = 1;",
    ]
    for column in table.columns where !column.canBeEmpty {
      lines.append(
        "UPDATE \(table.loaded) SET \(column.name) = NULL WHERE \(column.name) = '';")
    }
    for column in table.columns where !column.isText {
      lines.append(
        problem(
          said(
            table.name, "\(column.name) is `' || t.\(column.name) || '`; it takes a whole number"),
          "FROM \(table.loaded) t WHERE typeof(t.\(column.name)) NOT IN ('integer', 'null')"))
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Checking

  private func problem(_ text: String, _ source: String) -> String {
    "INSERT INTO \(TableLoading.problems) SELECT \(text) \(source) LIMIT 5;"
  }

  /// A sentence about a row of `t`, as an expression.
  private func said(_ table: String, _ words: String) -> String {
    "'\(table): user ' || COALESCE(t.user_id, '') || ': \(words)'"
  }

  private var checking: String {
    var lines: [String] = []
    for table in tables {
      lines.append(
        problem(
          "'\(names.table(table.name)) has rows already; empty it first'",
          "WHERE EXISTS (SELECT 1 FROM \(names.table(table.name)))"))
      lines += checks(of: table)
    }
    return (lines + factChecks + rolloutChecks).joined(separator: "\n")
  }

  private func checks(of table: LongTables.Table) -> [String] {
    func check(_ words: String, _ condition: String, joining join: String = "") -> String {
      problem(said(table.name, words), "FROM \(table.loaded) t\(join) WHERE \(condition)")
    }
    var lines: [String] = []
    for column in table.columns {
      let name = "t.\(column.name)"
      if column.isRequired { lines.append(check("\(column.name) is missing", "\(name) IS NULL")) }
      guard !column.isText else { continue }
      let range = column.range ?? (column.isInstant ? LongTables.instants : nil)
      guard let range else { continue }
      let words =
        column.isInstant
        ? "is outside the years 1 to 9999"
        : "is not from \(range.lowerBound) to \(range.upperBound)"
      lines.append(
        check(
          "\(column.name) \(words)",
          "\(name) < (\(range.lowerBound)) OR \(name) > \(range.upperBound)"))
    }
    if !table.key.isEmpty {
      let key = table.key.split(separator: ", ").map { "t.\($0)" }.joined(separator: ", ")
      lines.append(
        problem(
          said(table.name, "the user has such a row already"),
          "FROM \(table.loaded) t GROUP BY \(key) HAVING COUNT(*) > 1"
        ))
    }
    if table.name != "users" {
      lines.append(
        check(
          "the user is not in users", "u.user_id IS NULL",
          joining: " LEFT JOIN load_users u ON u.user_id = t.user_id"))
    }
    if table.name == "grants" {
      lines.append(
        check(
          "names neither a product nor an entitlement",
          "t.product IS NULL AND t.entitlement IS NULL"))
    }
    if table.name == "usage" {
      let units = Window.Unit.allCases.map { $0.name }
      let ones = units.map { "'\($0)'" }.joined(separator: ", ")
      let several = units.map { "t.counter_window NOT LIKE '% \($0)s'" }
      lines.append(
        check(
          "counter_window is `' || t.counter_window || '`; it takes day, 3 hours and the like, "
            + "or an empty text for the total",
          "t.counter_window NOT IN ('', \(ones)) AND \(several.joined(separator: " AND "))"))
    }
    return lines
  }

  /// The values that the facts of the policies take.
  private var factChecks: [String] {
    guard let table = tables.first(where: { $0.name == "facts" }) else { return [] }
    var lines: [String] = []
    var seen: Set<String> = []
    for fact in graphs.flatMap({ $0.parts.facts }) where seen.insert(fact.name).inserted {
      let isIt = "t.name = \(engine.dialect.literal(fact.name))"
      func check(_ words: String, _ condition: String) {
        lines.append(
          problem(
            said(table.name, "' || t.name || ' \(words)"),
            "FROM \(table.loaded) t WHERE \(isIt) AND (\(condition))"))
      }
      switch fact.type {
      case .yesOrNo:
        check("is `' || t.value || '`; it takes true or false", "t.value NOT IN ('true', 'false')")
      case .choice:
        guard engine == .sqlite, fact.isOpen else { continue }
        check("is empty, and SQLite cannot tell an empty text from nothing", "t.value IS NULL")
      case .number, .version:
        check(
          "has a value and no number; the number is what is read",
          "t.number IS NULL AND t.value IS NOT NULL")
        check("is below 0", "t.number < 0")
      case .date:
        check(
          "has a value and no number; the number is what is read",
          "t.number IS NULL AND t.value IS NOT NULL")
        let range = LongTables.instants
        check(
          "is outside the years 1 to 9999",
          "t.number < (\(range.lowerBound)) OR t.number > \(range.upperBound)")
      }
    }
    return lines
  }

  /// A user with a subject has a bucket of each rollout.
  private var rolloutChecks: [String] {
    var lines: [String] = []
    var seen: Set<String> = []
    for rollout in graphs.flatMap({ $0.parts.rollouts }) where seen.insert(rollout.name).inserted {
      let name = engine.dialect.literal(rollout.name)
      lines.append(
        problem(
          said("buckets", "has a subject and no bucket of ' || \(name) || '"),
          "FROM load_users t LEFT JOIN load_buckets b ON b.user_id = t.user_id AND "
            + "b.rollout = \(name) WHERE t.subject IS NOT NULL AND b.user_id IS NULL"))
    }
    return lines
  }

  // MARK: The end

  private var ending: String {
    let moves = tables.map { table in
      let list = table.columns.map { $0.name }.joined(separator: ", ")
      return "INSERT INTO \(names.table(table.name)) (\(list)) SELECT \(list) FROM \(table.loaded) "
        + "WHERE NOT EXISTS (SELECT 1 FROM \(TableLoading.problems));"
    }
    let drops = tables.map { "DROP TABLE \($0.loaded);" }
    return ([failing] + moves + drops + ["DROP TABLE \(TableLoading.problems);", "COMMIT;"])
      .joined(separator: "\n")
  }

  /// Ends the script with the problems, if there are any.
  private var failing: String {
    let some = "(SELECT problem FROM \(TableLoading.problems) LIMIT 20)"
    let words = "nothing was loaded"
    switch engine {
    case .duckdb:
      return "SELECT error('\(words)' || chr(10) || string_agg(problem, chr(10))) FROM \(some) p "
        + "HAVING COUNT(*) > 0;"
    case .postgres:
      return """
        DO $$
        BEGIN
          IF EXISTS (SELECT 1 FROM \(TableLoading.problems)) THEN
            RAISE EXCEPTION '\(words)%', (SELECT string_agg(chr(10) || problem, '') FROM \(some) p);
          END IF;
        END $$;
        """
    case .sqlite:
      return """
        SELECT problem FROM \(TableLoading.problems) LIMIT 20;
        CREATE TEMPORARY TABLE tollgate_loaded (
          problems BIGINT CONSTRAINT "\(words), see the problems above" CHECK (problems = 0)
        );
        INSERT INTO tollgate_loaded SELECT COUNT(*) FROM \(TableLoading.problems);
        DROP TABLE tollgate_loaded;
        """
    }
  }
}

extension LongTables.Table {
  /// The table of the session that a file is read into.
  fileprivate var loaded: String { "load_\(name)" }
}

extension LongTables.Column {
  /// Whether an empty text means something other than nothing.
  fileprivate var canBeEmpty: Bool { name == "counter_window" }

  /// Whether it is an instant.
  fileprivate var isInstant: Bool { !isText && range == nil && name != "number" }
}

/// The long tables that a population is read from.
package enum LongTables {
  package struct Table: Sendable {
    package var name: String
    var meaning: String
    package var columns: [Column]
    /// The columns that no two rows have in common; empty for none.
    var key: String
  }

  package struct Column: Sendable {
    package var name: String
    var isText = false
    package var isRequired = false
    /// The numbers that it may have.
    package var range: ClosedRange<Int64>?
    /// Whether only policies ask for it in which something rolls over.
    var isForRollovers = false
  }

  /// Above this a number has no exact place in every engine and every JSON.
  static let mostNumber: Int64 = 1 << 53

  /// The years that an instant may be in.
  static let instants =
    Instant.readable.lowerBound.milliseconds...Instant.readable.upperBound.milliseconds

  package static let amounts = 0...mostNumber
  package static let quantities: ClosedRange<Int64> = 0...1_000_000_000
  private static let user = Column(name: "user_id", isText: true, isRequired: true)

  /// All tables, with the columns that any policy asks for.
  package static let all: [Table] = [
    Table(
      name: "users", meaning: "one row each; instants are milliseconds since 1970 in UTC",
      columns: [
        user, Column(name: "subject", isText: true), Column(name: "as_of"),
        Column(name: "latest_seen"),
      ], key: "user_id"),
    Table(
      name: "grants", meaning: "what was bought or given; trial is 0 or 1",
      columns: [
        user, Column(name: "product", isText: true), Column(name: "entitlement", isText: true),
        Column(name: "state", isText: true), Column(name: "start_at"),
        Column(name: "until_at"), Column(name: "ownership", isText: true),
        Column(name: "quantity", range: quantities),
        Column(name: "trial", range: 0...1),
      ], key: ""),
    Table(
      name: "usage", meaning: "the counters; the window of a total is ''",
      columns: [
        user, Column(name: "meter", isText: true, isRequired: true),
        Column(name: "counter_window", isText: true, isRequired: true),
        Column(name: "used", isRequired: true, range: amounts), Column(name: "resets_at"),
        Column(name: "carried", range: amounts, isForRollovers: true),
      ], key: "user_id, meter, counter_window"),
    Table(
      name: "allowances", meaning: "what the snapshot itself allows, of meters and settings",
      columns: [
        user, Column(name: "meter", isText: true, isRequired: true),
        Column(name: "amount", isRequired: true, range: amounts),
      ], key: "user_id, meter"),
    Table(
      name: "facts",
      meaning: "value: as the snapshot writes it, true or false; number: that of a number, of a "
        + "date (in milliseconds), of a version (major * 10^12 + minor * 10^6 + patch, each at most "
        + "999999)",
      columns: [
        user, Column(name: "name", isText: true, isRequired: true),
        Column(name: "value", isText: true), Column(name: "number"),
      ], key: "user_id, name"),
    Table(
      name: "buckets",
      meaning: "the bucket of each user in each rollout, from 0 to 9999; exporters compute it",
      columns: [
        user, Column(name: "rollout", isText: true, isRequired: true),
        Column(name: "bucket", isRequired: true, range: 0...9999),
      ], key: "user_id, rollout"),
  ]

  /// The tables with the columns that some policies ask for.
  package static func read(by graphs: [RuleGraph]) -> [Table] {
    if carry(graphs) { return all }
    return all.map { table in
      var table = table
      table.columns.removeAll { $0.isForRollovers }
      return table
    }
  }

  /// Whether something rolls over in one of some policies.
  static func carry(_ graphs: [RuleGraph]) -> Bool {
    graphs.contains { !$0.parts.rollovers.isEmpty }
  }

  static func schema(
    of tables: [Table], _ dialect: SQLDialect, _ names: TableNames
  ) -> String {
    tables.map { table in
      var lines = table.columns.map { $0.declaration(dialect) }
      if dialect.hasConstraints, !table.key.isEmpty { lines.append("PRIMARY KEY (\(table.key))") }
      return """
        -- \(table.name): \(table.meaning)
        CREATE TABLE IF NOT EXISTS \(names.table(table.name)) (
          \(lines.joined(separator: ",\n  "))
        \(dialect.tableEnd);
        """
    }.joined(separator: "\n\n")
  }
}

extension ColumnBook {
  /// The declaration of the wide table, for an engine that is given its rows.
  package var schema: String {
    let names = columns.flatMap { $0.headings }
    let lines =
      ["user_id VARCHAR(512) NOT NULL"] + names.map { "\($0) BIGINT NOT NULL" }
    return "CREATE TABLE \(PopulationSQL.wide) (\n  \(lines.joined(separator: ",\n  "))\n);\n"
  }
}

extension LongTables.Column {
  fileprivate func declaration(_ dialect: SQLDialect) -> String {
    var text = "\(name) \(isText ? dialect.text : "BIGINT")"
    if isRequired { text += " NOT NULL" }
    if let range, dialect.hasConstraints {
      text += " CHECK (\(name) BETWEEN \(range.lowerBound) AND \(range.upperBound))"
    }
    return text
  }
}

/// How the tables and views are called where they lie: `analytics.eu_users`.
package struct TableNames: Sendable {
  private let schema: String
  private let prefix: String

  /// The names as they are.
  package static let plain = TableNames(unchecked: "", "")

  /// PostgreSQL cuts identifiers at 63 bytes.
  private static let longest = 30

  private init(unchecked schema: String, _ prefix: String) {
    self.schema = schema
    self.prefix = prefix
  }

  /// Nil for a name that would have to be quoted.
  ///
  /// - Parameters:
  ///   - schema: The schema, behind a database where there are several: `lake.analytics`.
  ///   - prefix: The beginning of each name.
  package init?(schema: String?, prefix: String?) {
    let parts = schema?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    guard parts.count < 3, parts.allSatisfy({ TableNames.isPlain($0.utf8) }),
      prefix.map({ TableNames.isPlain($0.utf8) }) ?? true
    else { return nil }
    self.init(unchecked: schema ?? "", prefix ?? "")
  }

  private static func isPlain(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first, name.count <= longest, !(0x30...0x39 ~= first) else {
      return false
    }
    return name.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }
  }

  /// A table.
  func table(_ name: String) -> String {
    schema.isEmpty ? prefix + name : "\(schema).\(prefix)\(name)"
  }

  /// A view; those of Spark belong to the session, and to no schema.
  func view(_ name: String, in dialect: SQLDialect) -> String {
    dialect == .spark ? prefix + name : table(name)
  }
}
