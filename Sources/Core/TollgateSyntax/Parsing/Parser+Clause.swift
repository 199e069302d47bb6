extension Parser {
  /// A clause; its first word says which. Whether it belongs under its statement is for the
  /// compiler to say.
  mutating func clause(_ word: Word) -> ClauseSyntax.Kind {
    advance()
    return productClause(word) ?? ruleClause(word) ?? meterClause(word) ?? scenarioClause(word)
  }

  private mutating func productClause(_ word: Word) -> ClauseSyntax.Kind? {
    switch word {
    case .sold: return soldAs()
    case .grants: return nonEmpty(names(.entitlement, [.and])).map { .grants($0) } ?? .broken
    case .adds: return adds()
    case .price: return price()
    case .introductory: return expect(.price) ? introductoryPrice() : .broken
    case .trial:
      skipSmallWord()
      return literal(.duration, unit: .any).map { .trial($0) } ?? .broken
    case .shared: return shared()
    case .recommended: return .recommended
    case .benefit: return label().map { .benefit($0) } ?? .broken
    case .grace: return literal(.duration, unit: .any).map { .grace($0) } ?? .broken
    case .only:
      guard expect(.with) else { return .broken }
      return nonEmpty(names(.product, [.or])).map { .onlyWith($0) } ?? .broken
    case .not: return notClause()
    case .for: return sale()
    default: return nil
    }
  }

  /// Reports `of` or `for` before a duration, and reads on: `trial of 7 days`.
  private mutating func skipSmallWord() {
    guard current?.word == .of || current?.word == .for, peek()?.kind == .numeral else { return }
    report(.worded(.extraWord(source.text(place), place)))
    advance()
  }

  private func nonEmpty(_ names: [NameSyntax]) -> [NameSyntax]? { names.isEmpty ? nil : names }

  private mutating func notClause() -> ClauseSyntax.Kind {
    if accept(.for) { return expect(.sale) ? .notForSale : .broken }
    guard expect(.with) else { return .broken }
    return nonEmpty(names(.product, [.and, .or])).map { .notWith($0) } ?? .broken
  }

  private mutating func soldAs() -> ClauseSyntax.Kind {
    guard expect(.as), let id = text(), !failed else { return .broken }
    guard accept(.on) else { return .soldAs(id, store: nil) }
    return name(.store).map { .soldAs(id, store: $0) } ?? .broken
  }

  private mutating func adds() -> ClauseSyntax.Kind {
    guard let amount = literal(.size, unit: .any) else { return .broken }
    if isAtEnd { ask(.word(.to)) }
    if isAtEnd, let unit = amount.unit {
      // `adds 5 guests`
      fail(.missingWord(.to, before: "`\(unit.text)`", unit.span))
    }
    guard !failed, expect(.to), let meter = name(.meter) else { return .broken }
    let window = window()
    guard !failed else { return .broken }
    guard window == nil, accept(.until) else { return .adds(amount, meter: meter, per: window) }
    return expect(.used) && expect(.up) ? .addsPack(amount, meter: meter) : .broken
  }

  private mutating func shared() -> ClauseSyntax.Kind {
    guard expect(.with) else { return .broken }
    if current?.kind == .numeral {
      fail(.worded(.sharedNumber(found(), place)))
      return .broken
    }
    guard accept(.up) else { return expect(.family) ? .sharedWithFamily : .broken }
    guard expect(.to), let count = literal(.quantity, unit: .none), expect(.people) else {
      return .broken
    }
    return .sharedWithPeople(count)
  }

  // MARK: Rules

  private mutating func ruleClause(_ word: Word) -> ClauseSyntax.Kind? {
    switch word {
    case .reminder: return reminder()
    case .soft:
      guard accept(.until) else { return .soft(until: nil) }
      return moment().map { .soft(until: $0) } ?? .broken
    case .running:
      return expect(.use) && expect(.may) && expect(.finish) ? .runningUseMayFinish : .broken
    case .prompt: return prompt()
    case .message: return label().map { .message($0) } ?? .broken
    case .because: return text().map { .because($0) } ?? .broken
    case .instead: return insteadUse()
    case .then: return overage()
    case .unused: return rollover()
    default: return nil
    }
  }

  /// `at Q` or `DURATION before it ends`, then level, snooze and label in any order, each once.
  private mutating func reminder() -> ClauseSyntax.Kind {
    guard var reminder = dueReminder() else { return .broken }
    var once = Once()
    while mayGoOn, reminderPart(&reminder, &once) {}
    return .reminder(reminder)
  }

  private mutating func dueReminder() -> ReminderSyntax? {
    if isAtEnd { ask(.duration) }
    guard isAtDuration else {
      guard expect(.at) else { return nil }
      return literal(.quantity, unit: .known).map { ReminderSyntax(at: $0) }
    }
    guard let lead = literal(.duration, unit: .known), expect(.before), expect(.it), expect(.ends)
    else { return nil }
    return ReminderSyntax(at: lead, isBeforeEnd: true)
  }

  private mutating func reminderPart(
    _ reminder: inout ReminderSyntax,
    _ once: inout Once
  ) -> Bool {
    if current?.kind == .text {
      keep(.message, &once, in: &reminder.label, skipsWord: false) { $0.label() }
    } else if at(.snooze) {
      keep(.snooze, &once, in: &reminder.snooze) { $0.literal(.duration, unit: .any) }
    } else if at(.gentle) || at(.prominent) || isPlainName {
      // The compiler says that it is no level.
      keep(.gentle, &once, in: &reminder.level, skipsWord: false) { $0.name(.level) }
    } else {
      return false
    }
    return true
  }

  private mutating func prompt() -> ClauseSyntax.Kind {
    var prompt = PromptSyntax()
    var once = Once()
    while mayGoOn, promptPart(&prompt, &once) {}
    return .prompt(prompt)
  }

  private mutating func promptPart(_ prompt: inout PromptSyntax, _ once: inout Once) -> Bool {
    if at(.as) {
      keep(.as, &once, in: &prompt.presentation) { $0.name(.name) }
    } else if at(.snooze) {
      keep(.snooze, &once, in: &prompt.snooze) { $0.literal(.duration, unit: .any) }
    } else if at(.not) {
      _ = isFirst(.not, &once)
      advance()
      if expect(.dismissible) { prompt.isDismissible = false }
    } else {
      return false
    }
    return true
  }
}
