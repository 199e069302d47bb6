import TollgateRuntime
import TollgateSyntax

/// The kinds of names in the options and in a snapshot.
enum KnownName: String, CaseIterable {
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

  /// Whether a policy knows a name.
  private func contains(_ name: String, _ graph: RuleGraph) -> Bool {
    switch self {
    case .entitlement: graph.names.entitlements[name] != nil
    case .product: graph.names.products[name] != nil
    case .meter: graph.names.meter(name, in: graph.parts) != nil
    case .fact: graph.names.facts[name] != nil
    }
  }

  /// The names a policy has, in order of declaration.
  private func names(in graph: RuleGraph) -> [String] {
    switch self {
    case .entitlement: graph.parts.entitlements.map { $0.name }
    case .product: graph.parts.products.map { $0.name }
    case .meter: graph.parts.meters.map { $0.name }
    case .fact: graph.parts.facts.map { $0.name }
    }
  }

  /// The ids of the products in the stores.
  private func storeIDs(in graph: RuleGraph) -> [String] {
    self == .product ? graph.parts.products.flatMap { $0.storeIDs.map { $0.id } } : []
  }

  /// Complains about an option's name that the policy does not know, with a suggestion.
  func check(_ name: String, in graph: RuleGraph) throws(Failure) {
    guard let problem = problem(with: name, in: graph) else { return }
    let other = KnownName.kind(of: name, in: graph)
    let fix = other.map { ": write `\($0.option) \(name)\($0.ending)`" }
    throw .usage(problem + (fix ?? ""))
  }

  /// The sentence about a name that the policy does not know, with a suggestion; nil if it does.
  func problem(with name: String, in graph: RuleGraph) -> String? {
    if contains(name, graph) { return nil }
    let hint =
      KnownName.kind(of: name, in: graph).map { "; it is \($0.withArticle)" }
      ?? KnownName.hint(name, among: names(in: graph), also: storeIDs(in: graph))
    return "the policy has no \(rawValue) called `\(name)`\(hint)"
  }

  /// The kind of a name of the policy, if it is one of these.
  static func kind(of name: String, in graph: RuleGraph) -> KnownName? {
    allCases.first { $0.contains(name, graph) }
  }

  /// `an entitlement`
  var withArticle: String { self == .entitlement ? "an \(rawValue)" : "a \(rawValue)" }

  private var ending: String {
    switch self {
    case .entitlement, .product: ""
    case .meter, .fact: "=…"
    }
  }

  /// `; did you mean …?`, or the whole list if no name is near and the list is short.
  /// `others` can be meant, and are not listed.
  static func hint(_ name: String, among names: [String], also others: [String] = []) -> String {
    // A suggestion is not worth a search through a million lessons.
    let names = Array(names.prefix(100_000))
    if let near = EditDistance.nearest(to: name, among: names + others) {
      return "; did you mean `\(near)`?"
    }
    guard !names.isEmpty, names.count <= 12 else { return "" }
    return (names.count == 1 ? "; the only one is " : "; choose from ")
      + names.joined(separator: ", ")
  }
}
