/// Sentences as other price lists write them: one message that says how the language does.
extension Parser {
  /// Reports a rule that is none: its first word, or what follows the subject, says what is meant.
  mutating func failHabit(subjectStart: Int) -> Bool {
    guard subjectStart + 1 == index, let current else { return false }
    let first = reader.lexemes[subjectStart]
    switch first.word {
    case .windows where isBelowMeter && !isAtVerb:
      failExpecting(.windowsRule)
    case .counted where isBelowMeter && text(current) == "forever":
      fail(.worded(.countedForever(place)))
    case .counted where isBelowMeter && !isAtVerb, .refills where isBelowMeter && !isAtVerb:
      fail(.worded(.meterClause(text(first), found(), place)))
    case .instead where isBelowRule && !isAtVerb:
      fail(.worded(.insteadUse(found(), place, edits: isPlainName)))
    case .use where current.kind == .name && !isAtVerb:
      failUse(subjectStart)
    default:
      return failFirstWord(text(first), first.span) || failLimitHabit(first, subjectStart)
        || failStepBackwards(first, subjectStart)
    }
    return true
  }

  /// `include "shop.gate"`, `free trial 7 days`
  private mutating func failFirstWord(_ word: String, _ span: Span) -> Bool {
    if current?.kind == .text, word == "include" || word == "import" {
      fail(.noSentence("`\(word)`", span, near: .use))
      return true
    }
    guard current?.word == .trial, word == "free" else { return false }
    fail(.worded(.extraWord(word, span)))
    return true
  }

  private func text(_ lexeme: Lexeme) -> String { source.text(lexeme.span) }

  private var isAtVerb: Bool {
    switch current?.word {
    case .requires, .require, .is, .are, .and, .except: true
    default: false
    }
  }

  private var isBelowMeter: Bool {
    if case .meters = statements.last?.kind { return true }
    return false
  }

  private var isBelowRule: Bool {
    switch statements.last?.kind {
    case .rule, .setting: true
    default: false
    }
  }

  private var isBelowScenario: Bool {
    if case .scenario = statements.last?.kind { return true }
    return false
  }

  /// The text from a lexeme to the end of the line.
  private func rest(from start: Int) -> (text: String, span: Span) {
    let span = span(at: start).joined(span(at: end - 1))
    return (source.text(span), span)
  }

  /// `use shop.gate` without quotes, or what else may be used.
  private mutating func failUse(_ start: Int) {
    let name = source.text(place)
    guard isBelowRule, !name.utf8.contains(0x2E) else {
      let isAlone = index + 1 == end
      return fail(.quotesMissing(found: found(), rest: isAlone ? name : nil, place))
    }
    var last = end
    if source.text(span(at: end - 1)) == "instead" { last -= 1 }
    let targets = source.text(place.joined(span(at: max(index, last - 1))))
    let line = rest(from: start).span
    fail(.worded(.useWithoutInstead(place, line: line, targets: targets)))
  }

  /// `guests up to 10`, `guests max 10`
  private mutating func failLimitHabit(_ first: Lexeme, _ start: Int) -> Bool {
    guard let current, current.kind == .name else { return false }
    var words = 1
    if current.word == .up, peek()?.word == .to { words = 2 }
    switch text(current) {
    case "up" where words == 2, "max", "maximum", "limit", "limited": break
    default: return false
    }
    if text(current) == "limited", peek()?.word == .to { words = 2 }
    guard index + words < end, reader.lexemes[index + words].kind == .numeral else { return false }
    let span = place.joined(span(at: index + words - 1))
    fail(.worded(.atMost(source.text(span), span)))
    return true
  }

  /// `plus 100` below a ladder or a setting.
  private mutating func failStepBackwards(_ first: Lexeme, _ start: Int) -> Bool {
    guard isBelowLadder, current?.kind == .numeral else { return false }
    let value = rest(from: index).text
    fail(.worded(.stepBackwards(rest(from: start).span, value: value, name: text(first))))
    return true
  }

  /// `history is 8 days`, `guests is at most 10` after the `is` of a rule. Says whether it reported.
  mutating func failIsHabit(subjectStart: Int) -> Bool {
    guard subjectStart + 2 == index, let current else { return false }
    let name = source.text(span(at: subjectStart))
    if current.word == .at, peek()?.word == .most {
      let span = span(at: index - 1).joined(span(at: index + 1))
      fail(.worded(.atMost(source.text(span), span)))
      return true
    }
    if failEqualsHabit() { return true }
    let isChoices = current.kind == .name && peek()?.kind == .less
    guard current.kind == .numeral || isChoices, !isBelowScenario else { return false }
    if case .setting(let setting) = statements.last?.kind, setting.declaration.name.text == name {
      let first = span(at: subjectStart)
      fail(
        .worded(
          .settingAgain(
            name, first.joined(span(at: index - 1)), rest: Span(first.start, place.start))))
    } else {
      let start = span(at: subjectStart).start
      fail(.worded(.settingWord(found(), place, start: start)))
    }
    return true
  }

  /// `csv-export = pro`: the sign was read as `is`. Says whether it reported.
  private mutating func failEqualsHabit() -> Bool {
    let sign = span(at: index - 1)
    let found = source.text(sign)
    guard found.utf8.first == 0x3D || found == "＝", current?.word == nil,
      current?.kind == .name || current?.kind == .quotedName, peek()?.kind != .less
    else { return false }
    let isTight = (source.bytes[sign.start - 1] > 0x20, source.bytes[sign.end] > 0x20)
    let text = (isTight.0 ? " " : "") + "requires" + (isTight.1 ? " " : "")
    takeBackReport(at: sign)
    fail(.worded(.equalsForRequires(found, sign, write: text)))
    return true
  }

  /// `guests <= 10`, `guests < 10`: a limit for everybody. Says whether it reported.
  mutating func failSignHabit(on meter: NameSyntax) -> Bool {
    for place in index..<end {
      switch reader.lexemes[place].word {
      case .requires, .require, .is, .are: return false
      default: break
      }
    }
    guard let next = peek(), next.kind == .numeral else { return false }
    if current?.kind == .lessOrEqual {
      fail(.worded(.atMost("<=", place)))
    } else {
      let most = index + 2 == end ? Int64(text(next)).map { $0 - 1 } : nil
      fail(.worded(.below(place, meter: meter.text, most: most)))
    }
    return true
  }

  /// `at most 10 guests` at the start of a line. Says whether it reported.
  mutating func failMeterLast() -> Bool {
    guard isAtLadder, index + 2 < end, reader.lexemes[index + 2].kind == .numeral else {
      return false
    }
    let words = place.joined(span(at: index + 1))
    let isWhole = index + 4 == end && reader.lexemes[index + 3].kind == .name
    fail(
      .worded(
        .meterLast(
          words, line: rest(from: index).span, value: source.text(span(at: index + 2)),
          meter: isWhole ? source.text(span(at: index + 3)) : nil)))
    return true
  }

  /// `10 a day`, `10 daily`, `10 every 3 hours`. Says whether it reported.
  mutating func failWindowHabit() -> Bool {
    guard let current, current.kind == .name else { return false }
    let meant: String
    switch text(current) {
    case "a", "an", "each", "every":
      let next = rest(from: index).text.split(separator: " ")
      guard let unit = peek(), unit.kind == .name || unit.kind == .numeral, !next.isEmpty else {
        return false
      }
      meant = "per"
    case let word:
      guard let window = Self.window(saidBy: word) else { return false }
      meant = window
    }
    fail(.worded(.windowWord(found(), place, meant: meant)))
    return true
  }

  /// The window that one word says: `per day` for `daily`.
  static func window(saidBy word: String) -> String? {
    switch word {
    case "hourly": "per hour"
    case "daily": "per day"
    case "weekly": "per week"
    case "monthly": "per month"
    case "yearly", "annually": "per year"
    default: nil
    }
  }
}
