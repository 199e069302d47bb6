import TollgateRuntime

// Asking for a meter as if it were a feature, and the like: the compiler then says what it is, and
// how to ask.
extension PolicySwift {
  /// A policy with more targets has no words for mix-ups: they are several times as many as its
  /// names.
  static let mostMixUps = 300

  mutating func writeMixUps() {
    guard graph.parts.targets.count <= PolicySwift.mostMixUps else { return }
    let series = Set(graph.parts.groups.filter { $0.isSeries }.flatMap { $0.members })
    for (index, target) in graph.parts.targets.enumerated() where !series.contains(Int32(index)) {
      let dot = "." + SwiftName(target.name).source
      if graph.setting(of: Int32(index)) != nil {
        writeMixUps(target.name, "is a setting: ask `gate.value(of: \(dot))`", .setting)
      } else if target.meter != nil {
        writeMixUps(
          target.name, "is a meter: ask `gate.allows(\(dot))`", .meter,
          asSetting: "is a meter: ask `gate.quota(of: \(dot))`")
      } else {
        writeMixUps(target.name, "is a feature: ask `gate.can(\(dot))`", .feature)
      }
    }
    for group in graph.parts.groups where !group.isSeries {
      let dot = "." + SwiftName(group.name).source
      writeMixUps(group.name, "is a group of features: ask `gate.can(\(dot))`", .feature)
    }
    for entitlement in graph.parts.entitlements {
      let kind = entitlement.rank == nil ? "an entitlement" : "a tier"
      writeMixUps(
        entitlement.name, "is \(kind): ask for the feature that it opens", .entitlement,
        asProduct: "is \(kind): say the product that grants it")
    }
    for product in graph.parts.products {
      let dot = "." + SwiftName(product.name).source
      writeMixUps(
        product.name, "is a product: ask for the feature that it opens", .product,
        asEntitlement: "is a product: write `Grant(product: \(dot))`")
    }
    for fact in graph.parts.facts {
      let swift = SwiftName(fact.name).source
      // A meter is set, too: what is told wrongly of a fact is its value.
      writeMixUps(
        fact.name, "is a fact: tell it with `gate.set(.\(swift), to: …)`", .fact,
        isToldElsewhere: true)
    }
  }

  /// The kinds of names that a policy has.
  private enum Kind {
    case feature, meter, setting, product, entitlement, fact
  }

  /// The members that nobody may use: a name among the names of every kind that it is not of.
  private mutating func writeMixUps(
    _ name: String, _ words: String, _ kind: Kind, asSetting: String? = nil,
    asProduct: String? = nil, asEntitlement: String? = nil, isToldElsewhere: Bool = false
  ) {
    let plain = "Self(\(PolicySwift.literal(name)))"
    if kind != .feature { writeMixUp(name, words, .feature, plain) }
    if kind != .meter, !isToldElsewhere { writeMixUp(name, words, .meter, plain) }
    if kind != .product { writeMixUp(name, asProduct ?? words, .product, plain) }
    if kind != .entitlement { writeMixUp(name, asEntitlement ?? words, .entitlement, plain) }
    if kind != .setting {
      let value = "Self(\(PolicySwift.literal(name)), first: 0) { $0.number }"
      writeMixUp(name, asSetting ?? words, .setting("Swift.Int64"), value)
    }
    if kind != .fact { writeMixUp(name, words, .fact("Swift.Bool"), plain) }
  }

  /// A member that nobody may use, with what to write in its place.
  private mutating func writeMixUp(
    _ name: String, _ words: String, _ kind: NameKind, _ value: String
  ) {
    let swift = SwiftName(name)
    guard swift.isIdentifier, !SwiftName.forbidden.contains(swift.text),
      noteMixUp(swift.text, of: NameKind(name: kind.name))
    else { return }
    let message = PolicySwift.literal("`\(name)` \(words)")
    add(
      """
        /// `\(PolicySwift.comment(name))` \(words).
        @available(*, unavailable, message: \(message))
        \(access)static var \(swift.source): Self { \(value) }

      """, to: kind)
  }
}
