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
