package import TollgateRuntime

/// The questions of one policy, as columns of a book.
struct PolicyColumns {
  let graph: RuleGraph
  let book: ColumnBook
  /// 0 for the first policy, 1 for the second.
  let policy: Int
  private let table: GiverTable

  init(graph: RuleGraph, book: ColumnBook, policy: Int) {
    self.graph = graph
    self.book = book
    self.policy = policy
    table = GiverTable(graph)
  }

  /// A whole number of 64 bits, but the least, which stands for a missing one.
  private static let whole = Int64.min + 1...Int64.max

  private func source(_ reading: WideColumn.Source.Reading) -> WideColumn.Source {
    WideColumn.Source(policy: policy, reading: reading)
  }

  // MARK: Entitlements

  /// - Parameter place: An entitlement, or its `RuleGraph.paidPlace(of:)`.
  func held(_ place: Int32) -> ColumnIndex {
    if let known = table.columns[place] { return known }
    let isPaid = Int(place) >= graph.parts.entitlements.count
    let entitlement = isPaid ? place - graph.paidPlace(of: 0) : place
    let name = graph[entitlement: entitlement].name
    let question = WideColumn.Held(
      entitlements: table.entitlements[Int(entitlement)],
      givers: givers(of: table.products[Int(entitlement)]) { _ in 0 }, grace: grace,
      trust: graph.parts.trust, isPaid: isPaid)
    let column = book.place(
      of: .held(question), called: Identifier.make(isPaid ? "paid" : "has", name),
      about: isPaid ? "has \(name), not in a trial" : "has \(name)",
      in: 0...(graph.parts.trust == nil ? 1 : 2), canBeMissing: false,
      from: source(.held(place)))
    table.columns[place] = column
    return column
  }

  /// Those of the products for which `amount` is not nil, as grants name them; all unless told.
  private func givers(
    of products: [ProductIndex]? = nil, _ amount: (Product) -> Int64?
  ) -> [WideColumn.Giver] {
    var givers: [WideColumn.Giver: [String]] = [:]
    for index in products ?? graph.parts.products.indices.map({ ProductIndex($0) }) {
      let product = graph[product: index]
      guard let amount = amount(product) else { continue }
      let kind = WideColumn.Giver(
        names: [], isShared: product.isSharedWithFamily, amount: amount)
      givers[kind, default: []] += table.names[Int(index)]
    }
    return givers.map { kind, names in
      WideColumn.Giver(names: names.sorted(), isShared: kind.isShared, amount: kind.amount)
    }
    .sorted { $0.names.lexicographicallyPrecedes($1.names) }
  }

  /// The products whose grants count for a while after their end.
  private var grace: [WideColumn.Grace] {
    var names: [Int64: [String]] = [:]
    for (name, index) in graph.names.products where graph[product: index].grace > 0 {
      names[graph[product: index].grace, default: []].append(name)
    }
    return names.map { WideColumn.Grace(names: $1.sorted(), milliseconds: $0) }
      .sorted { $0.milliseconds < $1.milliseconds }
  }

  /// The same of those that add something.
  private func grace(of givers: [WideColumn.Giver]) -> [WideColumn.Grace] {
    let names = Set(givers.flatMap { $0.names })
    return grace.compactMap { late in
      let kept = late.names.filter { names.contains($0) }
      return kept.isEmpty
        ? nil : WideColumn.Grace(names: kept, milliseconds: late.milliseconds)
    }
  }

  // MARK: Counters

  /// - Parameters:
  ///   - each: The quantity that a limit is, where it is for each of something.
  ///   - carried: What was carried, or as much of it as counts at most; nil for nothing.
  func counter(
    _ counter: CounterIndex, _ own: WideColumn.Raise.Own, countingStale: Bool,
    each: WideColumn.Each? = nil, carried: WideColumn.Carried? = nil
  ) -> ColumnIndex {
    let meter = graph[meter: counter.meter].name
    let raise = WideColumn.Raise(
      own: own, added: added(to: counter, countingStale), each: each, carried: carried)
    let window = counter.window.name
    let name = window.map { "\(meter) per \($0)" } ?? meter
    return book.place(
      of: .counter(meter: meter, window: window ?? "", raise),
      called: Identifier.make("used", window.map { "\(meter)_\($0)" } ?? meter),
      about: "\(name): what is used, less the allowance\(words(each, carried))",
      in: PolicyColumns.whole, canBeMissing: true,
      from: source(.counter(counter, graph.source(ofLimitsOf: counter))))
  }

  private func words(_ each: WideColumn.Each?, _ carried: WideColumn.Carried?) -> String {
    let quantity = each.map { ", less \($0.words)" } ?? ""
    switch carried {
    case nil: return quantity
    case .all: return "\(quantity), less what was carried"
    case .share(let share, of: let limit):
      return "\(quantity), less \(share.percent) of \(limit.words)"
    }
  }

  /// Whether something that products add to a counter's limits is stale; nil where it never is.
  func doubt(of counter: CounterIndex) -> ColumnIndex? {
    doubt(of: added(to: counter, false), graph[meter: counter.meter].name, .counter(counter, nil))
  }

  private func doubt(
    of added: WideColumn.Added, _ name: String, _ reading: WideColumn.Source.Reading
  ) -> ColumnIndex? {
    if added.countsStale { return nil }
    return book.place(
      of: .doubt(added), called: Identifier.make("doubt", name),
      about: "\(name): 1 where what products add is stale", in: 0...1, canBeMissing: false,
      from: source(reading))
  }

  /// Whether products add to a counter's limits.
  func areAdded(to counter: CounterIndex) -> Bool { !added(to: counter, true).givers.isEmpty }

  /// The snapshot's own allowance, or what stands for it.
  func own(_ counter: CounterIndex, otherwise: Int64?) -> ColumnIndex {
    let meter = graph[meter: counter.meter].name
    return book.place(
      of: .own(meter: meter, otherwise: otherwise), called: Identifier.make("own", meter),
      about: "\(meter): the allowance by itself", in: 0...Int64.max,
      canBeMissing: otherwise == nil, from: source(.counter(counter, nil)))
  }

  /// So much for each of something.
  func each(_ amount: Int64, _ source: Ladder.Source, countingStale: Bool) -> WideColumn.Each {
    WideColumn.Each(amount: amount, number: question(source, countingStale))
  }

  /// How many there are of what quantities are for each of, with what is stale.
  func number(_ counted: Ladder.Source) -> ColumnIndex {
    let number = question(counted, true)
    var canBeMissing = true
    if case .bought = number { canBeMissing = false }
    return book.place(
      of: .number(number), called: Identifier.make("count", number.name),
      about: number.words, in: 0...Ladder.mostCounted, canBeMissing: canBeMissing,
      from: source(.number(counted)))
  }

  /// Whether some of these are stale; nil where none ever is.
  func doubt(of counted: Ladder.Source) -> ColumnIndex? {
    guard case .bought(let meter, let added) = question(counted, false) else { return nil }
    return doubt(of: added, meter, .number(counted))
  }

  private func question(_ source: Ladder.Source, _ countsStale: Bool) -> WideColumn.Number {
    switch source {
    case .fact(let fact): return .fact(question(graph[fact: fact]))
    case .bought(let meter):
      let place = graph.allowance(ofBought: meter)
      let added = added(countsStale) { $0.sold?.place == place ? 1 : nil }
      return .bought(meter: graph[meter: meter].name, added)
    }
  }

  /// The addition to the value of a setting, where it is known.
  func raise(of setting: SettingIndex) -> ColumnIndex {
    let name = graph.name(ofSetting: setting)
    let added = added(false) { product in
      let added = product.settingAdds.filter { $0.setting == setting }
      return added.isEmpty ? nil : added.reduce(0) { $0.saturatingAdd($1.amount) }
    }
    let raise = WideColumn.Raise(own: .added, added: added)
    return book.place(
      of: .raise(setting: name, raise), called: Identifier.make("extra", name),
      about: "\(name): what allowances and products add", in: 0...Int64.max, canBeMissing: false,
      from: source(.raise(setting)))
  }

  private func added(to counter: CounterIndex, _ countsStale: Bool) -> WideColumn.Added {
    added(countsStale) { product in
      let added = product.adds.filter { $0.raises(counter) }
      return added.isEmpty ? nil : added.reduce(0) { $0.saturatingAdd($1.amount) }
    }
  }

  private func added(
    _ countsStale: Bool, _ amount: (Product) -> Int64?
  ) -> WideColumn.Added {
    let givers = givers(amount)
    // Where nothing is granted, nothing is stale.
    let trust = givers.isEmpty ? nil : graph.parts.trust
    return WideColumn.Added(
      givers: givers, grace: grace(of: givers), countsStale: countsStale || trust == nil,
      trust: trust)
  }

  // MARK: Facts, rollouts, the time

  func fact(_ index: FactIndex) -> ColumnIndex {
    let fact = graph[fact: index]
    let range: ClosedRange<Int64> =
      switch fact.type {
      case .yesOrNo: 0...1
      case .choice: 0...Int64(fact.choices.count)
      case .number, .version: 0...Int64.max
      case .date: PolicyColumns.whole
      }
    return book.place(
      of: .fact(question(fact)), called: Identifier.make("fact", fact.name),
      about: words(fact), in: range, canBeMissing: true, from: source(.fact(index)))
  }

  func since(_ index: FactIndex, inMonths: Bool) -> ColumnIndex {
    let fact = graph[fact: index]
    return book.place(
      of: inMonths ? .months(question(fact)) : .since(question(fact)),
      called: Identifier.make(inMonths ? "months" : "since", fact.name),
      about: "\(inMonths ? "whole months" : "milliseconds") since \(fact.name)",
      in: PolicyColumns.whole, canBeMissing: true, from: source(.fact(index)))
  }

  private func question(_ fact: Fact) -> WideColumn.FactQuestion {
    WideColumn.FactQuestion(
      name: fact.name, type: fact.type, choices: fact.choices, isOpen: fact.isOpen,
      otherwise: fact.otherwise == Fact.unknown
        ? nil
        : fact.type == .version ? packed(reached: fact.otherwise, by: fact) : fact.otherwise)
  }

  private func words(_ fact: Fact) -> String {
    switch fact.type {
    case .choice:
      let choices = fact.choices.enumerated().map { "\($0.offset) \($0.element)" }
      return "\(fact.name): \(choices.joined(separator: ", "))"
    case .yesOrNo: return "\(fact.name): 0 no, 1 yes"
    case .number: return "\(fact.name): a number"
    case .date: return "\(fact.name): a date, in milliseconds since 1970"
    case .version: return "\(fact.name): a version, major * 10^12 + minor * 10^6 + patch"
    }
  }

  /// The least version that has reached so many of those that the policy compares with.
  func packed(reached count: Int64, by fact: Fact) -> Int64 {
    if let packed = fact.packed(reached: count) { return packed }
    book.refuse(
      "the fact `\(fact.name)`: a version is a number in SQL, so its parts are below "
        + "\(Version.mostOfPart)")
    return 0
  }

  func bucket(_ index: RolloutIndex) -> ColumnIndex {
    let name = graph[rollout: index].name
    return book.place(
      of: .bucket(name), called: Identifier.make("bucket", name), about: "bucket of \(name)",
      in: 0...9999, canBeMissing: true, from: source(.bucket(index)))
  }

  func now() -> ColumnIndex {
    book.place(
      of: .now, called: "now_at", about: "the effective now", in: PolicyColumns.whole,
      canBeMissing: false, from: source(.now))
  }
}

extension RuleGraph {
  /// The thing that limits of a counter are for each of: all of them name the same.
  fileprivate func source(ofLimitsOf counter: CounterIndex) -> Ladder.Source? {
    for rule in cores {
      guard let limit = rule.limit, limit.meter != nil, limit.counter == counter,
        let ladder = ladder(of: limit), let source = self[ladder: ladder].source
      else { continue }
      return source
    }
    return nil
  }
}

extension WideColumn.Number {
  fileprivate var name: String {
    switch self {
    case .bought(let meter, _): meter
    case .fact(let fact): fact.name
    }
  }

  fileprivate var words: String {
    switch self {
    case .bought(let meter, _): "\(meter): how many are bought, at most \(Ladder.mostCounted)"
    case .fact(let fact): "\(fact.name): how many, at most \(Ladder.mostCounted)"
    }
  }
}

extension WideColumn.Each {
  fileprivate var words: String { "\(amount) for each of \(number.name)" }
}

extension WideColumn.Carried.Limit {
  fileprivate var words: String {
    switch self {
    case .fixed(let quantity): "\(quantity)"
    case .own: "the allowance by itself"
    case .each(let each): each.words
    }
  }
}

extension Fact {
  /// The number of the least version that has reached so many of those that the policy compares
  /// with; nil if it has none.
  func packed(reached count: Int64) -> Int64? {
    count > 0 && count <= Int64(versions.count) ? versions[Int(count) - 1].packed : 0
  }
}

extension Version {
  /// Each part of a version that a policy names is below this.
  static let mostOfPart: Int64 = 999_999

  /// The version of such a number, which is not negative.
  package init(packed number: Int64) {
    self.init(number / 1_000_000_000_000, number / 1_000_000 % 1_000_000, number % 1_000_000)
  }

  /// One number that is ordered as versions are; nil if a part is too large.
  package var packed: Int64? {
    guard max(major, minor, patch) < Version.mostOfPart else { return nil }
    return (major * 1_000_000 + minor) * 1_000_000 + patch
  }

  /// The same of any version: what is larger than any that a policy may name stays larger.
  package var packedOrLargest: Int64 {
    let most = Version.mostOfPart
    return (min(major, most) * 1_000_000 + min(minor, most)) * 1_000_000 + min(patch, most)
  }
}

/// The columns that one or two policies ask for, each distinct question once.
package final class ColumnBook {
  package private(set) var columns: [WideColumn] = []
  /// The time that is asked about: nobody's effective now is before it.
  package let now: Instant
  /// The parts that SQL cannot say.
  private(set) var faults: [String] = []
  /// The numbers with which the policies compare each column.
  package private(set) var constants: [Set<Int64>] = []
  private var places: [WideColumn.Question: ColumnIndex] = [:]
  private var names: Set<String> = []

  package init(at now: Instant) {
    self.now = now
  }

  package subscript(index: ColumnIndex) -> WideColumn { columns[Int(index)] }

  func refuse(_ fault: String) {
    if !faults.contains(fault) { faults.append(fault) }
  }

  /// The column of a question.
  func place(
    of question: WideColumn.Question, called name: String, about subject: String,
    in range: ClosedRange<Int64>, canBeMissing: Bool, from source: WideColumn.Source
  ) -> ColumnIndex {
    if let known = places[question] { return known }
    let place = ColumnIndex(columns.count)
    columns.append(
      WideColumn(
        name: names.insertDistinct(name, with: canBeMissing ? WideColumn.knownSuffix : ""),
        question: question, subject: subject, range: range, canBeMissing: canBeMissing,
        source: source))
    constants.append([])
    places[question] = place
    return place
  }

  /// That a column is known, and at least this.
  func atLeast(_ column: ColumnIndex, _ least: Int64) -> Predicate {
    constants[Int(column)].insert(least)
    return Predicate(.atLeast(column, least))
  }
}

extension Set<String> {
  /// Adds a name and the same with a suffix, with a number behind the name if one of both is there
  /// already. All names of columns are made unique here.
  mutating func insertDistinct(_ name: String, with suffix: String = "") -> String {
    var candidate = name
    var number = 2
    while contains(candidate) || contains(candidate + suffix) {
      candidate = "\(name)_\(number)"
      number += 1
    }
    formUnion([candidate, candidate + suffix])
    return candidate
  }
}

/// Identifiers of SQL: nothing that a policy says becomes one without passing here.
enum Identifier {
  /// The longest that a name of the policy makes; PostgreSQL cuts identifiers at 63 bytes.
  private static let longest = 40

  /// A word behind a prefix, which is what keeps it from being a word of SQL: `used_bills`.
  static func make(_ prefix: String, _ name: String) -> String {
    var text = ""
    for byte in name.utf8.prefix(longest) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        text.unicodeScalars.append(Unicode.Scalar(byte + 32))
      default:
        if !text.isEmpty, text.utf8.last != UInt8(ascii: "_") { text += "_" }
      }
    }
    while text.utf8.last == UInt8(ascii: "_") { text.removeLast() }
    return "\(prefix)_\(text.isEmpty ? "x" : text)"
  }
}

/// The givers of each entitlement of a policy, found once: a ladder of thousands of tiers is asked
/// about each of them.
final class GiverTable {
  /// The names of the entitlements by which each is held, itself among them, sorted.
  let entitlements: [[String]]
  /// The products that give each.
  let products: [[ProductIndex]]
  /// The names of each product, as grants have them.
  let names: [[String]]
  /// The columns of those that were asked about.
  var columns: [EntitlementIndex: ColumnIndex] = [:]

  init(_ graph: RuleGraph) {
    let all = graph.parts.entitlements
    var entitlements = Array(repeating: [String](), count: all.count)
    for entitlement in all.sorted(by: { $0.name < $1.name }) {
      for given in entitlement.gives { entitlements[Int(given)].append(entitlement.name) }
    }
    var products = Array(repeating: [ProductIndex](), count: all.count)
    for (index, product) in graph.parts.products.enumerated() {
      let gives = product.grants.flatMap { all[Int($0)].gives }
      for given in product.grants.count > 1 ? Array(Set(gives)) : gives {
        products[Int(given)].append(ProductIndex(index))
      }
    }
    var names = Array(repeating: [String](), count: graph.parts.products.count)
    for (name, index) in graph.names.products { names[Int(index)].append(name) }
    self.entitlements = entitlements
    self.products = products
    self.names = names
  }
}
