import TollgateCompiler
import TollgateRuntime
import TollgateWords

/// Puts the conditions of a graph into words: the one printer for description, table and picture.
struct ClauseWords: Bilingual {
  let reader: ClauseReader
  let texts: Texts
  private let conditions: ConditionText

  var graph: RuleGraph { reader.graph }
  var language: Language { texts.language }

  init(_ reader: ClauseReader, _ texts: Texts) {
    self.reader = reader
    self.texts = texts
    conditions = ConditionText(texts.language)
  }

  /// A condition in words: `platform is web and beta-tester is yes`.
  func words(_ clause: Clause) -> String {
    switch clause {
    case .constant(let value): conditions.constant(value)
    case .all(let parts): both(parts.map { inner($0, words) })
    case .any(let parts): or(parts.map { inner($0, words) })
    case .leaf(let leaf, let isTrue): words(leaf, isTrue)
    }
  }

  /// A requirement in words, as what is needed: `Advanced or Full`.
  func need(_ clause: Clause, _ phrases: Phrases) -> String {
    switch clause {
    case .all(let parts):
      let needs = parts.map { inner($0) { need($0, phrases) } }
      return parts.allSatisfy(isEntitlement) ? and(needs) : both(needs)
    case .any(let parts): return or(parts.map { inner($0) { need($0, phrases) } })
    case .leaf(.holds(let entitlement), let isTrue):
      let name = texts.name(ofEntitlement: entitlement)
      return isTrue ? name : phrases.lacking(name)
    case .leaf(.factIs(let fact, let values), let isTrue) where isYesOrNo(fact):
      return phrases.toBe(texts.name(ofFact: fact), (values == [1]) == isTrue)
    case .leaf, .constant: return words(clause)
    }
  }

  /// A joined clause inside another one has parentheses.
  private func inner(_ clause: Clause, _ words: (Clause) -> String) -> String {
    switch clause {
    case .all, .any: self.words("(\(words(clause)))", "（\(words(clause))）")
    case .leaf, .constant: words(clause)
    }
  }

  private func isEntitlement(_ clause: Clause) -> Bool {
    if case .leaf(.holds, true) = clause { return true }
    return false
  }

  private func isYesOrNo(_ fact: Int32) -> Bool {
    graph.parts.facts[Int(fact)].type == .yesOrNo
  }

  // MARK: Conditions without parts

  private func words(_ leaf: Clause.Leaf, _ isTrue: Bool) -> String {
    switch leaf {
    case .holds(let entitlement):
      return conditions.has(texts.name(ofEntitlement: entitlement), isTrue)
    case .factIs(let fact, let values): return words(fact, isOneOf: values, isTrue)
    case .factAtLeast(let fact, let value): return words(fact, isAtLeast: value, isTrue)
    case .factExactly(let fact, let value):
      return conditions.isOneOf(texts.name(ofFact: fact), ["\(value)"], isTrue)
    case .usageAtLeast(let counter, let value):
      return words(counter, bound(value, isTrue) { texts.quantity($0, ofMeter: counter.meter) })
    case .usageExactly(let counter, let value):
      let text = texts.quantity(value, ofMeter: counter.meter)
      return words(counter, isTrue ? .exactly(text) : .not(text))
    case .inRollout(let index):
      let rollout = graph.parts.rollouts[Int(index)]
      return conditions.inRollout(
        texts.label(rollout.label) ?? rollout.name, share: Int64(rollout.share), isTrue)
    case .timeAtLeast(let value): return conditions.reached(moment(value), isTrue)
    case .timeSince(let fact, 0): return conditions.passed(texts.name(ofFact: fact), isTrue)
    case .timeSince(let fact, let value):
      return conditions.passed(duration(value), since: texts.name(ofFact: fact), isTrue)
    }
  }

  private func words(_ counter: CounterIndex, _ bound: ConditionText.Bound) -> String {
    conditions.compare(
      texts.name(ofMeter: counter.meter), texts.unit(ofMeter: counter.meter), counter.window,
      bound)
  }

  private func words(_ fact: Int32, isOneOf values: [Int64], _ isTrue: Bool) -> String {
    let record = graph.parts.facts[Int(fact)]
    let name = texts.name(ofFact: fact)
    if record.type == .yesOrNo { return conditions.isYes(name, (values == [1]) == isTrue) }
    return conditions.isOneOf(name, values.map { value($0, of: record) }, isTrue)
  }

  /// A value of a fact as people read it.
  func value(_ value: Int64, of fact: Fact) -> String {
    switch fact.type {
    case .choice:
      if value == Int64(fact.choices.count) { return words("anything else", "其他") }
      // A graph may name a choice that there is none of.
      let index = Int(clamping: value)
      return fact.choices.indices.contains(index) ? fact.choices[index] : "\(value)"
    case .date: return moment(value)
    case .yesOrNo: return conditions.yesOrNo(value == 1)
    case .number, .version: return "\(value)"
    }
  }

  private func words(_ fact: Int32, isAtLeast value: Int64, _ isTrue: Bool) -> String {
    let record = graph.parts.facts[Int(fact)]
    let name = texts.name(ofFact: fact)
    switch record.type {
    case .date: return conditions.since(name, date: moment(value), isTrue)
    case .version:
      // A version is how many of those that it is compared with it has reached.
      guard value > 0, value <= record.versions.count else { return conditions.constant(isTrue) }
      let version = VersionText.print(record.versions[Int(value) - 1])
      return conditions.since(name, version: version, isTrue)
    case .number, .choice, .yesOrNo:
      return conditions.compare(name, bound(value, isTrue) { "\($0)" })
    }
  }

  /// Of `at least 501` and `more than 500` the shorter, and the same below.
  private func bound(
    _ value: Int64, _ isTrue: Bool, _ text: (Int64) -> String
  ) -> ConditionText.Bound {
    let itself = text(value)
    let below = value > 0 ? text(value - 1) : itself
    if below.count < itself.count || isRounder(below, itself) {
      return isTrue ? .moreThan(below) : .atMost(below)
    }
    return isTrue ? .atLeast(itself) : .lessThan(itself)
  }

  /// Whether a number ends in more zeros: people write `more than 500`, not `at least 501`.
  private func isRounder(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count && a.hasSuffix("0") && !b.hasSuffix("0")
  }

  // MARK: Times

  /// A day, with the time if that is not midnight.
  func moment(_ milliseconds: Int64) -> String {
    texts.time.dateOrTime(Instant(milliseconds: milliseconds))
  }

  /// So long after a date fact.
  func moment(_ fact: Int32, _ milliseconds: Int64) -> String {
    let name = texts.name(ofFact: fact)
    return milliseconds == 0 ? name : conditions.after(duration(milliseconds), name)
  }

  /// The name of the fact, meter or rollout that a leaf reads.
  func subject(of leaf: Clause.Leaf) -> String {
    switch leaf {
    case .holds(let entitlement): return texts.name(ofEntitlement: entitlement)
    case .factIs(let fact, _), .factAtLeast(let fact, _), .factExactly(let fact, _),
      .timeSince(let fact, _):
      return texts.name(ofFact: fact)
    case .usageAtLeast(let counter, _), .usageExactly(let counter, _):
      return texts.name(ofMeter: counter.meter)
    case .inRollout(let index):
      let rollout = graph.parts.rollouts[Int(index)]
      return texts.label(rollout.label) ?? rollout.name
    case .timeAtLeast: return words("the time", "时间")
    }
  }
}
