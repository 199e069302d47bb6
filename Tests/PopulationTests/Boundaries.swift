import TestSupport
import TollgateKit
@testable import TollgatePopulation
import TollgateRuntime

/// Users made of a policy's own numbers: each constant, one less and one more, and unknown; and one
/// for each path of the diagrams.
struct Boundaries {
  private let book: ColumnBook
  private let graph: RuleGraph
  private let now: Instant
  private let paths: [[ColumnIndex: Int64?]]
  private var random: Naive.SplitMix64

  init(_ policies: [Policy], at now: Instant, seed: UInt64) throws {
    book = try PopulationSQL.columns(of: policies.map { $0.graph }, at: now)
    graph = policies[0].graph
    self.now = now
    paths = Paths.all(of: policies.map { $0.graph }, at: now, atMost: 40)
    random = Naive.SplitMix64(seed: seed)
  }

  /// Each value of each column is some user's, and the rest of that user is random.
  mutating func users() -> [Snapshot] {
    var users: [Snapshot] = []
    for index in book.columns.indices {
      for value in values(of: index) { users.append(user(index, value)) }
    }
    for path in paths { users.append(user(on: path)) }
    for _ in 0..<20 { users.append(user(-1, nil)) }
    return users
  }

  private func values(of index: Int) -> [Int64?] {
    var values: Set<Int64?> = [nil, 0]
    for constant in book.constants[index] where abs(constant) < 1 << 52 {
      values.formUnion([constant - 1, constant, constant + 1])
    }
    return values.sorted { ($0 ?? .min) < ($1 ?? .min) }
  }

  /// Nothing is so of this user but what the path says.
  private mutating func user(on path: [ColumnIndex: Int64?]) -> Snapshot {
    var snapshot = Snapshot(subject: "user-\(random.below(1_000_000))", asOf: now)
    for (column, value) in path.sorted(by: { $0.key < $1.key }) {
      if case .held(let entitlement) = book.columns[Int(column)].reads {
        guard let value, value > 0 else { continue }
        snapshot.grants.append(Grant(entitlement: entitlement))
        if value == 2 { snapshot.asOf = nil }
      } else if let value, abs(value) < 1 << 52 {
        set(Int(column), value, in: &snapshot)
      }
    }
    return snapshot
  }

  private mutating func user(_ fixed: Int, _ value: Int64?) -> Snapshot {
    var snapshot = Snapshot(asOf: now)
    if random.chance(80) { snapshot.subject = "user-\(random.below(1_000_000))" }
    for index in book.columns.indices {
      let choices = values(of: index)
      let picked = choices[random.below(choices.count)]
      if index != fixed { set(index, picked, in: &snapshot) }
    }
    // Other columns may read the same.
    if fixed >= 0 { set(fixed, value, in: &snapshot) }
    if random.chance(20) { snapshot.asOf = nil }
    if let trust = graph.parts.trust, random.chance(30) {
      let edge = trust + Int64(random.within(-1...1))
      snapshot.asOf = Instant(milliseconds: now.milliseconds - edge)
    }
    return snapshot
  }

  private mutating func set(_ index: Int, _ value: Int64?, in snapshot: inout Snapshot) {
    guard let value else { return }
    switch book.columns[index].reads {
    case .held(let entitlement):
      if value == 0 { return }
      snapshot.grants.append(grant(giving: entitlement))
    case .counter(let meter, let window):
      guard value >= 0 else { return }
      var used = value
      if random.chance(30) {
        let own = Int64(random.below(3))
        snapshot.allowances[meter] = own
        used += own
      }
      var carried: Int64 = 0
      if case .counter(_, _, let raise) = book.columns[index].question {
        if let each = raise.each { used += counted(each, in: &snapshot) }
        if raise.carried != nil {
          carried = Int64(random.one(of: 0, 1, 2, 3, 5, 40, 1_000))
          if random.chance(60) { used += carried }
        }
      }
      var usage = snapshot.usage[meter] ?? Usage([:])
      usage[Window(name: window) ?? .total] = Counter(
        used, carried: carried,
        resets: random.chance(10) ? Instant(milliseconds: now.milliseconds) : nil)
      snapshot.usage[meter] = usage
    case .bought(let meter): buy(max(0, value), of: meter, in: &snapshot)
    case .own(let meter): snapshot.allowances[meter] = max(0, value)
    case .doubt: if value == 1 { snapshot.asOf = nil }
    case .fact(let name):
      guard let place = graph.names.facts[name] else { return }
      snapshot.facts[name] = fact(graph[fact: place], value)
    case .since(let name):
      snapshot.facts[name] = .date(Instant(milliseconds: now.milliseconds - value))
    case .months(let name):
      // The same day so many months ago, or one of the days around it.
      let day: Int64 = 86_400_000
      let date = Lapse.months(-value).end(after: now.milliseconds)
      let around = date + Int64(random.within(-3...3)) * day + Int64(random.within(-1...1))
      snapshot.facts[name] = .date(Instant(milliseconds: random.chance(50) ? date : around))
    case .raise(let setting): snapshot.allowances[setting] = max(0, value)
    case .now: snapshot.latestSeen = Instant(milliseconds: max(value, now.milliseconds))
    case .bucket: break
    }
  }

  /// The quantity for some number of something, which the user has from now on.
  private mutating func counted(_ each: WideColumn.Each, in snapshot: inout Snapshot) -> Int64 {
    let number = Int64(random.one(of: 0, 1, 1, 2, 3, 5, 1_000_001))
    switch each.number {
    case .bought(let meter, _): buy(number, of: meter, in: &snapshot)
    case .fact(let fact): snapshot.facts[fact.name] = .number(number)
    }
    let product = min(number, 1_000_000).multipliedReportingOverflow(by: each.amount)
    return product.overflow ? 0 : min(product.partialValue, 1 << 52)
  }

  /// Grants of the products that sell a meter, so many of it in all.
  private mutating func buy(_ number: Int64, of meter: String, in snapshot: inout Snapshot) {
    let sellers = graph.parts.products.filter { product in
      product.prices.contains { $0.each?.meter == meter }
    }
    snapshot.grants.removeAll { grant in sellers.contains { $0.name == grant.product } }
    guard let seller = random.pick(sellers), number > 0 else { return }
    let some = number > 1 && random.chance(40) ? 1 : number
    for quantity in some == number ? [number] : [some, number - some] {
      snapshot.grants.append(Grant(product: seller.name, quantity: quantity))
    }
  }

  private mutating func grant(giving entitlement: String) -> Grant {
    let names = graph.parts.products.filter { product in
      product.grants.contains { graph.parts.entitlements[Int($0)].name == entitlement }
    }.map { $0.name }
    var grant = Grant(entitlement: entitlement)
    if let name = random.pick(names), random.chance(70) { grant = Grant(product: name) }
    grant.state = random.pick(Grant.State.allCases) ?? .active
    if random.chance(50) { grant.state = .active }
    let grace = graph.parts.products.map { $0.grace }.filter { $0 > 0 }
    let edges = [0, 1] + grace
    if random.chance(60) {
      let edge = edges[random.below(edges.count)] + Int64(random.within(-1...1))
      grant.until = Instant(milliseconds: now.milliseconds - edge)
    }
    if random.chance(30) {
      grant.start = Instant(milliseconds: now.milliseconds + Int64(random.within(-1...1)))
    }
    if random.chance(20) { grant.ownership = .familyShared }
    if random.chance(20) { grant.quantity = Int64(random.below(4)) }
    return grant
  }

  private func fact(_ fact: Fact, _ value: Int64) -> FactValue {
    switch fact.type {
    case .yesOrNo: return .yesOrNo(value > 0)
    case .number: return .number(max(0, value))
    case .date: return .date(Instant(milliseconds: value))
    case .choice:
      return .choice(
        fact.choices.indices.contains(Int(value)) ? fact.choices[Int(value)] : "something else")
    case .version:
      let (rest, patch) = max(0, value).quotientAndRemainder(dividingBy: 1_000_000)
      return .version(Version(rest / 1_000_000, rest % 1_000_000, patch))
    }
  }
}
