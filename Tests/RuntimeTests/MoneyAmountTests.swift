import Testing
import TollgateRuntime

/// Amounts of money are exact, however small: against whole numbers of millionths.
@Suite struct MoneyAmountTests {
  /// An amount as it is written, with so many decimals.
  private static func text(_ millionths: Int64) -> String {
    let digits = Array(String(1_000_000 + millionths % 1_000_000).dropFirst())
    return "\(millionths / 1_000_000)." + String(digits)
  }

  /// Amounts at every border: below a cent, a cent, just below and above one, and large.
  private static let amounts: [Int64] =
    [0, 1, 9, 10, 99, 10_000, 50_000, 100_000, 200_000, 300_000, 500_000, 990_000, 999_999]
    + [1_000_000, 1_000_001, 1_050_000, 9_950_000, 10_000_000, 99_999_999, 123_456_789_012]

  @Test func sumsAndOrder() {
    for a in MoneyAmountTests.amounts {
      for b in MoneyAmountTests.amounts {
        let (one, two) = (
          MoneyAmount(MoneyAmountTests.text(a)), MoneyAmount(MoneyAmountTests.text(b))
        )
        #expect(one.plus(two) == MoneyAmount(MoneyAmountTests.text(a + b)), "\(a) + \(b)")
        #expect((one < two) == (a < b), "\(a) < \(b)")
      }
    }
  }

  @Test func productsAndHowOftenAPriceIsPaid() {
    for price in MoneyAmountTests.amounts where price > 0 {
      let unit = MoneyAmount(MoneyAmountTests.text(price))
      for count in [Int64(0), 1, 3, 10, 999, 1_000_000] {
        #expect(unit.times(count) == MoneyAmount(MoneyAmountTests.text(price * count)))
      }
      for budget in MoneyAmountTests.amounts {
        let all = MoneyAmount(MoneyAmountTests.text(budget))
        #expect(all.pays(for: unit) == budget / price)
        for other in MoneyAmountTests.amounts where other <= budget {
          let rest = MoneyAmount(MoneyAmountTests.text(other))
          #expect(all.pays(for: unit, besides: rest) == (budget - other) / price)
        }
      }
    }
  }

  @Test(arguments: [
    ("0.05", "0.10", "0.15"), ("0.3", "0.3", "0.60"), ("0.95", "0.05", "1"), ("0", "0.5", "0.50"),
    ("12", "0", "12"), ("0", "0", "0"), ("99.99", "0.01", "100"),
  ]) func asAPriceIsWritten(one: String, two: String, sum: String) {
    #expect(MoneyAmount(one).plus(MoneyAmount(two)).text(decimals: 2) == sum)
  }
}
