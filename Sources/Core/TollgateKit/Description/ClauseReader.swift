import TollgateCompiler
import TollgateRuntime
import TollgateWords

/// Reads the conditions of a graph as clauses.
struct ClauseReader {
  let graph: RuleGraph

  /// The clause of a node, or of its opposite.
  func clause(_ index: Int32, isTrue: Bool = true) -> Clause {
    switch graph[node: index] {
    case .never: .constant(!isTrue)
    case .always: .constant(isTrue)
    case .all(let children):
      join(graph[children].map { clause($0, isTrue: isTrue) }, isAll: isTrue)
    case .any(let children):
      join(graph[children].map { clause($0, isTrue: isTrue) }, isAll: !isTrue)
    case .not(let child): clause(child, isTrue: !isTrue)
    case .statement(_, let condition): clause(condition, isTrue: isTrue)
    case .entitlement(let entitlement, _): .leaf(.holds(entitlement: entitlement), isTrue)
    case .paid(let entitlement): .leaf(.hasPaid(for: entitlement), isTrue)
    case .factIs(let fact, let value): .leaf(.factIs(fact, [value]), isTrue)
    case .factAtLeast(let fact, let value): .leaf(.factAtLeast(fact, value), isTrue)
    case .usageAtLeast(let counter, let value): .leaf(.usageAtLeast(counter, value), isTrue)
    case .inRollout(let rollout): .leaf(.inRollout(rollout), isTrue)
    case .timeAtLeast(let time): .leaf(.timeAtLeast(time), isTrue)
    case .timeSince(let fact, let after): .leaf(.timeSince(fact, after), isTrue)
    }
  }

  /// The clause of an open condition.
  func clause(_ condition: OpenCondition) -> Clause {
    switch condition {
    case .yes: .constant(true)
    case .no: .constant(false)
    case .leaf(let node, let isNegated): clause(node, isTrue: !isNegated)
    case .all(let parts): join(parts.map { clause($0) }, isAll: true)
    case .any(let parts): join(parts.map { clause($0) }, isAll: false)
    }
  }

  private func join(_ clauses: [Clause], isAll: Bool) -> Clause {
    var flat: [Clause] = []
    for clause in clauses {
      switch clause {
      case .all(let parts) where isAll: flat += parts
      case .any(let parts) where !isAll: flat += parts
      case .constant(isAll): break
      default: flat.append(clause)
      }
    }
    if flat.contains(.constant(!isAll)) { return .constant(!isAll) }
    flat = mergingChoices(mergingNumbers(mergingBounds(flat, isAll), isAll), isAll)
    var keyed: [String: Clause] = [:]
    for clause in flat { keyed[key(of: clause)] = clause }
    let sorted = keyed.sorted { $0.key < $1.key }.map { $0.value }
    if sorted.isEmpty { return .constant(isAll) }
    if sorted.count == 1 { return sorted[0] }
    return isAll ? .all(sorted) : .any(sorted)
  }

  // MARK: Joining neighbours

  /// Of several bounds of one thing only the narrowest says something: “at most 30, and at most
  /// 300” is “at most 30”; under `or` only the widest.
  private func mergingBounds(_ clauses: [Clause], _ isAll: Bool) -> [Clause] {
    var bounds: [Clause: Int64] = [:]
    for clause in clauses {
      guard let (kind, value, isTrue) = bound(of: clause) else { continue }
      let known = bounds[kind] ?? value
      bounds[kind] = isTrue == isAll ? max(known, value) : min(known, value)
    }
    return clauses.filter { clause in
      guard let (kind, value, _) = bound(of: clause) else { return true }
      return bounds[kind] == value
    }
  }

  /// The least value that a clause asks for or rules out, and all clauses with the same but for the
  /// value.
  private func bound(of clause: Clause) -> (kind: Clause, value: Int64, isTrue: Bool)? {
    guard case .leaf(let leaf, let isTrue) = clause else { return nil }
    switch leaf {
    case .usageAtLeast(let counter, let value):
      return (.leaf(.usageAtLeast(counter, 0), isTrue), value, isTrue)
    case .factAtLeast(let fact, let value):
      return (.leaf(.factAtLeast(fact, 0), isTrue), value, isTrue)
    case .timeAtLeast(let value): return (.leaf(.timeAtLeast(0), isTrue), value, isTrue)
    case .timeSince(let fact, .milliseconds(let value)):
      return (.leaf(.timeSince(fact, .milliseconds(0)), isTrue), value, isTrue)
    case .timeSince(let fact, .months(let value)):
      return (.leaf(.timeSince(fact, .months(0)), isTrue), value, isTrue)
    case .holds, .hasPaid, .factIs, .factExactly, .usageExactly, .inRollout: return nil
    }
  }

  /// “At least 3, and not at least 4” is “exactly 3”; under `or` the opposites are “not 3”.
  private func mergingNumbers(_ clauses: [Clause], _ isAll: Bool) -> [Clause] {
    let all = Set(clauses)
    var merged: Set<Clause> = []
    var exactly: [Clause] = []
    for clause in all {
      guard case .leaf(let low, isAll) = clause, let (exact, high) = exact(low),
        all.contains(.leaf(high, !isAll))
      else { continue }
      merged.formUnion([clause, .leaf(high, !isAll)])
      exactly.append(.leaf(exact, isAll))
    }
    return clauses.filter { !merged.contains($0) } + exactly
  }

  /// Under `and`, for “at least 3”: “exactly 3” and “at least 4”.
  private func exact(_ leaf: Clause.Leaf) -> (exact: Clause.Leaf, above: Clause.Leaf)? {
    switch leaf {
    case .usageAtLeast(let counter, let value) where value < .max:
      return (.usageExactly(counter, value), .usageAtLeast(counter, value + 1))
    case .factAtLeast(let fact, let value)
    where value < .max && graph.parts.facts[Int(fact)].type == .number:
      return (.factExactly(fact, value), .factAtLeast(fact, value + 1))
    default: return nil
    }
  }

  /// “ios, or android” of one choice is one leaf, and so is “not ios, and not android”.
  private func mergingChoices(_ clauses: [Clause], _ isAll: Bool) -> [Clause] {
    var values: [Int32: [Int64]] = [:]
    var kept: [Clause] = []
    for clause in clauses {
      if case .leaf(.factIs(let fact, let some), !isAll) = clause,
        graph.parts.facts[Int(fact)].type == .choice
      {
        values[fact, default: []] += some
      } else {
        kept.append(clause)
      }
    }
    for (fact, some) in values { kept.append(.leaf(.factIs(fact, Set(some).sorted()), !isAll)) }
    return kept
  }
}

extension ClauseReader {
  /// A text that is the same for the same clause wherever it is written, and sorts clauses as
  /// people would: entitlements first, the lower tier before the higher, numbers by their size.
  func key(of clause: Clause) -> String {
    switch clause {
    case .constant(let value): value ? "0yes" : "0no"
    case .leaf(.holds(let entitlement), false): "9" + key(ofEntitlement: entitlement)
    case .leaf(let leaf, let isTrue): key(of: leaf) + (isTrue ? "+" : "-")
    case .any(let parts): "7(" + parts.map(key).joined(separator: "|") + ")"
    case .all(let parts): "8(" + parts.map(key).joined(separator: "&") + ")"
    }
  }

  private func key(of leaf: Clause.Leaf) -> String {
    let parts = graph.parts
    switch leaf {
    case .holds(let entitlement): return "1" + key(ofEntitlement: entitlement)
    case .hasPaid(let entitlement): return "1" + key(ofEntitlement: entitlement) + " paid"
    case .factIs(let fact, let values):
      return "2" + parts.facts[Int(fact)].name + values.map { " " + key(of: $0) }.joined()
    case .factAtLeast(let fact, let value):
      return "2" + parts.facts[Int(fact)].name + " " + key(of: value) + " up"
    case .factExactly(let fact, let value):
      return "2" + parts.facts[Int(fact)].name + " " + key(of: value)
    case .usageAtLeast(let counter, let value): return key(of: counter, value) + " up"
    case .usageExactly(let counter, let value): return key(of: counter, value)
    case .inRollout(let rollout): return "4" + parts.rollouts[Int(rollout)].name
    case .timeAtLeast(let value): return "5" + key(of: value)
    case .timeSince(let fact, let after):
      return "6" + parts.facts[Int(fact)].name + (after.isMonths ? " M" : " ")
        + key(of: after.count)
    }
  }

  /// Tiers by their place in the ladder, then the others by name.
  func key(ofEntitlement index: Int32) -> String {
    let entitlement = graph.parts.entitlements[Int(index)]
    guard let rank = entitlement.rank else { return "~" + entitlement.name }
    return key(of: Int64(rank)) + entitlement.name
  }

  private func key(of counter: CounterIndex, _ value: Int64) -> String {
    let name = graph.parts.meters[Int(counter.meter)].name
    return "3" + name + " \(counter.window.code) " + key(of: value)
  }

  /// Twenty digits, so that texts sort as the numbers do, those below zero first.
  func key(of value: Int64) -> String {
    let digits = String(UInt64(bitPattern: value) ^ (1 << 63))
    return String(repeating: "0", count: 20 - digits.utf8.count) + digits
  }
}

/// A condition of the graph as it is told: only leaves are negated, what belongs together is one
/// leaf, and the order of neighbours does not depend on the source.
indirect enum Clause: Hashable {
  case constant(Bool)
  case all([Clause])
  case any([Clause])
  /// A leaf that is true, or one that is false.
  case leaf(Leaf, Bool)

  /// A condition about one thing. Numbers are indices into the graph.
  enum Leaf: Hashable {
    case holds(entitlement: Int32)
    case hasPaid(for: Int32)
    /// The fact is one of these values, ascending.
    case factIs(Int32, [Int64])
    case factAtLeast(Int32, Int64)
    case factExactly(Int32, Int64)
    case usageAtLeast(CounterIndex, Int64)
    case usageExactly(CounterIndex, Int64)
    case inRollout(Int32)
    case timeAtLeast(Int64)
    /// So long after a date fact, or later.
    case timeSince(Int32, Lapse)
  }

  /// The entitlements that it asks for, each once.
  var entitlements: [Int32] {
    switch self {
    case .leaf(.holds(let entitlement), true), .leaf(.hasPaid(let entitlement), true):
      return [entitlement]
    case .all(let parts), .any(let parts):
      var found: Set<Int32> = []
      return parts.flatMap { $0.entitlements }.filter { found.insert($0).inserted }
    case .constant, .leaf: return []
    }
  }

  /// Its leaves, each once.
  var leaves: [Leaf] {
    switch self {
    case .leaf(let leaf, _): return [leaf]
    case .all(let parts), .any(let parts):
      var found: Set<Leaf> = []
      return parts.flatMap { $0.leaves }.filter { found.insert($0).inserted }
    case .constant: return []
    }
  }

  /// The meters that it reads.
  var meters: [Int32] {
    leaves.compactMap { leaf in
      switch leaf {
      case .usageAtLeast(let counter, _), .usageExactly(let counter, _): counter.meter
      default: nil
      }
    }
  }

  /// Itself, or the parts of what is joined by `and`.
  var conjuncts: [Clause] {
    switch self {
    case .all(let parts): parts
    case .constant(true): []
    default: [self]
    }
  }
}

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
    case .leaf(.hasPaid(let entitlement), let isTrue):
      let name = phrases.paid(texts.name(ofEntitlement: entitlement))
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
    switch clause {
    case .leaf(.holds, true), .leaf(.hasPaid, true): return true
    default: return false
    }
  }

  private func isYesOrNo(_ fact: Int32) -> Bool {
    graph.parts.facts[Int(fact)].type == .yesOrNo
  }

  // MARK: Conditions without parts

  private func words(_ leaf: Clause.Leaf, _ isTrue: Bool) -> String {
    switch leaf {
    case .holds(let entitlement):
      return conditions.has(texts.name(ofEntitlement: entitlement), isTrue)
    case .hasPaid(let entitlement):
      return conditions.hasPaid(for: texts.name(ofEntitlement: entitlement), isTrue)
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
    case .timeSince(let fact, let after):
      let name = texts.name(ofFact: fact)
      return after.isZero
        ? conditions.passed(name, isTrue)
        : conditions.passed(lapse(after), since: name, isTrue)
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
  func moment(_ fact: Int32, _ after: Lapse) -> String {
    let name = texts.name(ofFact: fact)
    return after.isZero ? name : conditions.after(lapse(after), name)
  }

  /// The name of the fact, meter or rollout that a leaf reads.
  func subject(of leaf: Clause.Leaf) -> String {
    switch leaf {
    case .holds(let entitlement), .hasPaid(let entitlement):
      return texts.name(ofEntitlement: entitlement)
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

/// A rule with its conditions read, and a key that is the same for rules that say the same.
struct ToldRule {
  let rule: Rule
  let requirement: Clause
  let inForce: Clause
  let condition: Clause
  let soft: Clause
  /// The targets that may be used instead.
  let instead: [Int32]
  let overage: Overage?
  let rollover: Rollover?
  let key: String

  init(
    _ rule: Rule, instead: [Int32], overage: Overage?, rollover: Rollover?, _ reader: ClauseReader
  ) {
    self.rule = rule
    self.instead = instead
    self.overage = overage
    self.rollover = rollover
    requirement = reader.clause(rule.requirement)
    inForce = reader.clause(rule.inForce)
    condition = reader.clause(rule.condition)
    soft = reader.clause(rule.soft)
    // Rules that follow each other are in the order of time.
    let phase = inForce.conjuncts.map(reader.key).joined(separator: "&")
    let clauses = [phase] + [condition, requirement, soft].map(reader.key)
    key =
      ([reader.key(of: rule.limit), "\(rule.effect.rawValue)"] + clauses
      + ToldRule.details(of: rule, reader) + instead.map { "\($0)" }
      + ToldRule.details(of: overage, reader)
      + ToldRule.details(of: rollover, reader)).joined(separator: ";")
  }

  private static func details(of rollover: Rollover?, _ reader: ClauseReader) -> [String] {
    guard let rollover else { return [] }
    return [reader.key(of: reader.clause(rollover.requirement)), "\(rollover.most)"]
  }

  private static func details(of overage: Overage?, _ reader: ClauseReader) -> [String] {
    guard let overage else { return [] }
    return overage.prices.map { "\($0)" }
      + [
        reader.key(of: reader.clause(overage.requirement)), "\(overage.most ?? -1)",
        overage.mostMoney ?? "",
      ]
  }

  private static func details(of rule: Rule, _ reader: ClauseReader) -> [String] {
    [
      "\(rule.runningUseMayFinish)", rule.prompt.presentation, "\(rule.prompt.snooze ?? -1)",
      "\(rule.prompt.isDismissible)", reader.key(of: rule.message), rule.because,
    ] + rule.reminders.map(reader.key).sorted()
  }
}

extension ClauseReader {
  /// Rules about the same meter are in the order of windows, the smaller limit first.
  fileprivate func key(of limit: Limit?) -> String {
    guard let limit else { return "0" }
    let kind =
      switch limit.kind {
      case .atMost(let value): "1" + key(of: value)
      case .allowance(let otherwise): "2" + key(ofOtherwise: otherwise)
      case .undecided: "3"
      case .bare: "4"
      case .ladder(let ladder): "5" + key(of: graph.parts.ladders[Int(ladder)])
      case .setting(let setting): "6" + key(of: Int64(setting))
      }
    let meter = limit.meter.map { key(of: graph.parts.meters[Int($0)]) } ?? ""
    return "1\(limit.window.code)\(kind)\(meter)"
  }

  /// How a meter is measured and counted: meters that differ in it share no sentence.
  private func key(of meter: Meter) -> String {
    let refill = meter.refill.map { "\($0.amount) \($0.interval)" } ?? ""
    return " \(meter.unit.rawValue) \(meter.windows.rawValue) \(meter.countedPer) \(refill)"
      + " \(meter.isCountedForEver) \(meter.begin.map { $0.time + $0.zone } ?? "")"
  }

  /// An unknown amount comes before 0.
  private func key(ofOtherwise amount: Int64?) -> String { key(of: amount ?? -1) }

  private func key(of ladder: Ladder) -> String {
    let base =
      switch ladder.base {
      case .quantity(let quantity): "1" + key(of: quantity)
      case .allowance(let otherwise): "2" + key(ofOtherwise: otherwise)
      case .undecided: "3"
      }
    let each = ladder.source.map { "\($0)" } ?? ""
    let steps = ladder.steps.map { step in
      let value =
        switch step.value {
        case .quantity(let quantity): "1" + key(of: quantity) + (step.isEach ? each : "")
        case .unlimited: "2"
        }
      let parts = [step.requirement, step.inForce, step.condition].map { key(of: clause($0)) }
      return ([value] + parts).joined(separator: " ")
    }
    return ([base + (ladder.isBaseEach ? each : "")] + steps.sorted()).joined(separator: ";")
  }

  /// Later reminders have higher keys.
  func key(of reminder: Reminder) -> String {
    let threshold =
      switch reminder.at {
      case .quantity(let quantity): "1" + key(of: quantity)
      case .share(let share): "0" + key(of: share)
      case .beforeEnd(let lead): "2" + key(of: lead.milliseconds) + lead.text
      }
    let snooze = reminder.snooze ?? -1
    return "\(threshold) \(reminder.isProminent) \(snooze) \(key(of: reminder.label))"
  }

  func key(of label: LabelIndex?) -> String {
    guard let label else { return "" }
    return graph.parts.labels[Int(label)].texts.map { "\($0.locale) \($0.text)" }
      .joined(separator: "/")
  }
}
