import TollgateRuntime
import TollgateWords

extension Describer {
  /// The first sentence about a ladder or a setting, and one for each of its steps; nil for any
  /// other limit.
  func ladderSentences(_ limit: Limit, _ base: RuleSubject, scope: [String]) -> [String]? {
    guard let index = graph.ladder(of: limit) else { return nil }
    let ladder = graph.parts.ladders[Int(index)]
    let first: String
    if case .setting(let setting) = limit.kind {
      first = phrases.everybodysValue(self.value(ladder.base, of: setting))
    } else {
      let more = ladder.steps.isEmpty ? RuleDemand.off : .needs(phrases.oneOfTheSteps)
      first = phrases.rule(base, more, scope: scope)
    }
    return [first] + ladder.steps.map { sentence($0, limit) }
  }

  private func sentence(_ step: LadderStep, _ limit: Limit) -> String {
    let value: String
    if case .setting(let setting) = limit.kind {
      value = texts.words(graph.value(step.value, of: setting), of: setting)
    } else if case .quantity(let quantity) = step.value {
      value = amount(quantity, ofMeter: limit.meter)
    } else {
      value = phrases.unlimited
    }
    let requirement = reader.clause(step.requirement)
    let need = step.asksForNothing ? phrases.nothing : clauses.need(requirement, phrases)
    let scope = scope([reader.clause(step.inForce), reader.clause(step.condition)])
    return phrases.scoped(scope, phrases.step(value, with: need))
  }

  private func value(_ base: Ladder.Base, of setting: SettingIndex) -> String {
    guard case .quantity(let quantity) = base else { return "" }
    return texts.words(graph.value(.quantity(quantity), of: setting), of: setting)
  }
}

extension Phrases {
  func everybodysValue(_ value: String) -> String {
    sentence(words("everybody has \(value)", "所有用户：\(value)"))
  }

  var oneOfTheSteps: String { words("one of the following", "以下之一") }

  var unlimited: String { words("no limit", "不限量") }

  var nothing: String { words("nothing more", "无其他要求") }

  func step(_ value: String, with need: String) -> String {
    words("\(value) with \(need)", "\(need)：\(value)")
  }
}
