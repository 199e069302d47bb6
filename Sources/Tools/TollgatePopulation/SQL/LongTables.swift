import TollgateRuntime

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
  }

  /// Above this a number has no exact place in every engine and every JSON.
  static let mostNumber: Int64 = 1 << 53

  /// The years that an instant may be in.
  static let instants =
    Instant.readable.lowerBound.milliseconds...Instant.readable.upperBound.milliseconds

  package static let amounts = 0...mostNumber
  package static let quantities: ClosedRange<Int64> = 0...1_000_000_000
  private static let user = Column(name: "user_id", isText: true, isRequired: true)

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

  static func schema(_ dialect: SQLDialect, _ names: TableNames) -> String {
    all.map { table in
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
