import TestSupport
import Testing

@testable import TollgateSyntax

/// Sentences that are longer than a line.
@Suite struct WrapTests {
  private func formatted(_ text: String) throws -> [String] {
    let source = Source(name: "Test.gate", text: text)
    #expect(PolicyChecks.failures(of: source) == [])
    guard case .text(let bytes) = PolicySyntax.format(source) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func names(_ count: Int, _ stem: String = "feature") -> String {
    (1...count).map { "\(stem)-\($0)" }.joined(separator: ", ")
  }

  @Test func aLongSubjectGoesOnDeeperThanClauses() throws {
    let lines = try formatted("\(names(20)) require pro\nsoft")
    #expect(
      lines == [
        "\(names(9)),", "    \(names(17).dropFirst(99)),",
        "    feature-18, feature-19, feature-20 require pro",
        "  soft",
      ])
  }

  @Test func whatItsAuthorBrokeIsJoinedWhereItFits() throws {
    let lines = try formatted("scenario \"x\"\n  expect a,\n  b,\n\n  c allowed")
    #expect(lines == ["scenario \"x\"", "  expect a, b, c allowed"])
  }

  @Test(arguments: 90...110) func aLineHasAHundredColumns(width: Int) throws {
    // `a, ` and ` requires b` around it.
    let name = String(repeating: "x", count: width - 14)
    let lines = try formatted("a, \(name) requires b")
    #expect(lines.count == (width <= 100 ? 1 : 2))
    #expect(lines[0].count == (width <= 100 ? width : 2))
  }

  @Test func wideCharactersTakeTwoColumns() throws {
    let name = String(repeating: "账", count: 43)
    #expect(try formatted("a, \(name) requires b").count == 1)
    #expect(try formatted("a, \(name)单 requires b").count == 2)
  }

  @Test func aLineEndsOutsideParenthesesWhereThatCanBe() throws {
    let first = (1...4).map { "entitlement-\($0)" }.joined(separator: " or ")
    let second = (5...8).map { "entitlement-\($0)" }.joined(separator: " or ")
    let lines = try formatted("a requires (\(first)) and (\(second))")
    #expect(lines == ["a requires (\(first)) and", "    (\(second))"])
  }

  @Test func labelsStayLong() throws {
    let text = String(repeating: "x", count: 60)
    let lines = try formatted("a requires b\n  message \"\(text)\" zh-Hans \"\(text)\"")
    #expect(lines.count == 2)
  }

  /// A line that begins with a word of the language would be a sentence of its own.
  @Test func noLineBeginsWithAWordThatLeadsASentence() throws {
    let given = (1...6).map { "product product-\($0) until 2027-01-01" }.joined(separator: ", ")
    let lines = try formatted("scenario \"x\"\n  given \(given)\n  expect a allowed")
    #expect(lines.count == 5)
    #expect(lines[2].hasPrefix("    product product-3 until"))
    // An entitlement may be called `grants`, but no line begins with it that goes on.
    let some = (1...6).map { "entitlement-\($0)" }.joined(separator: " or ")
    let requirement = try formatted("a requires \(some) or grants or pro")
    #expect(
      requirement == ["a requires \(some.dropLast(17)) or", "    entitlement-6 or grants or pro"])
    let alone = try formatted("a requires \(some) or prompt")
    #expect(alone.last == "    entitlement-6 or prompt")
  }

  @Test func neverIsALineLongerThanItMustBe() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      let count = Int.random(in: 2...30, using: &generator)
      let items = (0..<count).map { index in
        String(repeating: "n", count: Int.random(in: 1...40, using: &generator)) + "\(index)"
      }
      let lines = try formatted(items.joined(separator: ",") + " require pro")
      for (line, next) in zip(lines, lines.dropFirst()) {
        #expect(line.count <= 100)
        // What cannot be parted, up to the next comma, would not have fitted.
        let words = next.drop { $0 == " " }
        let first = words.firstIndex(of: ",").map { words[...$0] } ?? words
        #expect(line.count + 1 + first.count > 100)
      }
    }
  }
}
