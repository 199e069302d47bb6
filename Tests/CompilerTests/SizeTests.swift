import Testing
import TollgateRuntime
import TollgateSyntax

@testable import TollgateCompiler

/// Large policies: time in proportion to the text, and a word about what is too large.
struct SizeTests {
  private func compileOnce(_ text: String) -> Compiler.Result {
    Compiler.compile(Source(name: "Large.gate", text: text))
  }

  @Test func manyFeatures() {
    var text = ""
    for line in 0..<10 {
      text += "features " + (0..<5000).map { "f\(line)-\($0)x" }.joined(separator: ", ") + "\n"
    }
    let result = compileOnce(text + "everything requires pro\n")
    #expect(result.graph?.parts.targets.count == 50_000)
  }

  /// A product has one id without a store; what else is written is told briefly.
  @Test func manyIdsOfOneProduct() {
    let ids = (0..<50_000).map { "  sold as \"com.shop.\($0)\"\n" }
    let result = compileOnce("product p\n" + ids.joined())
    #expect(result.graph == nil)
    #expect(result.diagnostics.count <= 101)
    #expect(result.diagnostics.first?.code == "TG0018")
    #expect(result.diagnostics.last?.code == "TG0015")
  }

  @Test func manyIdsOfManyProducts() {
    let products = (0..<50_000).map { "product p\($0)x\n  sold as \"com.shop.\($0)\"\n" }
    let result = compileOnce(products.joined())
    #expect(result.graph?.parts.products.count == 50_000)
  }

  @Test func manyLessons() {
    let result = compileOnce("series L1..L200000\nL1..L199999 requires pro\n")
    #expect(result.graph?.parts.targets.count == 200_000)
    #expect(result.graph?.parts.targets.last?.rules == [])
  }

  @Test func manyRules() {
    let rules = (0..<5000).map { "a requires pro or e\($0 % 100) when x > \($0)\n" }
    #expect(compileOnce(rules.joined()).graph?.parts.rules.count == 5000)
  }

  @Test func manyTypos() {
    let names = (0..<5000).map { "feature\($0)x" }.joined(separator: ", ")
    let rules = (0..<5000).map { "featur\($0)y requires pro\n" }
    let result = compileOnce("features \(names)\n" + rules.joined())
    #expect(result.diagnostics.count == Limits.diagnostics + 1)
  }

  @Test(arguments: [
    (0..<5).map {
      "series \(["A", "B", "C", "D", "E"][$0])1..\(["A", "B", "C", "D", "E"][$0])1000000\n"
    }
    .joined(),
    "tiers " + (0..<7000).map { "t\($0)" }.joined(separator: " < ") + "\n",
    "group g0 is a\n" + (1..<8000).map { "group g\($0) is g\($0 - 1), b\($0 * 2)\n" }.joined(),
    "features " + (0..<10_000).map { "f\($0)x" }.joined(separator: ", ") + "\n"
      + String(repeating: "everything requires pro\n", count: 2500),
  ])
  func tooLarge(_ text: String) {
    #expect(compileOnce(text).diagnostics.map(\.code) == ["TG0023"])
  }

  /// `pro` comes to 12,000 conditions and some, wherever it is asked for; a rule may come to
  /// 1,048,576.
  @Test(arguments: [(85, true), (90, false)])
  func manyConditions(mentions: Int, areFew: Bool) {
    let values = (0..<600).map { "v\($0)" }.joined(separator: ", ")
    let grants = (0..<20).map { "grant pro when platform is one of \(values), w\($0)\n" }
    let choices = (0..<mentions).map { "(pro and e\($0))" }.joined(separator: " or ")
    let result = compileOnce(grants.joined() + "x requires \(choices)\n")
    #expect(result.diagnostics.map(\.code) == (areFew ? [] : ["TG0023"]))
    #expect((result.policy != nil) == areFew && (result.graph != nil) == areFew)
  }

  /// Whatever a text looks like, it is refused or compiled.
  @Test func damagedTexts() {
    var random = SeededRandom(5)
    let whole = Array((LanguageTests.declarations + LanguageTests.scenarios).utf8)
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(whole[Int.random(in: 0..<whole.count, using: &random)], at: place)
        default:
          let end = min(bytes.count, place + Int.random(in: 1...60, using: &random))
          bytes.removeSubrange(place..<end)
        }
      }
      let result = Compiler.compile(Source(name: "damaged.gate", bytes: bytes))
      #expect((result.graph == nil) == result.diagnostics.contains { $0.level == .error })
    }
  }
}
