import TollgateCompiler
import TollgateRuntime

extension Surveyor {
  /// A target in which rules are looked for that the others leave nothing to do.
  private struct Home {
    /// The rules that counted at the beginning, in the order of the source.
    var list: [Int32]
    var asker: Asker
  }

  /// Finds the rules that the others leave nothing to do, from the last to the first: each that
  /// is found counts as gone, so of two that say the same the later one is found.
  mutating func findImplied() {
    var places: [Int32: [Int]] = [:]
    for (place, group) in groups.enumerated() {
      for rule in group.rules where !isNeeded[Int(rule)] {
        places[rule, default: []].append(place)
      }
    }
    /// The last rule for which each target is needed: what was worked out for it goes then.
    var lasts: [Int: Int32] = [:]
    for (rule, homes) in places {
      for home in homes { lasts[home] = min(lasts[home] ?? rule, rule) }
    }
    var homes: [Int: Home] = [:]
    for rule in places.keys.sorted(by: >) {
      guard let own = places[rule] else { continue }
      if isCandidate(rule) {
        for place in own where homes[place] == nil {
          homes[place] = Home(list: standing(in: groups[place].rules), asker: asker(.all))
        }
        if let culprits = culprits(of: rule, in: own.compactMap { homes[$0] }) {
          survey.rules[Int(rule)] = .implied(by: culprits)
        }
      }
      for place in own where lasts[place] == rule { homes[place] = nil }
    }
  }

  private func isCandidate(_ rule: Int32) -> Bool {
    survey.rules[Int(rule)] == .fine && !isOpen[Int(rule)]
      && record(rule).effect != .requiresNothing
  }

  /// Rules that together imply one in all of its targets, none of which can be left out; `nil`
  /// if there are none.
  private mutating func culprits(of rule: Int32, in homes: [Home]) -> [Int32]? {
    var culprits: Set<Int32> = []
    let code = record(rule).limit != nil ? "TG0301" : nil
    for home in homes {
      guard let place = home.list.firstIndex(of: rule) else { return nil }
      let after = standing(in: Array(home.list[(place + 1)...]))
      let others = Set(home.list[..<place]).union(after)
      let question = Culprits(
        list: home.list, before: place, after: after, kept: culprits.intersection(others),
        rule: rule)
      let answer = ask(question, home.asker, "TG0203", and: code, .rule(Int(rule)))
      guard case .some(.some(let found)) = answer else { return nil }
      culprits.formUnion(found)
    }
    if homes.count > 1 { leaveOut(from: &culprits, of: rule, in: homes) }
    return culprits.sorted()
  }

  /// Leaves out what one target needed and the culprits of another make up for.
  private mutating func leaveOut(
    from culprits: inout Set<Int32>, of rule: Int32, in homes: [Home]
  ) {
    let code = record(rule).limit != nil ? "TG0301" : nil
    for culprit in culprits.sorted() {
      var isEnough = true
      for home in homes where isEnough {
        let fewer = home.list.filter { $0 != culprit && culprits.contains($0) }
        let question = Implies(others: fewer, rule: rule)
        isEnough = ask(question, home.asker, "TG0203", and: code, .rule(Int(rule))) == true
      }
      if isEnough { culprits.remove(culprit) }
    }
  }
}
