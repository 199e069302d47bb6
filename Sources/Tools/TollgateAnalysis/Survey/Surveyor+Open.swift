import TollgateCompiler
import TollgateRuntime

/// Targets that are open to people of whom a rule does not speak.
extension Surveyor {
  /// Targets that are gated under conditions alone: whoever meets none of them has them free. A
  /// limit leaves some to everybody, so it is no gate.
  mutating func lookForFreeElsewhere(_ group: Group, _ known: Asker, _ subject: LintTopic) {
    let areGates = group.rules.allSatisfy { rule in
      let record = record(rule)
      return record.effect == .requires && (record.limit == nil || record.limit?.kind == .bare)
        && graph[node: record.condition] != .always
    }
    guard areGates else { return }
    let answer = ask(NoneApplies(rules: group.rules), known, "TG0214", subject)
    if case .some(.some(let witness)) = answer {
      survey.freeElsewhere.append((group.rules, group.targets, witness))
    }
  }

  /// Meters and settings that somebody may use whom a rule about `everything` denies: it does not
  /// speak of them. A meter that no rule is about is only counted.
  mutating func lookForLeftOpen() {
    let others = graph.parts.targets.indices.map { Int32($0) }.filter { target in
      graph.setting(of: target) != nil
        || graph.parts.targets[Int(target)].meter != nil
          && !graph.parts.targets[Int(target)].rules.isEmpty
    }
    guard !others.isEmpty else { return }
    let all = asker(.all)
    for (index, rule) in policy.rules.enumerated()
    where rule.saysEverything && record(Int32(index)).effect != .requiresNothing {
      let open = others.filter { target in
        let record = graph.parts.targets[Int(target)]
        let question = OpensInstead(
          rule: Int32(index), denied: [], rules: record.rules, meter: record.meter)
        return ask(question, all, "TG0215", .rule(index)) == .opens
      }
      if !open.isEmpty { survey.leftOpen.append((Int32(index), open)) }
    }
  }
}
