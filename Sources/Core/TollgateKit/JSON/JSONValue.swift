import TollgateCompiler
package import TollgateRuntime
import TollgateSyntax

/// A JSON document as a tree.
package enum JSONValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  /// A whole number, written with digits alone, that fits.
  case integer(Int64)
  /// Any other number, as it was written.
  case number(String)
  case text(String)
  case list([JSONValue])
  /// The members in their order; no key is there twice.
  case object([Member])

  /// A key and its value.
  package struct Member: Sendable, Hashable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }

    /// Whether this is its key. Texts of other lengths are told apart without comparing them.
    package func isCalled(_ name: String) -> Bool {
      key.utf8.count == name.utf8.count && key == name
    }
  }
}

/// The path from the top of a document to a place in it.
package struct JSONPath: Sendable, Hashable {
  package private(set) var steps: [Step] = []

  package init() {}

  package enum Step: Sendable, Hashable {
    case key(String)
    case element(Int)
  }

  /// The same place, from one level further up.
  package func under(_ step: Step) -> JSONPath {
    var path = JSONPath()
    path.steps = [step] + steps
    return path
  }

  /// `grants[2].until`; a key with other characters is quoted: `usage["a.b"]`.
  package var text: String {
    var text = ""
    for step in steps {
      switch step {
      case .element(let index): text += "[\(index)]"
      case .key(let key) where JSONPath.isPlain(key): text += text.isEmpty ? key : "." + key
      case .key(let key): text += "[\(JSONText.quoted(key))]"
      }
    }
    return text
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.count <= 200
      && key.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "@", "/": true
        default: PlainText.isOfName(scalar)
        }
      }
  }
}

/// Pieces of a document in messages.
package enum JSONText {
  /// The number of characters of a text that are shown.
  private static let mostShown = 60

  /// A text in quotation marks, shortened if it is long, with control characters escaped.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for (place, character) in text.enumerated() {
      if place == mostShown { return result + "…\"" }
      for (_, scalar) in zip(0..<8, character.unicodeScalars) {
        switch scalar {
        case "\"", "\\": result += "\\\(scalar)"
        case _ where isShown(scalar): result.unicodeScalars.append(scalar)
        default: result += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
    }
    return result + "\""
  }

  /// A number as it was written, shortened if it is long.
  package static func number(_ text: String) -> String {
    text.utf8.count <= mostShown
      ? text : String(decoding: Array(text.utf8).prefix(mostShown), as: UTF8.self) + "…"
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }
}

/// An object whose members are read by name. Unknown members are ignored, and `null` is the same as
/// absent.
package struct JSONObject {
  package let members: [JSONValue.Member]

  package init(_ value: JSONValue) throws(SnapshotError) {
    guard case .object(let members) = value else { throw value.isNot(.object) }
    self.members = members
  }

  /// The value of a member; nil if it is absent or `null`.
  package subscript(key: String) -> JSONValue? {
    for member in members where member.isCalled(key) {
      if case .null = member.value { return nil }
      return member.value
    }
    return nil
  }

  /// Reads a member; nil if it is absent. A problem in it gets its path.
  package func read<Value>(
    _ key: String,
    _ read: (JSONValue) throws(SnapshotError) -> Value
  ) throws(SnapshotError) -> Value? {
    guard let value = self[key] else { return nil }
    do throws(SnapshotError) {
      return try read(value)
    } catch {
      throw error.under(.key(key))
    }
  }

  /// Refuses an object that has members of two forms: whoever wrote it means something that the
  /// reader of one form would never see.
  package func checkForm(_ keys: [String]) throws(SnapshotError) {
    let found = keys.filter { self[$0] != nil }
    if found.count > 1 { throw SnapshotError(.together(found[0], found[1])) }
  }

  /// Reads a required member.
  package func require<Value>(
    _ key: String,
    _ expected: SnapshotError.Expected,
    _ read: (JSONValue) throws(SnapshotError) -> Value
  ) throws(SnapshotError) -> Value {
    if let value = try self.read(key, read) { return value }
    throw SnapshotError(.missing(expected)).under(.key(key))
  }
}

extension JSONValue {
  /// An error that names the expected and the found value.
  package func isNot(_ expected: SnapshotError.Expected) -> SnapshotError {
    SnapshotError(.expected(expected, found: outline))
  }

  /// The value; a list or an object is without its contents.
  package var outline: JSONValue {
    switch self {
    case .list: .list([])
    case .object: .object([])
    case .null, .boolean, .integer, .number, .text: self
    }
  }

  /// A list whose elements are read one by one.
  package func readList<Element>(
    _ read: (JSONValue) throws(SnapshotError) -> Element
  ) throws(SnapshotError) -> [Element] {
    guard case .list(let values) = self else { throw isNot(.list) }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      do throws(SnapshotError) {
        elements.append(try read(value))
      } catch {
        throw error.under(.element(index))
      }
    }
    return elements
  }

  /// An object whose keys are names, each with a value of the same kind.
  package func readTable<Value>(
    _ read: (JSONValue) throws(SnapshotError) -> Value
  ) throws(SnapshotError) -> [String: Value] {
    let object = try JSONObject(self)
    var table = [String: Value](minimumCapacity: object.members.count)
    for member in object.members {
      if case .null = member.value { continue }
      do throws(SnapshotError) {
        table[member.key] = try read(member.value)
      } catch {
        throw error.under(.key(member.key))
      }
    }
    return table
  }
}

/// The readers for values of each kind.
package enum Read {
  package static func text(_ value: JSONValue) throws(SnapshotError) -> String {
    guard case .text(let text) = value else { throw value.isNot(.text) }
    return text
  }

  package static func boolean(_ value: JSONValue) throws(SnapshotError) -> Bool {
    guard case .boolean(let isTrue) = value else { throw value.isNot(.boolean) }
    return isTrue
  }

  /// Any whole number.
  package static func integer(_ value: JSONValue) throws(SnapshotError) -> Int64 {
    try number(value, from: .min)
  }

  /// A whole number from 0.
  package static func amount(_ value: JSONValue) throws(SnapshotError) -> Int64 {
    try number(value, from: 0)
  }

  /// A whole number from 1.
  package static func quantity(_ value: JSONValue) throws(SnapshotError) -> Int64 {
    try number(value, from: 1)
  }

  private static func number(
    _ value: JSONValue,
    from least: Int64
  ) throws(SnapshotError) -> Int64 {
    guard case .integer(let number) = value, number >= least else {
      throw value.isNot(.wholeNumber(from: least))
    }
    return number
  }

  package static func instant(_ value: JSONValue) throws(SnapshotError) -> Instant {
    guard case .text(let text) = value else { throw value.isNot(.instant) }
    switch InstantText.parse(text) {
    case .success(let instant): return instant
    case .failure(let fault): throw SnapshotError(.instant(text, fault))
    }
  }
}

extension JSONValue {
  /// The value as JSON, on one line, or with each member on its own line.
  package func json(pretty: Bool = false) -> String {
    var writer = JSONWriter(pretty: pretty)
    write(to: &writer)
    return writer.text
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .boolean(let value): writer.boolean(value)
    case .integer(let value): writer.integer(value)
    case .number(let text): writer.raw(text)
    case .text(let text): writer.string(text)
    case .list(let values):
      writer.array { writer in
        for value in values { value.write(to: &writer) }
      }
    case .object(let members):
      writer.object { writer in
        for member in members {
          writer.key(member.key)
          member.value.write(to: &writer)
        }
      }
    }
  }

  /// An instant as a text that can be read back.
  package static func instant(_ instant: Instant) -> JSONValue {
    .text(SnapshotJSON.readable(instant).text)
  }
}
