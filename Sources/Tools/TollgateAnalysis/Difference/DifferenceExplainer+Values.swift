import TollgateRuntime

extension DifferenceExplainer {
  /// The line that gives the value of an example in each policy.
  func valueSources(of example: PolicyDifference.Example) -> [PolicyDifference.Source] {
    let (before, after) = (line(of: example, in: old), line(of: example, in: new))
    return before == nil && after == nil ? [] : [PolicyDifference.Source(old: before, new: after)]
  }

  /// The step that gives the user the value, or the `setting` statement.
  private func line(
    of example: PolicyDifference.Example, in graph: RuleGraph
  ) -> PolicyDifference.SourceLine? {
    guard let target = graph.names.targets[self.target.name],
      let setting = graph.setting(of: target)
    else { return nil }
    let record = graph.parts.settings[Int(setting)]
    return line(of: record.ladder, record.rule, of: example, in: graph)
  }

  /// The step of a ladder that gives the user of an example the most, or the line above it.
  func line(
    of index: LadderIndex, _ rule: RuleIndex, of example: PolicyDifference.Example,
    in graph: RuleGraph
  ) -> PolicyDifference.SourceLine? {
    let ladder = graph.parts.ladders[Int(index)]
    let prepared = graph.prepare(example.snapshot)
    var evaluation = prepared.evaluation(at: example.now.milliseconds)
    var best: (value: Ladder.Value?, place: Rule.Place) = (nil, graph.parts.rules[Int(rule)].place)
    if case .quantity(let base) = ladder.base { best.value = .quantity(base) }
    for (step, place) in zip(ladder.steps, graph[ladder: index].steps) {
      let isBetter = best.value.map { !ladder.isAsGood($0, as: step.value) } ?? true
      if isBetter, evaluation.counts(step: place) == .yes { best = (step.value, step.place) }
    }
    return DifferenceExplainer.line(at: best.place, in: graph)
  }

  /// The line of a rule that an example is told by: of a ladder, the step that counts.
  func line(
    of rule: RuleIndex, for example: PolicyDifference.Example, in graph: RuleGraph
  ) -> PolicyDifference.SourceLine {
    if case .ladder(let ladder)? = graph.parts.rules[Int(rule)].limit?.kind,
      let line = line(of: ladder, rule, of: example, in: graph)
    {
      return line
    }
    return DifferenceExplainer.line(of: rule, in: graph)
  }
}
