/// ANSI colours, if they are wanted.
struct Palette: Sendable {
  let isOn: Bool

  func paint(_ text: String, _ level: Diagnostic.Level) -> String {
    switch level {
    case .error: escape("1;31", text)
    case .warning: escape("1;33", text)
    case .note: escape("1;36", text)
    }
  }

  func strong(_ text: String) -> String { escape("1", text) }

  func faint(_ text: String) -> String { escape("34", text) }

  private func escape(_ code: String, _ text: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
