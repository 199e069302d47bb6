// Ladders, settings and what products add to settings, in the compiled file and in the fingerprint.

extension RuleGraph.Parts {
  /// - Parameter places: Whether to write where the steps are, too, which is not part of what a
  ///   policy means.
  func writeLadders(to writer: inout ByteWriter, places: Bool) {
    writer.list(ladders) { $0.ladder($1, places: places) }
    writer.list(settings) { $0.setting($1) }
    let added = products.enumerated().flatMap { index, product in
      product.settingAdds.map { (Int32(index), $0) }
    }
    writer.list(added) {
      $0.index($1.0)
      $0.index($1.1.setting)
      $0.number($1.1.amount)
    }
  }

  mutating func readLadders(from reader: inout ByteReader) throws(GraphError) {
    ladders = try reader.list { r throws(GraphError) in try r.ladder() }
    settings = try reader.list { r throws(GraphError) in try r.setting() }
    let added = try reader.list { r throws(GraphError) in
      (try r.index(), Product.SettingAddition(setting: try r.index(), amount: try r.number()))
    }
    for (product, addition) in added {
      guard product >= 0, Int(product) < products.count else { throw .impossible("a product") }
      products[Int(product)].settingAdds.append(addition)
    }
  }
}

extension ByteWriter {
  fileprivate mutating func ladder(_ ladder: Ladder, places: Bool) {
    switch ladder.base {
    case .quantity(let quantity): kind(0, quantity)
    case .allowance(let otherwise): kind(1, otherwise ?? -1)
    case .undecided: byte(2)
    }
    flag(ladder.isSmallerBetter)
    list(ladder.steps) {
      $0.step($1)
      if places {
        $0.index($1.place.row.number)
        $0.text($1.place.text)
      }
    }
  }

  private mutating func step(_ step: LadderStep) {
    switch step.value {
    case .quantity(let quantity): kind(0, quantity)
    case .unlimited: byte(1)
    }
    index(step.requirement)
    index(step.inForce)
    index(step.condition)
    flag(step.asksForNothing)
    list(step.needs) { writer, set in writer.list(set) { $0.need($1) } }
    list(step.names) { $0.need($1) }
  }

  fileprivate mutating func setting(_ setting: Setting) {
    byte(setting.kind.rawValue)
    list(setting.choices) {
      $0.text($1.name)
      $0.indexOrNone($1.label)
    }
    index(setting.ladder)
    index(setting.rule)
  }
}

extension ByteReader {
  fileprivate mutating func ladder() throws(GraphError) -> Ladder {
    let base: Ladder.Base
    switch try byte() {
    case 0: base = .quantity(try number())
    case 1:
      let otherwise = try number()
      base = .allowance(otherwise: otherwise == -1 ? nil : otherwise)
    case 2: base = .undecided
    default: throw .impossible("a ladder")
    }
    var ladder = Ladder(base: base, isSmallerBetter: try flag())
    ladder.steps = try list { r throws(GraphError) in try r.step() }
    return ladder
  }

  private mutating func step() throws(GraphError) -> LadderStep {
    let value: Ladder.Value
    switch try byte() {
    case 0: value = .quantity(try number())
    case 1: value = .unlimited
    default: throw .impossible("a ladder")
    }
    var step = LadderStep(
      value: value, requirement: try index(), inForce: try index(), condition: try index())
    step.asksForNothing = try flag()
    step.needs = try list { r throws(GraphError) in
      try r.list { r throws(GraphError) in try r.need() }
    }
    step.names = try list { r throws(GraphError) in try r.need() }
    step.place = Rule.Place(row: PolicyRow(try index()), text: try text())
    return step
  }

  private mutating func need() throws(GraphError) -> Rule.Need {
    switch try byte() {
    case 0: return .entitlement(try index())
    case 1: return .fact(try index())
    default: throw .impossible("a requirement")
    }
  }

  fileprivate mutating func setting() throws(GraphError) -> Setting {
    guard let kind = Setting.Kind(rawValue: try byte()) else { throw .impossible("a setting") }
    let choices = try list { r throws(GraphError) in
      Setting.Choice(name: try r.text(), label: try r.indexOrNone())
    }
    return Setting(kind: kind, choices: choices, ladder: try index(), rule: try index())
  }
}
