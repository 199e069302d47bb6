import TollgateRuntime

extension PolicyModel {
  /// A comparison of a fact with a value: with one of its choices, or with yes or no
  /// (`isOrder` is false), or with a border that it has reached or not.
  func fact(
    _ index: FactIndex, _ number: Int64, _ value: Bool, isOrder: Bool
  ) throws(Exhausted) -> Region {
    let fact = graph[fact: index]
    let term = vocabulary.facts[Int(index)]
    let quantity = VariableKey(.fact, term, Int32(fact.type.rawValue))
    let border = self.term(of: number, fact: index)
    var region: Region
    if isOrder {
      region =
        value ? try universe.atLeast(quantity, border) : try universe.below(quantity, border)
    } else {
      let equal = try universe.equals(quantity, border)
      region = value ? equal : try others(than: equal, quantity, fact: index)
    }
    guard fact.otherwise != Fact.unknown else { return region }
    let isMet = isOrder ? fact.otherwise >= number : fact.otherwise == number
    guard isMet == value else { return region }
    let missing = try missing(quantity)
    region = try universe.engine.or(region, missing)
    return region
  }

  /// Where a fact is not reported at all, as any type of thing.
  func missing(_ quantity: VariableKey) throws(Exhausted) -> Region {
    let name = universe.terms.facts[Int(quantity.a)].name
    var region = try universe.missing(quantity)
    for (index, other) in universe.terms.facts.enumerated()
    where other.name == name && Int32(index) != quantity.a {
      let second = VariableKey(.fact, Int32(index), Int32(other.type.rawValue))
      let isMissing = try universe.missing(second)
      region = try universe.engine.and(region, isMissing)
    }
    return region
  }

  /// Where a fact is known to this policy and has another value.
  private func others(
    than equal: Region, _ quantity: VariableKey, fact index: Int32
  ) throws(Exhausted) -> Region {
    let fact = parts.facts[Int(index)]
    let known = try universe.atLeast(quantity, 0)
    var region = try universe.engine.without(known, equal)
    guard fact.type == .choice, !fact.isOpen, !fact.choices.isEmpty else { return region }
    // A choice that this policy does not know is unknown to it.
    let term = universe.terms.facts[Int(quantity.a)]
    let mine = Set(vocabulary.choices[Int(index)])
    for other in 0...Int64(term.choices.count) where !mine.contains(other) {
      let strange = try universe.equals(quantity, other)
      region = try universe.engine.without(region, strange)
    }
    return region
  }

  /// A policy's own number for a choice or a version, as the term's.
  private func term(of value: Int64, fact: Int32) -> Int64 {
    switch parts.facts[Int(fact)].type {
    case .choice:
      let choices = vocabulary.choices[Int(fact)]
      return choices.indices.contains(Int(clamping: value)) ? choices[Int(value)] : value
    case .version:
      let versions = vocabulary.versions[Int(fact)]
      let place = Int(clamping: value.saturatingSubtract(1))
      return versions.indices.contains(place) ? versions[place] : value
    case .date, .yesOrNo, .number: return value
    }
  }
}
