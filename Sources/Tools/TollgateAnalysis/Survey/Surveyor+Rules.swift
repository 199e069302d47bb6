import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension Surveyor {
  /// Looks at a rule by itself.
  mutating func look(at rule: Int32, _ known: Asker, _ all: Asker) {
    guard !isSeen[Int(rule)] else { return }
    isSeen[Int(rule)] = true
    guard survey.rules[Int(rule)] == .fine else { return }
    if ask(CanApply(rule: rule), known, "TG0201", .rule(Int(rule))) == false {
      survey.rules[Int(rule)] = .neverApplies
      return
    }
    if record(rule).effect == .requires,
      ask(CanFail(rule: rule), known, "TG0202", .rule(Int(rule))) == false
    {
      survey.rules[Int(rule)] = .alwaysHolds
      return
    }
    lookAtParts(of: rule, known, all)
  }

  private mutating func lookAtParts(of rule: Int32, _ known: Asker, _ all: Asker) {
    var idle: Set<Survey.Part> = []
    for list in parts.alternatives[rule] ?? [] {
      let question = IdleAlternatives(nodes: list.map { $0.node })
      let answer = ask(question, all, "TG0206", .rule(Int(rule)))
      for place in answer ?? [] { idle.insert(list[place].part) }
    }
    survey.idleAlternatives += idle.sorted { $0.span.start < $1.span.start }
    var told: [Survey.Part] = Array(idle)
    for candidate in parts.candidates[rule] ?? [] {
      // Candidates come with the larger part first; what lies in one that was told is clear.
      let isTold = told.contains {
        $0.span.start <= candidate.part.span.start && candidate.part.span.end <= $0.span.end
      }
      if isTold { continue }
      let answer = ask(Constant(node: candidate.node), known, "TG0207", .rule(Int(rule)))
      guard case .some(.some(let isTrue)) = answer else { continue }
      told.append(candidate.part)
      survey.constantParts.append((candidate.part, isTrue))
    }
  }

  /// Marks rules that say what an earlier one says.
  mutating func markTwins() {
    var subjects = [[Int32]](repeating: [], count: survey.rules.count)
    for (group, members) in groups.enumerated() {
      for rule in members.rules { subjects[Int(rule)].append(Int32(group)) }
    }
    var known: Set<Twin> = []
    for (index, rule) in graph.parts.rules.enumerated() where !subjects[index].isEmpty {
      let twin = Twin(
        groups: subjects[index], limit: rule.limit, effect: rule.effect,
        nodes: [rule.requirement, rule.inForce, rule.condition, rule.soft],
        mayFinish: rule.runningUseMayFinish)
      if !known.insert(twin).inserted { survey.rules[index] = .twin }
    }
  }

  private struct Twin: Hashable {
    var groups: [Int32]
    var limit: Limit?
    var effect: Rule.Effect
    var nodes: [Int32]
    var mayFinish: Bool
  }

  /// The rules of a group that say something, and might be said by others.
  func standing(in rules: [Int32]) -> [Int32] {
    rules.filter { rule in
      !survey.rules[Int(rule)].isIdle && record(rule).effect != .requiresNothing
    }
  }
}
