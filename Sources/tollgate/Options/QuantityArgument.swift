import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// Reads quantities and instants of the command line as the language reads them.
enum QuantityArgument {
  /// A quantity of a meter, in its unit: `500`, `10_000`, `1.5GB`, `2h`. `option` is what it was
  /// written behind.
  static func read(_ text: String, of meter: Meter, behind option: String) throws(Failure) -> Int64
  {
    if let value = Int64(text), value >= 0 { return value }
    let takes = "\(option) takes \(example(of: meter.unit))"
    if text.isEmpty { throw .usage("\(takes), and there is none") }
    if text.hasPrefix("-") { throw .usage("\(option) takes 0 or more, and \(text) is negative") }
    guard text.utf8.allSatisfy(isPartOfQuantity) else {
      throw .usage("\(takes), and cannot read `\(text)`")
    }
    // The compiler has the only reader of quantities, so it is given a rule with this one.
    let name = "`\(meter.name)`"
    let rule = "meter \(name) in \(word(for: meter.unit))\n\(name) > \(text) requires nothing\n"
    let source = Source(name: option, text: rule)
    let result = Compiler.compile(source)
    if let limit = result.graph?.parts.rules.first?.limit, limit.window == .total,
      case .atMost(let value) = limit.kind
    {
      return value
    }
    // What is wrong with the rule as a sentence says nothing to who wrote a number.
    let isSentence = PolicySyntax.parse(source).diagnostics.isEmpty
    let fault = isSentence ? result.diagnostics.first { $0.level == .error } : nil
    let why = fault.map { ": \($0.headline)" } ?? ""
    throw .usage("\(takes), and cannot read `\(text)`\(why)")
  }

  /// An instant: `2026-03-01` or `2026-03-01T08:00Z`.
  static func instant(_ text: String, behind option: String) throws(Failure) -> Instant {
    let takes = "\(option) takes an instant such as 2026-03-01 or 2026-03-01T08:00Z"
    switch InstantText.parse(text) {
    case .success(let instant): return instant
    case .failure(let fault):
      switch fault {
      case .shape: throw .usage("\(takes), and cannot read `\(text)`")
      case .noSuchDay: throw .usage("\(takes); there is no such day as `\(text)`")
      case .noSuchTime: throw .usage("\(takes); there is no such time as `\(text)`")
      case .noOffset:
        throw .usage("\(takes); `\(text)` has no time zone: add `Z` for UTC, or an offset")
      case .tooFine: throw .usage("\(takes); `\(text)` is finer than a millisecond")
      }
    }
  }

  /// Letters, digits and what stands between them: nothing that could say more than a quantity.
  private static func isPartOfQuantity(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: " "), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  private static func word(for unit: Meter.Unit) -> String {
    switch unit {
    case .count: "count"
    case .bytes: "bytes"
    case .seconds: "seconds"
    }
  }

  private static func example(of unit: Meter.Unit) -> String {
    switch unit {
    case .count: "a whole number such as 500"
    case .bytes: "a number of bytes or a size such as 5GB"
    case .seconds: "a number of seconds or a duration such as 2h"
    }
  }
}
