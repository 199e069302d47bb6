import TollgateCompiler
import TollgateRuntime

extension Describer {
  /// A condition in words: `platform is web and beta-tester is yes`.
  func words(_ clause: Clause) -> String {
    switch clause {
    case .constant(let value): phrases.constant(value)
    case .all(let parts): phrases.both(parts.map { inner($0, words) })
    case .any(let parts): phrases.or(parts.map { inner($0, words) })
    case .leaf(let leaf, let isTrue): words(leaf, isTrue)
    }
  }

  /// A requirement in words, as what is needed: `Advanced or Full`.
  func need(_ clause: Clause) -> String {
    switch clause {
    case .all(let parts):
      let needs = parts.map { inner($0, need) }
      return parts.allSatisfy(isEntitlement) ? phrases.and(needs) : phrases.both(needs)
    case .any(let parts): return phrases.or(parts.map { inner($0, need) })
    case .leaf(.holds(let entitlement), let isTrue):
      let name = name(ofEntitlement: entitlement)
      return isTrue ? name : phrases.lacking(name)
    case .leaf(.factIs(let fact, let values), let isTrue) where isYesOrNo(fact):
      return phrases.toBe(name(ofFact: fact), (values == [1]) == isTrue)
    case .leaf, .constant: return words(clause)
    }
  }

  /// What is joined inside something joined stands in parentheses.
  private func inner(_ clause: Clause, _ words: (Clause) -> String) -> String {
    switch clause {
    case .all, .any: phrases.parentheses(words(clause))
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

  private func words(_ leaf: Clause.Leaf, _ isTrue: Bool) -> String {
    switch leaf {
    case .holds(let entitlement): return phrases.has(name(ofEntitlement: entitlement), isTrue)
    case .factIs(let fact, let values): return words(fact, isOneOf: values, isTrue)
    case .factAtLeast(let fact, let value): return words(fact, isAtLeast: value, isTrue)
    case .factExactly(let fact, let value):
      return phrases.exactly(name(ofFact: fact), "\(value)", isTrue)
    case .usageAtLeast(let counter, let value):
      let bound = bound(value, isTrue) { amount($0, ofMeter: counter.meter) }
      return phrases.compare(name(ofMeter: counter.meter), counter.window, bound)
    case .usageExactly(let counter, let value):
      let text = amount(value, ofMeter: counter.meter)
      return phrases.compare(
        name(ofMeter: counter.meter), counter.window, isTrue ? .exactly(text) : .not(text))
    case .inRollout(let index):
      let rollout = graph.parts.rollouts[Int(index)]
      return phrases.inRollout(texts.label(rollout.label) ?? rollout.name, isTrue)
    case .timeAtLeast(let value): return phrases.reached(moment(value), isTrue)
    case .timeSince(let fact, let value): return phrases.reached(moment(fact, value), isTrue)
    }
  }

  private func words(_ fact: Int32, isOneOf values: [Int64], _ isTrue: Bool) -> String {
    let record = graph.parts.facts[Int(fact)]
    let name = name(ofFact: fact)
    switch record.type {
    case .yesOrNo: return phrases.isYes(name, (values == [1]) == isTrue)
    case .choice:
      let choices = values.map { value in
        choice(value, of: record)
      }
      return phrases.isOneOf(name, choices, isTrue)
    case .date: return phrases.isOneOf(name, values.map(moment), isTrue)
    case .number, .version: return phrases.isOneOf(name, values.map { "\($0)" }, isTrue)
    }
  }

  private func words(_ fact: Int32, isAtLeast value: Int64, _ isTrue: Bool) -> String {
    let record = graph.parts.facts[Int(fact)]
    let name = name(ofFact: fact)
    switch record.type {
    case .date: return phrases.sinceDate(name, moment(value), isTrue)
    case .version:
      // A version is how many of those that it is compared with it has reached.
      guard value > 0, value <= record.versions.count else { return phrases.constant(isTrue) }
      let version = VersionText.print(record.versions[Int(value) - 1])
      return phrases.sinceVersion(name, version, isTrue)
    case .number, .choice, .yesOrNo:
      return phrases.compare(name, bound(value, isTrue) { "\($0)" })
    }
  }

  /// Of `at least 501` and `more than 500` the shorter, and the same below.
  private func bound(_ value: Int64, _ isTrue: Bool, _ text: (Int64) -> String) -> Bound {
    let itself = text(value)
    let below = value > 0 ? text(value - 1) : itself
    if below.count < itself.count { return isTrue ? .moreThan(below) : .atMost(below) }
    return isTrue ? .atLeast(itself) : .lessThan(itself)
  }

  /// So long after a date fact.
  func moment(_ fact: Int32, _ milliseconds: Int64) -> String {
    let name = name(ofFact: fact)
    return milliseconds == 0 ? name : phrases.after(duration(milliseconds), name)
  }
}
