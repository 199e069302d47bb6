extension Parser {
  /// How an expression is read: requirements name things, conditions compare them.
  enum Mode {
    case requirement, condition

    var thing: Expectation { self == .requirement ? .requirement : .condition }
  }

  /// A requirement or a condition; `.broken` where it could not be read.
  mutating func expression(_ mode: Mode) -> ExpressionSyntax {
    let start = place
    return expression(mode, depth: 0) ?? .broken(start)
  }

  private mutating func expression(_ mode: Mode, depth: Int) -> ExpressionSyntax? {
    let start = index
    guard let operand = operand(mode, depth: depth) else { return nil }
    var place = span(from: start)
    guard let first = join(mode, behind: place) else { return operand }
    var joins = [first]
    var operands: [ExpressionSyntax] = []
    operands.reserveCapacity(2)
    operands.append(operand)
    while true {
      guard operands.count < Limits.listItems else {
        fail(.listTooLong(self.place))
        return nil
      }
      let first = index
      guard let operand = self.operand(mode, depth: depth) else {
        return combined(operands, joins, span(from: start))
      }
      operands.append(operand)
      place = span(from: first)
      guard let next = join(mode, behind: place, joins.last?.word) else { break }
      joins.append(next)
    }
    reportMixture(joins, last: place)
    return combined(operands, joins, span(from: start))
  }

  /// The word between two operands.
  struct Join {
    var word: Word
    var span: Span
    /// The place of the operand before it, with its parentheses.
    var operand: Span
  }

  /// Takes `and` or `or` after an operand; reports a comma in their place. `previous` is what
  /// joins the operands before.
  private mutating func join(
    _ mode: Mode,
    behind operand: Span,
    _ previous: Word? = nil
  ) -> Join? {
    let span = place
    if current?.kind == .comma {
      guard let next = peek() else { return nil }
      if next.word == .and || next.word == .or || next.word.map(Self.endsList) == true {
        report(.commaBefore("`\(next.word?.rawValue ?? "")`", span))
        advance()
        return join(mode, behind: operand, previous)
      }
      // `, at most 40 USD` goes on behind a requirement.
      guard next.kind == .name || next.kind == .quotedName, next.word != .at else { return nil }
      report(.commaInExpression(span, isRequirement: mode == .requirement))
      advance()
      return Join(word: previous ?? .and, span: span, operand: operand)
    }
    if accept(.and) { return Join(word: .and, span: span, operand: operand) }
    return accept(.or) ? Join(word: .or, span: span, operand: operand) : nil
  }

  /// The operands joined; if there are both words, `and` binds first (which has been reported).
  private func combined(
    _ operands: [ExpressionSyntax],
    _ joins: [Join],
    _ whole: Span
  ) -> ExpressionSyntax {
    // Most operands are joined by one word only: they are there already.
    let isMixed = joins.contains { $0.word != joins[0].word }
    if !isMixed, joins.count + 1 == operands.count {
      return joins[0].word == .and ? Self.conjunction(operands) : .any(operands, whole)
    }
    var alternatives: [ExpressionSyntax] = []
    var run: [ExpressionSyntax] = []
    for (index, operand) in operands.enumerated() {
      run.append(operand)
      let isLast = index + 1 == operands.count || index >= joins.count
      if !isLast, joins[index].word == .and { continue }
      alternatives.append(Self.conjunction(run))
      run = []
    }
    if !run.isEmpty { alternatives.append(Self.conjunction(run)) }
    return alternatives.count == 1 ? alternatives[0] : .any(alternatives, whole)
  }

  private static func conjunction(_ operands: [ExpressionSyntax]) -> ExpressionSyntax {
    guard operands.count > 1 else { return operands[0] }
    return .all(operands, operands[0].span.joined(operands[operands.count - 1].span))
  }

  private mutating func operand(_ mode: Mode, depth: Int) -> ExpressionSyntax? {
    guard depth <= Limits.nesting else {
      fail(.nestedTooDeep(place))
      return nil
    }
    let start = index
    if accept(.not) {
      guard let inner = operand(mode, depth: depth + 1) else { return nil }
      return .not(inner, span(from: start))
    }
    if accept(.openParenthesis) { return group(mode, depth: depth, open: start) }
    if mode == .requirement, isPaidNext { return paid(depth: depth) }
    if mode == .requirement, accept(.nothing) { return .nothing(span(from: start)) }
    if accept(.in) {
      guard let rollout = name(.rollout) else { return nil }
      return reported(.inRollout(rollout, span(from: start)), mode)
    }
    guard let name = name(mode.thing) else { return nil }
    // In a requirement nothing is compared, so nothing of it is asked for or offered.
    let isAsking = asked != nil && isAtEnd && mode == .requirement
    let comparison = isAsking ? nil : comparison(of: name, from: start)
    if mode == .requirement, comparison == nil { forgetMissed() }
    guard let comparison else {
      return failed ? .broken(name.span) : .name(name)
    }
    return reported(comparison, mode)
  }

  /// Whether `paid` comes next, and what it marks: alone it is a name.
  private var isPaidNext: Bool {
    guard current?.word == .paid, let next = peek() else { return false }
    switch next.kind {
    case .name: return next.word?.isConnective != true || next.word == .not
    case .quotedName, .openParenthesis: return true
    default: return false
    }
  }

  /// `paid pro`, `paid (pro or team)`
  private mutating func paid(depth: Int) -> ExpressionSyntax? {
    let start = index
    advance()
    if current?.word == .not {
      fail(.worded(.paidNot(span(at: start).joined(place))))
      return nil
    }
    if accept(.openParenthesis) {
      guard let inner = group(.requirement, depth: depth + 1, open: index - 1) else { return nil }
      return .paid(inner, isApart: false, span(from: start))
    }
    guard let name = name(.entitlement) else { return nil }
    forgetMissed()
    return .paid(.name(name), isApart: false, span(from: start))
  }

  private mutating func group(_ mode: Mode, depth: Int, open: Int) -> ExpressionSyntax? {
    guard let inner = expression(mode, depth: depth + 1), !failed else { return nil }
    if accept(.closeParenthesis) { return inner.apart }
    if isAtEnd {
      fail(.parenthesisOpen(span(at: open)))
    } else {
      failExpecting(.closing)
    }
    return inner
  }

  /// A requirement that compares is reported, and read on.
  private mutating func reported(
    _ expression: ExpressionSyntax,
    _ mode: Mode
  ) -> ExpressionSyntax {
    if mode == .requirement, !failed {
      report(.comparisonInRequirement(expression.span))
      return .broken(expression.span)
    }
    return expression
  }
}

extension ExpressionSyntax {
  /// The same in parentheses of its own.
  fileprivate var apart: ExpressionSyntax {
    guard case .paid(let inner, _, let span) = self else { return self }
    return .paid(inner, isApart: true, span)
  }
}
