import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let longGrace = LintRule(
    DiagnosticPage(
      "TG0505", "a grace longer than what it extends", level: .warning,
      what: "The `grace` of a product is longer than the period of its price, or than "
        + "`trust snapshots`.",
      why: "Users who pay for every other period never lose access; and data older than "
        + "`trust snapshots` is unknown, which ends such a grace early.",
      avoid: "product monthly\n  grants pro\n  price 3 USD per month\n  grace 60 days\n"
        + "csv-export requires pro\n",
      prefer: "product monthly\n  grants pro\n  price 3 USD per month\n  grace 16 days\n"
        + "csv-export requires pro\n",
      exceptions: "A month counts as its longest: 31 days. A price that is paid once, or none, has "
        + "no period."
    )
  ) { pass in
    for (index, product) in pass.policy.products.enumerated() {
      guard let grace = product.grace else { continue }
      let span = product.graceSpan ?? product.name.span
      if let period = product.price?.period.longest, grace > period {
        pass.report(
          "the grace of `\(product.name.text)` is longer than the period it extends", at: span,
          "longer than one period", about: [.product(index)],
          related: product.priceSpan.map { [.init($0, "paid this often")] } ?? [],
          help: ["shorten it: a few days are usual, and stores give at most 28"])
      } else if let trust = pass.policy.trust, grace > trust {
        pass.report(
          "the grace of `\(product.name.text)` is longer than snapshots are trusted", at: span,
          "unknown after `trust snapshots`", about: [.product(index)],
          help: ["shorten it, or trust snapshots for as long"])
      }
    }
  }
}

extension Price.Period {
  /// The most milliseconds that a period can have; `nil` for a price that is paid once or
  /// for use.
  fileprivate var longest: Int64? {
    let day: Int64 = 86_400_000
    switch self {
    case .once, .use: return nil
    case .weeks(let count): return count.saturatingMultiply(7 * day)
    case .months(let count):
      // Four years have 1461 days, whatever month they begin in (2100 would make it fewer).
      let days = (count / 48).saturatingMultiply(1461)
      return days.saturatingAdd(Price.Period.longestDays(ofMonths: Int(count % 48)))
        .saturatingMultiply(day)
    }
  }

  /// The most days that so many months in a row have, fewer than 48.
  private static func longestDays(ofMonths count: Int) -> Int64 {
    let year: [Int64] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var months = year + year + year + year
    months[1] = 29
    var longest: Int64 = 0
    for start in months.indices {
      var days: Int64 = 0
      for offset in 0..<count { days += months[(start + offset) % 48] }
      longest = max(longest, days)
    }
    return longest
  }
}
