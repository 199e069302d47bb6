import TollgateCompiler
import TollgateRuntime
import TollgateWords

extension Witness {
  /// The example in English.
  package var words: String { words(in: .english) }

  /// The example in words, with only what matters: "a free user with 501 bills, platform
  /// ios, on 2026-03-01".
  func words(in language: Language) -> String {
    WitnessWords(witness: self, language: language).text
  }
}

/// A witness in words, in either language.
private struct WitnessWords: Bilingual {
  let witness: Witness
  let language: Language
  var space: Space { witness.space }
  var terms: Terms { witness.terms }
  var point: Point { witness.point }

  var text: String {
    let snapshot = WitnessedCase(witness, needsSubject: false).snapshot
    var text = person
    let counters = counterWords(snapshot)
    if !counters.isEmpty { text += words(" with \(and(counters))", "，\(and(counters))") }
    for phrase in askWords + factWords(snapshot) + rolloutWords + dataWords {
      text += words(", ", "，") + phrase
    }
    if witness.box[of: .now, in: space] != nil {
      let now = TimeText.utc.literal(witness.now)
      text += words(", on \(now)", "，\(now)")
    }
    return text
  }

  /// The variables of a kind that matter.
  private func matters(_ kind: VariableKey.Kind) -> [Int32] {
    witness.box.sides.map { $0.variable }.filter { space[$0].quantity.kind == kind }
  }

  // MARK: Who

  private var person: String {
    var text = words("a user", "用户")
    if let tier = matters(.tier).first {
      let name = terms.tiers[Int(point[tier])]
      text = words("\(EnglishNoun.article(for: name)) \(name) user", "\(name) 用户")
    } else if witness.box.sides.isEmpty {
      return words("anyone", "任何人")
    }
    var has: [String] = []
    var lacks: [String] = []
    for place in matters(.entitlement) {
      let name = terms.entitlements[Int(space[place].quantity.a)]
      if point[place] == 1 { has.append(name) } else { lacks.append(name) }
    }
    if !has.isEmpty { has = [words("holds \(and(has))", "拥有\(and(has))")] }
    for place in matters(.product) {
      let name = terms.products[Int(space[place].quantity.a)].name
      if point[place] == 0 { lacks.append(name) } else { has.append(holding(place, name)) }
    }
    has += additions
    for place in matters(.family) where point[place] == 1 {
      let name = terms.products[Int(space[place].quantity.a)].name
      has.append(words("shares \(name) with the family", "通过家庭共享使用\(name)"))
    }
    if !has.isEmpty { text += words(" who \(and(has))", "，\(has.joined(separator: "，"))") }
    if !lacks.isEmpty { text += words(" without \(or(lacks))", "，没有\(or(lacks))") }
    return text
  }

  /// The products that bring what is added to a setting, where that says which they are.
  private var additions: [String] {
    guard !matters(.added).isEmpty else { return [] }
    let told = Set(matters(.product).map { space[$0].quantity.a })
    var texts: [String] = []
    for place in space.variables.indices.map({ Int32($0) })
    where space[place].quantity.kind == .product && point[place] > 0
      && !told.contains(space[place].quantity.a)
      && witness.times[space[place].quantity.a] != nil
    {
      texts.append(holding(place, terms.products[Int(space[place].quantity.a)].name))
    }
    return texts
  }

  /// How the user has a product: now, or until it ran out.
  private func holding(_ place: Int32, _ name: String) -> String {
    let grace = terms.products[Int(space[place].quantity.a)].grace
    guard point[place] <= grace else {
      let count = witness.times[space[place].quantity.a] ?? 1
      return words(
        "bought \(name)" + (count > 1 ? " \(count) times" : ""),
        count > 1 ? "买过 \(String(count)) 次\(name)" : "已购买\(name)")
    }
    let elapsed = grace - point[place]
    if elapsed == 0 { return words("had \(name) until now", "\(name)刚刚到期") }
    let span = duration(elapsed)
    return words("had \(name) until \(span) ago", "\(name)已到期\(span)")
  }

  // MARK: Usage and question

  private func counterWords(_ snapshot: Snapshot) -> [String] {
    var texts: [String] = []
    var seen: Set<VariableKey> = []
    for side in witness.box.sides {
      let quantity = space[side.variable].quantity
      guard quantity.kind == .used || quantity.kind == .after || quantity.kind == .whole,
        seen.insert(VariableKey(.used, quantity.a, quantity.b)).inserted,
        let window = Window(code: quantity.b)
      else { continue }
      let meter = terms.meters[Int(quantity.a)]
      let when = within(window)
      guard let used = snapshot.usage[meter.name]?[window]?.used else {
        let name = meter.name
        let chinese = when.isEmpty ? name : words("", "\(when)的\(name)")
        texts.append(words("\(name)\(when) not reported", "未提供\(chinese)"))
        continue
      }
      let amount = amount(used, of: meter)
      texts.append(words(amount + when, "\(when)\(amount)"))
    }
    for meter in terms.meters {
      guard let allowance = snapshot.allowances[meter.name], allowance > 0 else { continue }
      let amount = amount(allowance, of: meter)
      texts.append(words("an allowance of \(amount)", "额度为\(amount)"))
    }
    for place in matters(.noAllowance) where point[place] == 1 {
      let name = terms.meters[Int(space[place].quantity.a)].name
      texts.append(words("no allowance of \(name) reported", "未提供\(name)的额度"))
    }
    return texts
  }

  /// So much of a meter: `501 bills`, `no bills`, `10 GB of storage`.
  private func amount(_ value: Int64, of meter: Terms.MeterTerm) -> String {
    if value == 0, meter.unit == .count, language == .english { return "no \(meter.name)" }
    return AmountText.things(value, meter.unit, named: meter.name, language)
  }

  private var askWords: [String] {
    var texts: [String] = []
    for (index, variable) in space.variables.enumerated() where variable.quantity.kind == .growth {
      let amount = point.values[index]
      guard amount != 1 else { continue }
      let text = AmountText.print(amount, terms.meters[Int(variable.quantity.a)].unit, language)
      texts.append(words("adding \(text)", "新增\(text)"))
    }
    for place in matters(.continuing) where point[place] == 1 {
      texts.append(words("already under way", "已在进行"))
    }
    return texts
  }

  // MARK: Facts, rollouts and age of the data

  private func factWords(_ snapshot: Snapshot) -> [String] {
    var texts: [String] = []
    var seen: Set<String> = []
    for side in witness.box.sides {
      let quantity = space[side.variable].quantity
      guard quantity.kind == .fact || quantity.kind == .since else { continue }
      let name = terms.facts[Int(quantity.a)].name
      guard seen.insert(name).inserted else { continue }
      texts.append(
        snapshot.facts[name].map { words("\(name) \($0.words)", "\(name)为\($0.words)") }
          ?? words("\(name) not reported", "未提供\(name)"))
    }
    return texts
  }

  private var rolloutWords: [String] {
    var texts: [String] = []
    for place in matters(.bucket) {
      if witness.isMissing(place) { return [words("without a user id", "没有用户 ID")] }
      let name = terms.rollouts[Int(space[place].quantity.a)]
      guard let side = witness.box[place] else { continue }
      if side.lowerBound == 0 {
        texts.append(words("in \(name)", "在\(name)之内"))
      } else if side.upperBound == 9_999 {
        texts.append(words("not in \(name)", "不在\(name)之内"))
      } else {
        let (from, until) = (
          side.lowerBound.percent, (side.upperBound + 1).percent
        )
        texts.append(
          words("between \(from) and \(until) of \(name)", "在\(name)的 \(from) 至 \(until)"))
      }
    }
    return texts
  }

  private var dataWords: [String] {
    guard let place = matters(.age).first, point[place] > 0 else { return [] }
    if point[place] == .max {
      return [words("with purchase data never confirmed", "购买数据从未确认")]
    }
    let age = duration(point[place])
    return [words("with purchase data \(age) old", "购买数据已有\(age)")]
  }
}

extension FactValue {
  /// The value as an example names it.
  var words: String {
    switch self {
    case .yesOrNo(let value): value ? "yes" : "no"
    case .number(let value): "\(value)"
    case .date(let instant): TimeText.utc.literal(instant)
    case .version(let version): VersionText.print(version)
    case .choice(let choice): choice
    }
  }
}

extension Box {
  /// The side of the first variable of a kind.
  subscript(of kind: VariableKey.Kind, in space: Space) -> ClosedRange<Int64>? {
    sides.first { space[$0.variable].quantity.kind == kind }?.interval
  }
}
