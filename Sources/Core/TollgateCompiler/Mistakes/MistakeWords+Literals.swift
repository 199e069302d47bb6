import TollgateRuntime
import TollgateSyntax

extension MistakeWords {
  func literal(_ fault: LiteralMistake, _ span: Span) -> Diagnostic {
    let text = written(span)
    switch fault {
    case .expected(let expected): return self.expected(expected, text, span)
    case .unknownUnit(let unit, let expected): return unknownUnit(unit, expected, span)
    case .separated(let literal): return separated(literal, "TG0007", text, span)
    case .notWhole(let dimension): return notWhole(dimension, text, span)
    case .notWholeUnit(let unit):
      return Diagnostic(
        code: "TG0007", headline: "`\(text)` is not a whole number of \(unit.word)", span: span,
        label: "a fraction is left over",
        help: ["the meter counts whole \(unit.word); write a quantity that fits"])
    case .tooLarge:
      return Diagnostic(
        code: "TG0007", headline: "`\(text)` is too large", span: span,
        label: "the largest number is 9,223,372,036,854,775,807")
    case .zero(let zero): return self.zero(zero, text, span)
    case .otherUnit(let dimension, let meter, let unit, let place):
      return otherUnit(dimension, meter, unit, place, text, span)
    case .percentage(let most):
      return Diagnostic(
        code: "TG0022", headline: "`\(text)` is more than \(most)%", span: span,
        label: "write a percentage from 0% to \(most)%")
    case .timeOfDay: return timeOfDay(text, span)
    case .timeZone(let name): return timeZone(name, text, span)
    case .instant(let fault): return instant(fault, text, span)
    case .version(let fault):
      return Diagnostic(
        code: "TG0008", headline: "`\(text)` is not a version", span: span,
        label: fault == .tooLarge
          ? "a number in it is too large" : "a version is one to three numbers, such as `1.4.2`")
    case .money(let fault, let literal): return money(fault, literal, text, span)
    }
  }

  private func expected(
    _ expected: LiteralMistake.Expected, _ text: String, _ span: Span
  ) -> Diagnostic {
    let (code, what, example) = words(expected)
    var diagnostic = Diagnostic(
      code: code, headline: "`\(text)` is not \(what)", span: span,
      label: "expected \(what), such as \(example)")
    guard Numeral(text)?.suffix.isEmpty == true else { return diagnostic }
    if expected == .duration {
      diagnostic.edits = [
        .init(span, "\(text)h", safety: .shown, title: "write a unit of time after it")
      ]
    } else if expected == .percentage {
      diagnostic.edits = [.init(span, "\(text)%", safety: .unsafe, title: "write `\(text)%`")]
    }
    return diagnostic
  }

  private func timeOfDay(_ text: String, _ span: Span) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0008", headline: "`\(text)` is not a time of day", span: span,
      label: "write the hour and the minute with two digits each, from `00:00` to `23:59`")
    let parts = text.utf8.split(separator: UInt8(ascii: ":"))
    if parts.count == 2, parts[0].count == 1, parts[1].count == 2 {
      diagnostic.edits = [.init(span, "0\(text)", safety: .safe, title: "write `0\(text)`")]
    }
    return diagnostic
  }

  private func timeZone(_ name: String, _ text: String, _ span: Span) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0008", headline: "there is no time zone called \(text)", span: span,
      label: "expected a name of the IANA time zone database, such as `\"Asia/Shanghai\"`")
    var work = 1_000_000
    guard let meant = Spelling.nearest(to: name, among: TimeZoneNames.all, work: &work)?.name
    else { return diagnostic }
    diagnostic.label = "not in the IANA time zone database"
    diagnostic.edits = [
      .init(span, "\"\(meant)\"", safety: .unsafe, title: "write `\"\(meant)\"`")
    ]
    return diagnostic
  }

  private func words(_ expected: LiteralMistake.Expected) -> (String, String, String) {
    switch expected {
    case .quantity(.count): ("TG0016", "a quantity", "`500`")
    case .quantity(.bytes): ("TG0016", "a size", "`5 GB`")
    case .quantity(.seconds): ("TG0016", "a length of time", "`30min`")
    case .quantity(.minutes): ("TG0016", "a length of time", "`30min`")
    case .quantity(.hours): ("TG0016", "a length of time", "`24h`")
    case .quantity(.days): ("TG0016", "a length of time", "`7 days`")
    case .count: ("TG0016", "a plain number", "`2016`")
    case .value: ("TG0016", "a value of a setting", "`7 days`, `5 GB`, `20%` or `100`")
    case .duration: ("TG0016", "a duration", "`24h` or `7 days`")
    case .percentage: ("TG0016", "a percentage", "`25%`")
    case .instant: ("TG0008", "a date or a time", "`2026-03-01` or `2026-03-01T08:00Z`")
    case .version: ("TG0008", "a version", "`1.4.2`")
    case .money: ("TG0009", "an amount of money", "`59.99 TRY`")
    case .period: ("TG0016", "a period", "`per month`, `per 6 months` or `per year`")
    }
  }

  private func unknownUnit(
    _ unit: String, _ expected: LiteralMistake.Expected, _ span: Span
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0016", headline: "there is no unit called `\(unit)`", span: span,
      label: "not a unit of the language")
    switch expected {
    case .duration, .quantity(.seconds), .quantity(.minutes), .quantity(.hours), .quantity(.days):
      diagnostic.notes = ["units of time: \(MeasureUnit.durations.joined(separator: ", "))"]
    case .quantity(.bytes):
      diagnostic.notes = ["units of size: \(MeasureUnit.sizes.joined(separator: ", "))"]
    case .period:
      diagnostic.headline = "a price is not paid per `\(unit)`"
      diagnostic.notes = ["periods of a price: week, month, year, and several of them"]
    case .percentage: diagnostic.notes = ["a percentage ends in `%`"]
    default:
      diagnostic.notes = [
        "units of size: \(MeasureUnit.sizes.joined(separator: ", "))",
        "units of time: \(MeasureUnit.durations.joined(separator: ", "))",
      ]
    }
    if let meant = meant(unit, expected) {
      diagnostic.edits = [.init(span, meant, safety: .unsafe, title: "write `\(meant)`")]
    }
    return diagnostic
  }

  /// A unit that is written in other capitals, or as people abbreviate it.
  private func meant(_ unit: String, _ expected: LiteralMistake.Expected) -> String? {
    if expected == .period { return nil }
    for known in MeasureUnit.sizes + MeasureUnit.durations
    where known.lowercased() == unit.lowercased() && expected != .duration {
      return known
    }
    switch unit.lowercased() {
    case "m", "mins", "minute", "minutes": return "min"
    case "hr", "hrs", "hour", "hours": return "h"
    case "sec", "secs", "second", "seconds": return "s"
    case "d", "day": return "day"
    case "days": return "days"
    case "w", "week": return "week"
    case "weeks": return "weeks"
    case "byte", "bytes": return expected == .duration ? nil : "B"
    default: return nil
    }
  }

  private func notWhole(
    _ dimension: Measure.Dimension, _ text: String, _ span: Span
  ) -> Diagnostic {
    let headline =
      switch dimension {
      case .plain: "`\(text)` is not a whole number"
      case .bytes: "`\(text)` is not a whole number of bytes"
      case .seconds: "`\(text)` is not a whole number of seconds"
      case .months: "`\(text)` is not a whole number of months"
      case .percent: "`\(text)` has more than two decimals"
      }
    return Diagnostic(
      code: "TG0007", headline: headline, span: span, label: "a fraction is left over")
  }

  private func zero(_ zero: LiteralMistake.Zero, _ text: String, _ span: Span) -> Diagnostic {
    switch zero {
    case .limit:
      Diagnostic(
        code: "TG0007", headline: "nobody stays below a limit of `>= 0`", span: span,
        label: "the limit must be at least 1",
        help: ["write `> 0` to gate the very first one"])
    case .duration:
      Diagnostic(
        code: "TG0007", headline: "`\(text)` is too short for a duration", span: span,
        label: "write a duration of at least one second")
    case .count:
      Diagnostic(
        code: "TG0007", headline: "`\(text)` is less than one", span: span,
        label: "write a number of at least 1")
    case .people:
      Diagnostic(
        code: "TG0007", headline: "nobody shares with fewer than 2 people", span: span,
        label: "write a number of at least 2",
        help: ["leave the clause out for a product that is not shared"])
    }
  }

  private func otherUnit(
    _ dimension: Measure.Dimension, _ meter: String, _ unit: Meter.Unit, _ place: Span,
    _ text: String, _ span: Span
  ) -> Diagnostic {
    let what = dimension == .bytes ? "a size" : "a length of time"
    let measures =
      switch unit {
      case .count: "`\(meter)` counts things"
      case .bytes: "`\(meter)` is measured in bytes"
      case .seconds, .minutes, .hours, .days: "`\(meter)` is measured in \(unit.word)"
      }
    let other = dimension == .bytes ? "bytes" : "seconds"
    return Diagnostic(
      code: "TG0016", headline: "\(measures), and `\(text)` is \(what)", span: span,
      label: "\(what) does not fit this meter", related: [.init(place, measures)],
      help: ["declare `meter \(meter) in \(other)`, or write a quantity that fits it"])
  }
}
