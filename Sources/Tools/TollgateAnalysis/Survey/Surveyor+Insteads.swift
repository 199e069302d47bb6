import TollgateCompiler
import TollgateRuntime

extension Surveyor {
  /// Looks for targets after `instead use` that help nobody.
  mutating func lookForInsteads() {
    guard !graph.parts.insteads.isEmpty else { return }
    var denied = [[Int32]](repeating: [], count: graph.parts.rules.count)
    for (target, record) in graph.parts.targets.enumerated() {
      for rule in record.rules { denied[Int(rule)].append(Int32(target)) }
    }
    for value in values { denied[Int(value.rules[0])].append(value.targets[0]) }
    for instead in graph.parts.insteads {
      look(at: instead, denied: denied[Int(instead.rule)])
    }
  }

  private mutating func look(at instead: InsteadUse, denied: [Int32]) {
    let all = asker(.all)
    var known: [[Int32]: OpensInstead.Answer] = [:]
    var idle: [OpensInstead.Answer: [Int32]] = [:]
    for target in instead.targets {
      let record = graph.parts.targets[Int(target)]
      let others = denied.filter { $0 != target }
      // Nobody is told to use what was asked for.
      var answer: OpensInstead.Answer? = others.isEmpty ? .opensNothing : known[record.rules]
      if answer == nil {
        let question = OpensInstead(
          rule: instead.rule,
          denied: others.map { graph.parts.targets[Int($0)].rules + [instead.rule] },
          rules: record.rules, meter: record.meter)
        answer = ask(question, all, "TG0311", .rule(Int(instead.rule)))
        if record.meter == nil, others.count == denied.count { known[record.rules] = answer }
      }
      if let answer, answer != .opens { idle[answer, default: []].append(target) }
    }
    for answer in [OpensInstead.Answer.opensNothing, .asksForMore] {
      guard let targets = idle[answer] else { continue }
      survey.idleInsteads.append((instead.rule, targets, answer == .asksForMore))
    }
  }
}
