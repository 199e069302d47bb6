package import TollgateRuntime
import TollgateSyntax
package import TollgateWords

/// The kinds of names in a snapshot and in the options of the command.
package enum KnownName: String, CaseIterable {
  case entitlement, product, meter, fact

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

  /// The sentence about a name that the policy does not know, with a suggestion; nil if it does.
  package func problem(
    with name: String, in graph: RuleGraph, _ language: Language = .english
  ) -> String? {
    if contains(name, graph) { return nil }
    let isChinese = language == .chinese
    let other = KnownName.kind(of: name, in: graph).map {
      isChinese ? "；它是\($0.chinese)" : "; it is \($0.withArticle)"
    }
    let hint =
      other ?? KnownName.hint(name, among: names(in: graph), also: storeIDs(in: graph), language)
    return isChinese
      ? "策略中没有名为“\(name)”的\(chinese)\(hint)"
      : "the policy has no \(rawValue) called `\(name)`\(hint)"
  }

  /// The kind of a name of the policy, if it is one of these.
  package static func kind(of name: String, in graph: RuleGraph) -> KnownName? {
    allCases.first { $0.contains(name, graph) }
  }

  /// `an entitlement`
  package var withArticle: String { self == .entitlement ? "an \(rawValue)" : "a \(rawValue)" }

  private var chinese: String {
    switch self {
    case .entitlement: "权益"
    case .product: "商品"
    case .meter: "计量项"
    case .fact: "事实"
    }
  }

  /// `; did you mean …?`, or the whole list if no name is near and the list is short.
  /// `others` can be meant, and are not listed.
  package static func hint(
    _ name: String, among names: [String], also others: [String] = [],
    _ language: Language = .english
  ) -> String {
    // A suggestion is not worth a search through a million lessons.
    let names = Array(names.prefix(100_000))
    let isChinese = language == .chinese
    if let near = EditDistance.nearest(to: name, among: names + others) {
      return isChinese ? "；是否指“\(near)”？" : "; did you mean `\(near)`?"
    }
    guard !names.isEmpty, names.count <= 12 else { return "" }
    guard !isChinese else { return "；可选：" + names.joined(separator: "、") }
    return (names.count == 1 ? "; the only one is " : "; choose from ")
      + names.joined(separator: ", ")
  }
}
