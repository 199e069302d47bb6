package import TollgateCompiler

/// A problem in a snapshot, a batch line, a purchase ledger or a store's document: its place, and
/// what is expected there.
///
/// ```swift
/// do throws(SnapshotError) {
///   gate.update(merging: try Snapshot(json: data))
/// } catch {
///   log("the server's data at \(error.path): \(error)")
/// }
/// ```
public struct SnapshotError: Error, Sendable, Hashable {
  package var place: JSONPath
  package var problem: Problem

  package init(_ problem: Problem, at place: JSONPath = JSONPath()) {
    self.problem = problem
    self.place = place
  }

  /// Its place, from the top of the document: `grants[2].until`. Empty for the whole document.
  public var path: String { place.text }

  /// The facts; the words are in `SnapshotError+Words.swift`.
  package enum Problem: Sendable, Hashable {
    /// The text is not JSON. Line and column from 1, the column in characters.
    case notJSON(JSONReader.ParseError, line: Int, column: Int)
    /// The document has no schema, or one that this version does not read.
    case schema(found: JSONValue?)
    case missing(Expected)
    /// Lists and objects are shown without their contents.
    case expected(Expected, found: JSONValue)
    case instant(String, InstantText.ParseError)
    /// A grant with neither a product nor an entitlement.
    case grantsNothing
    /// Two members together of which each says in its own way what the object is.
    case together(String, String)
    /// `resets` together with `then`.
    case twoFalls
    /// The later steps of a counter cannot be right.
    case steps(CounterError)
    /// The reader refuses the value, in its own words.
    case refused(String, chinese: String)
  }

  /// The kinds of values that a reader expects.
  package enum Expected: Sendable, Hashable {
    case object, list, text, boolean, instant, fact, usage, counter
    /// A number that stands for an instant in the years 1 to 9999.
    case instantNumber
    /// A whole number, at least this one.
    case wholeNumber(from: Int64)
    case date, version, number, yesOrNo
    /// An amount of money.
    case money
    /// An ISO 4217 code.
    case currency
    /// A number from 0 to 100.
    case percentage
    case oneOf([String])
  }

  /// The same problem, with its place from one level further up.
  package func under(_ step: JSONPath.Step) -> SnapshotError {
    SnapshotError(problem, at: place.under(step))
  }
}

extension SnapshotError {
  /// Reads the tree of a text, or throws the reason why it is not JSON.
  package static func read(_ bytes: [UInt8]) throws(SnapshotError) -> JSONValue {
    do throws(JSONReader.Failure) {
      return try JSONReader.read(bytes)
    } catch {
      let before = bytes.prefix(error.offset)
      let lines = before.split(separator: 0x0A, omittingEmptySubsequences: false)
      // Bytes that go on with a character are not counted.
      let column = lines.last?.reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 } ?? 1
      throw SnapshotError(
        .notJSON(error.fault, line: lines.count, column: column),
        at: error.path
      )
    }
  }
}
