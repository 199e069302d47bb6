extension Diagnostic {
  /// A sentence that other price lists write in these words, and the language in others.
  ///
  /// - Parameter edit: The text that the span should have, and its title.
  private static func habit(
    _ headline: String, _ span: Span, _ label: String, help: [String] = [],
    write text: String? = nil, at place: Span? = nil, safety: Edit.Safety = .unsafe
  ) -> Diagnostic {
    let edits = text.map { text in
      let title = text.isEmpty ? "remove it" : "write `\(text.trimmedAtStart().trimmed())`"
      return [Edit(place ?? span, text, safety: safety, title: title)]
    }
    return Diagnostic(
      code: "TG0001", headline: headline, span: span, label: label, help: help,
      edits: edits ?? [])
  }

  /// `paid not pro`
  static func paidNot(_ span: Span) -> Diagnostic {
    habit(
      "`paid` stands before `not`", span, "`paid` marks the entitlement behind it",
      write: "not paid", safety: .safe)
  }

  // MARK: Ladders and settings

  /// `100 requires plus` below a ladder.
  static func stepVerb(_ found: String, _ span: Span) -> Diagnostic {
    habit(
      "expected `with`, found \(found)", span, "in a step, write the requirement after `with`",
      write: "with", safety: .safe)
  }

  /// `bills > 500 for each of seats`
  static func limitForEach(_ span: Span) -> Diagnostic {
    habit(
      "a limit for each of something is written with `at most`", span,
      "stands only behind `at most`, in a step below it, or in a setting",
      help: [
        "write, for example, `bills at most 500 for each of seats`, and below it "
          + "`unlimited with pro`"
      ])
  }

  /// `csv-export = pro`
  static func equalsForRequires(_ found: String, _ span: Span, write text: String) -> Diagnostic {
    habit(
      "`\(found)` is not a sign of the language", span, "what opens it is written after `requires`",
      write: text)
  }

  /// `plus 100` or `plus: 100` below a ladder.
  static func stepBackwards(_ span: Span, value: String, name: String) -> Diagnostic {
    habit(
      "the value of a step is written after the plan", span, "a step begins with its value",
      write: "\(value) with \(name)")
  }

  /// `at most 10 guests`
  static func meterLast(_ span: Span, line: Span, value: String, meter: String?) -> Diagnostic {
    habit(
      "the meter is written after `at most`", span, "a limit begins with its meter",
      help: meter == nil ? ["write the meter first: `guests at most 10`"] : [],
      write: meter.map { "\($0) at most \(value)" }, at: line)
  }

  /// `guests <= 10`, `guests up to 10`, `guests is at most 10`
  static func atMost(_ found: String, _ span: Span) -> Diagnostic {
    habit(
      "expected `at most`, found `\(found)`", span, "a limit for everybody is written `at most`",
      write: "at most")
  }

  /// `guests < 10` without a requirement.
  static func below(_ span: Span, meter: String, most: Int64?) -> Diagnostic {
    var diagnostic = habit(
      "expected `at most`, found `<`", span, "a limit for everybody is written `at most`",
      help: ["write the most that is allowed: `\(meter) at most \(most ?? 10)`"])
    if most == nil { diagnostic.help = ["write the most that is allowed: `guests at most 10`"] }
    return diagnostic
  }

  /// `history is 8 days` without `setting`.
  static func settingWord(_ found: String, _ span: Span, start: Int) -> Diagnostic {
    habit(
      "expected `off` or `not` after `is`, found \(found)", span,
      "a value that plans change is a setting", write: "setting ", at: Span(start, start))
  }

  /// `history is 30 days with plus` below the setting itself.
  static func settingAgain(_ name: String, _ span: Span, rest: Span) -> Diagnostic {
    habit(
      "a step repeats the name of its setting `\(name)`", span, "a step begins with its value",
      write: "", at: rest)
  }

  /// `, bigger is better`
  static func biggerIsBetter(_ found: String, _ span: Span, from comma: Span) -> Diagnostic {
    habit(
      "expected `, smaller is better` or the end of the line, found `\(found)`", span,
      "the greatest value is the best unless the line says `, smaller is better`",
      write: "", at: comma)
  }

  // MARK: Windows

  /// `10 a day`, `10/day`, `10 daily`
  static func windowWord(_ found: String, _ span: Span, meant: String) -> Diagnostic {
    habit(
      "expected `per`, found \(found)", span, "a window is written `per day` or `per 3 hours`",
      write: meant)
  }

  // MARK: Products

  /// `$8/month`, `8 USD a month`, `8,99 EUR per month`
  static func priceForm(
    _ found: String, _ span: Span, meant: [String], line: Span
  ) -> Diagnostic {
    var diagnostic = habit(
      "a price is not written with \(found)", span,
      "a price is an amount, a currency code and a period",
      help: meant.isEmpty ? ["write, for example, `price 8 USD per month for each of seats`"] : [])
    diagnostic.edits = meant.map { Edit(line, $0, safety: .unsafe, title: "write `\($0)`") }
    return diagnostic
  }

  /// `price free`
  static func priceWord(_ found: String, _ span: Span) -> Diagnostic {
    habit(
      "expected a price after `price`, found `\(found)`", span,
      "a price is an amount, a currency code and a period",
      help: found == "free"
        ? ["leave the product out: the first tier is what everybody has"]
        : ["write `price 12 CNY per year`, `price on request`, or no price"])
  }

  /// `billed annually`, `billed monthly`
  static func billingWord(
    _ found: String, _ span: Span, meant: String, from billed: Span
  ) -> Diagnostic {
    var diagnostic = habit(
      "expected `yearly` or `every 6 months` after `billed`, found `\(found)`", span,
      meant.isEmpty
        ? "a price per month is billed every month by itself"
        : "how often it is billed is written `\(meant)`",
      write: meant, at: meant.isEmpty ? Span(billed.start - 1, span.end) : nil, safety: .safe)
    if meant.isEmpty { diagnostic.edits[0].title = "remove `billed \(found)`" }
    return diagnostic
  }

  /// `introductory price 5 USD per month for each of seats`
  static func introductionEach(_ found: String, _ span: Span) -> Diagnostic {
    habit(
      "`\(found)` is not needed here", span,
      "an introductory price is for each of the meter that the price is for",
      write: "", at: Span(span.start - 1, span.end))
  }

  /// `introductory price 5 USD per month for the first year`
  static func firstPeriod(_ found: String, _ span: Span, unit: String) -> Diagnostic {
    habit(
      "expected a duration, found `\(found)`", span, "how long it counts is a number and a unit",
      write: "1 \(unit)")
  }

  /// `trial of 7 days`, `free trial 7 days`
  static func extraWord(_ found: String, _ span: Span) -> Diagnostic {
    habit("`\(found)` is not needed here", span, "the sentence has no such word", write: "")
  }

  /// `then 0.05 USD per credit`
  static func perUnit(_ span: Span, unit: String) -> Diagnostic {
    habit(
      "expected `for each` after the price, found `per \(unit)`", span,
      "`per` is for a week, a month or a year", write: "for each \(unit)")
  }

  /// `for sale to plus`
  static func saleWord(_ found: String, _ span: Span, meant: String) -> Diagnostic {
    habit(
      "expected `with`, `without`, `from`, `until`, `when`, `unless` or the end of the line, found "
        + "`\(found)`", span, "did you mean `\(meant)`?", write: meant)
  }

  /// `for sale with standard without pro`
  static func withAndWithout(
    _ found: String, _ span: Span, _ first: Span, line: Span?, _ meant: String
  ) -> Diagnostic {
    var diagnostic = habit(
      "`for sale` says `with` or `without`, and not both", span,
      "`\(found)` stands beside the other one",
      help: line == nil ? ["write one requirement: `\(meant)`"] : [],
      write: line == nil ? nil : meant, at: line)
    diagnostic.code = "TG0018"
    diagnostic.related = [.init(first, "the first one")]
    return diagnostic
  }

  /// `shared with 6 people`
  static func sharedNumber(_ found: String, _ span: Span) -> Diagnostic {
    habit(
      "expected `family` or `up to` after `with`, found \(found)", span,
      "how many people share it is written `up to 6 people`", write: "up to ",
      at: Span(span.start, span.start))
  }

  // MARK: Clauses

  /// `counted by team`, `refills every 5h`
  static func meterClause(_ word: String, _ found: String, _ span: Span) -> Diagnostic {
    let isCounted = word == "counted"
    let example = isCounted ? "counted per team` or `counted for ever" : "refills 1 every 30min"
    return habit(
      "expected \(isCounted ? "`per` or `for ever`" : "a quantity") after `\(word)`, found \(found)",
      span, "not expected here", help: ["write, for example, `\(example)`"])
  }

  /// `counted forever`
  static func countedForever(_ span: Span) -> Diagnostic {
    habit(
      "expected `for ever` after `counted`, found `forever`", span, "these are two words here",
      write: "for ever")
  }

  /// `instead export`
  static func insteadUse(_ found: String, _ span: Span, edits: Bool) -> Diagnostic {
    habit(
      "expected `use` after `instead`, found \(found)", span,
      edits ? "`use` is missing before this" : "not expected here",
      help: edits ? [] : ["write, for example, `instead use basic-model`"],
      write: edits ? "use " : nil, at: Span(span.start, span.start))
  }

  /// `use export` or `use export instead` below a rule.
  static func useWithoutInstead(_ span: Span, line: Span, targets: String) -> Diagnostic {
    habit(
      "expected a text in quotes after `use`, found a name", span,
      "what else may be used begins with `instead`", write: "instead use \(targets)", at: line)
  }
}
