/// The things that the grammar asks for at a place.
package enum Expectation: Sendable, Hashable {
  case word(Word)
  case oneOf([Word])
  /// Any of these, in the order in which they were tried; the end of the line too.
  case rest([Word], comma: Bool)
  case name, target, entitlement, meter, product, fact, rollout, store, locale, choice
  case quantity, size, amount, duration, percentage, instant, versionOrDate, money, currency
  case text, value
  case window, condition, requirement, range, tierSign, given, outcome, reason, state, level, unit,
    factType
  case commaOrEnd, closing
  case ladderBase, stepValue, stepWith, settingValue, choiceSign, smallerOrEnd
  case windowsRule, timeOfDay
  case billing, unitOfEach, unitBeyond, mostBeyond, moreOrCurrency
  case mostCarried, counted

  /// In words of the language, for “expected …”.
  package var words: String {
    switch self {
    case .word(let word): "`\(word.rawValue)`"
    case .oneOf(let words): Self.quoted(words).joinedAsAlternatives()
    case .rest(let words, let comma): Self.list(words, comma: comma)
    case .name: "a name"
    case .target: "a feature, a group or a meter"
    case .entitlement: "an entitlement"
    case .meter: "a meter"
    case .product: "a product"
    case .fact: "a fact"
    case .rollout: "a rollout"
    case .store: "a store"
    case .locale: "a language"
    case .choice: "a value to choose from"
    case .quantity: "a quantity"
    case .size: "an amount"
    case .amount: "an amount such as `4 credits`"
    case .duration: "a duration"
    case .percentage: "a percentage"
    case .instant: "a date"
    case .versionOrDate: "a date or a version"
    case .money: "a price"
    case .currency: "a currency such as `USD`"
    case .text: "a text in quotes"
    case .value: "a value"
    case .window: "a window such as `day` or `3 hours`"
    case .condition: "a condition"
    case .requirement: "a requirement"
    case .range: "`..` and the last member of the series"
    case .tierSign: "`<` and the next tier, or the end of the line"
    case .given: "something that is given"
    case .outcome: "`allowed`, `warned` or `denied`"
    case .reason: "a reason"
    case .state: "a state"
    case .level: "`gentle` or `prominent`"
    case .unit: "`count`, `bytes`, `seconds`, `minutes`, `hours` or `days`"
    case .factType: "`a date`, `a version`, `a number`, `yes or no` or the values to choose from"
    case .windowsRule:
      "`follow the calendar`, `follow the subscription`, `begin with the first use`, `begin at` "
        + "a time or `roll`"
    case .timeOfDay: "a time of day such as `20:00`"
    case .billing: "`yearly` or `every 6 months`"
    case .unitOfEach: "`of` or a unit such as `GB`"
    case .unitBeyond: "one of the meter, such as `credit`, or a quantity"
    case .mostBeyond: "an amount such as `40 USD` or `800 more`"
    case .counted: "a meter that is sold, or a number fact"
    case .mostCarried: "a quantity, or a share such as `25%`"
    case .moreOrCurrency: "`more` or a currency such as `USD`"
    case .commaOrEnd: "`,` or the end of the line"
    case .closing: "`and`, `or` or `)`"
    case .ladderBase: "a quantity, `allowance` or `undecided`"
    case .stepValue: "a value"
    case .stepWith: "`with`"
    case .settingValue: "a value, or choices with `<` between them"
    case .choiceSign: "`<` and the next choice, or the end of the line"
    case .smallerOrEnd: "`, smaller is better` or the end of the line"
    }
  }

  /// Something to copy.
  package var example: String? {
    switch self {
    case .target: "csv-export requires pro"
    case .entitlement, .requirement: "csv-export requires pro or team"
    case .quantity: "bills > 500 requires pro"
    case .size: "adds 10 GB to storage"
    case .amount: "image uses 4 credits"
    case .duration: "trial 7 days"
    case .percentage: "rollout new-paywall is 25% of users"
    case .instant: "2026-03-01T08:00Z"
    case .versionOrDate: "installed before 2026-03-01"
    case .money, .currency: "price 12 CNY per year"
    case .text: "message \"The free plan holds {limit} bills.\""
    case .condition: "live-photos are off when platform is web"
    case .range: "series L1..L18 \"Lessons\""
    case .tierSign: "tiers free < pro"
    case .given: "given bills 500, platform is ios, product annual until 2027-01-01"
    case .outcome: "expect bills denied because limit-reached"
    case .factType: "fact platform is ios, android or web"
    case .ladderBase: "guests at most 10"
    case .stepValue, .stepWith: "100 with plus"
    case .settingValue: "setting history is 7 days"
    case .choiceSign: "setting quality is low < standard < high"
    case .smallerOrEnd: "setting delay is 30s, smaller is better"
    case .word(.requires): "bills > 500 requires pro"
    case .windowsRule: "windows follow the calendar"
    case .timeOfDay: "windows begin at 20:00"
    case .billing: "price 10 USD per month billed yearly"
    case .unitBeyond, .mostBeyond, .moreOrCurrency:
      "then 0.05 USD for each credit with pro, at most 40 USD"
    case .counted: "400 for each of seats with team"
    case .mostCarried, .word(.rolls), .word(.over), .word(.carried):
      "unused rolls over with pro, at most 1_000 carried"
    case .word(.every): "refills 1 every 30min"
    case .word(.used), .word(.up): "adds 10 hearts until used up"
    case .word(.people): "shared with up to 6 people"
    case .word(.each): "price 8 USD per month for each of seats"
    case .word(.request): "price on request"
    case .word(.per): "price 12 CNY per year"
    case .word(.after): "from 7 days after updated"
    default: nil
    }
  }

  /// The first few of some words, in backquotes.
  private static func quoted(_ words: [Word]) -> [String] {
    var parts: [String] = []
    // `are` and `require` are other forms of words that are in the list.
    for word in words where parts.count < 6 && word != .are && word != .require {
      let part = "`\(word.rawValue)`"
      if !parts.contains(part) { parts.append(part) }
    }
    return parts
  }

  private static func list(_ words: [Word], comma: Bool) -> String {
    let parts = (comma ? ["`,`"] : []) + quoted(words) + ["the end of the line"]
    return parts.joinedAsAlternatives()
  }
}

extension Array<String> {
  /// `a`, `a or b`, `a, b or c`
  package func joinedAsAlternatives() -> String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

/// The words that may follow a text: an editor asks with the text before the cursor.
package struct ExpectedAtEnd: Sendable {
  /// The place at the end of the text.
  package enum Place: Sendable, Hashable {
    /// In a comment or in a text in quotes, where no grammar counts.
    case comment, text
    /// A line begins, and nothing above is left open.
    case lineStart
    /// A sentence goes on.
    case sentence
  }

  package var place: Place
  /// The things that may come next, each once, in the order in which the parser asks for them.
  package var things: [Expectation]
  /// The statement that the end of the text belongs to, as far as it could be read.
  package var statement: StatementSyntax.Kind?
  /// The words and names of the last sentence before its end, in order; none where a line begins.
  package var line: [Token]

  /// Reads a text that begins where a statement begins. It takes any bytes.
  package init(of source: Source) {
    guard source.bytes.count <= Limits.fileBytes else {
      (place, things, line) = (.comment, [], [])
      return
    }
    var parser = Parser(source)
    parser.asked = []
    parser.parse(upTo: .max)
    let tokens = parser.reader.lexer.tokens
    statement = parser.statements.last?.kind
    let end = parser.reader.lexemes.count
    let isOpen = end > 0 && parser.isOpenAtEnd
    line = ExpectedAtEnd.lastLine(tokens)
    if isOpen || !line.isEmpty, let range = parser.reader.lines.last?.range {
      line = tokens[parser.reader.lexemes[range.lowerBound].token...].filter {
        !$0.kind.isBlank && $0.kind != .newline && $0.kind != .comment
      }
    }
    things = parser.asked ?? []
    place = .sentence
    if tokens.last?.kind == .comment {
      place = .comment
    } else if tokens.last?.kind == .text, !parser.textContent(at: end - 1).isClosed {
      place = .text
    } else if line.isEmpty, !isOpen {
      place = .lineStart
      things = []
    }
  }

  private static func lastLine(_ tokens: [Token]) -> [Token] {
    var line: [Token] = []
    for token in tokens.reversed() {
      if token.kind == .newline { break }
      if !token.kind.isBlank { line.append(token) }
    }
    return line.reversed()
  }
}

extension Parser {
  /// Whether the last sentence goes on in a new line.
  fileprivate var isOpenAtEnd: Bool {
    let lines = Lines(lexemes: reader.lexemes)
    guard let range = reader.lines.last?.range else { return false }
    return lines.isOpen(behind: range.upperBound - 1) || lines.depth(behind: range, 0) > 0
  }

  /// Whether another part of a sentence may be read. Who asks for what the end of the text could
  /// have had wants the parts that may follow there too.
  var mayGoOn: Bool { !failed && (!isAtEnd || asked != nil) }

  /// Notes a thing that the end of the text could have had.
  mutating func ask(_ thing: Expectation) {
    // The possible ends of earlier lines do not matter here, nor what is behind a missing part.
    guard !failed, reader.lines.count == line, asked?.contains(thing) == false else { return }
    asked?.append(thing)
  }
}

/// The words that the parser looked for at a place and did not find. They change all the time, so
/// to forget them costs nothing.
struct MissedWords {
  private var storage: [Word] = []
  private var count = 0

  var words: [Word] { Array(storage.prefix(count)) }

  mutating func append(_ word: Word) {
    if count < storage.count { storage[count] = word } else { storage.append(word) }
    count += 1
  }

  mutating func forget() { count = 0 }
}
