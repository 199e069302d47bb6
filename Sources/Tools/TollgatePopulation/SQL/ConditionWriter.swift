import TollgateAnalysis

/// Writes predicates as conditions of SQL.
///
/// A predicate becomes a decision diagram, which has one form for whatever is the same, and the
/// diagram a text: so a difference of two policies is the difference, however it came about. Of a
/// diagram that grows too large, the predicate is written as it was made.
struct ConditionWriter {
  let book: ColumnBook
  var diagrams = Diagrams(budget: Budget(nodes: 50_000))
  private var regions: [ObjectIdentifier: Region] = [:]
  private var texts: [Region: SQLCondition] = [:]
  /// The predicates whose regions are kept: an identifier is theirs only while they live.
  private var kept: [Predicate] = []

  /// The most comparisons that a diagram is written with.
  private static let longest = 400
  /// A number that is less than any known one.
  static let missing = Int64.min

  init(_ book: ColumnBook) {
    self.book = book
  }

  /// - Returns: `never` also where no user can be, see ``isPossible(_:)``.
  mutating func condition(_ predicate: Predicate) -> SQLCondition {
    do throws(Exhausted) {
      let region = try region(predicate)
      guard try isPossible(region) else { return .never }
      let condition = try condition(of: region)
      if condition.size <= ConditionWriter.longest { return condition }
    } catch {
      diagrams = Diagrams(budget: Budget(nodes: 50_000))
      regions = [:]
      texts = [:]
      kept = []
    }
    return plain(predicate, is: true)
  }

  // MARK: Diagrams

  mutating func region(_ predicate: Predicate) throws(Exhausted) -> Region {
    let id = ObjectIdentifier(predicate)
    if let known = regions[id] { return known }
    let region: Region
    switch predicate.kind {
    case .nothing: region = .nothing
    case .everything: region = .everything
    case .atLeast(let column, let least): region = try atLeast(column, least)
    case .missing(let column):
      region =
        book[column].canBeMissing
        ? try diagrams.below(column, ConditionWriter.missing + 1) : .nothing
    case .not(let other):
      let inner = try self.region(other)
      region = try diagrams.without(.everything, inner)
    case .all(let a, let b):
      let first = try self.region(a)
      let second = try self.region(b)
      region = try diagrams.and(first, second)
    case .any(let a, let b):
      let first = try self.region(a)
      let second = try self.region(b)
      region = try diagrams.or(first, second)
    }
    regions[id] = region
    kept.append(predicate)
    return region
  }

  private mutating func atLeast(
    _ column: ColumnIndex, _ least: Int64
  ) throws(Exhausted) -> Region {
    let range = book[column].range
    if least > range.upperBound { return .nothing }
    if least > range.lowerBound { return try diagrams.atLeast(column, least) }
    guard book[column].canBeMissing else { return .everything }
    return try diagrams.atLeast(column, ConditionWriter.missing + 1)
  }

  /// A part of the values of a column, and what has to be so of the other columns.
  struct Part {
    var values: ClosedRange<Int64>
    var rest: Region
  }

  private mutating func condition(of region: Region) throws(Exhausted) -> SQLCondition {
    if region == .nothing { return .never }
    if region == .everything { return .always }
    if let known = texts[region] { return known }
    guard let column = diagrams.variables(of: region).first else { return .always }
    let parts = try parts(of: region, along: column)
    var alternatives: [SQLCondition] = []
    var done: Set<Region> = []
    for part in parts where part.rest != .nothing && done.insert(part.rest).inserted {
      // It may also be said where more is so: then it is said once.
      var values: [ClosedRange<Int64>] = []
      for other in parts where try diagrams.without(part.rest, other.rest) == .nothing {
        values.append(other.values)
      }
      let rest = try condition(of: part.rest)
      alternatives.append(.conjunction([test(column, values), rest]))
    }
    let condition = SQLCondition.disjunction(alternatives)
    texts[region] = condition
    if condition.size > 20 * ConditionWriter.longest { throw Exhausted(.steps, limit: 0) }
    return condition
  }

  mutating func parts(
    of region: Region, along column: ColumnIndex
  ) throws(Exhausted) -> [Part] {
    let borders = diagrams.thresholds(of: column, in: region)
    let starts = [ConditionWriter.missing] + borders
    var parts: [Part] = []
    for (place, start) in starts.enumerated() {
      let end = place + 1 < starts.count ? starts[place + 1] - 1 : .max
      let rest = try diagrams.fixing(column, at: start, in: region)
      parts.append(Part(values: start...end, rest: rest))
    }
    return parts
  }

  // MARK: Comparisons

  /// That a column has one of these values, which ascend. A missing one is held as 0.
  private func test(_ index: ColumnIndex, _ values: [ClosedRange<Int64>]) -> SQLCondition {
    let column = book[index]
    var ranges: [ClosedRange<Int64>] = []
    for value in values {
      let low = max(value.lowerBound, column.range.lowerBound)
      let high = min(value.upperBound, column.range.upperBound)
      guard low <= high else { continue }
      if let last = ranges.last, last.upperBound < .max, last.upperBound + 1 == low {
        ranges[ranges.count - 1] = last.lowerBound...high
      } else {
        ranges.append(low...high)
      }
    }
    let known = test(column, among: ranges)
    guard column.canBeMissing else { return known }
    let includesMissing = values.first?.lowerBound == ConditionWriter.missing
    let includesZero = ranges.contains { $0.contains(0) }
    if includesMissing == includesZero { return known }
    return includesMissing
      ? .disjunction([.test("\(column.name)\(WideColumn.knownSuffix) = 0"), known])
      : .conjunction([.test("\(column.name)\(WideColumn.knownSuffix) = 1"), known])
  }

  private func test(
    _ column: WideColumn, among ranges: [ClosedRange<Int64>]
  ) -> SQLCondition {
    if let hole = hole(in: column.range, between: ranges) {
      return .test("\(column.name) <> \(hole)")
    }
    return .disjunction(
      ranges.map { range in
        let isOpenBelow = range.lowerBound == column.range.lowerBound
        let isOpenAbove = range.upperBound == column.range.upperBound
        switch (isOpenBelow, isOpenAbove) {
        case (true, true): return .always
        case _ where range.lowerBound == range.upperBound:
          return .test("\(column.name) = \(range.lowerBound)")
        case (true, false): return .test("\(column.name) <= \(range.upperBound)")
        case (false, true): return .test("\(column.name) >= \(range.lowerBound)")
        case (false, false):
          return .test("\(column.name) BETWEEN \(range.lowerBound) AND \(range.upperBound)")
        }
      })
  }

  /// The one value between two ranges that have everything else.
  private func hole(
    in range: ClosedRange<Int64>, between ranges: [ClosedRange<Int64>]
  ) -> Int64? {
    guard ranges.count == 2, ranges[0].lowerBound == range.lowerBound,
      ranges[1].upperBound == range.upperBound,
      ranges[0].upperBound + 2 == ranges[1].lowerBound
    else { return nil }
    return ranges[0].upperBound + 1
  }

  // MARK: Without a diagram

  /// A predicate as it was made, with every `not` pushed to the comparisons.
  private func plain(_ predicate: Predicate, is value: Bool) -> SQLCondition {
    switch predicate.kind {
    case .nothing: return value ? .never : .always
    case .everything: return value ? .always : .never
    case .not(let other): return plain(other, is: !value)
    case .all(let a, let b), .any(let a, let b):
      let parts = [plain(a, is: value), plain(b, is: value)]
      if case .all = predicate.kind {
        return value ? .conjunction(parts) : .disjunction(parts)
      }
      return value ? .disjunction(parts) : .conjunction(parts)
    case .missing(let column):
      let all: [ClosedRange<Int64>] =
        value ? [.min ... .min] : [ConditionWriter.missing + 1 ... .max]
      return book[column].canBeMissing ? test(column, all) : (value ? .never : .always)
    case .atLeast(let column, let least):
      let border = max(least, ConditionWriter.missing + 1)
      return test(column, [value ? border ... .max : .min...(border - 1)])
    }
  }
}

/// A condition of SQL, without `NOT` and without `NULL`.
indirect enum SQLCondition: Hashable {
  case never, always
  /// A comparison of one column.
  case test(String)
  case all([SQLCondition])
  case any([SQLCondition])

  /// All of some conditions; what never matters is left out.
  static func conjunction(_ parts: [SQLCondition]) -> SQLCondition {
    var kept: [SQLCondition] = []
    for part in parts {
      switch part {
      case .never: return .never
      case .always: break
      case .all(let inner): kept += inner.filter { !kept.contains($0) }
      case .test, .any: if !kept.contains(part) { kept.append(part) }
      }
    }
    return kept.isEmpty ? .always : kept.count == 1 ? kept[0] : .all(kept)
  }

  /// The condition that at least one of these holds, without repetitions.
  static func disjunction(_ parts: [SQLCondition]) -> SQLCondition {
    var kept: [SQLCondition] = []
    for part in parts {
      switch part {
      case .always: return .always
      case .never: break
      case .any(let inner): kept += inner.filter { !kept.contains($0) }
      case .test, .all: if !kept.contains(part) { kept.append(part) }
      }
    }
    return kept.isEmpty ? .never : kept.count == 1 ? kept[0] : .any(kept)
  }

  /// How many comparisons it has.
  var size: Int {
    switch self {
    case .never, .always, .test: 1
    case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.size }
    }
  }

  /// As it is written; every engine reads `1 = 0`.
  var text: String {
    switch self {
    case .never: "1 = 0"
    case .always: "1 = 1"
    case .test(let text): text
    case .all(let parts): parts.map { $0.part }.joined(separator: " AND ")
    case .any(let parts): parts.map { $0.part }.joined(separator: " OR ")
    }
  }

  /// The same as a part of another one.
  private var part: String {
    switch self {
    case .never, .always, .test: text
    case .all, .any: "(\(text))"
    }
  }
}

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

  /// A quotient of two whole numbers that are not negative, rounded down.
  func quotient(_ a: String, _ b: Int) -> String {
    switch self {
    case .postgres, .sqlite: "(\(a)) / \(b)"
    case .duckdb: "(\(a)) // \(b)"
    case .bigquery: "DIV(\(a), \(b))"
    case .spark: "(\(a)) DIV \(b)"
    // Other engines divide into fractions, but for what divides without rest.
    case .ansi, .snowflake: "((\(a)) - MOD(\(a), \(b))) / \(b)"
    }
  }

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
