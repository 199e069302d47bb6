extension Parser {
  /// Reports `and` mixed with `or`, with both readings.
  mutating func reportMixture(_ joins: [Join], last: Span) {
    var and: Span?
    var or: Span?
    for join in joins {
      if join.word == .and { and = and ?? join.span } else { or = or ?? join.span }
    }
    guard let and, let or, !failed else { return }
    let places = joins.map { $0.operand } + [last]
    report(
      .mixed(
        places[0].joined(last),
        andFirst: reading(places, joins, binding: .and),
        orFirst: reading(places, joins, binding: .or),
        and: and,
        or: or
      )
    )
  }

  /// The text of an expression with parentheses around the runs that `binding` joins.
  private func reading(
    _ places: [Span],
    _ joins: [Join],
    binding: Word
  ) -> String {
    var text = ""
    var isOpen = false
    for (index, place) in places.enumerated() {
      let binds = index < joins.count && joins[index].word == binding
      if binds, !isOpen { text += "(" }
      text += source.text(place)
      if !binds, isOpen { text += ")" }
      isOpen = binds
      if index + 1 < places.count {
        text += source.text(Span(place.end, places[index + 1].start))
      }
    }
    return text
  }
}
