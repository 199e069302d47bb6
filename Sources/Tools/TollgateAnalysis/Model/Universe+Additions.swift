import TollgateRuntime

extension Terms {
  /// The products that add to a setting, by their terms, and how much one of each adds.
  func adders(toSetting setting: SettingIndex) -> [Vocabulary.Addition] {
    var adders: [Vocabulary.Addition] = []
    for (product, term) in products.enumerated() {
      var amount: Int64 = 0
      for addition in term.settingAdds where addition.setting == setting {
        amount = amount.saturatingAdd(addition.amount)
      }
      guard amount > 0 else { continue }
      adders.append(Vocabulary.Addition(product: Int32(product), amount: amount))
    }
    return adders
  }
}

extension Universe {
  /// More products than this that add to one setting are not judged.
  private static var mostAdders: Int { 12 }

  /// Where what is added to a setting is a sum of what the products that are held add, each of them
  /// once or more often.
  func additions(_ quantity: VariableKey) throws(Exhausted) -> Region {
    let adders = terms.adders(toSetting: quantity.a)
    guard adders.count <= Self.mostAdders else {
      throw Exhausted(.variables, limit: Self.mostAdders)
    }
    return try additions(quantity, adders[...], held: [])
  }

  private func additions(
    _ quantity: VariableKey, _ rest: ArraySlice<Vocabulary.Addition>, held: [Int64]
  ) throws(Exhausted) -> Region {
    guard let adder = rest.first else { return try sums(of: held, quantity) }
    let counts = try atLeast(VariableKey(.product, adder.product), 1)
    let with = try additions(quantity, rest.dropFirst(), held: held + [adder.amount])
    let without = try additions(quantity, rest.dropFirst(), held: held)
    let on = try engine.and(with, counts)
    let off = try engine.without(without, counts)
    return try engine.or(on, off)
  }

  private func sums(of held: [Int64], _ quantity: VariableKey) throws(Exhausted) -> Region {
    guard let place = space.place(of: quantity) else { return .everything }
    var region = Region.nothing
    for cell in cells(of: place) {
      guard try RepeatedAmounts(held).times(for: cell) != nil else { continue }
      region = try engine.or(region, try inside(quantity, cell))
    }
    return region
  }

  /// Gives what is added to a setting a value that the products held come to.
  func settle(added place: Int32, _ point: inout Point) {
    let adders = terms.adders(toSetting: space[place].quantity.a)
    let held = adders.filter { isHeld($0.product, at: point) }.map { $0.amount }
    let cell = cell(of: place, around: point[place])
    guard let times = try? RepeatedAmounts(held).times(for: cell) else { return }
    point[place] = RepeatedAmounts(held).sum(times)
  }

  private func isHeld(_ product: Int32, at point: Point) -> Bool {
    space.place(of: VariableKey(.product, product)).map { point[$0] > 0 } ?? false
  }
}
