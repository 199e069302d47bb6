extension Parser {
  /// Which word after a numeral is its unit.
  enum UnitRule {
    /// Every word that is none of the language.
    case any
    /// Only words that are units for sure: other words may follow.
    case known
    /// These, and a word before `with` or `without`.
    case beforeWith
    case none
  }

  /// A numeral with its unit, unread.
  mutating func literal(_ thing: Expectation, unit rule: UnitRule) -> LiteralSyntax? {
    guard let current, current.kind == .numeral else {
      failExpecting(thing)
      return nil
    }
    let start = index
    let text = numeralText(place)
    if place.end - place.start > Limits.nameBytes {
      report(.nameTooLong(place.end - place.start, place))
    }
    advance()
    guard !Self.isInstant(text), let unit = self.current, unit.kind == .name,
      isUnit(unit, rule)
    else { return LiteralSyntax(numeral: text, span: span(from: start)) }
    let name = NameSyntax(source.text(place), span: place)
    advance()
    return LiteralSyntax(numeral: text, unit: name, span: span(from: start))
  }

  private func numeralText(_ span: Span) -> String {
    let text = source.text(span)
    for index in span.start..<span.end where source.bytes[index] >= 0x80 {
      return text.narrowed()
    }
    return text
  }

  static func isInstant(_ numeral: String) -> Bool {
    numeral.utf8.contains(0x2D)
  }

  private func isUnit(_ lexeme: Lexeme, _ rule: UnitRule) -> Bool {
    guard lexeme.word == nil else { return false }
    switch rule {
    case .none: return false
    case .any: return true
    case .known: return isKnownUnit(place) || isFollowedByVerb()
    case .beforeWith:
      return isKnownUnit(place) || peek()?.word == .with || peek()?.word == .without
    }
  }

  /// `5 furlongs requires`: no unit of the language, but a unit beyond doubt; the compiler says so.
  /// `5 daily requires` is a window in other words.
  private func isFollowedByVerb() -> Bool {
    guard let next = peek()?.word, Self.window(saidBy: source.text(place)) == nil else {
      return false
    }
    switch next {
    case .requires, .require, .per: return requiresSlip(place) == nil
    default: return false
    }
  }

  func isKnownUnit(_ span: Span) -> Bool {
    let length = span.end - span.start
    guard length <= 8 else { return false }
    if length == 3, (span.start..<span.end).allSatisfy({ isUppercase(source.bytes[$0]) }) {
      return true
    }
    switch source.text(span).lowercased() {
    case "b", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib", "byte", "bytes": return true
    default: return isUnitOfTime(span)
    }
  }

  private func isUnitOfTime(_ span: Span) -> Bool {
    switch source.text(span).lowercased() {
    case "s", "sec", "secs", "second", "seconds", "m", "min", "mins", "minute", "minutes",
      "h", "hour", "hours", "d", "day", "days", "w", "week", "weeks", "month", "months",
      "year", "years":
      true
    default: false
    }
  }

  /// Whether `3 days` or `72h` comes next, or a number before `before`.
  var isAtDuration: Bool {
    guard let current, current.kind == .numeral, !Self.isInstant(source.text(place)) else {
      return false
    }
    if let next = peek(), next.word == .before || next.word == nil && isUnitOfTime(next.span) {
      return true
    }
    var unit = place.end
    while unit > place.start, source.bytes[unit - 1] | 0x20 >= 0x61 { unit -= 1 }
    return isUnitOfTime(Span(unit, place.end))
  }

  private func isUppercase(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

  // MARK: Time

  /// An instant.
  mutating func instant() -> LiteralSyntax? {
    guard let current, current.kind == .numeral, Self.isInstant(source.text(place))
    else {
      failExpecting(.instant)
      return nil
    }
    return literal(.instant, unit: .none)
  }

  /// An instant, or `DURATION after DATE-FACT`.
  mutating func moment() -> MomentSyntax? {
    if isAtEnd { ask(.duration) }
    guard let current, current.kind == .numeral, !Self.isInstant(source.text(place)) else {
      return instant().map { .at($0) }
    }
    // A bare number is rather a date gone wrong than a duration without its unit.
    let isBare = source.bytes[place.end - 1].isASCIIDigit && peek()?.kind != .name
    if isBare {
      failExpecting(.instant)
      return nil
    }
    return duration(anchorMayBeInstant: false)
  }

  /// `DURATION after DATE-FACT`, in a grant also `DURATION after INSTANT`.
  mutating func duration(anchorMayBeInstant: Bool) -> MomentSyntax? {
    let start = index
    guard let length = literal(.duration, unit: .any), expect(.after) else { return nil }
    if anchorMayBeInstant, current?.kind == .numeral {
      guard let anchor = instant() else { return nil }
      return .after(length, .instant(anchor), span(from: start))
    }
    guard let fact = name(.fact) else { return nil }
    return .after(length, .fact(fact), span(from: start))
  }

  /// `per day`, `per 3 hours`, if there is one.
  mutating func window() -> WindowSyntax? {
    guard accept(.per) else { return nil }
    if current?.kind == .numeral { return literal(.window, unit: .any).map { .several($0) } }
    return name(.window).map { .one($0) }
  }
}
