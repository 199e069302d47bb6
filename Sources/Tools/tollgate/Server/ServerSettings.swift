import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateSyntax

/// The settings of an editor, below `tollgate`.
struct ServerSettings {
  /// The least level of findings that is shown; nil for none but errors of the compiler.
  var level: Diagnostic.Level? = .note
  var showsHints = true
  var isStrict = false
  /// The day to lint for; nil for the present one.
  var today: Instant?

  /// Reads settings: `{"lint": {"level": "warning", "strict": false}, "hints": true,
  /// "today": "2026-03-01"}`. A setting that is missing or wrong stays as it was.
  mutating func read(_ value: JSONValue) {
    let value = value.has("tollgate") ? value["tollgate"] : value
    if let text = value["lint"]["level"].text {
      if let level = Diagnostic.Level(rawValue: text) { self.level = level }
      if text == "none" { level = nil }
    }
    if let strict = value["lint"]["strict"].boolean { isStrict = strict }
    if let hints = value["hints"].boolean { showsHints = hints }
    if let text = value["today"].text, case .success(let day) = InstantText.parse(text) {
      today = day
    }
    if value.has("today"), value["today"] == .null || value["today"] == .text("") { today = nil }
  }

  var lintOptions: LintOptions {
    LintOptions(today: today ?? Instant.now.startOfDay, isStrict: isStrict)
  }

  /// Whether a finding is shown.
  func shows(_ finding: Diagnostic) -> Bool {
    switch (level, finding.level) {
    case (_, .error): true
    case (nil, _), (.error, _): false
    case (.warning, .warning): true
    case (.warning, .note): false
    case (.note, _): true
    }
  }
}
