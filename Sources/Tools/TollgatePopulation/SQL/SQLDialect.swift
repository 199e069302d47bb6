/// The differences between engines: few, since the SQL keeps to what all of them have.
package enum SQLDialect: String, Sendable, CaseIterable {
  case ansi, bigquery, duckdb, postgres, snowflake, spark, sqlite

  /// A text, as a literal. Nothing in it is obeyed.
  func literal(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": escaped += self == .spark || self == .bigquery ? "\\'" : "''"
      // The others read no escapes in a literal that begins with a plain '.
      case "\\": escaped += readsEscapes ? "\\\\" : "\\"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return "'\(escaped)'"
  }

  private var readsEscapes: Bool { self == .spark || self == .bigquery || self == .snowflake }

  /// Drops views that are made anew, each before those that it is made of: PostgreSQL replaces a
  /// view only by one with the same columns. It refuses if somebody made another of it.
  func dropping(_ views: [String]) -> String {
    self == .postgres ? views.map { "DROP VIEW IF EXISTS \($0);\n" }.joined() : ""
  }

  /// The beginning of a view that replaces an older one, and no view that somebody made of it.
  func view(_ name: String) -> String {
    switch self {
    case .sqlite: "DROP VIEW IF EXISTS \(name);\nCREATE VIEW \(name) AS"
    case .spark: "CREATE OR REPLACE TEMPORARY VIEW \(name) AS"
    case .ansi, .bigquery, .duckdb, .postgres, .snowflake: "CREATE OR REPLACE VIEW \(name) AS"
    }
  }

  /// The end of a table's declaration.
  var tableEnd: String { self == .spark ? ") USING PARQUET" : ")" }

  /// The type of a text.
  var text: String {
    switch self {
    case .spark, .bigquery: "STRING"
    case .ansi, .snowflake: "VARCHAR(512)"
    case .duckdb, .postgres, .sqlite: "TEXT"
    }
  }

  /// Whether tables say what their numbers may be, and what is unique in them.
  var hasConstraints: Bool { self == .duckdb || self == .postgres || self == .sqlite }
}

extension String {
  /// One line behind `--`: no character of it ends the comment, or shows as something else.
  var comment: String {
    var line = ""
    for scalar in unicodeScalars.prefix(200) {
      let isShown =
        scalar.value >= 0x20 && scalar.value != 0x7F && !(0x80...0x9F ~= scalar.value)
        && !(0x2028...0x202E ~= scalar.value) && !(0x2066...0x2069 ~= scalar.value)
      line.unicodeScalars.append(isShown ? scalar : " ")
    }
    return line
  }
}
