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
    let time = #"T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:?\d{2})"#
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
