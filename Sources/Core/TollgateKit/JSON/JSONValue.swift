import TollgateRuntime

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
