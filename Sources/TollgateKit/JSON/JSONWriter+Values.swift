import TollgateSyntax

extension JSONWriter {
  /// A member that is a number, or `null`.
  mutating func member(_ name: String, number: Int64?) {
    key(name)
    if let number { integer(number) } else { null() }
  }

  /// A member that is an object or a list, or `null`.
  mutating func member<Value>(
    _ name: String,
    _ value: Value?,
    _ write: (Value, inout JSONWriter) -> Void
  ) {
    key(name)
    if let value { write(value, &self) } else { null() }
  }

  /// A member that is a list.
  mutating func array<Element>(
    _ name: String,
    _ elements: [Element],
    _ write: (Element, inout JSONWriter) -> Void
  ) {
    key(name)
    array { writer in
      for element in elements { write(element, &writer) }
    }
  }
}
