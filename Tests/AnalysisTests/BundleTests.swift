import TestSupport
import Testing
import TollgateCompiler
import TollgateSyntax

@testable import TollgateAnalysis

/// TG0405: what parts cost, to the last digit.
@Suite struct BundleTests {
  /// Products named by letters, each `letter: what it grants: price`, with further clauses.
  private func codes(_ products: String..., also more: String = "") -> [String] {
    var text = "entitlements e1, e2, e3\n"
    for product in products {
      let parts = product.split(separator: ":")
      text += "product \(parts[0])\n  grants \(parts[1])\n  price \(parts[2])\n"
      for clause in parts.dropFirst(3) { text += "  \(clause)\n" }
    }
    return found(text + more + "a requires e1\nb requires e2\nc requires e3\n")
      .filter { $0.hasPrefix("TG0405") }
  }

  @Test func pricesAreAddedExactly() {
    let parts = ["p:e1:0.1 USD once", "q:e2:0.2 USD once"]
    #expect(codes(parts[0], parts[1], "b:e1, e2:0.3 USD once") == [])
    #expect(codes(parts[0], parts[1], "b:e1, e2:0.31 USD once").count == 1)
    let large = ["p:e1:9999999999999.99 USD once", "q:e2:0.01 USD once"]
    #expect(codes(large[0], large[1], "b:e1, e2:10000000000000 USD once") == [])
    #expect(codes(large[0], large[1], "b:e1, e2:10000000000000.01 USD once").count == 1)
  }

  @Test func aMonthIsNoYearButTwelveAre() {
    #expect(
      codes("p:e1:1 USD per year", "q:e2:1 USD per month", "b:e1, e2:9 USD per year") == [])
    #expect(
      codes("p:e1:1 USD per 12 months", "q:e2:1 USD per year", "b:e1, e2:9 USD per year").count
        == 1)
  }

  @Test func partsMustBeSoldTogetherAndToEverybody() {
    let p = "p:e1:1 USD once"
    let b = "b:e1, e2:9 USD once"
    #expect(codes(p, "q:e2:1 USD once:not with p", b) == [])
    #expect(codes(p, "q:e2:1 USD once:not for sale", b) == [])
    #expect(codes(p, "q:e2:1 USD once:only with p", b).count == 1)
    #expect(codes(p, "q:e2:1 USD once:only with r", "r:e3:7 USD once", b) == [])
    #expect(codes(p, "q:e2:1 USD once:only with r", "r:e3:6 USD once", b).count == 1)
    #expect(
      codes(p, "q:e2:1 USD once:only with r", "r:e3:9 USD once", b + ":only with r").count == 1)
  }

  @Test func partsKeepWhatTheBundlePromises() {
    let parts = ["p:e1:1 USD once", "q:e2:1 USD once"]
    #expect(codes(parts[0], parts[1], "b:e1, e2:9 USD once:shared with family") == [])
    #expect(codes(parts[0], parts[1], "b:e1, e2:9 USD once:grace 3 days") == [])
    #expect(codes(parts[0] + ":grace 3 days", parts[1], "b:e1, e2:9 USD once").count == 1)
    #expect(codes(parts[0], parts[1], "b:e1, e2:9 USD once:trial 1 week") == [])
    #expect(
      codes(parts[0], parts[1], "b:e1, e2:9 USD once", "r:e3:9 USD once:only with b") == [])
  }

  /// What no rule asks for is worth nothing to a customer.
  @Test func whatPartsOpenCounts() {
    #expect(
      codes(
        "p:e1:10 USD once", "q:e2:10 USD once", "b:e1, e2, e4:30 USD once",
        also: "entitlement e4\n"
      ).count == 1)
    #expect(
      codes(
        "p:e1:10 USD once", "q:e2:10 USD once", "b:e1, e2, e4:30 USD once",
        also: "entitlement e4\nd requires e4\n") == [])
  }

  /// A part that takes something away is none.
  @Test func aPartThatTakesAwayIsNone() {
    #expect(
      codes(
        "p:e1:10 USD once", "q:e2, e4:10 USD once", "b:e1, e2:30 USD once",
        also: "entitlement e4\nd requires not e4\n") == [])
  }

  @Test func aSingleProductThatGivesItAllIsAnotherFinding() {
    #expect(
      codes("p:e1:1 USD once", "q:e2:1 USD once", "r:e1, e2:5 USD once", "b:e1, e2:9 USD once")
        .count == 1)
  }

  @Test func whatTheBudgetDoesNotDecideIsSaid() {
    let text = """
      entitlements e1, e2
      product p
        grants e1
        price 1 USD once
      product q
        grants e2
        price 1 USD once
      product b
        grants e1, e2
        price 9 USD once
      a requires e1
      b requires e2
      """
    let source = Source(name: "policy.gate", text: text)
    func found(_ budget: Int) -> [Diagnostic] {
      Linter.lint(source, LintOptions(budget: budget)).findings.filter { $0.code == "TG0405" }
    }
    let findings = found(100)
    #expect(findings.map { $0.isUndecided } == [true])
    #expect(findings.first?.level == .warning)
    #expect(
      findings.first?.headline
        == "undecided: whether cheaper products open all that this one opens")
    #expect(found(400).map { $0.isUndecided } == [false])
  }

  /// Random shops against trying every set of products.
  @Test func itFindsPartsIfThereAreAny() throws {
    var count = 0
    for seed in UInt64(0)..<450 { count += try parts(inShop: seed) }
    #expect(count > 20)
  }

  /// How many products of a random shop have parts.
  private func parts(inShop seed: UInt64) throws -> Int {
    var random = Naive.SplitMix64(seed: seed)
    let shop = RandomShop(&random)
    let result = Compiler.compile(Source(name: "policy.gate", text: shop.text))
    let (policy, graph) = (try #require(result.policy), try #require(result.graph))
    let survey = Surveyor.survey(policy, graph, budget: LintOptions().exactBudget)
    #expect(!survey.undecided.contains { $0.code == "TG0405" })
    let settled = Set(survey.idleProducts + survey.dominated.map { $0.product })
    for index in policy.products.indices where !settled.contains(Int32(index)) {
      if let found = survey.bundles.first(where: { $0.product == Int32(index) }) {
        let parts = found.parts.map { Int($0) }
        #expect(shop.areParts(parts, of: index), "seed \(seed), \(index): \(parts)\n\(shop.text)")
      } else {
        #expect(!shop.hasParts(index), "seed \(seed), product \(index):\n\(shop.text)")
      }
    }
    return survey.bundles.count
  }
}

/// A few products with small prices, written out, and asked by brute force.
private struct RandomShop {
  struct Item {
    var grants: Set<Int>
    var adds: Int
    var price: Int
    var notWith: Int?
    var onlyWith: Int?
  }

  var items: [Item] = []

  init(_ random: inout Naive.SplitMix64) {
    for index in 0..<5 {
      let grants = Set((0..<3).filter { _ in random.chance(40) })
      items.append(
        Item(
          grants: grants, adds: random.chance(25) ? random.within(1...3) : 0,
          price: random.within(1...12),
          notWith: index > 0 && random.chance(20) ? index - 1 : nil,
          onlyWith: index > 1 && random.chance(20) ? index - 2 : nil))
    }
  }

  var text: String {
    var text = "entitlements e0, e1, e2\nmeter m\n"
    for (index, item) in items.enumerated() {
      text += "product p\(index)\n  price \(item.price) USD once\n"
      let grants = item.grants.sorted().map { "e\($0)" }.joined(separator: ", ")
      if !grants.isEmpty { text += "  grants \(grants)\n" }
      if item.adds > 0 { text += "  adds \(item.adds) to m\n" }
      if let other = item.notWith { text += "  not with p\(other)\n" }
      if let other = item.onlyWith { text += "  only with p\(other)\n" }
    }
    return text + "x requires e0\ny requires e1\nz requires e2\nm > 9 is not allowed\n"
  }

  /// What somebody has who held some products and bought others.
  private func has(holding held: [Int], buying set: [Int]) -> (entitlements: Set<Int>, adds: Int) {
    let stays = held.filter { product in !set.contains { excludes($0, product) } }
    let bought = set.filter { !stays.contains($0) || items[$0].adds > 0 }
    let all = stays + bought
    return (
      all.reduce(into: []) { $0.formUnion(items[$1].grants) },
      all.reduce(0) { $0 + items[$1].adds }
    )
  }

  private func excludes(_ a: Int, _ b: Int) -> Bool {
    items[a].notWith == b || items[b].notWith == a
  }

  /// Whether somebody may buy a set, as far as they do not hold it.
  private func isSold(_ set: [Int], holding held: [Int]) -> Bool {
    let stays = held.filter { product in !set.contains { excludes($0, product) } }
    return set.allSatisfy { product in
      if stays.contains(product), items[product].adds == 0 { return true }
      return items[product].onlyWith.map { set.contains($0) || stays.contains($0) } ?? true
    }
  }

  /// The sets that may be held together.
  private var sets: [[Int]] {
    (0..<(1 << items.count)).map { bits in items.indices.filter { bits >> $0 & 1 == 1 } }
      .filter { set in !set.contains { a in set.contains { excludes(a, $0) } } }
  }

  func areParts(_ set: [Int], of bundle: Int) -> Bool {
    guard !set.contains(bundle), sets.contains(set.sorted()),
      set.reduce(0, { $0 + items[$1].price }) < items[bundle].price
    else { return false }
    let isFreer = items.indices.allSatisfy { other in
      if other == bundle || set.contains(other) { return true }
      if items[other].onlyWith == bundle { return false }
      return !set.contains { excludes($0, other) } || excludes(bundle, other)
    }
    return isFreer
      && sets.allSatisfy { held in
        if held.contains(bundle), items[bundle].adds == 0 { return true }
        guard isSold([bundle], holding: held) else { return true }
        guard isSold(set, holding: held) else { return false }
        let (mine, theirs) = (has(holding: held, buying: [bundle]), has(holding: held, buying: set))
        return theirs.entitlements.isSuperset(of: mine.entitlements) && theirs.adds >= mine.adds
      }
  }

  /// Whether several products are parts of one.
  func hasParts(_ bundle: Int) -> Bool {
    sets.contains { $0.count > 1 && areParts($0, of: bundle) }
  }
}
