import TollgateRuntime
import TollgateSyntax

// `paid` marks the entitlements that a trial does not open. It belongs to names, so a requirement
// with and without it could be read in two ways.
extension ExpressionChecker {
  /// `paid pro`, `paid (pro or team)`
  func paid(_ syntax: ExpressionSyntax, _ span: Span) -> CheckedExpression? {
    switch syntax {
    case .name(let name):
      let kinds: [NameKind] = [.entitlement, .fact]
      guard let entry = draft.resolve(name, anyOf: kinds) else { return nil }
      guard entry.kind == .entitlement else {
        draft.report(.paid(.fact(name.text)), at: name.span)
        return nil
      }
      return .paid(entry.index, span)
    case .all(let list, _): return paid(list).map { .all($0, span) }
    case .any(let list, _): return paid(list).map { .any($0, span) }
    case .not(_, let place), .paid(_, _, let place):
      let word = if case .not = syntax { "not" } else { "paid" }
      draft.report(.paid(.inside(word)), at: place)
      return nil
    case .nothing(let place):
      draft.report(.fact(.nothingInside), at: place)
      return nil
    case .isValue, .isOneOf, .order, .compare, .inRollout, .broken: return nil
    }
  }

  private func paid(_ list: [ExpressionSyntax]) -> [CheckedExpression]? {
    var checked: [CheckedExpression] = []
    for syntax in list {
      if let part = paid(syntax, syntax.span) { checked.append(part) }
    }
    return checked.count == list.count ? checked : nil
  }

  /// Reports an entitlement without `paid` beside one with it, with both readings.
  func checkMarks(of requirement: ExpressionSyntax) {
    var marks = Marks()
    collect(requirement, into: &marks)
    guard let marked = marks.marked.first, let plain = marks.plain.first else { return }
    let whole = withParentheses(requirement.span)
    let alone = reading(of: whole, marks.marked.map { ($0, "(", ")") })
    // `paid (pro or team)` where nothing but such names is joined.
    let inner = reading(of: whole, marks.marked.map { (Span($0.start, $0.start + 5), nil, "") })
    let all =
      marks.isPlainList
      ? "paid (\(inner))" : reading(of: whole, marks.plain.map { ($0.span, "paid ", "") })
    draft.report(
      .paid(.beside(plain.text, plain.span, whole: whole, all: all, alone: alone)), at: marked)
  }

  /// A requirement with the parentheses of its first and of its last part, which its place leaves
  /// out.
  private func withParentheses(_ span: Span) -> Span {
    let bytes = draft.source.bytes
    var (open, close) = (0, 0)
    for byte in bytes[span.start..<span.end] {
      if byte == UInt8(ascii: "(") { open += 1 }
      if byte == UInt8(ascii: ")") {
        if open > 0 { open -= 1 } else { close += 1 }
      }
    }
    var (start, end) = (span.start, span.end)
    while close > 0, start > 0, " (\n\t".utf8.contains(bytes[start - 1]) {
      start -= 1
      if bytes[start] == UInt8(ascii: "(") { close -= 1 }
    }
    while open > 0, end < bytes.count, " )\n\t".utf8.contains(bytes[end]) {
      if bytes[end] == UInt8(ascii: ")") { open -= 1 }
      end += 1
    }
    return Span(start, end)
  }

  private struct Marks {
    /// The parts with `paid`, without those in parentheses of their own.
    var marked: [Span] = []
    var plain: [NameSyntax] = []
    /// Whether it is one list of names.
    var isPlainList = true
  }

  private func collect(
    _ syntax: ExpressionSyntax, depth: Int = 0, into marks: inout Marks
  ) {
    switch syntax {
    case .name(let name):
      if draft.entry(name.text)?.kind == .entitlement {
        marks.plain.append(name)
      } else {
        marks.isPlainList = false
      }
    case .paid(let inner, let isApart, let span):
      if !isApart { marks.marked.append(span) }
      guard !isApart, case .name(let name) = inner, name.span.start == span.start + 5 else {
        marks.isPlainList = false
        return
      }
    case .all(let list, _), .any(let list, _):
      if depth > 0 { marks.isPlainList = false }
      for part in list { collect(part, depth: depth + 1, into: &marks) }
    // Who must not have something has not paid for it.
    case .not: marks.isPlainList = false
    case .nothing, .isValue, .isOneOf, .order, .compare, .inRollout, .broken: break
    }
  }

  /// The text of a requirement with something before and after each of some places in it, which
  /// ascend; a place with nil before it is left out.
  private func reading(
    of whole: Span, _ places: [(span: Span, before: String?, after: String)]
  ) -> String {
    var text = ""
    var end = whole.start
    for (span, before, after) in places {
      text += draft.source.text(Span(end, span.start))
      if let before { text += before + draft.source.text(span) + after }
      end = span.end
    }
    return text + draft.source.text(Span(end, whole.end))
  }
}
