import Testing
import TollgateRuntime
import TollgateSyntax

@testable import TollgateCompiler

/// Quantities, versions, money and tags.
struct ValueTests {
  private func measure(_ text: String) throws -> Measure {
    let parts = text.split(separator: " ")
    let unit = parts.count > 1 ? NameSyntax(String(parts[1]), span: Span(0, 0)) : nil
    return try Measure(
      LiteralSyntax(numeral: String(parts[0]), unit: unit, span: Span(0, text.utf8.count)))
  }

  @Test(
    arguments: [
      ("500", 500, .plain), ("10_000", 10_000, .plain), ("007", 7, .plain), ("2.0", 2, .plain),
      ("5 GB", 5_000_000_000, .bytes), ("1.5 GB", 1_500_000_000, .bytes), ("3B", 3, .bytes),
      ("1 KB", 1000, .bytes), ("2 MB", 2_000_000, .bytes), ("1 TB", 1_000_000_000_000, .bytes),
      ("1 KiB", 1024, .bytes), ("0.5 KiB", 512, .bytes), ("1 MiB", 1 << 20, .bytes),
      ("1 GiB", 1 << 30, .bytes), ("1.25 TiB", 5 << 38, .bytes),
      ("30s", 30, .seconds), ("15min", 900, .seconds), ("24h", 86_400, .seconds),
      ("1 day", 86_400, .seconds), ("7 days", 604_800, .seconds), ("2 weeks", 1_209_600, .seconds),
      ("1.5 h", 5400, .seconds), ("90%", 9000, .percent), ("12.34%", 1234, .percent),
      ("9223372036854775807", .max, .plain),
      ("9223372036854775.807 KB", .max, .bytes),
    ] as [(String, Int64, Measure.Dimension)])
  func quantities(_ text: String, _ value: Int64, _ dimension: Measure.Dimension) throws {
    let measure = try measure(text)
    #expect(measure.value == value)
    #expect(measure.dimension == dimension)
  }

  @Test(
    arguments: [
      ("1.5", .notWhole(.plain)), ("0.0001 KB", .notWhole(.bytes)), ("0.1 KiB", .notWhole(.bytes)),
      ("0.5s", .notWhole(.seconds)), ("0.001%", .notWhole(.percent)),
      ("9223372036854775808", .tooLarge), ("9223372036854775.808 KB", .tooLarge),
      ("10_000_000 TB", .tooLarge), ("99999999999999999999999999", .tooLarge),
      ("2026-03-01", .shape), ("1.4.2", .shape), ("5GB MB", .shape), ("1__0", .shape),
    ] as [(String, Measure.ParseError)])
  func noQuantities(_ text: String, _ fault: Measure.ParseError) {
    #expect(throws: fault) { try measure(text) }
  }

  /// Against long arithmetic on decimal digits, done another way.
  @Test func decimalsAreExact() throws {
    var random = SeededRandom(2)
    let factors: [Int64] = [1, 60, 100, 1000, 3600, 86_400, 1 << 20, 1 << 40, 1_000_000_000_000]
    for _ in 0..<3000 {
      let whole = Int64.random(in: 0...8_000_000, using: &random)
      let places = Int.random(in: 0...9, using: &random)
      // Halves of halves come out whole more often than other decimals.
      var decimals = ""
      for place in 0..<places {
        let isHalf = place + 1 == places && Bool.random(using: &random)
        decimals += isHalf ? "5" : String(Int.random(in: 0...9, using: &random))
      }
      let factor = try #require(factors.randomElement(using: &random))
      let text = decimals.isEmpty ? "\(whole)" : "\(whole).\(decimals)"
      let numeral = try #require(Numeral(text))
      #expect(product(numeral, factor) == naive(whole, decimals, factor), "\(text) × \(factor)")
    }
  }

  private func product(_ numeral: Numeral, _ factor: Int64) -> String {
    do throws(Numeral.ParseError) {
      return String(try numeral.times(factor))
    } catch {
      return error == .notWhole ? "not whole" : "too large"
    }
  }

  private func naive(_ whole: Int64, _ decimals: String, _ factor: Int64) -> String {
    var scale: UInt64 = 1
    for _ in decimals { scale *= 10 }
    let digits = UInt64(whole) * scale + (UInt64(decimals) ?? 0)
    let product = digits.multipliedFullWidth(by: UInt64(factor))
    let (quotient, remainder) = scale.dividingFullWidth(product)
    if remainder != 0 { return "not whole" }
    return quotient > UInt64(Int64.max) ? "too large" : String(quotient)
  }

  @Test(arguments: [
    ("2", Version(2)), ("1.4", Version(1, 4)), ("1.4.2", Version(1, 4, 2)),
    ("01.04", Version(1, 4)), ("0", Version(0)),
  ])
  func versions(_ text: String, _ version: Version) {
    #expect(VersionText.parse(text) == .success(version))
    #expect(VersionText.parse(VersionText.print(version)) == .success(version))
  }

  @Test(
    arguments: [
      ("", .shape), ("1.", .shape), (".1", .shape), ("1..2", .shape), ("1.2.3.4", .shape),
      ("1.2-beta", .shape), ("v1", .shape), ("9223372036854775808", .tooLarge),
    ] as [(String, VersionText.ParseError)])
  func noVersions(_ text: String, _ fault: VersionText.ParseError) {
    #expect(VersionText.parse(text) == .failure(fault))
  }

  private func price(_ amount: String, _ currency: String?) throws -> Money {
    let unit = currency.map { NameSyntax($0, span: Span(0, 0)) }
    return try Money(
      LiteralSyntax(numeral: amount, unit: unit, span: Span(0, 9)), decimals: 4)
  }

  @Test func money() throws {
    #expect(try price("59.99", "TRY").amount == "59.99")
    #expect(try price("1_200", "CNY").amount == "1200")
    #expect(try price("12.5000", "USD").amount == "12.5000")
    #expect(try price("99999999999999.9999", "EUR").currency == "EUR")
    #expect(throws: Money.ParseError.noCurrency) { try price("12", nil) }
    #expect(throws: Money.ParseError.tooPrecise(decimals: 4)) { try price("1.00001", "EUR") }
    #expect(throws: Money.ParseError.tooPrecise(decimals: 4)) {
      try price("1234567890123456789", "EUR")
    }
    #expect(throws: Money.ParseError.unknownCurrency("Eur", Span(0, 0))) { try price("1", "Eur") }
    #expect(throws: Money.ParseError.shape) { try price("2026-01-01", "EUR") }
  }

  @Test func tags() {
    for tag in ["tr", "fil", "zh-Hans", "pt-BR", "es-419", "zh-Hant-TW"] {
      #expect(LocaleTag.isWellFormed(tag))
    }
    for tag in ["", "e", "english", "zh_Hans", "zh-", "-zh", "z1", "en-x", "en-abcdefghi"] {
      #expect(!LocaleTag.isWellFormed(tag))
    }
    #expect(LocaleTag.folded("zh_HANS") == "zh-hans")
  }

  @Test func targetSets() {
    let some = TargetSet([5..<8, 0..<2, 7..<10, 2..<3])
    #expect(some.ranges == [0..<3, 5..<10])
    #expect(some.count == 8)
    #expect(some.members == [0, 1, 2, 5, 6, 7, 8, 9])
    #expect(some.subtracting(TargetSet([1..<6])).ranges == [0..<1, 6..<10])
    #expect(some.subtracting(TargetSet([6..<7, 9..<20])).ranges == [0..<3, 5..<6, 7..<9])
    #expect(some.subtracting(some).isEmpty)
    var random = SeededRandom(3)
    for _ in 0..<500 {
      let (a, b) = (randomSet(&random), randomSet(&random))
      let expected = Set(a.members).subtracting(b.members).sorted()
      #expect(a.subtracting(b).members == expected)
    }
  }

  private func randomSet(_ random: inout SeededRandom) -> TargetSet {
    var ranges: [Range<Int32>] = []
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let start = Int32.random(in: 0...30, using: &random)
      ranges.append(start..<start + Int32.random(in: 0...6, using: &random))
    }
    return TargetSet(ranges)
  }
}
