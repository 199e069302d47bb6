import TollgateCompiler
package import TollgateRuntime

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
    for member in members where member.key == key {
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
