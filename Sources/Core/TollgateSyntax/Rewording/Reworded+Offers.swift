extension Reworder.State {
  /// The answer that it is.
  ///
  /// - Parameter typed: The line as it was written.
  func reworded(_ span: Span, of typed: [Piece]) -> Reworded {
    let readings = [pieces, other].compactMap { $0 }
    var offers = readings.map { Reworded.Offer(text: Self.lines(of: $0)) }
    // The last day of a time that people write is inside; `until` names the first one outside.
    if let place = lastDay(typed) {
      offers = readings.map { offer($0, place, ends: true) }
      if readings.count == 1 { offers.append(offer(pieces, place, ends: false)) }
    }
    return Reworded(offers: offers, span: span, changes: changes, hasBlank: hasBlank)
  }

  /// The lines that the pieces are: a clause is indented, and a statement is not.
  private static func lines(of pieces: [Piece]) -> String {
    var text = ""
    for (index, line) in pieces.sentence.split(separator: "\n").enumerated() {
      let line = String(line).trimmed().trimmedAtStart()
      let first = line.split(separator: " ").first.map { String($0) } ?? ""
      let word = Word(rawValue: first)
      let isStep = line.split(separator: " ").dropFirst().first == "with"
      let isClause =
        isStep || word == .unlimited || word?.mayLeadClause == true
        || first.utf8.first.map { $0.isASCIIDigit } ?? false
      text += (index == 0 ? "" : isClause ? "\n  " : "\n") + line
    }
    return text
  }

  /// Where the day stands that `until` names, if the words that were written may include it.
  private func lastDay(_ typed: [Piece]) -> Int? {
    if let first = firstDayAfter(typed) { return first }
    // The day on which the share grows is named.
    if pieces.first?.text == "rollout" { return nil }
    guard !hasBlank, let until = pieces.lastIndex(where: { $0.text == "until" }),
      until + 1 < pieces.count, Day(pieces[until + 1].text) != nil
    else { return nil }
    // What is off until a day is open on that day.
    if until > 0, pieces[until].isNew, pieces[until - 1].text == "off" { return nil }
    var isIncluded = pieces[until].isNew && !typed.contains { $0.folded == "until" }
    for change in changes {
      switch change.reason {
      case .words(let found, meant: "until"):
        isIncluded = found.lowercased() != "before" && found.lowercased() != "vor"
      case .value(let found, thing: "a date"):
        let found = found.lowercased()
        if found.hasPrefix("end") || found.hasPrefix("last") || found.hasPrefix("ende") {
          return nil
        }
        // `2026-02-30` is no day and has its own readings, and a month alone has no last day.
        let numbers = found.split { !$0.isNumber }
        if Day(found) != nil || numbers.count < 2 && numbers.first?.count != 8 { return nil }
        isIncluded = true
      case .value(_, thing: "a time"): return nil
      default: break
      }
    }
    // An end that is past names the first moment outside.
    if typed.contains(where: { ["before", "expired", "ended"].contains($0.folded) }) { return nil }
    return isIncluded ? until + 1 : nil
  }

  /// Where the first day stands on which something is off or required, where the words name the
  /// last one before, or may do so.
  private func firstDayAfter(_ typed: [Piece]) -> Int? {
    let day = pieces.indices.last { place in
      place > 1 && pieces[place - 1].text == "from" && Day(pieces[place].text) != nil
        && (pieces[place - 1].isNew || pieces[place - 2].text == "off")
    }
    guard let day, !hasBlank else { return nil }
    let said = typed.filter { $0.span.end <= pieces[day].span.start }.map { $0.folded }
    let isNamed = said.contains { word in
      switch word {
      case "until", "till", "through", "after", "by", "to", "-", "–", "and", "ends", "end",
        "expires", "expire", "bis":
        true
      default: false
      }
    }
    // `until March` has no last day of its own.
    let isDay = changes.allSatisfy { change in
      guard case .value(let found, thing: "a date") = change.reason else { return true }
      return found.split { !$0.isNumber }.count > 1
    }
    return isNamed && isDay && !said.contains("before") ? day : nil
  }

  private func offer(_ pieces: [Piece], _ place: Int, ends isInside: Bool) -> Reworded.Offer {
    var pieces = pieces
    guard let day = Day(pieces[place].text) else {
      return Reworded.Offer(text: Self.lines(of: pieces))
    }
    if isInside { pieces[place].text = day.next.text }
    let last = isInside ? day : day.previous
    return Reworded.Offer(text: Self.lines(of: pieces), lastDay: last.text)
  }
}

/// A day of the calendar, as the language writes it.
private struct Day {
  private var year: Int
  private var month: Int
  private var day: Int

  private init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// `2026-03-01`; nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: "-").map { String($0) }
    guard parts.count == 3, text.utf8.count == 10, let year = Int(parts[0]),
      let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  var text: String { "\(year)-\(two(month))-\(two(day))" }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  var next: Day {
    if day < DateForm.length(month, year) { return Day(year: year, month: month, day: day + 1) }
    return month == 12
      ? Day(year: year + 1, month: 1, day: 1) : Day(year: year, month: month + 1, day: 1)
  }

  var previous: Day {
    if day > 1 { return Day(year: year, month: month, day: day - 1) }
    return month == 1
      ? Day(year: year - 1, month: 12, day: 31)
      : Day(year: year, month: month - 1, day: DateForm.length(month - 1, year))
  }
}
