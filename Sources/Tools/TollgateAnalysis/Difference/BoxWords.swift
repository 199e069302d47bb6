import TollgateCompiler
import TollgateRuntime
import TollgateWords

/// The users for whom an answer is the same, as intervals of what matters: `bills 301 to 500,
/// without pro`.
struct BoxWords: Bilingual {
  let witness: Witness
  let language: Language
  private let target: String
  var space: Space { witness.space }
  var terms: Terms { witness.terms }

  init(_ witness: Witness, target: String, in language: Language) {
    self.witness = witness
    self.language = language
    self.target = target
  }

  var text: String {
    var phrases: [(rank: Int, text: String)] = []
    for side in witness.box.sides {
      guard let phrase = phrase(side) else { continue }
      phrases.append((rank(of: space[side.variable].quantity.kind, phrase), phrase))
    }
    guard !phrases.isEmpty else { return words("everybody", "所有人") }
    var texts: [String] = []
    for rank in 0...5 {
      for phrase in phrases where phrase.rank == rank { texts.append(phrase.text) }
    }
    return texts.joined(separator: words(", ", "，"))
  }

  /// The place of a phrase: first how much, then with what, then without what.
  private func rank(of kind: VariableKey.Kind, _ phrase: String) -> Int {
    switch kind {
    case .used, .after, .whole, .growth, .allowance, .noAllowance, .added, .asked, .carried,
      .bought:
      0
    case .tier, .entitlement, .product, .family, .purchase, .paidTier, .trial:
      phrase.utf8.starts(with: words("without ", "没有").utf8) ? 2 : 1
    case .fact, .since: 3
    case .bucket, .age, .continuing: 4
    case .now: 5
    }
  }

  private func phrase(_ side: Box.Side) -> String? {
    let quantity = space[side.variable].quantity
    switch quantity.kind {
    case .tier: return tier(side.interval)
    case .entitlement:
      return with(terms.entitlements[Int(quantity.a)], side.interval)
    case .product, .purchase: return product(quantity, side.interval)
    case .family:
      let name = terms.products[Int(quantity.a)].name
      return side.interval.lowerBound == 1
        ? words("\(name) shared with the family", "家庭共享的\(name)") : nil
    case .paidTier:
      // Who has paid goes without saying.
      let last = side.interval.upperBound
      guard last < terms.tiers.count - 1 else { return nil }
      return words(
        "in a trial of \(terms.tiers[Int(last) + 1])", "处于\(terms.tiers[Int(last) + 1])的试用期")
    case .trial:
      guard side.interval.lowerBound == 1 else { return nil }
      let name =
        quantity.b == 1
        ? terms.products[Int(quantity.a)].name : terms.entitlements[Int(quantity.a)]
      return words("in a trial of \(name)", "处于\(name)的试用期")
    case .used, .after, .whole: return counter(quantity, side)
    case .bought:
      let numbers = terms.numbers[quantity] ?? [0]
      let (first, last) = (Int(side.interval.lowerBound), Int(side.interval.upperBound))
      let name = terms.meters[Int(quantity.a)].name
      if last == 0 { return words("no \(name) bought", "没有购买\(name)") }
      let least = String(numbers[first])
      if last == numbers.count - 1 {
        return words("\(least) or more \(name) bought", "购买的\(name)不少于 \(least)")
      }
      // One number may stand for others beside it.
      let isExact = first == last && numbers[first] <= numbers[first - 1] + 1
      if first == last, !isExact || numbers[first] + 1 < numbers[first + 1] {
        return words("around \(least) \(name) bought", "购买的\(name)为 \(least) 左右")
      }
      let count = least + (first < last ? "–\(numbers[last])" : "")
      return words("\(count) \(name) bought", "购买的\(name)为 \(count)")
    case .carried:
      let amounts = terms.carried[quantity] ?? [0]
      let (first, last) = (Int(side.interval.lowerBound), Int(side.interval.upperBound))
      guard last > 0 else { return nil }
      let name = terms.meters[Int(quantity.a)].name
      if last == amounts.count - 1 {
        let least = String(amounts[first])
        return words("\(least) or more \(name) carried", "结转的\(name)不少于 \(least)")
      }
      let amount = String(amounts[first]) + (first < last ? "–\(amounts[last])" : "")
      return words("\(amount) \(name) carried", "结转的\(name)为 \(amount)")
    case .allowance:
      let amount = interval(side.interval, of: side.variable) { "\($0)" }
      let name = terms.meters[Int(quantity.a)].name
      return words("an allowance of \(amount) \(name)", "\(name)的额度为\(amount)")
    // Only claims ask about it.
    case .added: return nil
    case .growth:
      let amount = interval(side.interval, of: side.variable) { "\($0)" }
      return words("adding \(amount)", "新增\(amount)")
    // Outcomes are asked for without a value.
    case .asked: return nil
    case .noAllowance:
      let name = terms.meters[Int(quantity.a)].name
      return side.interval.lowerBound == 1
        ? words("no allowance of \(name) reported", "未提供\(name)的额度")
        : words("an allowance of \(name) reported", "已提供\(name)的额度")
    case .fact: return fact(quantity, side)
    case .since: return since(quantity, side)
    case .bucket: return bucket(quantity, side)
    case .age:
      // Fresh purchase data goes without saying.
      guard side.interval.lowerBound > 0 else { return nil }
      let age = duration(side.interval.lowerBound)
      return words("purchase data \(age) old or older", "购买数据已有\(age)或更久")
    case .continuing:
      return side.interval.lowerBound == 1
        ? words("already under way", "已在进行") : words("not under way", "尚未开始")
    case .now: return time(side.interval, of: side.variable)
    }
  }

  private func with(_ name: String, _ interval: ClosedRange<Int64>) -> String {
    interval.lowerBound >= 1 ? with(name) : without(name)
  }

  private func with(_ name: String) -> String { words("with \(name)", "拥有\(name)") }

  private func without(_ name: String) -> String { words("without \(name)", "没有\(name)") }

  private func tier(_ interval: ClosedRange<Int64>) -> String {
    var parts: [String] = []
    if interval.lowerBound > 0 { parts.append(with(terms.tiers[Int(interval.lowerBound)])) }
    if interval.upperBound < terms.tiers.count - 1 {
      parts.append(without(terms.tiers[Int(interval.upperBound) + 1]))
    }
    return parts.joined(separator: words(", ", "，"))
  }

  /// The last value means that it counts now, each lower one how long ago it ended.
  private func product(_ quantity: VariableKey, _ interval: ClosedRange<Int64>) -> String {
    let product = terms.products[Int(quantity.a)]
    let last = product.grace + 1
    // An entitlement of the same name is something else.
    let isAmbiguous = terms.entitlements.contains(product.name)
    let name =
      isAmbiguous ? words("the product \(product.name)", "商品\(product.name)") : product.name
    if interval.lowerBound == last { return with(name) }
    if interval.upperBound == 0 { return without(name) }
    let longest = duration(last - interval.lowerBound)
    if interval.upperBound == last {
      return words(
        "with \(name), or less than \(longest) after it ended",
        "拥有\(name)，或其结束不到\(longest)")
    }
    let shortest = duration(product.grace - interval.upperBound)
    if interval.lowerBound == 0 {
      return words("\(shortest) or more after \(name) ended", "\(name)结束\(shortest)或更久之后")
    }
    return words(
      "from \(shortest) to \(longest) after \(name) ended",
      "\(name)结束之后\(shortest)至\(longest)")
  }

  // MARK: Counters

  private func counter(_ quantity: VariableKey, _ side: Box.Side) -> String {
    let meter = terms.meters[Int(quantity.a)]
    var name = Window(code: quantity.b).map { counter(meter.name, $0) } ?? meter.name
    // If any amount may be asked for, the value that would be reached counts.
    var shift: Int64 = 0
    if meter.name == target, witness.scope.amount == nil, quantity.kind == .used {
      if space.place(of: VariableKey(.growth, quantity.a)) == nil {
        shift = 1
      } else {
        name = words("\(name) so far", "此前的\(name)")
      }
    }
    let amount = interval(side.interval, of: side.variable) { value in
      AmountText.print(value.saturatingAdd(shift), meter.unit, language)
    }
    return reading(of: name, amount)
  }

  /// A counter by its window: `exports today`, `exports this week`, `exports in 3 hours`.
  private func counter(_ name: String, _ window: Window) -> String {
    words(name + within(window), "\(self.window(window))\(name)")
  }

  /// An interval in words; it may include a value that is not reported.
  func interval(
    _ interval: ClosedRange<Int64>, of place: Int32, _ print: (Int64) -> String
  ) -> String {
    known(interval, of: place) { range in
      let low = max(range.lowerBound, interval.lowerBound)
      let isOpen = interval.upperBound == range.upperBound
      if low == range.lowerBound, isOpen { return reported }
      if low == interval.upperBound { return print(low) }
      // A value below zero is below the allowance, which does not matter to people.
      if isOpen { return words("\(print(low)) or more", "\(print(low))或以上") }
      let high = print(interval.upperBound)
      if low == range.lowerBound || low < 0 { return words("up to \(high)", "至多\(high)") }
      return words("\(print(low)) to \(high)", "\(print(low))至\(high)")
    }
  }

  /// An interval in the words that `print` has for it beside the values that can be reported, and
  /// whether it includes one that is not.
  func known(
    _ interval: ClosedRange<Int64>, of place: Int32, _ print: (ClosedRange<Int64>) -> String
  ) -> String {
    let variable = space[place]
    let first = variable.range.lowerBound
    guard variable.canBeMissing else { return print(variable.range) }
    if interval.upperBound == first { return missing }
    let words = print(first + 1...variable.range.upperBound)
    return interval.lowerBound == first ? words + orMissing : words
  }

  // MARK: Missing data

  var missing: String { words("not reported", "未提供") }
  var orMissing: String { words(" or not reported", "或未提供") }
  var reported: String { words("reported", "已提供") }
}

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
    func moment(_ value: Int64) -> String {
      self.moment(quantity.isInMonths ? .months(value) : .milliseconds(value), after: name)
    }
    let start = range.lowerBound > first ? moment(range.lowerBound) : nil
    let end = range.upperBound < variable.range.upperBound ? moment(range.upperBound + 1) : nil
    return (time(from: start, until: end) ?? reading(of: name, reported)) + ending
  }

  private func moment(_ span: Lapse, after name: String) -> String {
    if span.isZero { return name }
    let count = abs(span.count)
    let length = lapse(span.isMonths ? .months(count) : .milliseconds(count))
    return span.count < 0
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
