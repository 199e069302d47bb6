import TollgateRuntime
import TollgateSyntax

/// The kinds of names that facts on the command line are about.
enum KnownName: CaseIterable {
  case entitlement, product, meter, fact

  /// The option that takes them.
  var option: String {
    switch self {
    case .entitlement: "--has"
    case .product: "--bought"
    case .meter: "--using"
    case .fact: "--fact"
    }
  }

  private var word: String {
    switch self {
    case .entitlement: "entitlement"
    case .product: "product"
    case .meter: "meter"
    case .fact: "fact"
    }
  }

  /// Whether a policy knows a name.
  private func contains(_ name: String, _ graph: RuleGraph) -> Bool {
    switch self {
    case .entitlement: graph.names.entitlements[name] != nil
    case .product: graph.names.products[name] != nil
    case .meter: graph.names.meter(name, in: graph.parts) != nil
    case .fact: graph.names.facts[name] != nil
    }
  }

  /// The names a policy has, in order of declaration; products also by their store ids.
  private func names(in graph: RuleGraph) -> [String] {
    switch self {
    case .entitlement: graph.parts.entitlements.map { $0.name }
    case .product: graph.parts.products.flatMap { [$0.name] + $0.storeIDs.map { $0.id } }
    case .meter: graph.parts.meters.map { $0.name }
    case .fact: graph.parts.facts.map { $0.name }
    }
  }

  /// Complains about a name that the policy does not know, with what may have been meant.
  func check(_ name: String, in graph: RuleGraph) throws(Failure) {
    if contains(name, graph) { return }
    var message = "the policy has no \(word) called `\(name)`"
    if let other = KnownName.kind(of: name, in: graph) {
      message += "; it is \(other.withArticle): write `\(other.option) \(name)\(other.ending)`"
    } else {
      message += KnownName.hint(name, among: names(in: graph))
    }
    throw .usage(message)
  }

  /// What a name stands for, if it is one of these kinds.
  static func kind(of name: String, in graph: RuleGraph) -> KnownName? {
    allCases.first { $0.contains(name, graph) }
  }

  /// `an entitlement`
  var withArticle: String { self == .entitlement ? "an \(word)" : "a \(word)" }

  private var ending: String {
    switch self {
    case .entitlement, .product: ""
    case .meter, .fact: "=…"
    }
  }

  /// `; did you mean …?`, or what there is if nothing is near and the list is short.
  static func hint(_ name: String, among names: [String]) -> String {
    // A suggestion is a courtesy: it does not look through a million lessons.
    let names = Array(names.prefix(100_000))
    if let near = EditDistance.nearest(to: name, among: names) {
      return "; did you mean `\(near)`?"
    }
    guard !names.isEmpty, names.count <= 12 else { return "" }
    return "; there \(names.count == 1 ? "is" : "are") \(names.joined(separator: ", "))"
  }
}
