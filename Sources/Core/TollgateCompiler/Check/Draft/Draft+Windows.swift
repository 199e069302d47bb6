import TollgateRuntime
import TollgateSyntax

extension Draft {
  /// `per day`, `per 3 hours`; the total where no window is written.
  func window(_ window: WindowSyntax?) -> Window? {
    switch window {
    case nil: .total
    case .one(let name): self.window(name)
    case .several(let literal): self.window(literal)
    }
  }

  private func window(_ name: NameSyntax) -> Window? {
    if let unit = Window.Unit(slip: name.text), unit.name != name.text, !name.isQuoted {
      report(.counting(.windowSlip(unit.name)), at: name.span)
      return nil
    }
    return word(name, .window).flatMap { Window(name: $0) }
  }

  private func window(_ literal: LiteralSyntax) -> Window? {
    // One unit: attached to the number, or after it.
    guard let numeral = Numeral(literal.numeral), numeral.suffix.isEmpty == (literal.unit != nil)
    else {
      report(.counting(.noWindow), at: literal.span)
      return nil
    }
    let word = literal.unit?.text ?? numeral.suffix
    guard let unit = Window.Unit(slip: word) else {
      report(.name(.unknownWord(word, .window)), at: literal.unit?.span ?? literal.span)
      return nil
    }
    guard let number = try? numeral.times(1), Window.numbers ~= Int(clamping: number),
      let window = Window(Int(number), unit), let name = window.name
    else {
      report(.counting(.windowNumber), at: literal.span)
      return nil
    }
    if source.text(literal.span).utf8.elementsEqual(name.utf8) { return window }
    // White space between the number and the unit is for the formatter.
    if window.number > 1, String(window.number) == literal.numeral,
      literal.unit?.text == unit.name + "s"
    {
      return window
    }
    report(.counting(.windowSlip(name)), at: literal.span)
    return nil
  }
}

extension Window.Unit {
  /// A unit as the language or another one writes it, for one or for several.
  fileprivate init?(slip word: String) {
    switch word.lowercased() {
    case "minute", "minutes", "min", "mins": self = .minute
    case "hour", "hours", "h", "hr", "hrs": self = .hour
    case "day", "days", "d": self = .day
    case "week", "weeks", "w", "wk", "wks": self = .week
    case "month", "months": self = .month
    case "year", "years", "y", "yr", "yrs": self = .year
    default: return nil
    }
  }
}
