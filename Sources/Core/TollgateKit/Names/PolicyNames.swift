public import TollgateRuntime
import TollgateSyntax
package import TollgateWords

/// The names of one policy, as types of Swift, so that a typo does not compile.
///
/// The build-tool plugin `TollgatePlugin` writes such a type for each policy of a target: the file
/// `Shop.gate` becomes `Shop`, with `Shop.csvExport` for the feature `csv-export`.
///
/// ```swift
/// let gate = Gate<Shop>()
/// if gate.can(.csvExport) { export() }
/// ```
public protocol PolicyNames: Sendable {
  /// The policy that was compiled with the app. It is read at its first use; nothing is parsed.
  static var policy: Policy { get }
}

/// The name of a feature, a member of a series, or a group of a policy.
///
/// ```swift
/// let feature: FeatureName<Shop> = .csvExport
/// if !gate.can(feature) { show(gate.message(for: gate.decision(feature)).text) }
/// ```
public struct FeatureName<Names: PolicyNames>: Sendable, Hashable {
  /// The name in the policy.
  public let name: String
  /// Its place among the targets of the compiled policy; nil for a group.
  package let place: Int32?

  /// A feature by its name in the policy. `place` is for generated code: its place among the
  /// targets of ``PolicyNames/policy``.
  public init(_ name: String, place: Int32? = nil) {
    self.name = name
    self.place = place
  }
}

/// The name of a meter of a policy.
///
/// ```swift
/// let meter: MeterName<Shop> = .bills
/// if gate.allows(meter, adding: 1) { save() }
/// ```
public struct MeterName<Names: PolicyNames>: Sendable, Hashable {
  /// The name in the policy.
  public let name: String
  package let place: Int32?

  /// A meter by its name in the policy; `place` as for a ``FeatureName``.
  public init(_ name: String, place: Int32? = nil) {
    self.name = name
    self.place = place
  }
}

/// The name of a setting of a policy, with the type of its values.
///
/// ```swift
/// let history: SettingName<Shop, Int64> = .history
/// show("\(gate.value(of: history) / 86_400) days of history")
/// ```
public struct SettingName<Names: PolicyNames, Value: Sendable>: Sendable {
  /// The name in the policy.
  public let name: String
  package let place: Int32?
  /// The value in the type of the app; nil for a value of another kind.
  package let read: @Sendable (SettingValue) -> Value?
  /// The value of who has nothing. It is used where a newer policy has no such setting, or one of
  /// another kind.
  package let first: Value

  /// A setting by its name in the policy.
  ///
  /// - Parameters:
  ///   - name: The name in the policy.
  ///   - place: As for a ``FeatureName``.
  ///   - first: The value of who has nothing, as the policy says.
  ///   - read: Gives a value the type of the app; nil for a value of another kind.
  public init(
    _ name: String, place: Int32? = nil, first: Value,
    read: @escaping @Sendable (SettingValue) -> Value?
  ) {
    self.name = name
    self.place = place
    self.first = first
    self.read = read
  }
}

/// The name of a product of a policy.
///
/// ```swift
/// let product: ProductName<Shop> = .annual
/// if case .purchased = await gate.buy(product) { show("Thank you") }
/// ```
public struct ProductName<Names: PolicyNames>: Sendable, Hashable {
  /// The name in the policy.
  public let name: String

  /// A product by its name in the policy.
  public init(_ name: String) {
    self.name = name
  }
}

/// The name of a tier or another entitlement of a policy.
///
/// ```swift
/// gate.update { $0.grants.append(Grant(entitlement: .pro, until: tomorrow)) }
/// ```
public struct EntitlementName<Names: PolicyNames>: Sendable, Hashable {
  /// The name in the policy.
  public let name: String

  /// An entitlement by its name in the policy.
  public init(_ name: String) {
    self.name = name
  }
}

/// The name of a fact of a policy, with the type of its values: `Bool`, `Int64`, ``Instant``,
/// ``Version``, or the type of its choices that `TollgatePlugin` writes.
///
/// ```swift
/// let beta: FactName<Shop, Bool> = .beta
/// gate.set(beta, to: true)
/// ```
public struct FactName<Names: PolicyNames, Value: FactConvertible>: Sendable, Hashable {
  /// The name in the policy.
  public let name: String

  /// A fact by its name in the policy.
  public init(_ name: String) {
    self.name = name
  }
}

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
