extension Parser {
  /// `bills > 500 requires pro`, `live-photos are off when platform is web`
  mutating func rule() -> StatementSyntax.Kind {
    let start = index
    guard let subject = ruleSubject(), !failed else { return .broken }
    if case .things(let things) = subject {
      if isAtLadder { return ladder(on: things, from: start) }
      if isAtUses { return uses(of: things) }
      if isAtEnd { ask(.word(.uses)) }
    }
    guard let effect = effect(subjectStart: start) else { return .broken }
    return .rule(RuleSyntax(subject: subject, effect: effect, applies: applicability()))
  }

  private mutating func ruleSubject() -> RuleSyntax.Subject? {
    guard !beginsStrangely(), !failMeterLast() else { return nil }
    guard let subject = subject() else { return nil }
    guard subject.items.count == 1, subject.exceptions.isEmpty,
      case .name(let meter) = subject.items[0]
    else { return .things(subject) }
    switch current?.kind {
    case .more, .moreOrEqual: return limit(on: meter).map { .comparison($0) }
    case .less, .lessOrEqual:
      if !failSignHabit(on: meter) { fail(.limitSign(source.text(place), place)) }
      return nil
    default: return .things(subject)
    }
  }

  /// Reports a line that begins with nothing a sentence begins with.
  private mutating func beginsStrangely() -> Bool {
    switch current?.kind {
    case .name, .quotedName, .numeral: return false
    case .closeParenthesis:
      fail(.parenthesisStray(place))
      return true
    default:
      fail(.noSentence(found(), place, near: nil))
      return true
    }
  }

  /// Features, ranges and groups, with exceptions.
  mutating func subject() -> SubjectSyntax? {
    let start = index
    let items = list([.and]) { $0.subjectItem() }
    guard !items.isEmpty else { return nil }
    var exceptions: [SubjectItemSyntax] = []
    if !failed, accept(.except) { exceptions = list([.and]) { $0.subjectItem() } }
    return SubjectSyntax(items: items, exceptions: exceptions, span: span(from: start))
  }

  mutating func subjectItem() -> SubjectItemSyntax? {
    if current?.word == .everything {
      let span = place
      advance()
      return .everything(span)
    }
    guard let first = name(.target, leads: true) else { return nil }
    guard accept(.range) else { return .name(first) }
    return name(.target, leads: true).map { .range(first, $0) }
  }

  /// `> 500 per day` after a meter.
  private mutating func limit(on meter: NameSyntax) -> ComparisonSyntax? {
    let start = index - 1
    let isInclusive = current?.kind == .moreOrEqual
    advance()
    guard let quantity = limitQuantity(.quantity) else { return nil }
    if isAtEach {
      fail(.worded(.limitForEach(place.joined(span(at: index + 1)))))
      return nil
    }
    let window = window()
    if window == nil, failWindowHabit() { return nil }
    return ComparisonSyntax(
      meter: meter,
      isInclusive: isInclusive,
      quantity: quantity,
      window: window,
      span: span(from: start)
    )
  }

  /// The quantity of a limit; `thing` says what is asked for where there is none.
  mutating func limitQuantity(_ thing: Expectation) -> ComparisonSyntax.Quantity? {
    let span = place
    if accept(.undecided) { return .undecided(span) }
    if accept(.allowance) {
      guard accept(.otherwise) else { return .allowance(span, otherwise: nil) }
      return literal(.quantity, unit: .known).map { .allowance(span, otherwise: $0) }
    }
    return literal(thing, unit: .known).map { .literal($0) }
  }

  // MARK: Effects

  private mutating func effect(subjectStart: Int) -> RuleSyntax.Effect? {
    if current?.kind == .comma, let word = peek()?.word, Self.endsList(word) {
      report(.commaBefore("`\(word.rawValue)`", place))
      advance()
    }
    let start = index
    if accept(.requires) || accept(.require) { return .requires(expression(.requirement)) }
    if accept(.is) || accept(.are) {
      if accept(.off) { return .off(span(from: start)) }
      if accept(.not) { return expect(.allowed) ? .notAllowed(span(from: start)) : nil }
      if !failIsHabit(subjectStart: subjectStart) { failExpecting(.oneOf([.off, .not])) }
      return nil
    }
    return effectAfterSlip(subjectStart: subjectStart)
  }

  /// A rule whose verb is missing or misspelt.
  private mutating func effectAfterSlip(subjectStart: Int) -> RuleSyntax.Effect? {
    if failHabit(subjectStart: subjectStart) { return nil }
    if current?.kind == .name, current?.word == nil, let word = requiresSlip(place) {
      report(.misspelt(source.text(place), word, place))
      advance()
      return .requires(expression(.requirement))
    }
    if let lead = misspeltLead(subjectStart) {
      let first = span(at: subjectStart)
      fail(.noSentence("`\(source.text(first))`", first, near: lead))
      return nil
    }
    if let follower = misspeltFollower(subjectStart) {
      fail(.misspelt(source.text(place), follower, place))
      return nil
    }
    if isLikeRequirement() {
      report(.missingWord(.requires, before: found(), place))
      return .requires(expression(.requirement))
    }
    if subjectStart + 1 == index, isAtEnd || isPlainName {
      let first = span(at: subjectStart)
      fail(.noSentence("`\(source.text(first).shortened())`", first, near: nil))
    } else {
      failExpecting(isAtEnd ? .word(.requires) : .oneOf([.and, .requires, .is]))
    }
    return nil
  }

  /// Whether a name comes next that is no word of the language.
  var isPlainName: Bool { current?.kind == .name && current?.word == nil }

  /// `requires`, where a word is it with a typo or says the same.
  func requiresSlip(_ span: Span) -> Word? {
    guard span.end - span.start <= 24 else { return nil }
    switch source.text(span).lowercased() {
    case "needs", "required", "requiring", "demands", "wants", "requirs": return .requires
    case "need", "demand", "want": return .require
    default: return nearest([.requires, .require], to: span)
    }
  }

  /// The word that the line's first one was probably meant to be, if no rule's verb follows.
  private func misspeltLead(_ start: Int) -> Word? {
    guard reader.lexemes[start].kind == .name, reader.lexemes[start].word == nil else { return nil }
    for index in start..<end {
      if reader.lexemes[index].word == .requires || reader.lexemes[index].word == .require {
        return nil
      }
    }
    // A capital begins prose, not a misspelt clause.
    guard let initial = source.text(span(at: start)).unicodeScalars.first,
      !initial.properties.isUppercase
    else { return nil }
    return nearest(leads(at: start), to: span(at: start))
  }

  /// The word that the line's second one was probably meant to be, where the first one would lead a
  /// clause with it: `unused roll over`.
  private func misspeltFollower(_ start: Int) -> Word? {
    guard start + 1 == index, !isAtEnd, let lead = reader.lexemes[start].word,
      leads(at: start).contains(lead)
    else { return nil }
    return nearest(lead.followers, to: place)
  }

  /// The words that a line may begin with at its place: below a statement those of its clauses,
  /// and those of statements where it is not indented.
  private func leads(at start: Int) -> [Word] {
    let isIndented = source.isIndented(at: span(at: start).start)
    var leads: [Word] = []
    switch statements.owner(ofLineIn: source, isMisread: { $0.isBroken })?.kind {
    case .product:
      leads = [
        .sold, .grants, .adds, .price, .introductory, .trial, .shared, .recommended, .benefit,
        .grace,
        .only, .for,
      ]
    case .rule:
      leads = [
        .reminder, .soft, .running, .prompt, .message, .because, .instead, .then, .unused,
      ]
    case .setting: leads = [.soft, .prompt, .message, .because, .instead]
    case .scenario: leads = [.given, .expect]
    case .meters: leads = [.windows, .refills, .counted]
    case .features, .entitlements: leads = [.benefit]
    default: break
    }
    if isIndented, !leads.isEmpty { return leads }
    return leads + [.setting] + Word.allCases.filter { $0.leadsStatement }
  }

  /// Whether the rest of the line could be what is required: one name, or names with `and`, `or`.
  private func isLikeRequirement() -> Bool {
    guard let current else { return false }
    switch current.word {
    case .nothing, .not: return true
    case .some: return false
    case nil: break
    }
    guard current.kind == .name || current.kind == .quotedName else { return false }
    guard let next = peek() else { return true }
    switch next.word {
    case .and, .or, .from, .until, .when, .unless: return true
    default: return false
    }
  }
}
