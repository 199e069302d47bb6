/// Collects findings up to the ceiling, and counts the rest.
struct Reporter: Sendable {
  private(set) var diagnostics: [Diagnostic] = []
  private var more = 0
  private var firstUnseen: Span?

  mutating func report(_ problem: Problem) {
    guard diagnostics.count < Limits.diagnostics else {
      more += 1
      if firstUnseen == nil { firstUnseen = problem.diagnostic().span }
      return
    }
    diagnostics.append(problem.diagnostic())
  }

  /// Takes back what was reported at a place.
  mutating func takeBack(at span: Span) { diagnostics.removeAll { $0.span == span } }

  /// These findings, then those of another reporter.
  func followed(by other: Reporter) -> Reporter {
    var both = self
    let room = Limits.diagnostics - diagnostics.count
    both.diagnostics += other.diagnostics.prefix(room)
    both.more += other.diagnostics.dropFirst(room).count + other.more
    if both.firstUnseen == nil {
      both.firstUnseen = other.diagnostics.dropFirst(room).first?.span ?? other.firstUnseen
    }
    return both
  }

  /// The findings in the order of the text.
  func sorted() -> [Diagnostic] {
    var order = Array(diagnostics.indices)
    order.sort { a, b in
      let (first, second) = (diagnostics[a].span.start, diagnostics[b].span.start)
      return first == second ? a < b : first < second
    }
    var sorted: [Diagnostic] = []
    sorted.reserveCapacity(order.count + 1)
    for index in order { sorted.append(diagnostics[index]) }
    if let firstUnseen { sorted.append(Problem.tooMany(more, firstUnseen).diagnostic()) }
    return sorted
  }
}
