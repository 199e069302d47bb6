import TollgateCompiler
import TollgateRuntime

extension PolicySwift {
  /// A literal of Swift; whatever a text holds, it stays inside.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || (0x2028...0x202E).contains(scalar.value):
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A text on one line of a comment.
  static func comment(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
          return isControl || (0x2028...0x202E).contains(scalar.value) ? " " : scalar
        }))
  }

  /// The label and the name of something in the policy.
  func comment(_ name: String, _ label: LabelIndex?) -> String {
    let quoted = "`\(PolicySwift.comment(name))`"
    guard let text = self.label(label) else { return quoted }
    return "\(PolicySwift.comment(text)): \(quoted)"
  }

  /// A label in English, or what stands for it.
  func label(_ index: LabelIndex?) -> String? {
    index.map { graph.parts.labels[Int($0)].localized(in: "en").text }
  }

  static func unit(_ kind: Setting.Kind) -> String {
    switch kind {
    case .count, .choice: ""
    case .bytes: ", in bytes"
    case .seconds: ", in seconds"
    case .basisPoints: ", in hundredths of a percent"
    }
  }
}
