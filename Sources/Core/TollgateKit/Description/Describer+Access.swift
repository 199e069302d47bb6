import TollgateRuntime
import TollgateWords

extension Describer {
  /// The rules about each target. Targets with the same rules share an entry; features
  /// come before meters, and what no rule mentions comes last.
  var accessEntries: [PolicyDescription.Entry] {
    if let only { return entry(about: only).map { [$0] } ?? [] }
    let rules = graph.parts.rules.indices.map { told(Int32($0)) }
    var sentences: [String: [String]] = [:]
    for rule in rules where sentences[rule.key] == nil && patience.isLeft {
      sentences[rule.key] = self.sentences(rule)
    }
    return groups(by: rules).compactMap { group in
      guard patience.isLeft else { return nil }
      var statements = measures(group.targets)
      statements += group.keys.compactMap { sentences[$0] }
      if group.keys.isEmpty { statements.append([ungated(group.targets)]) }
      statements += addOns(group.targets)
      return entry(group.targets, statements + benefits(group.targets))
    }
  }

  /// The entry about one target by itself, whatever others have the same rules.
  private func entry(about name: String) -> PolicyDescription.Entry? {
    guard let target = graph.target(name)?.index else { return nil }
    var told: [String: ToldRule] = [:]
    for rule in rules(about: target).map({ self.told($0) }) { told[rule.key] = rule }
    var statements = measures([target])
    statements += told.sorted { $0.key < $1.key }.map { sentences($0.value) }
    if told.isEmpty { statements.append([ungated([target])]) }
    return entry([target], statements + addOns([target]) + benefits([target]))
  }

  private func told(_ rule: Int32) -> ToldRule {
    ToldRule(graph.parts.rules[Int(rule)], instead: graph.instead(of: rule), reader)
  }

  /// The rules about a target; for a setting, the one that it is.
  private func rules(about target: Int32) -> [Int32] {
    let own = graph.setting(of: target).map { graph.parts.settings[Int($0)].rule }
    return graph.parts.targets[Int(target)].rules + (own.map { [$0] } ?? [])
  }

  private struct Group {
    var targets: [Int32]
    var keys: [String]
    var isMeter: Bool
    var name: String

    func precedes(_ other: Group) -> Bool {
      if keys.isEmpty != other.keys.isEmpty { return other.keys.isEmpty }
      if isMeter != other.isMeter { return other.isMeter }
      return NaturalOrder.precedes(name, other.name)
    }
  }

  /// The targets by the rules about them. A meter has limits of its own, so it shares its entry only
  /// if no rule is about it.
  private func groups(by rules: [ToldRule]) -> [Group] {
    var targets: [[String]: [Int32]] = [:]
    for index in graph.parts.targets.indices {
      // A setting shares its entry with nothing.
      let keys = Set(self.rules(about: Int32(index)).map { rules[Int($0)].key }).sorted()
      targets[keys, default: []].append(Int32(index))
    }
    return targets.map { keys, members in
      let sorted = members.sorted {
        NaturalOrder.precedes(graph.parts.targets[Int($0)].name, graph.parts.targets[Int($1)].name)
      }
      let first = graph.parts.targets[Int(sorted[0])]
      return Group(targets: sorted, keys: keys, isMeter: first.meter != nil, name: first.name)
    }.sorted { $0.precedes($1) }
  }

  /// An entry about targets: neighbours of a series are one range.
  private func entry(_ targets: [Int32], _ statements: [[String]]) -> PolicyDescription.Entry {
    PolicyDescription.Entry(
      title: phrases.list(titles(targets)),
      names: targets.map { graph.parts.targets[Int($0)].name }, statements: statements)
  }

  /// The titles of targets, in the order of their names: `Lessons (L9 to L14)`.
  func titles(_ targets: [Int32]) -> [String] {
    let runs = graph.runs(of: targets.sorted()).sorted {
      NaturalOrder.precedes(
        graph.parts.targets[Int($0.lowerBound)].name, graph.parts.targets[Int($1.lowerBound)].name)
    }
    return runs.map { run in
      let first = graph.parts.targets[Int(run.lowerBound)]
      guard run.count > 1 else { return title(first.name, first.label) }
      let last = graph.parts.targets[Int(run.upperBound)]
      return title(phrases.range(first.name, last.name), first.label)
    }
  }

  /// No rule is about these targets; conditions of other rules may read a meter.
  private func ungated(_ targets: [Int32]) -> String {
    let meters = Set(targets.compactMap { graph.parts.targets[Int($0)].meter })
    let readers = graph.parts.targets.indices.map { Int32($0) }.filter { target in
      graph.parts.targets[Int(target)].rules.contains { rule in
        let rule = graph.parts.rules[Int(rule)]
        return [rule.requirement, rule.inForce, rule.condition, rule.soft].contains {
          !meters.isDisjoint(with: reader.clause($0).meters)
        }
      }
    }
    return readers.isEmpty ? phrases.ungated : phrases.onlyRead(by: titles(readers))
  }

  private func measures(_ targets: [Int32]) -> [[String]] {
    guard targets.count == 1, let meter = graph.parts.targets[Int(targets[0])].meter else {
      return []
    }
    let sentences = phrases.measures(graph.parts.meters[Int(meter)]) { amount($0, ofMeter: meter) }
    return sentences.isEmpty ? [] : [sentences]
  }

  /// The products that raise the limits of a meter or the value of a setting.
  private func addOns(_ targets: [Int32]) -> [[String]] {
    let setting = graph.setting(of: targets[0])
    let meter = raisedMeter(of: targets)
    let list = sortedProducts.flatMap { index in
      let product = graph.parts.products[Int(index)]
      let amounts =
        product.adds.filter { $0.meter == meter }.map { amount($0.amount, ofMeter: $0.meter) }
        + product.packs.filter { $0.meter == meter }.map { pack in
          phrases.untilUsedUp(amount(pack.amount, ofMeter: pack.meter))
        }
        + product.settingAdds.filter { $0.setting == setting }.map { texts.words($0) }
      return amounts.map { phrases.labelled(texts.name(ofProduct: index), "+" + $0) }
    }
    return list.isEmpty ? [] : [[phrases.addOns(list, ofValue: setting != nil)]]
  }

  private func raisedMeter(of targets: [Int32]) -> Int32? {
    targets.flatMap { graph.parts.targets[Int($0)].rules }
      .compactMap { graph[rule: $0].limit }.first { $0.isRaised }?.meter
  }

  private func benefits(_ targets: [Int32]) -> [[String]] {
    var told: Set<[String]> = []
    return targets.flatMap { index -> [[String]] in
      let target = graph.parts.targets[Int(index)]
      let benefits = target.benefits.compactMap { texts.label($0) }
      // The members of a series have them in common.
      guard !benefits.isEmpty, told.insert(benefits).inserted else { return [] }
      if targets.count == 1 { return [[phrases.benefits(benefits)]] }
      return [[phrases.benefits(benefits, of: texts.label(target.label) ?? target.name)]]
    }
  }
}

extension Limit {
  /// Whether add-ons raise it.
  fileprivate var isRaised: Bool {
    switch kind {
    case .atMost, .allowance, .ladder, .setting: true
    case .bare, .undecided: false
    }
  }
}
