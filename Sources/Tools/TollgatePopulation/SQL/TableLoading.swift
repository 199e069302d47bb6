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
  }

  /// The script.
  package var text: String {
    var parts = [heading, LongTables.schema(engine.dialect, names), beginning]
    parts += LongTables.all.map { reading($0) }
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
    for table in LongTables.all {
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
    guard let table = LongTables.all.first(where: { $0.name == "facts" }) else { return [] }
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
    let moves = LongTables.all.map { table in
      let list = table.columns.map { $0.name }.joined(separator: ", ")
      return "INSERT INTO \(names.table(table.name)) (\(list)) SELECT \(list) FROM \(table.loaded) "
        + "WHERE NOT EXISTS (SELECT 1 FROM \(TableLoading.problems));"
    }
    let drops = LongTables.all.map { "DROP TABLE \($0.loaded);" }
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
