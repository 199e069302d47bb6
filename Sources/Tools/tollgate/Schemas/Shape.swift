import TollgateRuntime
import TollgateSyntax

/// The shape of a value in a JSON document. A JSON Schema is written from it.
struct Shape: Sendable {
  /// The values that fit.
  indirect enum Kind: Sendable {
    case text(pattern: String?)
    case boolean
    case integer(from: Int64?)
    case percentage
    /// One number, the version of a document.
    case version(Int64)
    case words([String])
    case list(Shape)
    /// An object whose keys are names.
    case table(Shape)
    /// An object whose keys are fixed. A key with a `?` at its end may be absent or `null`; one
    /// that begins with `^` is a pattern of further keys.
    case object(Members)
    case either([Shape])
    case null
    /// A shape that is written once, under its name.
    case named(String, Shape)
  }

  /// The members of an object, in order.
  struct Members: ExpressibleByDictionaryLiteral, Sendable {
    var list: [(key: String, value: Shape)]

    init(dictionaryLiteral members: (String, Shape)...) {
      list = members.map { (key: $0.0, value: $0.1) }
    }

    static func + (one: Members, other: Members) -> Members {
      var all = one
      all.list += other.list
      return all
    }
  }

  var kind: Kind
  /// The meaning of the value, in a sentence; empty if its key says it.
  var about = ""

  /// A text.
  static func text(_ about: String = "") -> Shape { Shape(kind: .text(pattern: nil), about: about) }

  /// `true` or `false`.
  static func boolean(_ about: String = "") -> Shape { Shape(kind: .boolean, about: about) }

  /// A whole number, from `least` on if there is one.
  static func integer(_ about: String = "", from least: Int64? = nil) -> Shape {
    Shape(kind: .integer(from: least), about: about)
  }

  /// A number from 0 to 100.
  static func percentage(_ about: String = "") -> Shape { Shape(kind: .percentage, about: about) }

  /// An instant as Tollgate writes it: UTC with a `Z`.
  static func instant(_ about: String = "") -> Shape {
    let pattern = #"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$"#
    return Shape(kind: .text(pattern: pattern), about: about)
  }

  /// An instant as Tollgate reads it: a date alone, or a date and a time with `Z` or an offset.
  static func instantRead(_ about: String = "") -> Shape {
    let time = #"T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})"#
    return Shape(kind: .text(pattern: "^\\d{4}-\\d{2}-\\d{2}(\(time))?$"), about: about)
  }

  /// One of these words.
  static func words(_ words: [String], _ about: String = "") -> Shape {
    Shape(kind: .words(words), about: about)
  }

  /// One of the words of an enumeration.
  static func words<Words>(of type: Words.Type, _ about: String = "") -> Shape
  where Words: CaseIterable, Words: RawRepresentable<String> {
    words(type.allCases.map { $0.rawValue }, about)
  }

  /// One of the words of an enumeration that a reader knows; `other` is what it makes of the rest.
  static func knownWords<Words>(of type: Words.Type, _ about: String = "") -> Shape
  where Words: CaseIterable, Words: RawRepresentable<String> {
    words(type.allCases.map { $0.rawValue }.filter { $0 != "other" }, about)
  }

  /// A list.
  static func list(_ element: Shape, _ about: String = "") -> Shape {
    Shape(kind: .list(element), about: about)
  }

  /// An object whose keys are names.
  static func table(_ value: Shape, _ about: String = "") -> Shape {
    Shape(kind: .table(value), about: about)
  }

  /// An object. A key with a `?` at its end may be absent or `null`; all others are there.
  static func object(_ members: Members, _ about: String = "") -> Shape {
    Shape(kind: .object(members), about: about)
  }

  /// A value of one of several shapes.
  static func either(_ shapes: [Shape], _ about: String = "") -> Shape {
    Shape(kind: .either(shapes), about: about)
  }

  /// A shape, or `null`.
  static func orNull(_ shape: Shape, _ about: String = "") -> Shape {
    var inner = shape
    inner.about = ""
    return either([inner, Shape(kind: .null)], about.isEmpty ? shape.about : about)
  }

  /// A member that is not there: it belongs to another form of the document.
  static let absent = Shape(kind: .null)

  /// The member `schema` of a document.
  static let version = Shape(kind: .version(1), about: "The version of this document.")
}

// Pieces that several documents have.
extension Shape {
  /// The fingerprint of a policy.
  static let fingerprint = Shape(
    kind: .text(pattern: "^sha256:[0-9a-f]{64}$"), about: "Identifies the meaning of the policy.")

  static let outcome = words(of: Decision.Outcome.self)
  static let reason = words(of: Reason.self)

  /// A price of a product.
  static let price = object([
    "amount": .orNull(.text("With a decimal point."), "Null for a price on request."),
    "currency": .orNull(.text("An ISO 4217 code."), "Null for a price on request."),
    "period": .orNull(
      .text("An ISO 8601 duration, or use for a price for use."), "Null for once."),
    "perMonth?": .text("The amount for one month, if the price is written so."),
    "each?": .text("The meter of which each one costs the amount."),
    "of?": .integer("How much of the meter costs the amount, if not 1.", from: 2),
    "atLeast?": .integer("The least number that is paid for.", from: 1),
  ])

  /// The lower price at the beginning of a subscription.
  static let introductoryPrice = object([
    "amount": .text("With a decimal point."),
    "currency": .text("An ISO 4217 code."),
    "period": .orNull(.text("An ISO 8601 duration."), "Null for once, ahead."),
    "each?": .text("The meter of which each one costs the amount."),
    "of?": .integer("How much of the meter costs the amount, if not 1.", from: 2),
    "atLeast?": .integer("The least number that is paid for.", from: 1),
    "seconds": .orNull(.integer("How long it counts.", from: 1), "Null if months tell it."),
    "months": .orNull(.integer("How long it counts.", from: 1), "Null if seconds tell it."),
    "text": .text(),
  ])

  /// The unit of a value of a setting.
  static let settingUnit = orNull(
    .words(["count", "bytes", "seconds", "basis-points", "months"]),
    "Null for a setting with choices.")

  /// A value of a setting, with its unit.
  static let settingValue = object([
    "value": .orNull(.either([.integer(from: 0), .text()]), "A number, a choice, or unlimited."),
    "unit": settingUnit,
    "unlimited": .boolean(),
  ])

  /// An amount that a use takes from a meter.
  static let takenAmount = object([
    "meter": .text("The name of the meter."),
    "amount": .integer("In the unit of the meter.", from: 0),
  ])

  /// Neighbours of a series that are alike, or one target.
  static let targetRun = object([
    "name": .text(),
    "first": .text(),
    "last": .text(),
    "count": .integer(from: 1),
    "label": .text(),
  ])

  /// The members of a product in a table of plans and on a paywall.
  static let listing: Members = [
    "name": .text(),
    "label": .text(),
    "title": .text("The label as a heading."),
    "price": .orNull(.price, "Null if the store has the price, or it is on request."),
    "prices": .list(.price, "The prices in all currencies, the first one first."),
    "priceOnRequest": .boolean("Whether the price is negotiated."),
    "priceText": .text(),
    "soldAs": .list(.object(["id": .text(), "store": .orNull(.text())])),
    "benefits": .list(.text()),
    "adds": .list(.text(), "The amounts that it adds to limits and values, in words."),
    "trialSeconds": .orNull(.integer(from: 0)),
    "trialMonths": .orNull(.integer(from: 1)),
    "introductory": .orNull(.introductoryPrice),
    "recommended": .boolean(),
    "forSale": .boolean(),
    "familyShared": .boolean(),
    "sharedWith": .orNull(.integer("How many people may share it.", from: 2)),
    "onlyWith": .list(.text()),
    "notWith": .list(.text()),
    "terms": .list(.text()),
  ]
}

extension Shape {
  /// Writes the members of the JSON Schema of this shape.
  func writeMembers(to writer: inout JSONWriter) {
    if !about.isEmpty { writer.member("description", about) }
    switch kind {
    case .text(let pattern):
      writer.member("type", "string")
      if let pattern { writer.member("pattern", pattern) }
    case .boolean: writer.member("type", "boolean")
    case .null: writer.member("type", "null")
    case .integer(let least):
      writer.member("type", "integer")
      writer.member("minimum", number: least ?? .min)
      writer.member("maximum", number: .max)
    case .percentage:
      writer.member("type", "number")
      writer.member("minimum", 0)
      writer.member("maximum", 100)
    case .version(let number): writer.member("const", Int(number))
    case .words(let words): writer.member("enum", words)
    case .list(let element):
      writer.member("type", "array")
      writer.key("items")
      element.write(to: &writer)
    case .table(let value):
      writer.member("type", "object")
      writer.key("additionalProperties")
      value.write(to: &writer)
    case .object(let members): Shape.write(members, to: &writer)
    case .either(let shapes):
      writer.array("anyOf", shapes) { shape, writer in shape.write(to: &writer) }
    case .named(let name, _): writer.member("$ref", "#/$defs/\(name)")
    }
  }

  private func write(to writer: inout JSONWriter) {
    writer.object { writeMembers(to: &$0) }
  }

  private static func write(_ members: Members, to writer: inout JSONWriter) {
    writer.member("type", "object")
    let fixed = members.list.filter { !$0.key.hasPrefix("^") }
    let patterns = members.list.filter { $0.key.hasPrefix("^") }
    writer.member("required", fixed.map { $0.key }.filter { !$0.hasSuffix("?") })
    writer.object("properties") { writer in
      for (key, shape) in fixed {
        let isOptional = key.hasSuffix("?")
        writer.key(isOptional ? String(key.dropLast()) : key)
        (isOptional ? Shape.orNull(shape) : shape).write(to: &writer)
      }
    }
    guard !patterns.isEmpty else { return }
    writer.object("patternProperties") { writer in
      for (key, shape) in patterns {
        writer.key(key)
        Shape.orNull(shape).write(to: &writer)
      }
    }
  }

  /// Writes the shapes that are written once, each under its name.
  func writeDefinitions(to writer: inout JSONWriter) {
    var definitions: [(name: String, shape: Shape)] = []
    collectDefinitions(into: &definitions)
    guard !definitions.isEmpty else { return }
    writer.object("$defs") { writer in
      for definition in definitions {
        writer.key(definition.name)
        definition.shape.write(to: &writer)
      }
    }
  }

  private func collectDefinitions(into found: inout [(name: String, shape: Shape)]) {
    switch kind {
    case .list(let shape), .table(let shape): shape.collectDefinitions(into: &found)
    case .object(let members):
      for member in members.list { member.value.collectDefinitions(into: &found) }
    case .either(let shapes):
      for shape in shapes { shape.collectDefinitions(into: &found) }
    case .named(let name, let shape):
      guard !found.contains(where: { $0.name == name }) else { return }
      found.append((name, shape))
      shape.collectDefinitions(into: &found)
    case .text, .boolean, .null, .integer, .percentage, .version, .words: break
    }
  }
}
