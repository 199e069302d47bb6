import TollgateRuntime
import TollgateWords

extension Describer {
  /// When and for whom something applies: from when until when, then the conditions.
  func scope(_ clauses: [Clause]) -> [String] {
    var from: [Clause.Leaf] = []
    var until: [Clause.Leaf] = []
    var conditions: [Clause] = []
    for clause in clauses.flatMap({ $0.conjuncts }) {
      switch clause {
      case .leaf(let leaf, let isTrue) where leaf.isTime:
        if isTrue { from.append(leaf) } else { until.append(leaf) }
      default: conditions.append(clause)
      }
    }
    var scope = spans(&from, &until)
    if !from.isEmpty || !until.isEmpty {
      scope.append(phrases.period(from: from.map(moment), until: until.map(moment)))
    }
    if !conditions.isEmpty { scope.append(phrases.given(joined(conditions))) }
    return scope
  }

  /// Takes out what begins with a date fact and ends some time after it: `for 7 days after it`.
  private func spans(_ from: inout [Clause.Leaf], _ until: inout [Clause.Leaf]) -> [String] {
    var spans: [String] = []
    for leaf in from {
      guard case .timeSince(let fact, 0) = leaf,
        let end = until.firstIndex(where: { $0.isTime(after: fact) }),
        case .timeSince(_, let milliseconds) = until[end]
      else { continue }
      from.removeAll { $0 == leaf }
      until.remove(at: end)
      spans.append(phrases.lasting(phrases.duration(milliseconds), after: texts.name(ofFact: fact)))
    }
    return spans
  }

  private func joined(_ conditions: [Clause]) -> String {
    conditions.count == 1 ? clauses.words(conditions[0]) : clauses.words(.all(conditions))
  }

  private func moment(_ leaf: Clause.Leaf) -> String {
    switch leaf {
    case .timeSince(let fact, let value): clauses.moment(fact, value)
    case .timeAtLeast(let value): clauses.moment(value)
    default: ""
    }
  }

  /// Until when a rule only warns; empty where it does not hang on the time alone.
  func warningEnds(_ soft: Clause) -> [String] {
    let ends = soft.conjuncts.compactMap { clause -> String? in
      guard case .leaf(let leaf, false) = clause, leaf.isTime else { return nil }
      return moment(leaf)
    }
    return ends.count == soft.conjuncts.count ? ends : []
  }
}

extension Policy {
  /// Until when a rule only warns, in English: `2027-03-01`; nil where that does not hang on the
  /// time alone.
  package func warningEnd(of rule: RuleIndex) -> String? {
    let soft = ClauseReader(graph: graph).clause(graph.parts.rules[Int(rule)].soft)
    let ends = Describer(graph, in: "en").warningEnds(soft)
    return ends.isEmpty ? nil : ends.joined(separator: " or ")
  }
}

extension Clause.Leaf {
  /// Whether it is about the time alone.
  var isTime: Bool {
    switch self {
    case .timeAtLeast, .timeSince: true
    default: false
    }
  }

  fileprivate func isTime(after fact: Int32) -> Bool {
    if case .timeSince(fact, _) = self { return true }
    return false
  }
}
