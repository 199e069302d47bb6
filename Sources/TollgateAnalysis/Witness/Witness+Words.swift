import TollgateCompiler
import TollgateRuntime
import TollgateWords

extension Witness {
  /// The example in words, with only what matters: "a free user with 501 bills, platform
  /// ios, on 2026-03-01".
  package var words: String {
    let snapshot = WitnessedCase(self, needsSubject: false).snapshot
    var text = person
    let counters = counterWords(snapshot)
    if !counters.isEmpty { text += " with " + QuantityWords.list(counters) }
    let rest = askWords + factWords(snapshot) + rolloutWords + dataWords
    for phrase in rest { text += ", " + phrase }
    if box[of: .now, in: space] != nil { text += ", on " + QuantityWords.instant(now) }
    return text
  }

  /// The variables of a kind that matter.
  private func matters(_ kind: VariableKey.Kind) -> [Int32] {
    var places: [Int32] = []
    for side in box.sides where space[side.variable].quantity.kind == kind {
      places.append(side.variable)
    }
    return places
  }

  // MARK: Who

  private var person: String {
    var text = "a user"
    if let tier = matters(.tier).first {
      let name = terms.tiers[Int(point[tier])]
      text = "\(EnglishNoun.article(for: name)) \(name) user"
    } else if box.sides.isEmpty {
      return "anyone"
    }
    var has: [String] = []
    var lacks: [String] = []
    for place in matters(.entitlement) {
      let name = terms.entitlements[Int(space[place].quantity.a)]
      if point[place] == 1 { has.append(name) } else { lacks.append(name) }
    }
    if !has.isEmpty { has = ["holds " + QuantityWords.list(has)] }
    for place in matters(.product) {
      let name = terms.products[Int(space[place].quantity.a)].name
      if point[place] == 0 { lacks.append(name) } else { has.append(holding(place, name)) }
    }
    has += additions
    for place in matters(.family) where point[place] == 1 {
      has.append("shares \(terms.products[Int(space[place].quantity.a)].name) with the family")
    }
    if !has.isEmpty { text += " who " + QuantityWords.list(has) }
    if !lacks.isEmpty { text += " without " + QuantityWords.list(lacks, "or") }
    return text
  }

  /// The products that bring what is added to a setting, where that says which they are.
  private var additions: [String] {
    guard !matters(.added).isEmpty else { return [] }
    let told = Set(matters(.product).map { space[$0].quantity.a })
    var words: [String] = []
    for place in space.variables.indices.map({ Int32($0) })
    where space[place].quantity.kind == .product && point[place] > 0
      && !told.contains(space[place].quantity.a) && times[space[place].quantity.a] != nil
    {
      words.append(holding(place, terms.products[Int(space[place].quantity.a)].name))
    }
    return words
  }

  /// How the user has a product: now, or until it ran out.
  private func holding(_ place: Int32, _ name: String) -> String {
    let grace = terms.products[Int(space[place].quantity.a)].grace
    guard point[place] <= grace else {
      let count = times[space[place].quantity.a] ?? 1
      return "bought " + name + (count > 1 ? " \(count) times" : "")
    }
    let elapsed = grace - point[place]
    if elapsed == 0 { return "had \(name) until now" }
    return "had \(name) until \(QuantityWords.span(elapsed)) ago"
  }

  // MARK: Usage and question

  private func counterWords(_ snapshot: Snapshot) -> [String] {
    var words: [String] = []
    var seen: Set<VariableKey> = []
    for side in box.sides {
      let quantity = space[side.variable].quantity
      guard quantity.kind == .used || quantity.kind == .after || quantity.kind == .whole,
        seen.insert(VariableKey(.used, quantity.a, quantity.b)).inserted,
        let window = Window(code: quantity.b)
      else { continue }
      let meter = terms.meters[Int(quantity.a)]
      guard let used = snapshot.usage[meter.name]?[window]?.used else {
        words.append("\(meter.name)\(QuantityWords.window(window)) not reported")
        continue
      }
      words.append(QuantityWords.amount(used, of: meter) + QuantityWords.window(window))
    }
    for meter in terms.meters {
      guard let allowance = snapshot.allowances[meter.name], allowance > 0 else { continue }
      words.append("an allowance of " + QuantityWords.amount(allowance, of: meter))
    }
    for place in matters(.noAllowance) where point[place] == 1 {
      words.append("no allowance of \(terms.meters[Int(space[place].quantity.a)].name) reported")
    }
    return words
  }

  private var askWords: [String] {
    var words: [String] = []
    for (index, variable) in space.variables.enumerated() where variable.quantity.kind == .growth {
      let meter = terms.meters[Int(variable.quantity.a)]
      let amount = point.values[index]
      if amount != 1 { words.append("adding " + QuantityWords.plain(amount, meter.unit)) }
    }
    for place in matters(.continuing) where point[place] == 1 { words.append("already under way") }
    return words
  }

  // MARK: Facts, rollouts and age of the data

  private func factWords(_ snapshot: Snapshot) -> [String] {
    var words: [String] = []
    var seen: Set<String> = []
    for side in box.sides {
      let quantity = space[side.variable].quantity
      guard quantity.kind == .fact || quantity.kind == .since else { continue }
      let name = terms.facts[Int(quantity.a)].name
      guard seen.insert(name).inserted else { continue }
      let value = snapshot.facts[name]
      words.append(value.map { "\(name) \($0.words)" } ?? "\(name) not reported")
    }
    return words
  }

  private var rolloutWords: [String] {
    var words: [String] = []
    for place in matters(.bucket) {
      if isMissing(place) { return ["without a user id"] }
      let name = terms.rollouts[Int(space[place].quantity.a)]
      guard let side = box[place] else { continue }
      if side.lowerBound == 0 {
        words.append("in \(name)")
      } else if side.upperBound == 9_999 {
        words.append("not in \(name)")
      } else {
        let (from, until) = (
          QuantityWords.share(side.lowerBound), QuantityWords.share(side.upperBound + 1)
        )
        words.append("between \(from) and \(until) of \(name)")
      }
    }
    return words
  }

  private var dataWords: [String] {
    guard let place = matters(.age).first, point[place] > 0 else { return [] }
    if point[place] == .max { return ["with purchase data never confirmed"] }
    return ["with purchase data \(QuantityWords.span(point[place])) old"]
  }
}

extension FactValue {
  /// The value as an example names it.
  var words: String {
    switch self {
    case .yesOrNo(let value): value ? "yes" : "no"
    case .number(let value): "\(value)"
    case .date(let instant): QuantityWords.instant(instant)
    case .version(let version): VersionText.print(version)
    case .choice(let choice): choice
    }
  }
}

extension Box {
  /// The side of the first variable of a kind.
  subscript(of kind: VariableKey.Kind, in space: Space) -> ClosedRange<Int64>? {
    for side in sides where space[side.variable].quantity.kind == kind { return side.interval }
    return nil
  }
}
