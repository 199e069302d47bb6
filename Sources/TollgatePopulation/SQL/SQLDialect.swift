/// The differences between engines: few, since the SQL keeps to what all of them have.
package enum SQLDialect: String, Sendable, CaseIterable {
  case ansi, duckdb, postgres, spark, sqlite

  /// A text, as a literal. Nothing in it is obeyed.
  func literal(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": escaped += self == .spark ? "\\'" : "''"
      // Spark reads escapes in literals; the others read them in none that begins with a plain '.
      case "\\": escaped += self == .spark ? "\\\\" : "\\"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return "'\(escaped)'"
  }

  /// The beginning of a view that replaces an older one.
  func view(_ name: String) -> String {
    switch self {
    case .sqlite: "DROP VIEW IF EXISTS \(name);\nCREATE VIEW \(name) AS"
    case .spark: "CREATE OR REPLACE TEMPORARY VIEW \(name) AS"
    case .postgres: "DROP VIEW IF EXISTS \(name) CASCADE;\nCREATE VIEW \(name) AS"
    case .ansi, .duckdb: "CREATE OR REPLACE VIEW \(name) AS"
    }
  }

  /// The end of a table's declaration.
  var tableEnd: String { self == .spark ? ") USING PARQUET" : ")" }

  /// The type of a text.
  var text: String { self == .spark ? "STRING" : self == .ansi ? "VARCHAR(512)" : "TEXT" }

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
