import TollgateCompiler
import TollgateRuntime
import TollgateSyntax
import TollgateWords

/// Tells for whom a target changed, why, and with which example.
struct DifferenceExplainer {
  let old: RuleGraph
  let new: RuleGraph
  let target: TargetPair

  /// How many boxes are told, and up to how many are counted.
  let extent: PolicyDifference.Extent
  let language: Language
  /// Whether it is about the value of a setting, and not about the outcome.
  var isAboutValue = false

  /// Who lies in a region; `nil` if nobody can.
  ///
  /// - Parameter ending: What is said of them behind the words.
  func side<E: Engine>(
    _ region: Region, in universe: Universe<E>, isLoss: Bool, ending: String = ""
  ) throws(Exhausted) -> PolicyDifference.Side? {
    guard let first = try universe.witness(in: region) else { return nil }
    var boxes = [first.box]
    var witnesses = [first]
    var isMore = false
    do throws(Exhausted) {
      var rest = try universe.subtracting(first.box, from: region)
      while let point = try universe.point(in: rest) {
        guard boxes.count < extent.counted else {
          isMore = true
          break
        }
        let witness = try universe.witness(at: point, in: region)
        boxes.append(witness.box)
        if witnesses.count < extent.told { witnesses.append(witness) }
        rest = try universe.subtracting(witness.box, from: rest)
      }
    } catch {
      // The first is known; how many more there are is not.
      isMore = true
    }
    var words: [String] = []
    for witness in witnesses {
      let text = BoxWords(witness, target: target.name, in: language).text + ending
      if !words.contains(text) { words.append(text) }
    }
    var side = PolicyDifference.Side(
      boxes: words, count: boxes.count - witnesses.count + words.count, isMore: isMore,
      sources: [])
    for witness in witnesses {
      let found = WitnessedCase(witness)
      guard found.isFaithful else { continue }
      let example = example(found)
      side.sources =
        isAboutValue ? valueSources(of: example) : sources(of: example, isLoss: isLoss)
      side.example = example
      break
    }
    return side
  }

  // MARK: Example

  private func example(_ found: WitnessedCase) -> PolicyDifference.Example {
    let witness = found.witness
    let ask = witness.ask(about: target.name)
    func decisions(_ example: WitnessedCase) -> (before: Decision, after: Decision) {
      let (snapshot, now) = (example.snapshot, example.now)
      return (
        old.decide(target.name, ask: ask, for: old.prepareTyped(snapshot), at: now),
        new.decide(target.name, ask: ask, for: new.prepareTyped(snapshot), at: now)
      )
    }
    var example = found
    let wanted = decisions(example)
    example.reduce { reduced in
      let now = decisions(reduced)
      return isAboutValue
        ? now.before.value?.value == wanted.before.value?.value
          && now.after.value?.value == wanted.after.value?.value
        : now.before.outcome == wanted.before.outcome
          && now.after.outcome == wanted.after.outcome
    }
    let decided = decisions(example)
    let expectation = expectation(of: decided.after, ask)
    let scenario = ScenarioText(example, in: new).text(
      title: witness.words, expecting: [expectation])
    return PolicyDifference.Example(
      target: target.name, words: witness.words(in: language), scenario: scenario,
      snapshot: example.snapshot,
      ask: ask, now: example.now, before: decided.before, after: decided.after)
  }

  /// The outcome that a scenario expects of the new policy.
  private func expectation(of decision: Decision, _ ask: Ask) -> String {
    let name = Spelled.name(target.name)
    if isAboutValue, let value = decision.value?.value {
      return "\(name) is \(SettingLiteral.print(value))"
    }
    let isMeter = new.isMeter(Target(index: target.new))
    return name + ScenarioText.words(of: ask, isMeter: isMeter)
      + " \(decision.outcome.rawValue) because \(decision.reason.rawValue)"
  }

  // MARK: Lines

  /// The lines that refuse the use in one policy and not in the other, and the lines they answer to
  /// there.
  private func sources(
    of example: PolicyDifference.Example, isLoss: Bool
  ) -> [PolicyDifference.Source] {
    let (worse, better) = isLoss ? (example.after, example.before) : (example.before, example.after)
    let graph = isLoss ? old : new
    let rules = graph.rules(of: Target(index: isLoss ? target.old : target.new))
    let otherRules = (isLoss ? new : old).rules(
      of: Target(index: isLoss ? target.new : target.old))
    let otherTexts = Set(otherRules.map { (isLoss ? new : old).parts.rules[Int($0)].place.text })
    let standing = Set(better.blockers.map { $0.rule })
    var sources: [PolicyDifference.Source] = []
    for blocker in worse.blockers {
      if standing.contains(blocker.rule), worse.blockers.count > 1 { continue }
      let line = line(of: blocker.index, for: example, in: isLoss ? new : old)
      let same = rules.first { graph.parts.rules[Int($0)].place.text == blocker.rule }
      let found =
        same
        ?? DifferenceExplainer.nearest(
          to: blocker.rule,
          among: rules.filter { rule in
            !otherTexts.contains(graph.parts.rules[Int(rule)].place.text)
          }, in: graph)
      let other = found.map { self.line(of: $0, for: example, in: graph) }
      let source =
        isLoss
        ? PolicyDifference.Source(old: other, new: line)
        : PolicyDifference.Source(old: line, new: other)
      if !sources.contains(source) { sources.append(source) }
    }
    return sources
  }

  static func line(of rule: RuleIndex, in graph: RuleGraph) -> PolicyDifference.SourceLine {
    line(at: graph.parts.rules[Int(rule)].place, of: rule, in: graph)
  }

  /// - Parameter place: The rule's own place, or that of one of its steps.
  static func line(
    at place: Rule.Place, of rule: RuleIndex, in graph: RuleGraph
  ) -> PolicyDifference.SourceLine {
    let (file, line) = graph.parts.place(ofRow: place.row)
    let shown = graph.parts.rows.names.isEmpty ? "" : file
    return PolicyDifference.SourceLine(file: shown, number: line, text: place.text, rule: rule)
  }

  /// The rule that shares most words with a text.
  private static func nearest(to text: String, among rules: [Int32], in graph: RuleGraph) -> Int32?
  {
    let words = Set(text.split(separator: " "))
    var best: (rule: Int32, count: Int)?
    for rule in rules {
      let others = Set(graph.parts.rules[Int(rule)].place.text.split(separator: " "))
      let count = words.intersection(others).count
      if count > best?.count ?? 0 { best = (rule, count) }
    }
    return best?.rule
  }
}

extension Universe {
  /// The rest of a region without a box.
  func subtracting(_ box: Box, from region: Region) throws(Exhausted) -> Region {
    var inside = Region.everything
    for side in box.sides {
      let range = space[side.variable].range
      if side.interval.lowerBound > range.lowerBound {
        let from = try engine.atLeast(side.variable, side.interval.lowerBound)
        inside = try engine.and(inside, from)
      }
      if side.interval.upperBound < range.upperBound {
        let until = try engine.below(side.variable, side.interval.upperBound + 1)
        inside = try engine.and(inside, until)
      }
    }
    return try engine.without(region, inside)
  }
}

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
    let prepared = graph.prepareTyped(example.snapshot)
    var evaluation = prepared.evaluation(at: example.now.milliseconds)
    var best: (value: Ladder.Value?, place: Rule.Place) = (nil, graph.parts.rules[Int(rule)].place)
    func counted(_ value: Ladder.Value, isEach: Bool) -> Ladder.Value {
      guard case .quantity(let written) = value else { return value }
      let quantity = evaluation.quantity(written, isEach: isEach, of: graph[ladder: index])
      return .quantity(quantity ?? 0)
    }
    if case .quantity(let base) = ladder.base {
      best.value = counted(.quantity(base), isEach: ladder.isBaseEach)
    }
    for (step, place) in zip(ladder.steps, graph[ladder: index].steps) {
      let value = counted(step.value, isEach: step.isEach)
      let isBetter = best.value.map { !ladder.isAsGood($0, as: value) } ?? true
      if isBetter, evaluation.counts(step: place) == .yes { best = (value, step.place) }
    }
    return DifferenceExplainer.line(at: best.place, of: rule, in: graph)
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
