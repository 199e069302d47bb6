import Foundation

/// Standard error: everything that is no result.
enum Console {
  /// Writes a line. Control characters, which a terminal would obey, stand as U+FFFD.
  static func say(_ text: String) {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
      shown.append(isControl ? "\u{FFFD}" : scalar)
    }
    write(String(shown) + "\n")
  }

  /// Writes a text as it is. When nobody listens there is nobody to tell.
  static func write(_ text: String) {
    do throws(Descriptor.Fault) {
      try Descriptor.write(Array(text.utf8), to: Descriptor.error)
    } catch {}
  }
}
