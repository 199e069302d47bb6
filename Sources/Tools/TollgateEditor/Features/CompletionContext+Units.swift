import TollgateCompiler
import TollgateSyntax

/// The signs and units that may follow a name or a number.
extension CompletionContext {
  /// The signs after a meter at the beginning of a rule, and after what a condition compares.
  func signs() -> [Completion] {
    let isNumber: Bool
    if case .number = declared.facts[last] { isNumber = true } else { isNumber = false }
    if isCondition {
      guard isNumber || declared.kind(last) == .meter else { return [] }
      return words([">", ">=", "<", "<="], .keyword)
    }
    guard expected.line.count == 1, declared.mayBeMeter(last) else { return [] }
    return words([">", ">=", "at most"], .keyword)
  }

  /// The units after a numeral, by what the numeral measures.
  func units() -> [Completion] {
    guard let last = expected.line.last, last.kind == .numeral,
      // `30s` has its unit, and an instant needs none.
      text.bytes[last.span.end - 1].isDigit, !text.text(last.span).utf8.contains(0x2D)
    else { return [] }
    let before = ExpectedAtEnd(
      of: Source(name: "", bytes: Array(text.bytes[..<last.span.start])))
    // A line that begins with a number is a step.
    var units = expected.line.count == 1 ? quantityUnits() : []
    for thing in before.things {
      switch thing {
      case .duration: units += durations
      case .window:
        units += (isPrice ? [] : ["minutes", "hours", "days"]) + ["weeks", "months", "years"]
      case .money: units += currencies
      case .quantity, .ladderBase, .stepValue, .value: units += quantityUnits()
      case .settingValue:
        units += isDeclaring ? Self.sizes + Self.durations : quantityUnits()
      case .size: units += addedUnits
      default: break
      }
    }
    units = units.filter { fits(last, in: $0) }
    if text.text(last.span) == "1" { units = units.map { Self.singular[$0] ?? $0 } }
    return words(units, .unit)
  }

  private static let singular = [
    "days": "day", "weeks": "week", "months": "month", "years": "year", "hours": "hour",
    "minutes": "minute",
  ]

  /// A trial, and a price's period, may have months.
  private var durations: [String] {
    switch firstWord {
    case "price": ["weeks", "months", "years"]
    case "trial": Self.durations + ["months", "years"]
    default: Self.durations
    }
  }

  /// A price has each currency once.
  private var currencies: [String] {
    let written = Set(expected.line.map { text.text($0.span) })
    return Self.currencies(in: project).filter { !written.contains($0) }
  }

  /// The units of a meter that nothing is known about: it may count anything.
  func unitsOfUnknown() -> [Completion] {
    guard let numeral = expected.line.last, numeral.kind == .numeral, let owner,
      declared.kind(owner) == .meter, declared.mayHaveAnyUnit(owner),
      text.bytes[numeral.span.end - 1].isDigit
    else { return [] }
    let before = Source(name: "", bytes: Array(text.bytes[..<numeral.span.start]))
    let things = ExpectedAtEnd(of: before).things
    guard things.contains(.quantity) || things.contains(.ladderBase) else { return [] }
    return words((Self.sizes + Self.durations).filter { fits(numeral, in: $0) }, .unit)
  }

  /// Whether an amount in a unit is a whole number, and not too large.
  private func fits(_ numeral: Token, in unit: String) -> Bool {
    let whole = text.text(numeral.span).utf8.prefix { $0 != 0x2E }
    if whole.count < numeral.span.end - numeral.span.start, unit == "B" || unit == "s" {
      return false
    }
    let digits: Int
    switch unit {
    case "B", "s", "seconds": digits = 0
    case "min", "minutes": digits = 2
    case "KB", "KiB", "h", "hours": digits = 4
    case "days", "weeks": digits = 6
    case "MB", "MiB": digits = 7
    case "GB", "GiB": digits = 10
    case "TB", "TiB": digits = 13
    default: return true
    }
    return whole.count + digits <= 18
  }

  private func quantityUnits() -> [String] {
    switch owner.flatMap({ declared.measures[$0] }) {
    case .bytes: Self.sizes
    case .seconds: Self.durations
    // An amount is whole in the unit of its meter.
    case .minutes: Self.durations.filter { $0 != "s" && $0 != "seconds" }
    case .hours: ["h", "days", "weeks", "hours"]
    case .days: ["days", "weeks"]
    case .plain, .choice, nil: []
    }
  }

  /// The name after the unit tells the measure; before it, those of all meters and settings count.
  private var addedUnits: [String] {
    let all = Set(declared.measures.values)
    return (all.contains(.bytes) ? Self.sizes : [])
      + (all.isDisjoint(with: [.seconds, .minutes, .hours, .days]) ? [] : Self.durations)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
