import TestSupport

extension PolicyMaker {
  mutating func declareProducts() {
    let names = Array(["p", "q", "r"].prefix(random.one(of: 1, 2, 2, 3)))
    for (index, name) in names.enumerated() {
      lines.append("product \(name)")
      let granted = random.chance(85) ? grants() : nil
      if let granted { lines.append("  grants \(granted)") }
      if let meter = random.pick(meters), random.chance(30) {
        let amount = "\(random.within(1...3))"
        lines.append("  adds \(amount) to \(meter)" + (isEdition2 ? untilUsedUp() : ""))
      }
      if random.chance(70) { addPrice() }
      let isSold = !random.chance(12)
      if !isSold { lines.append("  not for sale") }
      if isEdition2, isSold {
        addTerms(granting: granted?.split(separator: ",").first.map(String.init))
      }
      if random.chance(6) { lines.append("  grace 3 days") }
      if random.chance(6) { lines.append("  trial 1 week") }
      if random.chance(6) { lines.append("  shared with family") }
      if random.chance(10) {
        lines.append("  sold as \"\(name)\" on \(random.one(of: "app-store", "stripe"))")
      }
      let others = names[..<index]
      if let other = others.last, random.chance(25) { lines.append("  only with \(other)") }
      if let other = others.first, random.chance(25) { lines.append("  not with \(other)") }
    }
    products = names
  }

  private mutating func addPrice() {
    let price = "  price \(random.within(1...3)) EUR"
    let period = period()
    guard isEdition2, period != "once" else { return lines.append("\(price) \(period)") }
    // Numbers of its own, so that the rest of a policy stays as it is.
    var sideway = Naive.SplitMix64(seed: ~random.state)
    lines.append(sideway.chance(15) ? "\(price) per month billed yearly" : "\(price) \(period)")
    if sideway.chance(10) { lines.append("  introductory price 1 EUR per year") }
  }

  private mutating func period() -> String { random.chance(85) ? "per year" : "once" }

  private mutating func grants() -> String {
    let one = held()
    let other = held()
    return random.chance(80) || one == other ? one : "\(one), \(other)"
  }
}
