/// Writes JSON, member by member, in the order in which they are given.
package struct JSONWriter: Sendable {
  private var bytes: [UInt8] = []
  /// The bytes so far.
  package var utf8: [UInt8] { bytes }
  private let isPretty: Bool
  private var depth = 0
  /// Whether the object or array that is open has nothing in it yet.
  private var isEmpty = true
  /// Whether a name has been written whose value comes next.
  private var awaitsValue = false

  /// A writer; `pretty` puts each member on a line of its own, indented by two spaces.
  ///
  /// - Parameter size: How many bytes there is room for at first.
  package init(pretty: Bool = false, reserving size: Int = 0) {
    isPretty = pretty
    if size > 0 { bytes.reserveCapacity(size) }
  }

  /// The text so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes out the text so far, so that a long document is handed on in pieces.
  package mutating func takeText() -> String {
    defer { bytes.removeAll(keepingCapacity: true) }
    return text
  }

  /// The text of an object by itself; `members` writes them.
  package static func document(
    pretty: Bool = false, _ members: (inout JSONWriter) -> Void
  ) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.object(members)
    return writer.text
  }

  /// An object; `members` writes them.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    nest(0x7B, 0x7D, members)
  }

  /// An array; `elements` writes them.
  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    nest(0x5B, 0x5D, elements)
  }

  /// The name of an object's next member; its value must follow.
  package mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(0x3A)
    if isPretty { bytes.append(0x20) }
    awaitsValue = true
  }

  /// A text.
  package mutating func string(_ value: String) {
    separate()
    quote(value)
  }

  /// A whole number.
  package mutating func integer(_ value: Int64) { raw(String(value)) }

  /// `true` or `false`.
  package mutating func boolean(_ value: Bool) { raw(value ? "true" : "false") }

  /// `null`.
  package mutating func null() { raw("null") }

  /// A piece of JSON as it is; it must be one value.
  package mutating func raw(_ json: String) {
    separate()
    let isWritten: Void? = json.utf8.withContiguousStorageIfAvailable {
      bytes.append(contentsOf: $0)
    }
    if isWritten == nil { bytes.append(contentsOf: json.utf8) }
  }

  // MARK: Members

  /// A member that is a text, or `null`.
  package mutating func member(_ name: String, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  /// A member that is a whole number, or `null`.
  package mutating func member(_ name: String, _ value: Int?) {
    key(name)
    if let value { integer(Int64(value)) } else { null() }
  }

  /// A member that is a number, or `null`.
  package mutating func member(_ name: String, number: Int64?) {
    key(name)
    if let number { integer(number) } else { null() }
  }

  /// A member that is `true` or `false`.
  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    boolean(value)
  }

  /// A member that is a list of texts.
  package mutating func member(_ name: String, _ values: [String]) {
    key(name)
    array { writer in
      for value in values { writer.string(value) }
    }
  }

  /// A member that is an object or a list, or `null`.
  package mutating func member<Value>(
    _ name: String, _ value: Value?, _ write: (Value, inout JSONWriter) -> Void
  ) {
    key(name)
    if let value { write(value, &self) } else { null() }
  }

  /// A member that is an object; `members` writes its members.
  package mutating func object(_ name: String, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  /// A member that is a list; `write` writes each element.
  package mutating func array<List: Sequence>(
    _ name: String, _ elements: List, _ write: (List.Element, inout JSONWriter) -> Void
  ) {
    key(name)
    array { writer in
      for element in elements { write(element, &writer) }
    }
  }

  // MARK: Text

  private mutating func nest(_ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(open)
    depth += 1
    isEmpty = true
    body(&self)
    depth -= 1
    if !isEmpty { breakLine() }
    bytes.append(close)
    isEmpty = false
  }

  private mutating func separate() {
    if awaitsValue {
      awaitsValue = false
      return
    }
    if depth > 0 {
      if !isEmpty { bytes.append(0x2C) }
      breakLine()
    }
    isEmpty = false
  }

  private mutating func breakLine() {
    guard isPretty else { return }
    bytes.append(0x0A)
    for _ in 0..<depth * 2 { bytes.append(0x20) }
  }

  private mutating func quote(_ value: String) {
    bytes.append(0x22)
    Escape.json(value, into: &bytes)
    bytes.append(0x22)
  }
}
