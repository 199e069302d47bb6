import TollgateCompiler
import TollgateRuntime
import TollgateWords

extension BoxWords {
  func fact(_ quantity: VariableKey, _ side: Box.Side) -> String {
    let fact = terms.facts[Int(quantity.a)]
    let text: String
    switch fact.type {
    case .yesOrNo, .choice: text = values(of: fact, side)
    case .number: text = interval(side.interval, of: side.variable) { "\($0)" }
    case .date: text = moments(side) { TimeText.utc.literal(Instant(milliseconds: $0)) }
    case .version:
      text = moments(side) { rank in
        rank > 0 ? VersionText.print(fact.versions[Int(rank) - 1]) : "0.0"
      }
    }
    return reading(of: fact.name, text)
  }

  /// The reported value of something, or that there is none.
  func reading(of name: String, _ text: String) -> String {
    text == missing || text == reported
      ? words("\(name) \(text)", "\(text)\(name)") : words("\(name) \(text)", "\(name)为\(text)")
  }

  /// The values of a fact one by one.
  private func values(of fact: Terms.FactTerm, _ side: Box.Side) -> String {
    var names: [String] = []
    for value in side.interval {
      if value < 0 {
        names.append(missing)
      } else if fact.type == .choice, value >= fact.choices.count {
        names.append(words("anything else", "其他值"))
      } else {
        names.append(fact.value(value).words)
      }
    }
    // “Not reported” comes last.
    if names.first == missing { names.append(names.removeFirst()) }
    return or(names)
  }

  /// An interval of dates or versions: from one, and before the next.
  private func moments(_ side: Box.Side, _ print: (Int64) -> String) -> String {
    known(side.interval, of: side.variable) { range in
      var parts: [String] = []
      if side.interval.lowerBound > range.lowerBound {
        let start = print(side.interval.lowerBound)
        parts.append(words("since \(start)", "\(start)及以后"))
      }
      if side.interval.upperBound < range.upperBound {
        let end = print(side.interval.upperBound + 1)
        parts.append(words("before \(end)", "\(end)之前"))
      }
      return parts.isEmpty ? reported : both(parts)
    }
  }

  /// How long ago a date was.
  func since(_ quantity: VariableKey, _ side: Box.Side) -> String {
    let name = terms.facts[Int(quantity.a)].name
    let variable = space[side.variable]
    var first = variable.range.lowerBound
    var ending = ""
    if variable.canBeMissing {
      if side.interval.upperBound == first { return reading(of: name, missing) }
      if side.interval.lowerBound == first { ending = orMissing }
      first += 1
    }
    let range = side.interval
    let start = range.lowerBound > first ? moment(range.lowerBound, after: name) : nil
    let end =
      range.upperBound < variable.range.upperBound ? moment(range.upperBound + 1, after: name) : nil
    return (time(from: start, until: end) ?? reading(of: name, reported)) + ending
  }

  private func moment(_ span: Int64, after name: String) -> String {
    if span == 0 { return name }
    let length = duration(span < 0 ? -span : span)
    return span < 0
      ? words("\(length) before \(name)", "\(name)之前\(length)")
      : words("\(length) after \(name)", "\(name)之后\(length)")
  }

  /// `from 2026-01-01 until 2026-02-01`; nil without either.
  private func time(from start: String?, until end: String?) -> String? {
    switch (start, end) {
    case (let start?, let end?): words("from \(start) until \(end)", "\(start)起，至\(end)为止")
    case (let start?, nil): words("from \(start)", "\(start)起")
    case (nil, let end?): words("until \(end)", "至\(end)为止")
    case (nil, nil): nil
    }
  }

  func time(_ interval: ClosedRange<Int64>, of place: Int32) -> String {
    let range = space[place].range
    func instant(_ value: Int64) -> String {
      TimeText.utc.literal(Instant(milliseconds: value))
    }
    let start = interval.lowerBound > range.lowerBound ? instant(interval.lowerBound) : nil
    let isOpen = interval.upperBound == range.upperBound
    return time(from: start, until: isOpen ? nil : instant(interval.upperBound.saturatingAdd(1)))
      ?? ""
  }

  func bucket(_ quantity: VariableKey, _ side: Box.Side) -> String {
    let name = terms.rollouts[Int(quantity.a)]
    let variable = space[side.variable]
    if variable.canBeMissing, side.interval.upperBound == variable.range.lowerBound {
      return words("without a user id", "没有用户 ID")
    }
    let isMissing = variable.canBeMissing && side.interval.lowerBound == variable.range.lowerBound
    let ending = isMissing ? words(" or without a user id", "或没有用户 ID") : ""
    let (low, high) = (max(0, side.interval.lowerBound), side.interval.upperBound + 1)
    let (first, last) = (percent(low), percent(high))
    let place =
      switch (low == 0, high == 10_000) {
      case (true, true): words("with a user id", "有用户 ID")
      case (true, false): words("in the first \(last) of \(name)", "在\(name)的前\(last)之内")
      case (false, true):
        words("not in the first \(first) of \(name)", "不在\(name)的前\(first)之内")
      case (false, false):
        words("between \(first) and \(last) of \(name)", "在\(name)的\(first)至\(last)之间")
      }
    return place + ending
  }
}
