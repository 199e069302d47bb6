import TollgateCompiler
import TollgateRuntime

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
    do throws(QuantityText.ParseError) {
      return try QuantityText.parse(text, of: meter)
    } catch {
      let why = error.headline.map { ": \($0)" } ?? ""
      throw .usage("\(takes), not `\(text)`\(why)")
    }
  }

  /// An instant: `2026-03-01` or `2026-03-01T08:00Z`.
  static func instant(_ text: String, behind option: String) throws(Failure) -> Instant {
    let takes = "\(option) takes a date or time such as 2026-03-01 or 2026-03-01T08:00Z"
    switch InstantText.parse(text) {
    case .success(let instant): return instant
    case .failure(let fault):
      switch fault {
      case .shape:
        throw .usage(text.isEmpty ? "\(takes), and there is none" : "\(takes), not `\(text)`")
      case .noSuchDay: throw .usage("\(takes); there is no such day as `\(text)`")
      case .noSuchTime: throw .usage("\(takes); there is no such time as `\(text)`")
      case .noOffset:
        throw .usage("\(takes); `\(text)` has no time zone: add `Z` for UTC, or an offset")
      case .tooFine: throw .usage("\(takes); `\(text)` is finer than a millisecond")
      }
    }
  }

  /// The instant of an option, if it is given.
  static func instant(given text: String?, behind option: String) throws(Failure) -> Instant? {
    guard let text else { return nil }
    return try instant(text, behind: option)
  }

  private static func example(of unit: Meter.Unit) -> String {
    switch unit {
    case .count: "a whole number such as 500"
    case .bytes: "a number of bytes or a size such as 5GB"
    case .seconds: "a number of seconds or a duration such as 2h"
    case .minutes: "a number of minutes or a duration such as 2h"
    case .hours: "a number of hours or a duration such as 24h"
    case .days: "a number of days or a duration such as 2weeks"
    }
  }
}

extension Instant {
  /// The midnight in UTC before it, as an instant without a time is read.
  var startOfDay: Instant {
    Instant(milliseconds: milliseconds - max(milliseconds % 86_400_000, 0))
  }
}
