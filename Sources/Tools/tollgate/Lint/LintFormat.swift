import ArgumentParser

/// How `lint` writes what it found.
enum LintFormat: String, ExpressibleByArgument, CaseIterable {
  /// For people.
  case text
  /// For programs: our own shape.
  case json
  /// SARIF 2.1.0, which code hosts and editors read.
  case sarif
  /// The commands that GitHub shows as annotations.
  case github
  /// The test report that build servers read.
  case junit
}
