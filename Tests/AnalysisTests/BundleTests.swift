import TestSupport
import Testing
import TollgateCompiler
import TollgateSyntax

@testable import TollgateAnalysis

/// TG0405: what parts cost, to the last digit.
@Suite struct BundleTests {
  /// Products named by letters, each `letter: what it grants: price`, with further clauses.
  private func codes(_ products: String...) -> [String] {
    var text = "entitlements e1, e2, e3\n"
    for product in products {
      let parts = product.split(separator: ":")
      text += "product \(parts[0])\n  grants \(parts[1])\n  price \(parts[2])\n"
      for clause in parts.dropFirst(3) { text += "  \(clause)\n" }
    }
    return found(text + "a requires e1\nb requires e2\nc requires e3\n")
      .filter { $0.hasPrefix("TG0405") }
  }

  @Test func pricesAreAddedExactly() {
    let parts = ["p:e1:0.1 USD once", "q:e2:0.2 USD once"]
    #expect(codes(parts[0], parts[1], "b:e1, e2:0.3 USD once") == [])
    #expect(codes(parts[0], parts[1], "b:e1, e2:0.3001 USD once").count == 1)
    let large = ["p:e1:9999999999999.9999 USD once", "q:e2:0.0001 USD once"]
    #expect(codes(large[0], large[1], "b:e1, e2:10000000000000 USD once") == [])
    #expect(codes(large[0], large[1], "b:e1, e2:10000000000000.0001 USD once").count == 1)
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
  }

  @Test func partsKeepWhatTheBundlePromises() {
    let parts = ["p:e1:1 USD once", "q:e2:1 USD once"]
    #expect(codes(parts[0], parts[1], "b:e1, e2:9 USD once:shared with family") == [])
    #expect(codes(parts[0], parts[1], "b:e1, e2:9 USD once:grace 3 days") == [])
    #expect(codes(parts[0] + ":grace 3 days", parts[1], "b:e1, e2:9 USD once").count == 1)
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
    let findings = found(1)
    #expect(findings.map { $0.isUndecided } == [true])
    #expect(findings.first?.level == .warning)
    #expect(
      findings.first?.headline
        == "undecided: whether parts cheaper than `b` give all that it gives")
    #expect(found(3).map { $0.isUndecided } == [false])
  }

  /// Random shops against trying every set of products.
  @Test func itFindsPartsIfThereAreAny() throws {
    var count = 0
    for seed in UInt64(0)..<400 { count += try parts(inShop: seed) }
    #expect(count > 50)
  }

  /// How many products of a random shop have parts.
  private func parts(inShop seed: UInt64) throws -> Int {
    var count = 0
    var random = Naive.SplitMix64(seed: seed)
    let shop = RandomShop(&random)
    let result = Compiler.compile(Source(name: "policy.gate", text: shop.text))
    let policy = try #require(result.policy)
    let list = PriceList(policy)
    for index in policy.products.indices {
      var search = PartSearch(of: index, in: list, budget: 1_000_000)
      let answer = search?.run() ?? .none
      if case .parts(let parts) = answer {
        count += 1
        #expect(shop.isCheaper(parts, than: index), "seed \(seed)")
      } else {
        #expect(!shop.hasParts(index), "seed \(seed), product \(index):\n\(shop.text)")
      }
    }
    return count
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
    for index in 0..<7 {
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
    return text + "x requires e0\n"
  }

  private func gives(_ set: [Int], _ wanted: Item) -> Bool {
    let grants = set.reduce(into: Set<Int>()) { $0.formUnion(items[$1].grants) }
    return grants.isSuperset(of: wanted.grants)
      && set.reduce(0) { $0 + items[$1].adds } >= wanted.adds
  }

  private func isSold(_ set: [Int]) -> Bool {
    set.allSatisfy { index in
      let item = items[index]
      return item.notWith.map { !set.contains($0) } ?? true
        && item.onlyWith.map { set.contains($0) } ?? true
    }
  }

  func isCheaper(_ set: [Int], than bundle: Int) -> Bool {
    !set.contains(bundle) && isSold(set) && gives(set, items[bundle])
      && set.reduce(0) { $0 + items[$1].price } < items[bundle].price
  }

  /// Whether several products are parts of one, and no single one is.
  func hasParts(_ bundle: Int) -> Bool {
    let bundleItem = items[bundle]
    guard bundleItem.grants.count > 1 || bundleItem.adds > 0 else { return false }
    for index in items.indices where isCheaper([index], than: bundle) { return false }
    for bits in 1..<(1 << items.count) {
      if isCheaper(items.indices.filter { bits >> $0 & 1 == 1 }, than: bundle) { return true }
    }
    return false
  }
}
