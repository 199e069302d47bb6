import TollgateKit
public import TollgateRuntime

/// A value of OpenFeature, free of the SDK: an attribute of an evaluation context, or a flag's value.
///
/// ```swift
/// let context = FlagContext(
///   targetingKey: "ada", attributes: ["platform": .string("ios"), "installed": .date(now)])
/// ```
public enum FlagValue: Sendable, Hashable {
  /// True or false.
  case boolean(Bool)
  /// A text.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// Any number.
  case double(Double)
  /// A point in time.
  case date(Instant)
  /// Several values.
  case list([FlagValue])
  /// Values by name.
  case structure([String: FlagValue])
  /// Nothing.
  case null
}

extension FlagValue {
  /// A value of a JSON document.
  init(json value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .boolean(let isTrue): .boolean(isTrue)
      case .integer(let number): .integer(number)
      case .number(let text): Double(text).map(FlagValue.double) ?? .string(text)
      case .text(let text): .string(text)
      case .list(let values): .list(values.map(FlagValue.init(json:)))
      case .object(let members):
        .structure(
          Dictionary(uniqueKeysWithValues: members.map { ($0.key, FlagValue(json: $0.value)) }))
      }
  }

  /// The value as JSON. A number without a fraction is a whole one: many senders know no other.
  var json: JSONValue {
    switch self {
    case .boolean(let isTrue): .boolean(isTrue)
    case .string(let text): .text(text)
    case .integer(let number): .integer(number)
    case .double(let number): Int64(exactly: number).map(JSONValue.integer) ?? .number("\(number)")
    case .date(let instant): .text(instant.text)
    case .list(let values): .list(values.map { $0.json })
    case .structure(let values):
      .object(values.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value.json) })
    case .null: .null
    }
  }
}
