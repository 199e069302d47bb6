import TollgateRuntime

// Asking for a meter as if it were a feature, and the like: the compiler then says what it is, and
// how to ask.
extension PolicySwift {
  /// A policy with more targets has no words for mix-ups: they would double its names.
  static let mostMixUps = 1_000

  mutating func writeMixUps() {
    guard graph.parts.targets.count <= PolicySwift.mostMixUps else { return }
    let series = Set(graph.parts.groups.filter { $0.isSeries }.flatMap { $0.members })
    for (index, target) in graph.parts.targets.enumerated() where !series.contains(Int32(index)) {
      let dot = "." + SwiftName(target.name).source
      if graph.setting(of: Int32(index)) != nil {
        let words = "is a setting: ask `gate.value(of: \(dot))`"
        writeMixUp(target.name, words, .feature)
        writeMixUp(target.name, words, .meter)
      } else if target.meter != nil {
        writeMixUp(target.name, "is a meter: ask `gate.allows(\(dot))`", .feature)
      } else {
        writeMixUp(target.name, "is a feature: ask `gate.can(\(dot))`", .meter)
      }
    }
    for group in graph.parts.groups where !group.isSeries {
      let dot = "." + SwiftName(group.name).source
      writeMixUp(group.name, "is a group of features: ask `gate.can(\(dot))`", .meter)
    }
    for entitlement in graph.parts.entitlements {
      let kind = entitlement.rank == nil ? "an entitlement" : "a tier"
      writeMixUp(
        entitlement.name, "is \(kind): ask for the feature that it opens", .feature)
      writeMixUp(entitlement.name, "is \(kind): say the product that grants it", .product)
    }
    for product in graph.parts.products {
      writeMixUp(product.name, "is a product: ask for the feature that it opens", .feature)
    }
    for fact in graph.parts.facts {
      let swift = SwiftName(fact.name).source
      writeMixUp(
        fact.name, "is a fact: tell it with `gate.set(.\(swift), to: …)`", .feature)
    }
  }

  /// A member that nobody may use, with what to write in its place.
  private mutating func writeMixUp(_ name: String, _ words: String, _ kind: NameKind) {
    let swift = SwiftName(name)
    guard swift.isIdentifier, !SwiftName.forbidden.contains(swift.text),
      noteMixUp(swift.text, of: kind)
    else { return }
    let message = PolicySwift.literal("`\(name)` \(words)")
    add(
      """
        /// `\(PolicySwift.comment(name))` \(words).
        @available(*, unavailable, message: \(message))
        \(access)static var \(swift.source): Self { Self(\(PolicySwift.literal(name))) }

      """, to: kind)
  }
}
