/// Sentences of another shape.
extension Reworder {
  func addForms(_ state: State, _ open: inout Agenda) {
    addForms(to: state, of: state.pieces, &open)
    addPlainForms(to: state, of: state.pieces, &open)
    guard
      let pieces = state.pieces.plainNotation(known, isClause: context.above != nil),
      let change = Self.change(of: state.pieces, to: pieces)
    else { return }
    var plain = state
    plain.pieces = pieces
    plain.cost += 1
    addForms(to: plain, of: state.pieces, &open)
    addPlainForms(to: plain, of: state.pieces, &open)
    plain.cost += 5
    plain.changes.append(change)
    open.append(plain)
  }

  /// Adds the same without words and signs that say nothing.
  private func addPlainForms(to state: State, of typed: [Piece], _ open: inout Agenda) {
    guard let (pieces, left) = known.plain(state.pieces) else { return }
    var plain = state
    plain.pieces = pieces
    plain.cost += 3
    addForms(to: plain, of: typed, &open)
    plain.cost += 4
    plain.changes.append(.init(span: left.span, reason: .extra(left.text)))
    open.append(plain)
  }

  /// The first thing that is written in another notation.
  private static func change(of typed: [Piece], to plain: [Piece]) -> Reworded.Change? {
    let same = zip(typed, plain).prefix { $0.0.text == $0.1.text }.count
    let behind = zip(typed.reversed(), plain.reversed()).prefix { $0.0.text == $0.1.text }.count
    let end = max(same + 1, typed.count - behind)
    guard same < typed.count, end <= typed.count else { return nil }
    let found = Array(typed[same..<end])
    return .init(
      span: found[0].span.joined(found[found.count - 1].span),
      reason: .order(found.sentence, isWhole: false, says: plain.sentence))
  }

  /// - Parameter typed: The line as it was written.
  private func addForms(to state: State, of typed: [Piece], _ open: inout Agenda) {
    let words = Set(state.pieces.map { $0.folded })
    for form in OtherForm.all
    where form.mayFit(words, state.pieces.count, context) {
      guard let answer = form.reworded(state.pieces, context) else { continue }
      var next = state
      next.pieces = answer.pieces
      next.cost += (form.isBelow ? 8 : form.isDeclaration ? 7 : 11) + form.rank
      next.cost += answer.hasBlank ? 12 : 0
      next.hasBlank = answer.hasBlank
      next.other = answer.other
      next.changes.append(Self.change(state.pieces, typed, answer))
      open.append(next)
    }
  }

  /// The mistake in a sentence of another shape.
  private static func change(
    _ pieces: [Piece], _ typed: [Piece], _ answer: OtherForm.Answer
  ) -> Reworded.Change {
    let says = answer.pieces.sentence
    if answer.blamed.isEmpty, !says.utf8.contains(0x0A),
      let (missing, place) = missing(pieces, in: answer.pieces)
    {
      return .init(span: place.span, reason: .missing(missing))
    }
    // Where only signs are too many, no word is in the wrong order.
    if answer.blamed.isEmpty, !says.utf8.contains(0x0A),
      let extra = extra(in: typed, of: answer.pieces)
    {
      return .init(span: extra.span, reason: .extra(extra.text))
    }
    // A sentence with other words, too, is not only in another order.
    if answer.blamed.isEmpty, !says.utf8.contains(0x0A),
      typed.map({ $0.folded }).sorted() != answer.pieces.map({ $0.folded }).sorted(),
      let change = Self.change(of: typed, to: answer.pieces)
    {
      return change
    }
    let blamed = answer.blamed.isEmpty ? typed : answer.blamed
    let span = blamed[0].span.joined(blamed[blamed.count - 1].span)
    let found = typed.filter { $0.span.start >= span.start && $0.span.end <= span.end }
    return .init(
      span: span,
      reason: .order(found.sentence, isWhole: answer.blamed.isEmpty, says: says))
  }

  /// The first sign of a line that says the same without its signs; nil for other lines.
  private static func extra(in typed: [Piece], of answer: [Piece]) -> Piece? {
    let words = typed.filter { $0.isName || $0.isNumber || $0.isText }
    guard words.map({ $0.text }) == answer.map({ $0.text }) else { return nil }
    return typed.first { !($0.isName || $0.isNumber || $0.isText) }
  }

  /// The first words that a sentence lacks, and what stands behind them, or else before; nil if
  /// it lacks none, or says the others in another order.
  private static func missing(
    _ pieces: [Piece], in answer: [Piece]
  ) -> (words: String, place: Piece)? {
    var missing: [Piece] = []
    var place: Piece?
    var next = 0
    for piece in answer {
      if next < pieces.count, piece.text == pieces[next].text {
        next += 1
      } else if place == nil || missing.isEmpty || place == pieces[min(next, pieces.count - 1)] {
        place = pieces[min(next, pieces.count - 1)]
        missing.append(piece)
      }
    }
    guard next == pieces.count, let place, !missing.isEmpty else { return nil }
    return (missing.sentence, place)
  }
}
