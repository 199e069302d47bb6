/// Two sentences in one line, and names and values that only their place tells.
extension Reworder {
  /// `seats > 3 requires team, bills > 900 is not allowed`: a sentence begins a line of its own.
  func addSentence(_ state: State, _ start: Int, _ open: inout Agenda) {
    guard start > 2, start + 2 < state.pieces.count, !isIndented || context.above == nil,
      Self.parts(state.pieces[start - 1].folded), !state.pieces[start].isNew,
      begins(state.pieces[start...]), begins(state.pieces[..<(start - 1)])
    else { return }
    var next = state
    let span = state.pieces[start - 1].span
    next.pieces.replaceSubrange(
      start - 1..<start, with: [Piece(text: "\n", span: span, isNew: true)])
    next.cost += 9
    next.changes.append(
      .init(
        span: span,
        reason: .order(
          state.pieces[start - 1].text, isWhole: false, says: next.pieces.sentence)))
    open.append(next)
  }

  private static func parts(_ word: String) -> Bool {
    switch word {
    case ",", ";", "and", "but", "，", "；", ".", "。", "&", "/", "|", "plus", "while", "also": true
    default: false
    }
  }

  /// Whether pieces may be a rule: they begin with what it may be about, and have its verb.
  private func begins(_ pieces: ArraySlice<Piece>) -> Bool {
    guard let first = pieces.first, pieces.count > 2,
      known.isTarget(first.text) || known.range([first], at: 0) != nil || first.isPlainName
    else { return false }
    return pieces.dropFirst().contains { piece in
      switch piece.text {
      case "requires", "require", "is", "are", "uses", "use": true
      default: piece.text == "at"
      }
    }
  }

  /// `480p < 1080p`: a choice that begins with a digit stands in backquotes.
  func addChoice(_ state: State, _ start: Int, _ open: inout Agenda) {
    let piece = state.pieces[start]
    let isOfSetting = state.pieces[0].text == "setting" ? start > 1 : context.above == "setting"
    guard isOfSetting, piece.isNumber, !piece.isNew, !piece.text.isDigits,
      piece.text.unicodeScalars.allSatisfy({ $0.isNameContinuation }),
      piece.text.unicodeScalars.contains(where: { $0.properties.isAlphabetic })
    else { return }
    open.append(
      state.replacing(
        start..<start + 1, with: "`\(piece.text)`",
        because: .value(piece.text, thing: "a choice"), costing: 5))
  }

  /// `series Lesson 1..18`: each member has the name and its number.
  func addSeries(_ state: State, _ start: Int, _ open: inout Agenda) {
    guard start == 1, state.pieces[0].text == "series", state.pieces.count > 4,
      state.pieces[1].isPlainName, state.pieces[2].text.isDigits,
      Self.reaches(state.pieces[3].folded)
    else { return }
    let (name, last) = (state.pieces[1].text, state.pieces[4].text)
    guard last.isDigits || last.hasPrefix(name) else { return }
    let end = last.isDigits ? name + last : last
    let range = "\(name)\(state.pieces[2].text)..\(end)"
    let found = Array(state.pieces[1..<5]).sentence
    open.append(
      state.replacing(1..<5, with: range, because: .words(found, meant: range), costing: 6))
  }

  private static func reaches(_ word: String) -> Bool {
    switch word {
    case "..", "...", "-", "–", "to", "until", "through", "till", "bis", "至", "到", "~": true
    default: false
    }
  }
}
