import TollgateRuntime

/// Where a target is allowed, warned about, refused, and where nobody can tell.
///
/// The four exclude each other, and each user is in one of them.
struct TargetStanding: Equatable {
  var allowed: Predicate
  var warned: Predicate
  /// A rule that is not soft is surely broken, also for the reasons of a denial.
  var refused: Predicate
  /// It is denied only because something is missing or stale.
  var unknown: Predicate

  /// A target that the policy does not have.
  static let undeclared = TargetStanding(
    allowed: .nothing, warned: .nothing, refused: .everything, unknown: .nothing)

  subscript(standing: Standing) -> Predicate {
    switch standing {
    case .denied: refused
    case .warned: warned
    case .allowed: allowed
    case .unknown: unknown
    }
  }

  /// Who stands so here, and so with another policy: all of these cases.
  func cases(
    _ after: TargetStanding, where isOne: (Standing, Standing) -> Bool
  ) -> Predicate {
    Standing.pairs.reduce(.nothing) { found, pair in
      isOne(pair.0, pair.1) ? found.or(self[pair.0].and(after[pair.1])) : found
    }
  }

  /// For whom it changes so with another policy.
  func changing(_ kind: ChangeKind, to after: TargetStanding) -> Predicate {
    cases(after) { ChangeKind(from: $0, to: $1) == kind }
  }
}

extension TargetStanding {
  init(of target: Int32, in evaluation: inout PopulationEvaluation) {
    let graph = evaluation.graph
    var denied = Predicate.nothing
    var fails = Predicate.nothing
    var refused = Predicate.nothing
    let starts = graph.targetRuleStarts
    for rule in graph.targetRules[Int(starts[Int(target)])..<Int(starts[Int(target) + 1])] {
      let holds = evaluation.holds(rule)
      let soft = evaluation.value(graph[rule: rule].soft).surely
      fails = fails.or(!holds.surely)
      denied = denied.or((!holds.surely).and(!soft))
      evaluation.isReasoning = true
      refused = refused.or((!evaluation.holds(rule).possibly).and(!soft))
      evaluation.isReasoning = false
    }
    self.init(
      allowed: !fails, warned: fails.and(!denied), refused: refused,
      unknown: denied.and(!refused))
  }

  /// The rules of a target, each with those users for whom it decides: the first that fails and is
  /// not soft for them, or the first that fails if all are. One that is before another goes first.
  static func deciding(
    _ target: Int32, in evaluation: inout PopulationEvaluation
  ) -> [(rule: RuleIndex, fails: Predicate)] {
    let graph = evaluation.graph
    let starts = graph.targetRuleStarts
    var hard: [(RuleIndex, Predicate)] = []
    var soft: [(RuleIndex, Predicate)] = []
    for rule in graph.targetRules[Int(starts[Int(target)])..<Int(starts[Int(target) + 1])] {
      let fails = !evaluation.holds(rule).surely
      let isSoft = evaluation.value(graph[rule: rule].soft).surely
      hard.append((rule, fails.and(!isSoft)))
      soft.append((rule, fails.and(isSoft)))
    }
    return (hard + soft).filter { $0.1 != .nothing }.map { (rule: $0.0, fails: $0.1) }
  }
}
