import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let priceOfByte = LintRule(
    DiagnosticPage(
      "TG0410", "a price for each byte or second", level: .warning,
      what: "A price is for each of a meter in bytes or in time, and says no quantity.",
      why: "It is the price of one byte, one second or whatever the meter counts in. Mostly a "
        + "gigabyte or an hour is meant.",
      avoid: "tiers free < pro\nmeter storage in bytes\nproduct space\n  grants pro\n"
        + "  price 2 USD per month for each of storage\nstorage > 1 GB requires pro\n",
      prefer: "tiers free < pro\nmeter storage in bytes\nproduct space\n  grants pro\n"
        + "  price 2 USD per month for each GB of storage\nstorage > 1 GB requires pro\n",
      exceptions: "Say it, if it is meant: `for each byte of storage`."
    )
  ) { pass in
    for (index, product) in pass.policy.products.enumerated() {
      guard let span = product.eachSpan, let each = product.price?.each,
        let meter = pass.policy.meters.first(where: { $0.name.text == each.meter }),
        let (unit, larger) = meter.unit.one
      else { continue }
      let name = meter.name.text
      var help = [
        "write the quantity: `for each \(larger) of \(name)` or `for each \(unit) of \(name)`"
      ]
      // The unit of a list is that of each meter in it, which people mean of the last one only.
      if meter.hasUnitOfList {
        let measure =
          switch meter.unit {
          case .count: "units"
          case .bytes: "bytes"
          case .seconds: "seconds"
          case .minutes: "minutes"
          case .hours: "hours"
          case .days: "days"
          }
        help.insert(
          "`in \(measure)` is for all meters of its line: if `\(name)` counts things, write "
            + "`meter \(name)` in a line of its own", at: 0)
      }
      pass.report(
        "`\(product.name.text)` has a price for each \(unit) of `\(name)`", at: span,
        "one \(unit) at a time", about: [.product(index)], help: help)
    }
  }
}

extension Meter.Unit {
  /// One of the unit in words, and a quantity that prices are often for; `nil` where things are
  /// counted.
  fileprivate var one: (unit: String, larger: String)? {
    switch self {
    case .count: nil
    case .bytes: ("byte", "GB")
    case .seconds: ("second", "hour")
    case .minutes: ("minute", "hour")
    case .hours: ("hour", "day")
    case .days: ("day", "week")
    }
  }
}
