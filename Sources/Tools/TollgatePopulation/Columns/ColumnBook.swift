package import TollgateRuntime

/// The columns that one or two policies ask for, each distinct question once.
package final class ColumnBook {
  package private(set) var columns: [WideColumn] = []
  /// The time that is asked about: nobody's effective now is before it.
  package let now: Instant
  /// The parts that SQL cannot say.
  private(set) var faults: [String] = []
  /// The numbers with which the policies compare each column.
  package private(set) var constants: [Set<Int64>] = []
  private var places: [WideColumn.Question: ColumnIndex] = [:]
  private var names: Set<String> = []

  package init(at now: Instant) {
    self.now = now
  }

  package subscript(index: ColumnIndex) -> WideColumn { columns[Int(index)] }

  func refuse(_ fault: String) {
    if !faults.contains(fault) { faults.append(fault) }
  }

  /// The column of a question.
  func place(
    of question: WideColumn.Question, called name: String, about subject: String,
    in range: ClosedRange<Int64>, canBeMissing: Bool, from source: WideColumn.Source
  ) -> ColumnIndex {
    if let known = places[question] { return known }
    let place = ColumnIndex(columns.count)
    columns.append(
      WideColumn(
        name: names.insertDistinct(name, with: canBeMissing ? WideColumn.knownSuffix : ""),
        question: question, subject: subject, range: range, canBeMissing: canBeMissing,
        source: source))
    constants.append([])
    places[question] = place
    return place
  }

  /// That a column is known, and at least this.
  func atLeast(_ column: ColumnIndex, _ least: Int64) -> Predicate {
    constants[Int(column)].insert(least)
    return Predicate(.atLeast(column, least))
  }
}

extension Set<String> {
  /// Adds a name and the same with a suffix, with a number behind the name if one of both is there
  /// already. All names of columns are made unique here.
  mutating func insertDistinct(_ name: String, with suffix: String = "") -> String {
    var candidate = name
    var number = 2
    while contains(candidate) || contains(candidate + suffix) {
      candidate = "\(name)_\(number)"
      number += 1
    }
    formUnion([candidate, candidate + suffix])
    return candidate
  }
}

/// Identifiers of SQL: nothing that a policy says becomes one without passing here.
enum Identifier {
  /// The longest that a name of the policy makes; PostgreSQL cuts identifiers at 63 bytes.
  private static let longest = 40

  /// A word behind a prefix, which is what keeps it from being a word of SQL: `used_bills`.
  static func make(_ prefix: String, _ name: String) -> String {
    var text = ""
    for byte in name.utf8.prefix(longest) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        text.unicodeScalars.append(Unicode.Scalar(byte + 32))
      default:
        if !text.isEmpty, text.utf8.last != UInt8(ascii: "_") { text += "_" }
      }
    }
    while text.utf8.last == UInt8(ascii: "_") { text.removeLast() }
    return "\(prefix)_\(text.isEmpty ? "x" : text)"
  }
}
