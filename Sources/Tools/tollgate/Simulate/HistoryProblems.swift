import TollgateSyntax

/// The mistakes in a history, each with its place.
struct HistoryProblems: Sendable {
  /// The most mistakes that are reported.
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

  /// All mistakes, for standard error.
  func failure(in source: Source) -> Failure {
    let sorted = diagnostics.sorted { $0.span.start < $1.span.start }
    return .rendered(Console.renderer(for: source).render(sorted))
  }
}
