package import TollgateRuntime

/// The names that a group of questions speaks of: those of one policy, or of two together.
package struct Terms: Sendable {
  /// The tiers, the lowest first; empty where two policies have different ladders, their tiers
  /// being entitlements like the others then.
  package var tiers: [String] = []
  package var entitlements: [String] = []
  package var products: [ProductTerm] = []
  package var meters: [MeterTerm] = []
  package var facts: [FactTerm] = []
  package var rollouts: [String] = []
  /// The values of each setting that may be asked for, the snapshot's own allowance subtracted.
  var askedValues: [ClosedRange<Int64>] = []
  /// By the counter, the amounts that stand for all that may have been carried into its window.
  var carried: [VariableKey: [Int64]] = [:]
  /// By what is counted, the numbers that stand for all; and the products that sell a meter.
  var numbers: [VariableKey: [Int64]] = [:]
  var sellers: [Int32: [String]] = [:]
  /// The windows that any counter has, from the shortest to the longest.
  package var windows: [Window] = []

  package struct ProductTerm: Sendable, Hashable {
    package var name: String
    /// The longest grace that a policy gives it, in milliseconds, where they differ; 0 otherwise.
    package var grace: Int64 = 0
    /// Whether one policy shares it with the family, and the other does not.
    package var isSharedByOne = false
    /// Products that it is never held together with, by their terms.
    package var notWith: [Int32] = []
    /// The meters to whose allowance it adds, by their terms.
    package var raises: [Int32] = []
    /// How much it adds to settings, where one policy is asked about alone.
    package var settingAdds: [Product.SettingAddition] = []
  }

  package struct MeterTerm: Sendable, Hashable {
    package var name: String
    package var unit: Meter.Unit
    /// Whether some limit of it is unknown without an allowance that a server sets.
    package var needsAllowance = false
    /// Whether a condition of one of its own rules reads what is used of it.
    package var isReadByItsRules = false
  }

  package struct FactTerm: Sendable, Hashable {
    package var name: String
    package var type: Fact.FactType
    /// The choices that any of the policies knows.
    package var choices: [String] = []
    /// Whether any other choice is known too.
    package var isOpen = false
    /// The versions that any of the policies compares it with, ascending.
    package var versions: [Version] = []
  }

  package init() {}

  /// Takes over the numbers that stand for all in some policies.
  mutating func take(_ policies: [Vocabulary]) {
    carried = Terms.carried(in: policies)
    numbers = Terms.numbers(in: policies)
    sellers = Terms.sellers(in: policies)
  }
}

/// The terms of one policy's indices, and who gives what in it: worked out once for all
/// questions about it.
package struct Vocabulary: Sendable {
  package let graph: RuleGraph
  /// Terms by the policy's own indices.
  var entitlements: [Int32] = []
  var products: [Int32] = []
  /// Further terms for a product: ids under which another policy knows another one.
  var aliases: [[Int32]] = []
  var meters: [Int32] = []
  var facts: [Int32] = []
  var rollouts: [Int32] = []
  /// By fact, the number that stands for each of its choices, and for each version that a rule
  /// compares it with. Equal names of two policies have equal numbers.
  var choices: [[Int64]] = []
  var versions: [[Int64]] = []

  /// The lowest tier that gives an entitlement, by its place in the ladder; nil for none. By
  /// entitlement.
  var tierGivers: [Int32?] = []
  /// The entitlements outside the ladder that give an entitlement, itself among them.
  var givers: [[Int32]] = []
  /// The products that grant an entitlement.
  var productGivers: [[Int32]] = []
  /// The packs that are for sale, and the products that are for sale to some users only.
  var packs: [Int32] = []
  var offered: [Int32] = []
  /// The products that add to a meter, and how much.
  var adders: [[Addition]] = []
  /// The products that add to the value of a setting, and how much.
  var settingAdders: [[Addition]] = []

  /// The rules of used meters, each with what takes from its meter. They are numbered after the rules
  /// of the policy.
  private(set) var usedRules: [UsedRule] = []
  /// The rules of targets that take from meters: their own, then such.
  var takers: [Int32: [Int32]] = [:]

  struct Addition: Sendable, Hashable {
    var product: Int32
    var amount: Int64
    /// The window whose limits it raises; nil for all of the meter.
    var window: Window?
  }

  /// The products that raise the limits which read a counter, and how much.
  func adders(to counter: CounterIndex) -> [Addition] {
    adders[Int(counter.meter)].filter { $0.window == nil || $0.window == counter.window }
  }

  /// A rule of a meter, asked about what the use of something takes from it.
  struct UsedRule: Sendable, Hashable {
    var rule: RuleIndex
    var uses: [UseIndex]
    /// The meter that the user of it is; nil for a feature.
    var meter: MeterIndex?
    /// Whether the use begins another one of so many, where an amount is for each so many.
    var isBeginning = false
  }

  /// The rules of a target, in the order of the source, its own before those of meters that its use
  /// takes from.
  func rules(of target: Int32) -> [Int32] {
    takers[target] ?? graph.parts.targets[Int(target)].rules
  }

  /// The same, in which each use begins another one of so many, where it takes an amount for each.
  var withBeginnings: Vocabulary {
    var vocabulary = self
    for place in usedRules.indices { vocabulary.usedRules[place].isBeginning = true }
    return vocabulary
  }

  private mutating func collectTakers() {
    let parts = graph.parts
    guard !parts.uses.isEmpty else { return }
    var numbers: [UsedRule: Int32] = [:]
    for (index, target) in parts.targets.enumerated() {
      let uses = graph.uses[Int32(index)]
      guard !uses.isEmpty else { continue }
      takers[Int32(index)] = graph.rules(of: Target(index: Int32(index))).map { rule in
        guard let meter = graph[rule: rule].limit?.meter, meter != target.meter else { return rule }
        let used = UsedRule(
          rule: rule, uses: uses.filter { parts.uses[Int($0)].meter == meter }, meter: target.meter)
        if let number = numbers[used] { return number }
        let number = Int32(parts.rules.count + usedRules.count)
        usedRules.append(used)
        numbers[used] = number
        return number
      }
    }
  }

  /// A policy alone: every term is its own index.
  package static func alone(_ graph: RuleGraph) -> (terms: Terms, vocabulary: Vocabulary) {
    let parts = graph.parts
    var terms = Terms()
    for entitlement in parts.entitlements {
      if entitlement.rank != nil { terms.tiers.append(entitlement.name) }
      terms.entitlements.append(entitlement.name)
    }
    terms.products = parts.products.map { product in
      Terms.ProductTerm(
        name: product.name, notWith: product.notWith, raises: product.adds.map { $0.meter },
        settingAdds: product.settingAdds)
    }
    terms.meters = parts.meters.indices.map { graph.term(ofMeter: Int32($0)) }
    terms.facts = parts.facts.map { fact in
      Terms.FactTerm(
        name: fact.name, type: fact.type, choices: fact.choices, isOpen: fact.isOpen,
        versions: fact.versions)
    }
    terms.rollouts = parts.rollouts.map { $0.name }
    terms.askedValues = parts.settings.map { setting in
      if setting.kind == .choice { return 0...max(0, Int64(setting.choices.count) - 1) }
      let isSmallerBetter = parts.ladders[Int(setting.ladder)].isSmallerBetter
      return (isSmallerBetter ? 0 : -Int64.max)...Int64.max
    }
    terms.windows = graph.counterPlaces.windows

    var vocabulary = Vocabulary(graph: graph)
    vocabulary.entitlements = Vocabulary.identity(parts.entitlements.count)
    vocabulary.products = Vocabulary.identity(parts.products.count)
    vocabulary.aliases = [[Int32]](repeating: [], count: parts.products.count)
    vocabulary.meters = Vocabulary.identity(parts.meters.count)
    vocabulary.facts = Vocabulary.identity(parts.facts.count)
    vocabulary.rollouts = Vocabulary.identity(parts.rollouts.count)
    vocabulary.choices = parts.facts.map { fact in fact.choices.indices.map { Int64($0) } }
    vocabulary.versions = parts.facts.map { fact in fact.versions.indices.map { Int64($0) + 1 } }
    vocabulary.collectGivers(hasLadder: true)
    terms.take([vocabulary])
    return (terms, vocabulary)
  }

  private static func identity(_ count: Int) -> [Int32] {
    (0..<count).map { Int32($0) }
  }

  /// Works out who gives what.
  mutating func collectGivers(hasLadder: Bool) {
    let parts = graph.parts
    collectTakers()
    tierGivers = [Int32?](repeating: nil, count: parts.entitlements.count)
    givers = [[Int32]](repeating: [], count: parts.entitlements.count)
    productGivers = givers
    adders = [[Addition]](repeating: [], count: parts.meters.count)
    settingAdders = [[Addition]](repeating: [], count: parts.settings.count)
    for (index, entitlement) in parts.entitlements.enumerated() {
      for given in entitlement.gives {
        if hasLadder, let rank = entitlement.rank {
          tierGivers[Int(given)] = min(tierGivers[Int(given)] ?? rank, rank)
        } else {
          givers[Int(given)].append(Int32(index))
        }
      }
    }
    for (index, product) in parts.products.enumerated() {
      if product.isForSale, !product.packs.isEmpty { packs.append(Int32(index)) }
      if product.isForSale, product.sale != nil { offered.append(Int32(index)) }
      var given: Set<Int32> = []
      for grant in product.grants { given.formUnion(parts.entitlements[Int(grant)].gives) }
      for entitlement in given { productGivers[Int(entitlement)].append(Int32(index)) }
      add(product, as: Int32(index))
    }
  }

  /// Lets a product, or a further term for it, add what one purchase of it adds.
  mutating func add(_ product: Product, as index: Int32) {
    for addition in product.adds {
      adders[Int(addition.meter)].append(
        Addition(product: index, amount: addition.amount, window: addition.window))
    }
    for addition in product.settingAdds {
      settingAdders[Int(addition.setting)].append(
        Addition(product: index, amount: addition.amount))
    }
  }
}
