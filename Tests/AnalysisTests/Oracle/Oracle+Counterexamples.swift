import TollgateRuntime

extension Oracle {
  /// A snapshot that shows that a rule is not what somebody says of it; empty if there is none.
  func counterexample(to code: String, of rule: Int) -> String {
    switch code {
    case "TG0201": return describe(known.applies(rule), in: known)
    case "TG0202": return describe(known.all - known.holds[rule].yes, in: known)
    case "TG0203", "TG0301": return describe(difference(without: rule), in: all)
    case "TG0401": return describe(buying[graph.parts.rules[rule].requirement].yes, in: buying)
    default: return ""
    }
  }

  /// Where some decision would be another one without a rule.
  private func difference(without rule: Int) -> Bits {
    var bits = all.none
    for target in targets where target.rules.contains(Int32(rule)) {
      let with = all.outcome(of: target.rules)
      let without = all.outcome(of: target.rules.filter { $0 != Int32(rule) })
      bits = bits | (without.allowed - with.allowed) | (without.passes - with.passes)
    }
    return bits
  }

  private func describe(_ bits: Bits, in regions: Regions) -> String {
    guard let first = bits.first else { return "" }
    let (holding, point) = first.quotientAndRemainder(dividingBy: regions.space.words * 64)
    let (snapshot, now) = regions.snapshot(holding: holding, at: point)
    return "but see \(snapshot) at \(now)"
  }
}
