import TollgateCompiler
package import TollgateRuntime
import TollgateSyntax
import TollgateWords

/// A point that answers a question, and what matters about it.
package struct Witness: Sendable {
  package let space: Space
  package let terms: Terms
  package let scope: Scope
  /// One value for each variable; those that depend on each other fit together.
  package let point: Point
  /// The part that matters: every possible point of this box answers the question the same way, and no
  /// side of it can be left out.
  package let box: Box
  /// The values that nothing that was asked can tell from those of the point.
  package let cell: Box
  /// How many milliseconds from now on everything that is granted lasts; nil for without end.
  var lasting: Int64?
}

extension Universe {
  /// The most usual point of a region, and what matters about it; `nil` if it is empty.
  package func witness(in region: Region) throws(Exhausted) -> Witness? {
    guard let point = try point(in: region) else { return nil }
    return try witness(at: point, in: region)
  }

  /// A point of a region, and what matters about it.
  func witness(at point: Point, in region: Region) throws(Exhausted) -> Witness {
    let box = try widest(around: point, in: region)
    return Witness(
      space: space, terms: terms, scope: scope, point: settled(point), box: box,
      cell: cell(around: point))
  }

  /// A box around a point that lies in a region, as far as it is possible, and in which no side
  /// can be left out.
  package func widest(around point: Point, in region: Region) throws(Exhausted) -> Box {
    let domain = try domain()
    let impossible = try engine.complement(domain)
    let whole = try engine.or(region, impossible)
    var box = cell(around: point)
    for side in box.sides.sorted(by: { isDropped($0, before: $1) }) {
      try widen(&box, side, in: whole)
    }
    return box
  }

  /// The interval of each variable that was asked about.
  func cell(around point: Point) -> Box {
    var box = Box()
    for place in space.variables.indices where !thresholds[place].isEmpty {
      let value = point[Int32(place)]
      box[Int32(place)] = cell(of: Int32(place), around: value)
    }
    return box
  }

  /// The least important side is left out first: the time, amounts, then entitlements.
  private func isDropped(_ a: Box.Side, before b: Box.Side) -> Bool {
    let (x, y) = (space[a.variable].weight, space[b.variable].weight)
    return x == y ? a.variable > b.variable : x > y
  }

  private func widen(_ box: inout Box, _ side: Box.Side, in whole: Region) throws(Exhausted) {
    let range = space[side.variable].range
    let variable = space[side.variable]
    // A value that is known is known: the part of the range without "missing" comes first.
    let known =
      variable.canBeMissing && side.interval.lowerBound > range.lowerBound
      ? (range.lowerBound + 1)...range.upperBound : range
    for wide in [
      range, known, known.lowerBound...side.interval.upperBound,
      side.interval.lowerBound...known.upperBound,
    ] where wide.lowerBound <= side.interval.lowerBound {
      var wider = box
      wider[side.variable] = wide == range ? nil : wide
      if try engine.covers(whole, wider, in: space) {
        box = wider
        return
      }
    }
  }

  /// The interval between two places that were asked about.
  func cell(of place: Int32, around value: Int64) -> ClosedRange<Int64> {
    cells(of: place).first { $0.contains(value) } ?? value...value
  }

  /// A point whose dependent quantities fit together.
  func settled(_ point: Point) -> Point {
    var point = point
    for variable in space.variables where variable.quantity.isInMonths {
      settleNow(ofMonths: variable.quantity, &point)
    }
    for (place, variable) in space.variables.enumerated() {
      if variable.quantity.kind == .added {
        settle(added: Int32(place), &point)
      } else if let triangle = Triangle(of: variable.quantity) {
        settle(triangle, &point)
      }
    }
    return point
  }

  private func settle(_ triangle: Triangle, _ point: inout Point) {
    guard let x = space.place(of: triangle.x), let y = space.place(of: triangle.y),
      let shared = space.place(of: triangle.shared)
    else { return }
    let isMissing = space[x].canBeMissing && point[x] == space[x].range.lowerBound
    guard !isMissing else { return }
    var dates = cell(of: x, around: point[x])
    if triangle.kind == .months { dates = self.dates(dates, since: triangle.y.a, at: point) }
    let pair = triangle.settle(
      x: dates, y: cell(of: y, around: point[y]), shared: point[shared], near: point[x])
    point[x] = pair.x
    point[y] = pair.y
  }
}

extension Witness {
  /// A `scenario` statement that can be pasted into the policy, with what the engine decides about a
  /// target. Only what matters is given: what the example needs, and what else has to be known for
  /// the decision and its reason, and for what is said of the example besides. Nothing where the
  /// language cannot say it, as with a choice that nobody declared.
  package func scenario(
    of target: Target, in graph: RuleGraph, title: String? = nil,
    showing shows: (Snapshot, Instant) -> Bool = { _, _ in true }
  ) -> String? {
    let name = graph.parts.targets[Int(target.index)].name
    let ask = ask(about: name)
    func decision(_ example: WitnessedCase) -> Decision {
      graph.decide(target, ask: ask, for: graph.prepareTyped(example.snapshot), at: example.now)
    }
    var example = WitnessedCase(self)
    let wanted = decision(example)
    example.reduce { reduced in
      let decision = decision(reduced)
      return decision.outcome == wanted.outcome && decision.reason == wanted.reason
        && shows(reduced.snapshot, reduced.now)
    }
    let expectation =
      Spelled.name(name) + ScenarioText.words(of: ask, about: target, in: graph)
      + " \(wanted.outcome.rawValue) because \(wanted.reason.rawValue)"
    return ScenarioText(example, in: graph).text(title: title ?? words, expecting: [expectation])
  }
}

extension Witness {
  /// The same with the value of a setting in place of a decision about it.
  package func scenario(
    ofValueOf target: Target, in graph: RuleGraph, title: String? = nil,
    showing shows: (Snapshot, Instant) -> Bool = { _, _ in true }
  ) -> String? {
    func value(_ example: WitnessedCase) -> SettingValue? {
      graph.value(of: target, for: graph.prepareTyped(example.snapshot), at: example.now)
    }
    var example = WitnessedCase(self)
    guard let wanted = value(example) else { return nil }
    example.reduce { value($0) == wanted && shows($0.snapshot, $0.now) }
    let name = Spelled.name(graph.parts.targets[Int(target.index)].name)
    return ScenarioText(example, in: graph).text(
      title: title ?? words, expecting: ["\(name) is \(SettingLiteral.print(wanted))"])
  }
}

extension RuleGraph {
  func isMeter(_ target: Target) -> Bool {
    parts.targets[Int(target.index)].meter != nil
  }
}

extension WitnessedCase {
  /// Holds back what does not matter for as long as a test passes: all of it at once, or one thing
  /// after the other.
  mutating func reduce(_ test: (WitnessedCase) -> Bool) {
    let all = given
    let matters = Set(witness.box.sides.map { $0.variable })
    given = all.intersection(matters)
    if test(self) { return }
    given = all
    for place in all.subtracting(matters).sorted() {
      given.remove(place)
      if !test(self) { given.insert(place) }
    }
  }
}

/// The text of a scenario.
struct ScenarioText {
  private let snapshot: Snapshot
  private let now: Instant
  private let terms: Terms
  private let isFaithful: Bool

  init(_ example: WitnessedCase) {
    snapshot = example.snapshot
    now = example.now
    terms = example.witness.terms
    isFaithful = example.isFaithful
  }

  /// Names that a policy does not know are left out.
  init(_ example: WitnessedCase, in graph: RuleGraph) {
    snapshot = example.snapshot.known(to: graph).withTrials(of: graph)
    now = example.now
    terms = Vocabulary.alone(graph).terms
    isFaithful = example.isFaithful
  }

  /// Longer lines are broken.
  private static let width = 92

  func text(title: String, expecting expectations: [String]) -> String? {
    guard isFaithful, let givens, ScenarioText.canBeWritten(now) else { return nil }
    var text = "scenario \(Spelled.text(title))\n"
    var line = ""
    for given in givens {
      if line.isEmpty {
        line = "  given " + given
      } else if line.utf8.count + given.utf8.count + 2 > ScenarioText.width {
        text += line + "\n"
        line = "  given " + given
      } else {
        line += ", " + given
      }
    }
    if !line.isEmpty { text += line + "\n" }
    if now.milliseconds != Scope.usualNow { text += "  at \(TimeText.utc.literal(now))\n" }
    for expectation in expectations { text += "  expect \(expectation)\n" }
    return text
  }

  /// The words of a question after its target.
  static func words(of ask: Ask, about target: Target, in graph: RuleGraph) -> String {
    guard let setting = graph.setting(of: target.index), case .reaching(let value) = ask.growth
    else { return words(of: ask, isMeter: graph.isMeter(target)) }
    let text = " reaching " + SettingLiteral.print(graph.value(.quantity(value), of: setting))
    return ask.isContinuing ? text + " continuing" : text
  }

  /// The words of a question after a target that is no setting.
  static func words(of ask: Ask, isMeter: Bool) -> String {
    var words = ""
    switch ask.growth {
    case .adding(let amount):
      if isMeter, amount != 1 { words += " adding \(amount)" }
    case .reaching(let value):
      if isMeter { words += " reaching \(value)" }
    case .reachingUnlimited: words += " reaching unlimited"
    }
    return ask.isContinuing ? words + " continuing" : words
  }

  /// Whether an instant lies in the years that can be written.
  private static func canBeWritten(_ instant: Instant) -> Bool {
    instant.milliseconds >= Calendar.first && instant.milliseconds <= Calendar.last
  }

  /// Everything that is given, as it is written; `nil` if something cannot be written.
  private var givens: [String]? {
    guard let asOf = snapshot.asOf else { return nil }
    var givens: [String] = []
    for grant in snapshot.grants {
      guard let words = words(of: grant) else { return nil }
      givens.append(words)
    }
    for meter in terms.meters { givens += words(of: meter) }
    for fact in terms.facts {
      guard let value = snapshot.facts[fact.name], value.isOf(fact.type) else { continue }
      guard let words = words(of: fact, value) else { return nil }
      if !givens.contains(words) { givens.append(words) }
    }
    if let subject = snapshot.subject { givens.append("subject \(Spelled.text(subject))") }
    guard asOf != now else { return givens }
    guard ScenarioText.canBeWritten(asOf) else { return nil }
    return givens + ["verified \(TimeText.utc.literal(asOf))"]
  }

  private func words(of grant: Grant) -> String? {
    // No scenario gives an entitlement in a trial: it is a product that has one.
    if grant.isTrial, grant.entitlement != nil { return nil }
    guard let name = grant.entitlement ?? grant.product else { return nil }
    var words = (grant.entitlement == nil ? "product " : "") + Spelled.name(name)
    if grant.isTrial { words += " trial" }
    if let until = grant.until {
      guard ScenarioText.canBeWritten(until) else { return nil }
      words += " until \(TimeText.utc.literal(until))"
    }
    if grant.quantity != 1 { words += " times \(grant.quantity)" }
    return grant.ownership == .familyShared ? words + " shared" : words
  }

  private func words(of meter: Terms.MeterTerm) -> [String] {
    let name = Spelled.name(meter.name)
    var words: [String] = []
    if let usage = snapshot.usage[meter.name] {
      for window in usage.windows {
        guard let counter = usage[window] else { continue }
        let carried = counter.carried > 0 ? " carried \(counter.carried)" : ""
        words.append(
          "\(name) \(counter.used)" + (window.name.map { " per \($0)" } ?? "") + carried)
      }
    }
    if let allowance = snapshot.allowances[meter.name] {
      words.append("\(name) allowance \(allowance)")
    }
    return words
  }

  private func words(of fact: Terms.FactTerm, _ value: FactValue) -> String? {
    let name = Spelled.name(fact.name)
    switch value {
    case .yesOrNo(let value): return value ? name : "not " + name
    case .number(let value): return "\(name) \(value)"
    case .version(let version): return "\(name) \(VersionText.print(version))"
    case .date(let instant):
      return ScenarioText.canBeWritten(instant)
        ? "\(name) \(TimeText.utc.literal(instant))" : nil
    case .choice(let choice):
      guard fact.isOpen || fact.choices.contains(choice) else { return nil }
      return "\(name) is \(Spelled.name(choice))"
    }
  }
}

extension FactValue {
  func isOf(_ type: Fact.FactType) -> Bool {
    switch (self, type) {
    case (.yesOrNo, .yesOrNo), (.number, .number), (.date, .date), (.version, .version),
      (.choice, .choice):
      true
    default: false
    }
  }
}

extension Snapshot {
  /// The part of it that a policy has names for.
  func known(to graph: RuleGraph) -> Snapshot {
    var known = self
    known.grants.removeAll { grant in
      if let entitlement = grant.entitlement {
        return graph.names.entitlements[entitlement] == nil
      }
      return grant.product.map { graph.names.products[$0] == nil } ?? true
    }
    // A scenario knows products by their names alone.
    for index in known.grants.indices {
      guard let product = known.grants[index].product.flatMap({ graph.names.products[$0] })
      else { continue }
      known.grants[index].product = graph.parts.products[Int(product)].name
    }
    for name in usage.keys where graph.names.meter(name, in: graph.parts) == nil {
      known.usage[name] = nil
      known.allowances[name] = nil
    }
    return known
  }
}

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
    var has: [String] = []
    if let tier = matters(.tier).first {
      let name = terms.tiers[Int(point[tier])]
      text = words("\(EnglishNoun.article(for: name)) \(name) user", "\(name) 用户")
      if let paid = matters(.paidTier).first, point[paid] < point[tier] {
        text += words(" in a trial", "（试用期内）")
        let lower = terms.tiers[Int(point[paid])]
        if point[paid] > 0 { has.append(words("has paid for \(lower)", "已为\(lower)付费")) }
      }
    } else if witness.box.sides.isEmpty {
      return words("anyone", "任何人")
    }
    var held: [String] = []
    var lacks: [String] = []
    for place in matters(.entitlement) {
      let quantity = space[place].quantity
      let name = terms.entitlements[Int(quantity.a)]
      if point[place] == 1 {
        held.append(inTrial(name, VariableKey(.trial, quantity.a)))
      } else {
        lacks.append(name)
      }
    }
    if !held.isEmpty { has.insert(words("holds \(and(held))", "拥有\(and(held))"), at: 0) }
    for place in matters(.product) {
      let quantity = space[place].quantity
      let name = terms.products[Int(quantity.a)].name
      if point[place] == 0 {
        lacks.append(name)
      } else {
        let words = holding(place, inTrial(name, VariableKey(.trial, quantity.a, 1)))
        has.append(words)
      }
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

  /// A name, and whether it is held in a trial.
  private func inTrial(_ name: String, _ trial: VariableKey) -> String {
    guard witness.value(of: trial) == 1 else { return name }
    return words("\(name) in a trial", "试用期内的\(name)")
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
      let carried = snapshot.usage[meter.name]?[window]?.carried ?? 0
      guard carried > 0 else { continue }
      texts.append(words("\(carried) carried", "结转 \(String(carried))"))
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

extension Box {
  /// The side of the first variable of a kind.
  subscript(of kind: VariableKey.Kind, in space: Space) -> ClosedRange<Int64>? {
    sides.first { space[$0.variable].quantity.kind == kind }?.interval
  }
}
