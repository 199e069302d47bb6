package import TollgateKit
import Foundation

/// Checks a JSON document against a JSON Schema: the keywords that the schema of SARIF (draft 7)
/// and those of `tollgate schema` (draft 2020-12) use. An unknown keyword fails the check.
package struct JSONSchema: Sendable {
  private let root: JSONValue
  /// Whether a key that the schema does not list is a failure, though the schema allows it.
  private var isStrict = false

  /// A schema below the top of the checkout.
  package init(_ path: String) throws {
    let data = try Data(contentsOf: Repository.url(path))
    root = try JSONReader.read([UInt8](data))
  }

  package init(text: String, isStrict: Bool = false) throws {
    root = try JSONReader.read(Array(text.utf8))
    self.isStrict = isStrict
  }

  /// The mistakes in a document, each with its path.
  package func failures(of document: JSONValue) -> [String] {
    check(document, root, "$")
  }

  private func check(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    guard case .object(let keywords) = schema else {
      return schema == .boolean(false) ? ["\(path): no value is allowed here"] : []
    }
    var failures: [String] = []
    for keyword in keywords {
      failures += check(value, keyword.key, keyword.value, of: schema, path)
    }
    return failures
  }

  private func check(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, of schema: JSONValue, _ path: String
  ) -> [String] {
    switch keyword {
    case "$schema", "id", "$id", "title", "description", "default", "definitions", "$defs": []
    case "$ref": check(value, resolve(rule), path)
    case "type": isOf(rule, value) ? [] : ["\(path): is not of the type \(rule.names)"]
    case "const": rule == value ? [] : ["\(path): is not \(rule.json())"]
    case "enum": rule.elements.contains(value) ? [] : ["\(path): is none of the values"]
    case "properties", "required", "additionalProperties":
      checkObject(value, keyword, rule, schema, path)
    case "patternProperties": checkPatterns(value, rule, path)
    case "items", "minItems", "uniqueItems": checkList(value, keyword, rule, path)
    case "pattern", "format": checkText(value, keyword, rule, path)
    case "minimum", "maximum": checkNumber(value, keyword, rule, path)
    case "anyOf": checkAny(value, rule.elements, path)
    case "oneOf":
      rule.elements.count { check(value, $0, path).isEmpty } == 1 ? [] : ["\(path): fits not one"]
    default: ["\(path): the keyword \(keyword) is not known"]
    }
  }

  /// `#/definitions/name`
  private func resolve(_ reference: JSONValue) -> JSONValue {
    guard case .text(let text) = reference, text.hasPrefix("#") else { return .boolean(false) }
    var place = root
    for step in text.dropFirst().split(separator: "/") {
      guard let next = place[String(step)] else { return .boolean(false) }
      place = next
    }
    return place
  }

  private func isOf(_ type: JSONValue, _ value: JSONValue) -> Bool {
    if case .list(let types) = type { return types.contains { isOf($0, value) } }
    guard case .text(let name) = type else { return false }
    switch (name, value) {
    case ("object", .object), ("array", .list), ("string", .text), ("boolean", .boolean),
      ("null", .null), ("integer", .integer), ("number", .integer), ("number", .number):
      return true
    default: return false
    }
  }

  /// The failures of the alternative that fits best.
  private func checkAny(_ value: JSONValue, _ schemas: [JSONValue], _ path: String) -> [String] {
    let failures = schemas.map { check(value, $0, path) }
    return failures.min { $0.count < $1.count } ?? ["\(path): fits none"]
  }

  private func checkObject(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ schema: JSONValue,
    _ path: String
  ) -> [String] {
    guard case .object(let members) = value else { return [] }
    switch keyword {
    case "required":
      return rule.elements.compactMap { name in
        guard case .text(let key) = name, !members.contains(where: { $0.key == key }) else {
          return nil
        }
        return "\(path): lacks \(key)"
      }
    case "properties":
      return members.flatMap { member in
        rule[member.key].map { check(member.value, $0, "\(path).\(member.key)") }
          ?? (isStrict && !hasPattern(member.key, schema)
            ? ["\(path): the schema has no \(member.key)"] : [])
      }
    default:
      return members.filter { schema["properties"]?[$0.key] == nil }.flatMap { member in
        check(member.value, rule, "\(path).\(member.key)")
      }
    }
  }

  /// Keys that a pattern describes.
  private func checkPatterns(
    _ value: JSONValue, _ rule: JSONValue, _ path: String
  ) -> [String] {
    guard case .object(let members) = value, case .object(let patterns) = rule else { return [] }
    return members.flatMap { member in
      patterns.filter { JSONSchema.matches(member.key, $0.key) }.flatMap { pattern in
        check(member.value, pattern.value, "\(path).\(member.key)")
      }
    }
  }

  private func hasPattern(_ key: String, _ schema: JSONValue) -> Bool {
    guard case .object(let patterns)? = schema["patternProperties"] else { return false }
    return patterns.contains { JSONSchema.matches(key, $0.key) }
  }

  private func checkList(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ path: String
  ) -> [String] {
    guard case .list(let elements) = value else { return [] }
    switch (keyword, rule) {
    case ("minItems", .integer(let least)):
      return elements.count >= least ? [] : ["\(path): has fewer than \(least) elements"]
    case ("uniqueItems", .boolean(let isUnique)):
      return !isUnique || Set(elements).count == elements.count ? [] : ["\(path): has one twice"]
    default:
      return elements.enumerated().flatMap { check($1, rule, "\(path)[\($0)]") }
    }
  }

  private func checkText(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ path: String
  ) -> [String] {
    guard case .text(let text) = value, case .text(let wanted) = rule else { return [] }
    let isRight =
      switch (keyword, wanted) {
      case ("pattern", _): JSONSchema.matches(text, wanted)
      case (_, "uri"): JSONSchema.matches(text, "^[A-Za-z][A-Za-z0-9+.-]*:" + JSONSchema.uri)
      case (_, "uri-reference"): JSONSchema.matches(text, "^" + JSONSchema.uri)
      case (_, "date-time"):
        JSONSchema.matches(
          text, "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$")
      default: false
      }
    return isRight ? [] : ["\(path): \(text) is no \(wanted)"]
  }

  /// The characters of a URI, everything else in percent notation.
  private static let uri = "([A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$"

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    text.range(of: pattern, options: .regularExpression) != nil
  }

  private func checkNumber(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ path: String
  ) -> [String] {
    guard let number = value.double, let bound = rule.double else { return [] }
    let isRight = keyword == "minimum" ? number >= bound : number <= bound
    return isRight ? [] : ["\(path): \(number) is beyond the \(keyword) \(bound)"]
  }
}

extension JSONValue {
  /// A member of an object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The elements of a list; none of anything else.
  package var elements: [JSONValue] {
    guard case .list(let elements) = self else { return [] }
    return elements
  }

  /// A text; nothing of anything else.
  package var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// A name, or several: `array or null`.
  fileprivate var names: String {
    text ?? elements.compactMap { $0.text }.joined(separator: " or ")
  }

  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let text): Double(text)
    default: nil
    }
  }
}
