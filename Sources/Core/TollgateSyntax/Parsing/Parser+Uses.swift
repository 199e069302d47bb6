extension Parser {
  /// Whether `uses`, or `use` before an amount, comes next.
  var isAtUses: Bool {
    current?.word == .uses || current?.word == .use && (peek()?.kind == .numeral || peek() == nil)
  }

  /// `uses 4 credits and 1 of exports when quality is fine` after a subject.
  mutating func uses(of subject: SubjectSyntax) -> StatementSyntax.Kind {
    let verb = place
    advance()
    let amounts = list([.and]) { $0.amount() }
    guard !amounts.isEmpty else { return .broken }
    return .uses(
      UsesSyntax(subject: subject, verb: verb, amounts: amounts, applies: applicability()))
  }

  /// `4 credits`, `5 min of compute`, `1 credit for each 1_000`
  ///
  /// - Parameter isExpected: Whether a scenario expects it: behind it stands `for ever`, too.
  mutating func amount(isExpected: Bool = false) -> AmountSyntax? {
    let start = index
    guard let quantity = literal(.amount, unit: .known), !failed else { return nil }
    // After a unit of the language `of` must stand.
    if !accept(.of), quantity.unit != nil {
      _ = expect(.of)
      guard !failed else { return nil }
    }
    guard let meter = name(.meter), !failed else { return nil }
    var amount = AmountSyntax(quantity: quantity, meter: meter, span: span(from: start))
    if isAtEnd, !isExpected { ask(.word(.for)) }
    if current?.word == .for, peek() == nil && !isExpected || peek()?.word == .each {
      advance()
      guard expect(.each) else { return nil }
      guard let each = literal(.quantity, unit: .known) else { return nil }
      amount.each = each
      amount.span = span(from: start)
    }
    return amount
  }

  /// `2 credits with pro`, `nothing with pro from 2026-03-01`
  mutating func amountStep() -> ClauseSyntax.Kind {
    let start = index
    var step: AmountSyntax?
    if !accept(.nothing) {
      step = amount()
      guard step != nil, !failed else { return .broken }
    }
    let span = span(from: start)
    guard expectWith() else { return .broken }
    return .amountStep(
      AmountStepSyntax(
        amount: step, span: span, requirement: expression(.requirement), applies: applicability()))
  }
}
