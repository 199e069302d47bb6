import TollgateRuntime

extension Universe {
  /// The variable of a quantity: what values it can have, and which are usual.
  func variable(_ quantity: VariableKey) -> Variable {
    switch quantity.kind {
    case .tier:
      return Variable(quantity, 0...Int64(max(0, terms.tiers.count - 1)), usual: 0, weight: 16)
    case .entitlement, .purchase: return Variable(quantity, 0...1, usual: 0, weight: 16)
    case .product:
      let grace = terms.products[Int(quantity.a)].grace
      return Variable(quantity, 0...(grace + 1), usual: 0, weight: 16)
    case .family, .continuing: return Variable(quantity, 0...1, usual: 0, weight: 64)
    case .age: return Variable(quantity, 0...Int64.max, usual: 0, weight: 96)
    case .used: return counter(quantity, usual: 0)
    case .after: return counter(quantity, usual: 1)
    case .growth: return Variable(quantity, 1...Int64.max, usual: 1, weight: 32)
    case .whole:
      var variable = missable(quantity, 0...Int64.max, missing: -1, usual: 0)
      variable.weight = 12
      return variable
    case .allowance: return Variable(quantity, 0...Int64.max, usual: 0, weight: 60)
    case .added: return Variable(quantity, 0...Int64.max, usual: 0, weight: 20)
    case .noAllowance:
      // Where everything is known, so is what a limit hangs on.
      let isNeeded = scope.isKnown && terms.meters[Int(quantity.a)].needsAllowance
      return Variable(quantity, 0...(isNeeded ? 0 : 1), usual: 0, weight: 64)
    case .fact: return fact(quantity)
    case .since:
      return missable(
        quantity, -Calendar.longest...Calendar.longest, missing: -Calendar.longest - 1, usual: 0)
    case .now:
      return Variable(quantity, Calendar.first...Calendar.last, usual: scope.now, weight: 80)
    case .bucket: return missable(quantity, 0...9_999, missing: -1, usual: 9_999)
    case .asked:
      return Variable(quantity, terms.askedValues[Int(quantity.a)], usual: 0, weight: 32)
    }
  }

  /// A counter less its allowance may be below 0; below the lowest value it is missing.
  private func counter(_ quantity: VariableKey, usual: Int64) -> Variable {
    var variable = missable(quantity, -Int64.max...Int64.max, missing: .min, usual: usual)
    variable.weight = 12
    return variable
  }

  private func fact(_ quantity: VariableKey) -> Variable {
    let fact = terms.facts[Int(quantity.a)]
    switch fact.type {
    case .yesOrNo: return missable(quantity, 0...1, missing: -1, usual: 0)
    case .number: return missable(quantity, 0...Int64.max, missing: -1, usual: 0)
    case .version:
      // Nothing is below 0.0.0.
      let first: Int64 = fact.versions.first == Version(0) ? 1 : 0
      return missable(
        quantity, first...Int64(fact.versions.count), missing: first - 1, usual: first)
    case .date:
      return missable(
        quantity, Calendar.first...Calendar.last, missing: Calendar.first - 1, usual: scope.now)
    case .choice:
      // A choice that nobody declared is a value of its own: unknown to a policy whose list is
      // closed.
      let isElse = !scope.isKnown || fact.isOpen || fact.choices.isEmpty
      let last = Int64(fact.choices.count) - (isElse ? 0 : 1)
      return missable(quantity, 0...last, missing: -1, usual: 0)
    }
  }

  private func missable(
    _ quantity: VariableKey, _ range: ClosedRange<Int64>, missing: Int64, usual: Int64
  ) -> Variable {
    let isMissable = !scope.isKnown
    let first = isMissable ? missing : range.lowerBound
    return Variable(
      quantity, first...range.upperBound, canBeMissing: isMissable, usual: usual, weight: 40)
  }
}
