extension Parser {
  /// A list with `,` between its items, or one of `joins`, or both (`a, b, and c`).
  mutating func list<Item>(
    _ joins: [Word],
    _ item: (inout Parser) -> Item?
  ) -> [Item] {
    list(while: { $0.join(joins) }, item)
  }

  /// A list that goes on while `joins` takes what is between two items.
  mutating func list<Item>(
    while joins: (inout Parser) -> Bool,
    _ item: (inout Parser) -> Item?
  ) -> [Item] {
    var items: [Item] = []
    repeat {
      guard items.count < Limits.listItems else {
        fail(.listTooLong(place))
        break
      }
      guard let next = item(&self) else { break }
      items.append(next)
      if failed { break }
    } while joins(&self)
    return items
  }

  /// Takes what joins two items of a list.
  private mutating func join(_ joins: [Word]) -> Bool {
    // `, otherwise` and `, when` end a list; the comma is for the caller.
    if current?.kind == .comma, let word = peek()?.word, Self.endsList(word) { return false }
    if accept(.comma) {
      for word in joins where accept(word) { break }
      return true
    }
    for word in joins where accept(word) { return true }
    return false
  }

  static func endsList(_ word: Word) -> Bool {
    switch word {
    case .otherwise, .from, .until, .when, .unless, .requires, .require: true
    default: false
    }
  }

  mutating func names(_ thing: Expectation, _ joins: [Word]) -> [NameSyntax] {
    list(joins) { $0.name(thing) }
  }

  /// Declared names with their labels. A missing comma between two names is reported, and the
  /// list continues, so that the second name counts as declared.
  mutating func declarations<Item>(_ item: (inout Parser) -> Item?) -> [Item] {
    // `feature dark mode` is rather one name with a blank.
    let isOne: Bool
    switch reader.lexemes[max(0, index - 1)].word {
    case .feature, .meter, .entitlement: isOne = true
    default: isOne = false
    }
    var items = list([.and], item)
    while !failed, let next = current, next.kind == .name || next.kind == .quotedName,
      next.word == nil, items.count < Limits.listItems
    {
      let offset = isOne || isOneName() ? nil : span(at: index - 1).end
      report(.missingComma(before: found(), place, at: offset))
      items += list([.and], item)
    }
    return items
  }

  /// Whether the names from the last one on are those of the label that follows:
  /// `cloud sync "Cloud sync"`.
  private func isOneName() -> Bool {
    var next = index
    while next < end, reader.lexemes[next].kind == .name { next += 1 }
    guard next < end, reader.lexemes[next].kind == .text else { return false }
    let label = KnownNames.fold(source.text(span(at: next)))
    var names = ""
    for place in stride(from: next - 1, through: max(0, index - 1), by: -1) {
      names = KnownNames.fold(source.text(span(at: place))) + names
    }
    return names == label
  }
}
