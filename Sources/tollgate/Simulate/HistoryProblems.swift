import TollgateSyntax

/// What is wrong with a history, each thing at its place.
struct HistoryProblems: Sendable {
  /// No more than this are told.
  private static let most = 100

  private(set) var diagnostics: [Diagnostic] = []

  var isEmpty: Bool { diagnostics.isEmpty }

  mutating func add(_ headline: String, _ span: Span, label: String = "", help: String? = nil) {
    add(
      Diagnostic(
        code: "history", headline: headline, span: span, label: label,
        help: help.map { [$0] } ?? []))
  }

  mutating func add(_ diagnostic: Diagnostic) {
    if diagnostics.count < HistoryProblems.most { diagnostics.append(diagnostic) }
  }

  /// All of them, as they are told on standard error.
  func failure(in source: Source) -> Failure {
    let sorted = diagnostics.sorted { $0.span.start < $1.span.start }
    return .rendered(Style.error.renderer(for: source).render(sorted))
  }
}
