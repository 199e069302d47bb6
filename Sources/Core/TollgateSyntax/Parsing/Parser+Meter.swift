extension Parser {
  /// The clauses of a meter: `counted per team`, `counted for ever`, `windows roll`,
  /// `refills 1 every 30min`.
  mutating func meterClause(_ word: Word) -> ClauseSyntax.Kind? {
    switch word {
    case .counted:
      if accept(.for) { return expect(.ever) ? .countedForEver : .broken }
      advance()
      return name(.name).map { .countedPer($0) } ?? .broken
    case .windows: return windows().map { .windows($0) } ?? .broken
    case .refills:
      guard let amount = literal(.quantity, unit: .known), expect(.every),
        let interval = literal(.duration, unit: .any)
      else { return .broken }
      return .refills(amount, every: interval)
    default: return nil
    }
  }

  private mutating func windows() -> WindowsSyntax? {
    if accept(.roll) { return .roll }
    if accept(.begin), phrase([.with], ["the", "first"]), expect(.use) {
      return .beginWithFirstUse
    }
    if !failed, accept(.follow), phrase([], ["the"]) {
      if phrase([], ["calendar"]) { return .followCalendar }
      if phrase([], ["subscription"]) { return .followSubscription }
    }
    if !failed { failExpecting(.windowsRule) }
    return nil
  }

  /// Takes words of the language, then words that are none elsewhere; false without a report if
  /// another one comes.
  private mutating func phrase(_ words: [Word], _ texts: [String]) -> Bool {
    for word in words where !accept(word) { return false }
    for text in texts {
      guard current?.kind == .name, source.text(place) == text else { return false }
      advance()
    }
    return true
  }

  /// `use basic-model, exports` after `instead`.
  mutating func insteadUse() -> ClauseSyntax.Kind {
    guard expect(.use) else { return .broken }
    let targets = insteadTargets()
    return targets.isEmpty ? .broken : .insteadUse(targets)
  }

  /// Features, meters, settings, groups and ranges.
  mutating func insteadTargets() -> [SubjectItemSyntax] {
    list([.and]) { parser in
      guard let first = parser.name(.target) else { return nil }
      guard parser.accept(.range) else { return .name(first) }
      return parser.name(.target).map { .range(first, $0) }
    }
  }
}
