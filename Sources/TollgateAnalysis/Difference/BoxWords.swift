import TollgateCompiler
import TollgateRuntime

/// The users for whom an answer is the same, as intervals of what matters: `bills 301 to 500,
/// without pro`.
struct BoxWords {
  let witness: Witness
  private let target: String
  var space: Space { witness.space }
  var terms: Terms { witness.terms }

  init(_ witness: Witness, target: String) {
    self.witness = witness
    self.target = target
  }

  var text: String {
    var phrases: [(rank: Int, text: String)] = []
    for side in witness.box.sides {
      guard let phrase = phrase(side) else { continue }
      phrases.append((BoxWords.rank(of: space[side.variable].quantity.kind, phrase), phrase))
    }
    guard !phrases.isEmpty else { return "everybody" }
    var texts: [String] = []
    for rank in 0...5 {
      for phrase in phrases where phrase.rank == rank { texts.append(phrase.text) }
    }
    return texts.joined(separator: ", ")
  }

  /// The place of a phrase: first how much, then with what, then without what.
  private static func rank(of kind: VariableKey.Kind, _ phrase: String) -> Int {
    switch kind {
    case .used, .after, .whole, .growth, .allowance, .noAllowance, .added, .asked: 0
    case .tier, .entitlement, .product, .family, .purchase:
      phrase.utf8.starts(with: "without ".utf8) ? 2 : 1
    case .fact, .since: 3
    case .bucket, .age, .continuing: 4
    case .now: 5
    }
  }

  private func phrase(_ side: Box.Side) -> String? {
    let quantity = space[side.variable].quantity
    switch quantity.kind {
    case .tier: return tier(side.interval)
    case .entitlement:
      return with(terms.entitlements[Int(quantity.a)], side.interval)
    case .product, .purchase: return product(quantity, side.interval)
    case .family:
      let name = terms.products[Int(quantity.a)].name
      return side.interval.lowerBound == 1 ? "\(name) shared with the family" : nil
    case .used, .after, .whole: return counter(quantity, side)
    case .allowance:
      return "an allowance of "
        + interval(side.interval, of: side.variable) { "\($0)" } + " "
        + terms.meters[Int(quantity.a)].name
    // Only claims ask about it.
    case .added: return nil
    case .growth:
      return "adding " + interval(side.interval, of: side.variable) { "\($0)" }
    // Outcomes are asked for without a value.
    case .asked: return nil
    case .noAllowance:
      let name = terms.meters[Int(quantity.a)].name
      return (side.interval.lowerBound == 1 ? "no" : "an") + " allowance of \(name) reported"
    case .fact: return fact(quantity, side)
    case .since: return since(quantity, side)
    case .bucket: return bucket(quantity, side)
    case .age:
      // Fresh purchase data goes without saying.
      guard side.interval.lowerBound > 0 else { return nil }
      return "purchase data \(QuantityWords.span(side.interval.lowerBound)) old or older"
    case .continuing: return side.interval.lowerBound == 1 ? "already under way" : "not under way"
    case .now: return time(side.interval, of: side.variable)
    }
  }

  private func with(_ name: String, _ interval: ClosedRange<Int64>) -> String {
    (interval.lowerBound >= 1 ? "with " : "without ") + name
  }

  private func tier(_ interval: ClosedRange<Int64>) -> String {
    var parts: [String] = []
    if interval.lowerBound > 0 { parts.append("with \(terms.tiers[Int(interval.lowerBound)])") }
    if interval.upperBound < terms.tiers.count - 1 {
      parts.append("without \(terms.tiers[Int(interval.upperBound) + 1])")
    }
    return parts.joined(separator: ", ")
  }

  /// The last value means that it counts now, each lower one how long ago it ended.
  private func product(_ quantity: VariableKey, _ interval: ClosedRange<Int64>) -> String {
    let product = terms.products[Int(quantity.a)]
    let last = product.grace + 1
    // An entitlement of the same name is something else.
    let isAmbiguous = terms.entitlements.contains(product.name)
    let name = isAmbiguous ? "the product \(product.name)" : product.name
    if interval.lowerBound == last { return "with " + name }
    if interval.upperBound == 0 { return "without " + name }
    let longest = QuantityWords.span(last - interval.lowerBound)
    if interval.upperBound == last {
      return "with \(name), or less than \(longest) after it ended"
    }
    let shortest = QuantityWords.span(product.grace - interval.upperBound)
    if interval.lowerBound == 0 { return "\(shortest) or more after \(name) ended" }
    return "from \(shortest) to \(longest) after \(name) ended"
  }

  // MARK: Counters

  private func counter(_ quantity: VariableKey, _ side: Box.Side) -> String {
    let meter = terms.meters[Int(quantity.a)]
    let window = Window(code: quantity.b).map { QuantityWords.window($0) } ?? ""
    var name = meter.name + window
    // If any amount may be asked for, the value that would be reached counts.
    var shift: Int64 = 0
    if meter.name == target, witness.scope.amount == nil, quantity.kind == .used {
      if space.place(of: VariableKey(.growth, quantity.a)) == nil {
        shift = 1
      } else {
        name += " so far"
      }
    }
    return name + " "
      + interval(side.interval, of: side.variable) { value in
        QuantityWords.plain(value.saturatingAdd(shift), meter.unit)
      }
  }

  /// An interval in words; it may include a value that is not reported.
  func interval(
    _ interval: ClosedRange<Int64>, of place: Int32, _ words: (Int64) -> String
  ) -> String {
    let variable = space[place]
    let range = variable.range
    var first = range.lowerBound
    var ending = ""
    if variable.canBeMissing {
      if interval.upperBound == first { return "not reported" }
      if interval.lowerBound == first { ending = " or not reported" }
      first += 1
    }
    let low = max(first, interval.lowerBound)
    if low == first, interval.upperBound == range.upperBound { return "reported" + ending }
    if low == interval.upperBound { return words(low) + ending }
    // A value below zero is below the allowance, which does not matter to people.
    if interval.upperBound == range.upperBound { return words(low) + " or more" + ending }
    if low == first || low < 0 { return "up to \(words(interval.upperBound))" + ending }
    return "\(words(low)) to \(words(interval.upperBound))" + ending
  }
}
