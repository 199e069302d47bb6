import TollgateCompiler
import TollgateRuntime

extension BoxWords {
  func fact(_ quantity: VariableKey, _ side: Box.Side) -> String {
    let fact = terms.facts[Int(quantity.a)]
    let text: String
    switch fact.type {
    case .yesOrNo, .choice: text = values(of: fact, side)
    case .number: text = interval(side.interval, of: side.variable) { "\($0)" }
    case .date: text = moments(side) { QuantityWords.instant(Instant(milliseconds: $0)) }
    case .version:
      text = moments(side) { rank in
        rank > 0 ? VersionText.print(fact.versions[Int(rank) - 1]) : "0.0"
      }
    }
    return fact.name + " " + text
  }

  /// The values of a fact one by one.
  private func values(of fact: Terms.FactTerm, _ side: Box.Side) -> String {
    var names: [String] = []
    for value in side.interval {
      if value < 0 {
        names.append("not reported")
      } else if fact.type == .choice, value >= fact.choices.count {
        names.append("anything else")
      } else {
        names.append(fact.value(value).words)
      }
    }
    // “Not reported” comes last.
    if names.first == "not reported" { names.append(names.removeFirst()) }
    return QuantityWords.list(names, "or")
  }

  /// An interval of dates or versions: from one, and before the next.
  private func moments(_ side: Box.Side, _ words: (Int64) -> String) -> String {
    let variable = space[side.variable]
    var first = variable.range.lowerBound
    var ending = ""
    if variable.canBeMissing {
      if side.interval.upperBound == first { return "not reported" }
      if side.interval.lowerBound == first { ending = " or not reported" }
      first += 1
    }
    var parts: [String] = []
    if side.interval.lowerBound > first { parts.append("since \(words(side.interval.lowerBound))") }
    if side.interval.upperBound < variable.range.upperBound {
      parts.append("before \(words(side.interval.upperBound + 1))")
    }
    return (parts.isEmpty ? "reported" : parts.joined(separator: " and ")) + ending
  }

  /// How long ago a date was.
  func since(_ quantity: VariableKey, _ side: Box.Side) -> String {
    let name = terms.facts[Int(quantity.a)].name
    let variable = space[side.variable]
    var first = variable.range.lowerBound
    var ending = ""
    if variable.canBeMissing {
      if side.interval.upperBound == first { return "\(name) not reported" }
      if side.interval.lowerBound == first { ending = " or not reported" }
      first += 1
    }
    var parts: [String] = []
    if side.interval.lowerBound > first {
      parts.append("from " + moment(side.interval.lowerBound, after: name))
    }
    if side.interval.upperBound < variable.range.upperBound {
      parts.append("until " + moment(side.interval.upperBound + 1, after: name))
    }
    return (parts.isEmpty ? "\(name) reported" : parts.joined(separator: " ")) + ending
  }

  private func moment(_ span: Int64, after name: String) -> String {
    if span == 0 { return name }
    return QuantityWords.span(span < 0 ? -span : span) + (span < 0 ? " before " : " after ") + name
  }

  func time(_ interval: ClosedRange<Int64>, of place: Int32) -> String {
    let range = space[place].range
    var parts: [String] = []
    if interval.lowerBound > range.lowerBound {
      parts.append("from " + QuantityWords.instant(Instant(milliseconds: interval.lowerBound)))
    }
    if interval.upperBound < range.upperBound {
      let end = Instant(milliseconds: interval.upperBound.saturatingAdd(1))
      parts.append("until " + QuantityWords.instant(end))
    }
    return parts.joined(separator: " ")
  }

  func bucket(_ quantity: VariableKey, _ side: Box.Side) -> String {
    let name = terms.rollouts[Int(quantity.a)]
    let variable = space[side.variable]
    if variable.canBeMissing, side.interval.upperBound == variable.range.lowerBound {
      return "without a user id"
    }
    let isMissing = variable.canBeMissing && side.interval.lowerBound == variable.range.lowerBound
    let ending = isMissing ? " or without a user id" : ""
    let (low, high) = (max(0, side.interval.lowerBound), side.interval.upperBound + 1)
    switch (low == 0, high == 10_000) {
    case (true, true): return "with a user id" + ending
    case (true, false): return "in the first \(QuantityWords.share(high)) of \(name)" + ending
    case (false, true): return "not in the first \(QuantityWords.share(low)) of \(name)" + ending
    case (false, false):
      return "between \(QuantityWords.share(low)) and \(QuantityWords.share(high)) of \(name)"
        + ending
    }
  }
}
