import TollgateCompiler
package import TollgateRuntime
import TollgateSyntax
import TollgateWords

extension Witness {
  /// A `scenario` statement that can be pasted into the policy, with expectations as they are
  /// written behind `expect`; nothing where the language cannot say it, as with a choice that
  /// nobody declared.
  package func scenario(title: String, expecting expectations: [String]) -> String? {
    ScenarioText(WitnessedCase(self)).text(title: title, expecting: expectations)
  }

  /// The same with what the engine decides about a target, only what matters being given: what
  /// the example needs, and what else has to be known for the decision and its reason, and for
  /// what is said of the example besides.
  package func scenario(
    of target: Target, in graph: RuleGraph, title: String? = nil,
    showing shows: (Snapshot, Instant) -> Bool = { _, _ in true }
  ) -> String? {
    let name = graph.parts.targets[Int(target.index)].name
    let ask = ask(about: name)
    func decision(_ example: WitnessedCase) -> Decision {
      graph.decide(target, ask: ask, for: graph.prepare(example.snapshot), at: example.now)
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
      graph.value(of: target, for: graph.prepare(example.snapshot), at: example.now)
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
    snapshot = example.snapshot.known(to: graph)
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
    if let entitlement = grant.entitlement { return Spelled.name(entitlement) }
    guard let product = grant.product else { return nil }
    var words = "product " + Spelled.name(product)
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
        words.append("\(name) \(counter.used)" + (window.name.map { " per \($0)" } ?? ""))
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
