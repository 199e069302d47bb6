import Foundation

/// Standard error: everything that is no result.
enum Console {
  /// Writes a line.
  static func say(_ text: String) {
    write(shown(text) + "\n")
  }

  /// A text that no terminal obeys: control characters stand as U+FFFD.
  static func shown(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
      shown.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(shown)
  }

  /// Writes a text as it is. When nobody listens there is nobody to tell.
  static func write(_ text: String) {
    do throws(Descriptor.Fault) {
      try Descriptor.write(Array(text.utf8), to: Descriptor.error)
    } catch {}
  }
}
