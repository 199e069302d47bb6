/// A line in the words of the language, with what stood there in other words.
package struct Reworded: Sendable {
  /// One thing that is said otherwise.
  struct Change: Sendable {
    /// Where it stood.
    var span: Span
    var reason: Reason
  }

  /// How a thing is said otherwise.
  enum Reason: Sendable {
    /// Other words: those that were found, and those of the language.
    case words(String, meant: String)
    case extra(String)
    /// A value in another form, and what it is.
    case value(String, thing: String)
    case blankInName(String)
    /// A text where its name should be.
    case textForName(String, name: String)
    /// A text without the name that it belongs to.
    case nameless(String)
    /// A sentence of another shape: the words that do not belong there, or all of them, and what
    /// it says in the language.
    case order(String, isWhole: Bool, says: String)
    case missing(String)
    /// A value of a fact, without the fact.
    case choice(String, fact: String)
    case unquoted(String)
  }

  /// A line that says it, or several.
  struct Offer: Sendable {
    var text: String
    /// The last day inside, where `until` names the day after it.
    var lastDay: String?
  }

  /// The sentences that may be meant, the likeliest first.
  var offers: [Offer]
  /// The piece of the text that they replace.
  package var span: Span
  var changes: [Change]
  /// Whether it has a blank to fill.
  package var hasBlank = false
  /// Whether nothing in it is wrong: a name may be left that the policy does not know.
  package var isWhole = true
  /// Whether it is one change, of the sentence's shape or beside a place.
  package func isOnlyAbout(_ place: Span) -> Bool {
    guard changes.count == 1, let change = changes.first else { return false }
    if case .order = change.reason { return true }
    return change.span.start <= place.end + 1 && place.start <= change.span.end + 1
  }

  /// Whether the one change replaces all words of a place, and leaves none of them out.
  package func replacesAll(of place: Span) -> Bool {
    guard changes.count == 1, let change = changes.first, !leavesOut else { return false }
    return change.span.start <= place.start && place.end <= change.span.end
  }

  /// Whether one thing is said otherwise.
  package var isOneChange: Bool { changes.count == 1 }

  /// Whether words are left out.
  package var leavesOut: Bool {
    changes.contains { if case .extra = $0.reason { true } else { false } }
  }

  /// Whether only values are written otherwise.
  package var isOnlyValues: Bool {
    changes.allSatisfy {
      switch $0.reason {
      case .value, .words(_, meant: "unlimited"): true
      default: false
      }
    }
  }

  /// Whether it is a sentence of another shape.
  package var isInAnotherOrder: Bool {
    changes.contains { if case .order = $0.reason { true } else { false } }
  }

  /// The one message about the line.
  package func diagnostic() -> Diagnostic {
    let sorted = changes.sorted { $0.span.start < $1.span.start }
    var diagnostic =
      sorted.first?.diagnostic ?? Diagnostic(code: "TG0001", headline: "", span: span)
    for change in sorted.dropFirst() where change.span != diagnostic.span {
      diagnostic.related.append(.init(change.span, change.diagnostic.label))
    }
    for offer in offers {
      diagnostic.edits.append(
        .init(
          span, offer.text, safety: hasBlank ? .shown : .unsafe,
          title: Self.title(offer, hasBlank)))
    }
    return diagnostic
  }

  private static func title(_ offer: Offer, _ hasBlank: Bool) -> String {
    var lines: [String] = []
    for line in offer.text.split(separator: "\n") {
      lines.append("`\(String(line).trimmedAtStart())`")
    }
    let words = "write " + lines.joined(separator: ", and below it ")
    if let day = offer.lastDay { return words + ", with \(day) as the last day" }
    return hasBlank ? words + ", with what you mean" : words
  }
}

extension Reworded.Change {
  /// The finding about it.
  fileprivate var diagnostic: Diagnostic {
    let (headline, label) = reason.words
    return Diagnostic(code: "TG0001", headline: headline, span: span, label: label)
  }
}

extension Reworded.Reason {
  /// A headline, and a label.
  fileprivate var words: (String, String) {
    switch self {
    case .words(let found, let meant):
      ("expected `\(meant)`, found `\(found.shortened())`", Self.hint(meant))
    case .extra(let found):
      ("`\(found.shortened())` is not needed here", "the sentence has no such word")
    case .value(let found, let thing):
      ("`\(found.shortened())` is not how the language writes \(thing)", Self.valueHint(thing))
    case .blankInName(let found):
      ("`\(found.shortened())` is not one name", "a name has no blanks; `-` joins its words")
    case .textForName(let found, let name):
      ("expected a name, found `\(found.shortened())`", "its name is `\(name)`")
    case .nameless(let found):
      (
        "expected a name before `\(found.shortened())`",
        "a name comes first, then the text that people read"
      )
    case .order(let found, let isWhole, let says):
      if !isWhole {
        ("`\(found.shortened())` does not belong here", Self.shapeHint(says))
      } else if says.utf8.contains(0x0A) {
        ("`\(found.shortened())` is more than one sentence", "each stands on a line of its own")
      } else {
        (
          "the words of `\(found.shortened())` are in the wrong order",
          "the language says them in another order"
        )
      }
    case .missing(let meant):
      ("`\(meant)` is missing in the sentence", "`\(meant)` belongs here")
    case .choice(let found, let fact):
      ("`\(found)` is a value of the fact `\(fact)`", "a condition names the fact, too")
    case .unquoted(let found):
      ("expected a text in quotes, found `\(found.shortened())`", "write it between `\"` and `\"`")
    }
  }

  private static func shapeHint(_ says: String) -> String {
    if says.hasPrefix("# ") { return "a comment begins with `#`" }
    return says.utf8.contains(0x0A)
      ? "this is more than one sentence, each on a line of its own"
      : "the language says this sentence differently"
  }

  private static func valueHint(_ thing: String) -> String {
    switch thing {
    case "a date": "a date is year, month and day: `2026-03-01`"
    case "a percentage": "a percentage is a number and `%`: `90%`"
    case "a sign": "a sentence has the plain signs `,`, `<`, `>` and quotes `\"`"
    case "a choice": "a choice that begins with a digit stands in backquotes"
    case "a number": "a number has its digits alone, and a `.` before a fraction"
    case "an amount of money": "an amount of money has its currency behind it: `10 USD`"
    default: "units are `KB`, `MB`, `GB`, `TB`, `s`, `min`, `h`, `days`, `weeks`"
    }
  }

  /// The use of words of the language.
  private static func hint(_ meant: String) -> String {
    switch meant {
    case "requires": "a rule says with `requires` what is needed"
    case "requires nothing": "what everybody has `requires nothing`"
    case "is off", "is off when": "what nobody has `is off`"
    case "when", "unless": "a condition follows `when` or `unless`"
    case "from", "until": "the first day follows `from`, the day after the last one `until`"
    case ">", ">=": "a limit is written with `>`: `bills > 500 requires pro`"
    case "at most": "a limit for everybody is written `at most`"
    case "with": "who has it follows `with`"
    case "is one of": "several values follow `is one of`"
    case "before", "since": "dates and versions are compared with `before` and `since`"
    case "allowed", "denied", "warned": "an outcome is `allowed`, `warned` or `denied`"
    default:
      meant.hasPrefix("per ")
        ? "a window is written `per day` or `per 3 hours`"
        : "the language says `\(meant)`"
    }
  }
}

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
