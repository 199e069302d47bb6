import TollgateRuntime
import TollgateWords

/// Works out a difference, target by target: each has a universe of its own, so that a policy of
/// ten thousand features is ten thousand small questions.
struct PolicyComparison {
  let old: RuleGraph
  let new: RuleGraph
  let pair: Vocabulary.Pair
  let scope: Scope
  let budget: Budget
  let extent: PolicyDifference.Extent
  let language: Language
  var difference = PolicyDifference()
  /// Targets with the same rules are one question.
  private var answers: [Question: Effect] = [:]
  private var places: [Grouping: Int] = [:]

  private struct Question: Hashable {
    var old: [Int32]
    var new: [Int32]
    var meter: String?
  }

  private enum Effect {
    case equal
    case change(loss: PolicyDifference.Side?, gain: PolicyDifference.Side?)
    case undecided(Exhausted)
  }

  /// The common change of several targets.
  private struct Grouping: Hashable {
    var loss: [String]
    var gain: [String]
    var lossCount: Int
    var gainCount: Int
  }

  init(
    _ old: RuleGraph, _ new: RuleGraph, budget: Budget, extent: PolicyDifference.Extent,
    in language: Language
  ) {
    self.old = old
    self.new = new
    self.budget = budget
    self.extent = extent
    self.language = language
    pair = Vocabulary.pair(old, new)
    var scope = Scope(
      isKnown: false, holding: .both(products: pair.products), amount: nil)
    scope.mayContinue = old.hasRunningUse || new.hasRunningUse
    self.scope = scope
  }

  mutating func run() -> PolicyDifference {
    for (index, target) in old.parts.targets.enumerated() {
      guard let other = new.names.targets[target.name] else {
        difference.removed.append(target.name)
        continue
      }
      let pair = TargetPair(name: target.name, old: Int32(index), new: other)
      let hasSameValues = compareValues(of: pair)
      take(answer(about: pair), target.name, hasSameValues)
    }
    for target in new.parts.targets where old.names.targets[target.name] == nil {
      difference.added.append(target.name)
    }
    difference.lists = ListedChanges(old, new).all
    return difference
  }

  private mutating func take(_ answer: Effect, _ target: String, _ hasSameValues: Bool) {
    switch answer {
    case .equal: if hasSameValues { difference.equal.append(target) }
    case .undecided(let exhausted): undecided(exhausted) { $0.targets.append(target) }
    case .change(let loss, let gain):
      let grouping = Grouping(
        loss: loss?.boxes ?? [], gain: gain?.boxes ?? [], lossCount: loss?.count ?? 0,
        gainCount: gain?.count ?? 0)
      guard let place = places[grouping] else {
        places[grouping] = difference.changes.count
        difference.changes.append(
          PolicyDifference.Change(targets: [target], loss: loss, gain: gain))
        return
      }
      difference.changes[place].targets.append(target)
      difference.changes[place].loss?.add(sourcesOf: loss)
      difference.changes[place].gain?.add(sourcesOf: gain)
    }
  }

  /// Notes what the budget left open.
  mutating func undecided(
    _ exhausted: Exhausted, _ note: (inout PolicyDifference.Undecided) -> Void
  ) {
    let place = difference.undecided.firstIndex { $0.exhausted == exhausted }
    if place == nil {
      difference.undecided.append(PolicyDifference.Undecided(targets: [], exhausted: exhausted))
    }
    note(&difference.undecided[place ?? difference.undecided.count - 1])
  }

  private mutating func answer(about target: TargetPair) -> Effect {
    let (a, b) = (old.parts.targets[Int(target.old)], new.parts.targets[Int(target.new)])
    let question = Question(
      old: pair.old.rules(of: target.old), new: pair.new.rules(of: target.new),
      meter: a.meter != nil || b.meter != nil ? a.name : nil)
    if let known = answers[question] { return known }
    if let end = budget.run.end { return .undecided(end) }
    let answer = decide(target)
    answers[question] = answer
    return answer
  }

  /// By diagrams, and by search where those grow too large.
  private func decide(_ target: TargetPair) -> Effect {
    do throws(Exhausted) {
      let universe = Universe<Diagrams>(scope, terms: pair.terms, budget: budget)
      return try compare(target, in: universe)
    } catch {}
    do throws(Exhausted) {
      let universe = Universe<Search>(scope, terms: pair.terms, budget: budget)
      return try compare(target, in: universe)
    } catch {
      return .undecided(error)
    }
  }

  private func compare<E: Engine>(
    _ target: TargetPair, in universe: Universe<E>
  ) throws(Exhausted) -> Effect {
    let before = try OutcomeRegions(PolicyModel(pair.old, in: universe), target.old)
    let after = try OutcomeRegions(PolicyModel(pair.new, in: universe), target.new)
    let explainer = DifferenceExplainer(
      old: old, new: new, target: target, extent: extent, language: language)
    let loss = try side(before, over: after, explainer, universe, isLoss: true)
    let gain = try side(after, over: before, explainer, universe, isLoss: false)
    return loss == nil && gain == nil ? .equal : .change(loss: loss, gain: gain)
  }

  /// For whom a policy is better than the other, part by part: first who may use it by this one
  /// alone. So a warning for some time never hides what is lost after it.
  private func side<E: Engine>(
    _ better: OutcomeRegions, over worse: OutcomeRegions, _ explainer: DifferenceExplainer,
    _ universe: Universe<E>, isLoss: Bool
  ) throws(Exhausted) -> PolicyDifference.Side? {
    let used = try universe.engine.without(better.passed, worse.passed)
    let untroubled = try universe.engine.without(better.allowed, worse.allowed)
    let unwarned = try universe.engine.without(untroubled, used)
    let phrases = NoticePhrases(language: language)
    var parts: [(region: Region, ending: String)] = [(used, "")]
    if isLoss {
      parts.append((unwarned, phrases.onlyWarned))
    } else {
      let free = try universe.engine.and(used, better.allowed)
      parts = [
        (free, ""), (try universe.engine.without(used, free), phrases.withWarning),
        (unwarned, phrases.noWarning),
      ]
    }
    var whole: PolicyDifference.Side?
    for part in parts {
      let side = try explainer.side(part.region, in: universe, isLoss: isLoss, ending: part.ending)
      guard let side else { continue }
      if whole?.add(side) == nil { whole = side }
    }
    return whole
  }
}

/// How a use goes on for those of whom a box tells.
private struct NoticePhrases: Bilingual {
  let language: Language

  var onlyWarned: String { words(": only a warning", "：仅提醒") }
  var withWarning: String { words(": with a warning", "：可用，但有提醒") }
  var noWarning: String { words(": no warning any more", "：不再提醒") }
}

/// A target of both policies.
struct TargetPair {
  var name: String
  var old: Int32
  var new: Int32
}

/// Where a target is allowed, and where it is at least warned about.
struct OutcomeRegions {
  var allowed: Region
  var passed: Region

  init<E: Engine>(_ model: PolicyModel<E>, _ target: Int32) throws(Exhausted) {
    let rules = model.rules(of: target)
    allowed = try model.allowed(by: rules)
    passed = try model.passed(by: rules)
  }
}

extension RuleGraph {
  /// Whether a use that is under way may end after it is not allowed any more.
  var hasRunningUse: Bool {
    parts.rules.contains { $0.runningUseMayFinish }
  }
}

extension PolicyDifference.Side {
  /// Adds others to whom the same happens in another way.
  fileprivate mutating func add(_ other: PolicyDifference.Side) {
    boxes += other.boxes.filter { !boxes.contains($0) }
    count += other.count
    isMore = isMore || other.isMore
    example = example ?? other.example
    add(sourcesOf: other)
  }

  fileprivate mutating func add(sourcesOf other: PolicyDifference.Side?) {
    for source in other?.sources ?? [] where !sources.contains(source) { sources.append(source) }
  }
}

extension PolicyComparison {
  /// Compares the values of a target that is a setting. Returns whether everybody has the same.
  mutating func compareValues(of target: TargetPair) -> Bool {
    let settings = (old.setting(of: target.old), new.setting(of: target.new))
    guard let before = settings.0, let after = settings.1 else {
      guard settings.0 != nil || settings.1 != nil else { return true }
      // Everybody has a value by one policy, and nobody by the other.
      let everybody = PolicyDifference.Side(
        boxes: ["everybody"], count: 1, isMore: false, sources: [])
      difference.values.append(
        PolicyDifference.ValueChange(
          setting: target.name, old: settings.0.map(base(ofOld:)),
          new: settings.1.map(base(ofNew:)), direction: settings.0 == nil ? .gain : .loss,
          side: everybody))
      return false
    }
    let pair = SettingPair(target: target, old: before, new: after)
    if let end = budget.run.end { return leaveOpen(pair, end) }
    do throws(Exhausted) {
      return try compare(
        pair, in: Universe<Diagrams>(scope, terms: self.pair.terms, budget: budget))
    } catch {}
    do throws(Exhausted) {
      return try compare(pair, in: Universe<Search>(scope, terms: self.pair.terms, budget: budget))
    } catch {
      return leaveOpen(pair, error)
    }
  }

  private func base(ofOld setting: SettingIndex) -> SettingValue { base(of: setting, in: old) }
  private func base(ofNew setting: SettingIndex) -> SettingValue { base(of: setting, in: new) }

  private func base(of setting: SettingIndex, in graph: RuleGraph) -> SettingValue {
    let ladder = graph.parts.ladders[Int(graph.parts.settings[Int(setting)].ladder)]
    guard case .quantity(let base) = ladder.base else { return .unlimited }
    return graph.value(.quantity(base), of: setting)
  }

  private mutating func leaveOpen(_ pair: SettingPair, _ exhausted: Exhausted) -> Bool {
    undecided(exhausted) { $0.values.append(pair.target.name) }
    return false
  }

  /// Who has one value by the old policy and another one by the new policy.
  private mutating func compare<E: Engine>(
    _ pair: SettingPair, in universe: Universe<E>
  ) throws(Exhausted) -> Bool {
    let (model, other) = (
      PolicyModel(self.pair.old, in: universe), PolicyModel(self.pair.new, in: universe)
    )
    let (before, after) = (try model.values(of: pair.old), try other.values(of: pair.new))
    let explainer = DifferenceExplainer(
      old: old, new: new, target: pair.target, extent: extent, language: language,
      isAboutValue: true)
    var changes: [PolicyDifference.ValueChange] = []
    for from in before {
      let value = old.value(from.value, of: pair.old)
      var rest = from.region
      for to in after {
        try universe.checkTime()
        if try universe.isEmpty(rest) { break }
        let region = try universe.engine.and(rest, to.region)
        rest = try universe.engine.without(rest, to.region)
        let next = new.value(to.value, of: pair.new)
        guard let direction = direction(from: value, to: next, pair) else { continue }
        let isLoss = direction == .loss
        guard let side = try explainer.side(region, in: universe, isLoss: isLoss) else { continue }
        changes.append(
          PolicyDifference.ValueChange(
            setting: pair.target.name, old: value, new: next, direction: direction, side: side))
      }
    }
    let warnings = try warnings(
      beyond: pair, try model.isWarned(beyond: pair.old, after),
      try other.isWarned(beyond: pair.new, after), explainer, universe)
    difference.values += changes
    if let warnings { difference.changes.append(warnings) }
    return changes.isEmpty && warnings == nil
  }

  /// Who is only warned about more than the value by one policy, and denied by the other.
  private func warnings<E: Engine>(
    beyond pair: SettingPair, _ before: Region, _ after: Region, _ explainer: DifferenceExplainer,
    _ universe: Universe<E>
  ) throws(Exhausted) -> PolicyDifference.Change? {
    var change = PolicyDifference.Change(targets: [pair.target.name])
    for isLoss in [true, false] {
      let region = try universe.engine.without(isLoss ? before : after, isLoss ? after : before)
      guard var side = try explainer.side(region, in: universe, isLoss: isLoss) else { continue }
      side.boxes = side.boxes.map { $0 + ", asked for more than the value" }
      side.example = nil
      side.sources = [
        PolicyDifference.Source(
          old: DifferenceExplainer.line(of: old.parts.settings[Int(pair.old)].rule, in: old),
          new: DifferenceExplainer.line(of: new.parts.settings[Int(pair.new)].rule, in: new))
      ]
      if isLoss { change.loss = side } else { change.gain = side }
    }
    return change.loss == nil && change.gain == nil ? nil : change
  }

  // MARK: Which value is better

  /// Whether a user gains or loses by a value; `nil` if the values are the same.
  private func direction(
    from value: SettingValue, to other: SettingValue, _ pair: SettingPair
  ) -> PolicyDifference.ValueChange.Direction? {
    if case .choice(let name, _) = value, case .choice(let otherName, _) = other {
      return direction(from: name, to: otherName, pair)
    }
    if value == other { return nil }
    let (one, two) = (old.parts.settings[Int(pair.old)], new.parts.settings[Int(pair.new)])
    let isSmaller = old.parts.ladders[Int(one.ladder)].isSmallerBetter
    guard one.kind == two.kind,
      isSmaller == new.parts.ladders[Int(two.ladder)].isSmallerBetter
    else { return .other }
    guard let number = value.number else { return .loss }
    guard let otherNumber = other.number else { return .gain }
    return (number < otherNumber) == isSmaller ? .loss : .gain
  }

  /// Choices are compared by the order of both policies, as far as they are in it.
  private func direction(
    from name: String, to other: String, _ pair: SettingPair
  ) -> PolicyDifference.ValueChange.Direction? {
    if name == other { return nil }
    var orders: [Bool] = []
    for choices in [
      old.parts.settings[Int(pair.old)].choices, new.parts.settings[Int(pair.new)].choices,
    ] {
      guard let one = choices.firstIndex(where: { $0.name == name }),
        let two = choices.firstIndex(where: { $0.name == other })
      else { continue }
      orders.append(one < two)
    }
    guard let isBetter = orders.first, !orders.contains(!isBetter) else { return .other }
    return isBetter ? .gain : .loss
  }
}

/// A setting of both policies.
private struct SettingPair {
  var target: TargetPair
  var old: SettingIndex
  var new: SettingIndex
}
