import TollgateRuntime
import TollgateSyntax

// Quantities that are for each of something: `400 for each of seats`.
extension Draft {
  /// Everything whose quantities are for each of one thing.
  enum Counting: Hashable {
    case counter(CounterIndex)
    case setting(SettingIndex)
  }

  /// The thing that a quantity is for each of; nil, with a report, if it cannot be counted, or another
  /// quantity beside it counts another one.
  ///
  /// - Parameter place: Nil where it is not known, because that has a mistake.
  func counted(_ name: NameSyntax, in place: Counting?) -> Ladder.Source? {
    guard let entry = resolve(name, .meter, .fact) else { return nil }
    let source: Ladder.Source
    if entry.kind == .meter {
      guard isSold(name.text) else {
        report(.counted(.notSold(name.text)), at: name.span)
        return nil
      }
      source = .bought(entry.index)
    } else {
      guard policy.facts[Int(entry.index)].type == .number else {
        report(.counted(.notNumber(name.text, entry.span)), at: name.span)
        return nil
      }
      source = .fact(entry.index)
    }
    guard let place else { return source }
    guard let first = countedThings[place] else {
      countedThings[place] = (source, name)
      return source
    }
    if first.source == source { return source }
    report(.counted(.other(name.text, first: first.name.text, first.name.span)), at: name.span)
    return nil
  }

  /// Whether the price of some product is for each of a meter.
  private func isSold(_ meter: String) -> Bool {
    for product in pages.statements([.products]) {
      for clause in product.clauses {
        if case .price(let price) = clause.kind, price.each?.text == meter { return true }
      }
    }
    return false
  }
}
