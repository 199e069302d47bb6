extension Parser {
  /// `expect bills adding 0 allowed with reminder at 500`
  mutating func expectation() -> ClauseSyntax.Kind {
    guard let targets = subject(), !failed else { return .broken }
    if current?.word == .is || current?.word == .are {
      return valueSentence(of: targets, unit: .any).map { .expectValue($0) } ?? .broken
    }
    if current?.kind == .numeral {
      // `expect history 7 days`
      fail(.missingWord(.is, before: found(), place))
      return .broken
    }
    if isAtEnd { ask(.word(.is)) }
    let growth = growth()
    let isContinuing = !failed && accept(.continuing)
    if !failed, isAfterOutcome { failExpecting(.outcome) }
    guard !failed, let outcome = name(.outcome) else { return .broken }
    var expectation = ExpectationSyntax(targets: targets, outcome: outcome)
    expectation.growth = growth
    expectation.isContinuing = isContinuing
    var once = Once()
    while mayGoOn, part(&expectation, &once) {}
    return .expect(expectation)
  }

  /// Whether a word comes next that follows an outcome, which is missing.
  private var isAfterOutcome: Bool {
    switch current?.word {
    case .because, .remaining, .unlimited, .with, .instead, .unlocked, .until, .snoozed: true
    default: false
    }
  }

  private mutating func growth() -> GrowthSyntax? {
    if accept(.adding) { return literal(.quantity, unit: .known).map { .adding($0) } }
    guard accept(.reaching) else { return nil }
    return reached().map { .reaching($0) }
  }

  /// One part after the outcome; false if none begins here.
  private mutating func part(_ expectation: inout ExpectationSyntax, _ once: inout Once) -> Bool {
    if isAtEnd {
      ask(.word(.uses))
      ask(.word(.ends))
      ask(.word(.charged))
    }
    if at(.because) {
      keep(.because, &once, in: &expectation.reason) { $0.name(.reason) }
    } else if at(.remaining) || at(.unlimited) {
      keep(.remaining, &once, in: &expectation.remaining, skipsWord: false) { $0.remaining() }
    } else if current?.word == .uses {
      usesPart(&expectation, &once)
    } else if current?.word == .charged {
      keep(.charged, &once, in: &expectation.charged) { $0.literal(.money, unit: .any) }
    } else if at(.with) {
      keep(.with, &once, in: &expectation.reminder, skipsWord: false) { $0.reminderPart() }
    } else if at(.instead) {
      keep(.instead, &once, in: &expectation.instead) {
        $0.accept(.nothing) ? [] : $0.insteadTargets()
      }
    } else if at(.unlocked) {
      keep(.unlocked, &once, in: &expectation.unlockedBy, skipsWord: false) { $0.unlockedBy() }
    } else {
      return timePart(&expectation, &once)
    }
    return true
  }

  /// `uses 4 credits`, `uses nothing`, `uses left 3`
  private mutating func usesPart(_ expectation: inout ExpectationSyntax, _ once: inout Once) {
    if peek()?.word == .left {
      keep(.left, &once, in: &expectation.usesLeft) { parser in
        parser.advance()
        return parser.literal(.quantity, unit: .none)
      }
    } else {
      keep(.uses, &once, in: &expectation.uses) { parser in
        if parser.isAtEnd { parser.ask(.word(.left)) }
        if parser.accept(.nothing) { return [] }
        let amounts = parser.list([.and]) { $0.amount(isExpected: true) }
        return amounts.isEmpty ? nil : amounts
      }
    }
  }

  private mutating func timePart(
    _ expectation: inout ExpectationSyntax,
    _ once: inout Once
  ) -> Bool {
    if at(.snoozed) {
      keep(.snoozed, &once, in: &expectation.snoozedUntil) {
        $0.expect(.until) ? $0.instant() : nil
      }
    } else if current?.word == .ends {
      keep(.ends, &once, in: &expectation.ends) { $0.instant() }
    } else if at(.until) || at(.for) {
      keep(.until, &once, in: &expectation.validity, skipsWord: false) { $0.validity() }
    } else {
      return false
    }
    return true
  }

  private mutating func validity() -> ExpectationSyntax.Validity? {
    if accept(.for) { return expect(.ever) ? .forEver : nil }
    advance()
    return instant().map { .until($0) }
  }

  private mutating func remaining() -> ExpectationSyntax.Remaining? {
    if accept(.unlimited) { return .unlimited }
    advance()
    return literal(.quantity, unit: .known).map { .quantity($0) }
  }

  private mutating func reminderPart() -> ExpectationSyntax.Reminder? {
    advance()
    if accept(.no) { return expect(.reminder) ? ExpectationSyntax.Reminder.none : nil }
    guard expect(.reminder), expect(.at) else { return nil }
    return literal(.quantity, unit: .known).map { .at($0) }
  }

  private mutating func unlockedBy() -> [[NameSyntax]]? {
    advance()
    guard expect(.by) else { return nil }
    if accept(.nothing) { return [] }
    return list([.or]) { parser in
      var set: [NameSyntax] = []
      repeat {
        guard set.count < Limits.listItems, let product = parser.name(.product) else { break }
        set.append(product)
      } while parser.accept(.and)
      return set.isEmpty ? nil : set
    }
  }

  // MARK: Claims

  /// `always L1..L18 allowed with full`
  mutating func claim(isAlways: Bool) -> StatementSyntax.Kind {
    guard let targets = subject(), !failed else { return .broken }
    if current?.word == .is || current?.word == .are {
      return valueClaim(isAlways: isAlways, targets)
    }
    if current?.kind == .numeral {
      // `always history 30 days with plus`
      fail(.missingWord(.is, before: found(), place))
      return .broken
    }
    if isAtEnd { ask(.word(.is)) }
    let growth = growth()
    guard !failed else { return .broken }
    if current?.word == .with || current?.word == .without {
      failExpecting(.outcome)
      return .broken
    }
    guard let outcome = name(.outcome) else { return .broken }
    guard let isWith = withOrWithout() else { return .broken }
    return .claim(
      ClaimSyntax(
        isAlways: isAlways, targets: targets, growth: growth, outcome: outcome, isWith: isWith,
        requirement: expression(.requirement), applies: applicability()))
  }

  /// Whether `with` comes next, rather than `without`; nil, with a report, where neither does.
  mutating func withOrWithout() -> Bool? {
    if accept(.with) { return true }
    if accept(.without) { return false }
    failExpecting(.oneOf([.with, .without]))
    return nil
  }
}
