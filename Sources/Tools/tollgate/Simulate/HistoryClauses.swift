import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// Reads the lines of a history in the policy's own language (`given`, `check`, `expect`): as
/// scenarios after the policy, so that they mean the same.
struct HistoryClauses {
  /// A line, and its place in both texts.
  private struct Place {
    var draft: Int
    var start: Int
    var end: Int
    var origin: Int
  }

  private let policy: Source
  private let history: Source
  /// The added scenarios.
  private var text: [UInt8] = []
  private var places: [Place] = []
  /// Every step with its clause.
  private(set) var steps: [History.Step] = []
  /// The policy with the added scenarios, which change nothing in it.
  private(set) var graph: RuleGraph?

  init(_ policy: Source, _ history: Source) {
    self.policy = policy
    self.history = history
  }

  /// Reads every clause, and reports mistakes.
  mutating func read(_ drafts: [HistoryReader.Draft], _ problems: inout HistoryProblems) {
    for (index, draft) in drafts.enumerated() {
      if case .clause(let clause, let rest) = draft.action { add(clause, rest, index) }
    }
    // A decision names a file from the folder of the policy.
    let result = Compiler.compile(policy.appending(text).withoutFolder())
    for diagnostic in result.diagnostics where diagnostic.level == .error {
      problems.add(diagnostic.moved { moved($0) })
    }
    graph = result.graph
    let scenarios = result.policy?.scenarios.suffix(places.count) ?? []
    var read: [Int: CheckedScenario] = [:]
    for (place, scenario) in zip(places, scenarios) { read[place.draft] = scenario }
    for (index, draft) in drafts.enumerated() {
      steps.append(step(draft, read[index], &problems))
    }
  }

  /// Adds a line as a scenario.
  private mutating func add(_ clause: HistoryReader.Clause, _ rest: Span, _ draft: Int) {
    let (before, behind) =
      switch clause {
      case .given: ("given ", "\n")
      case .check: ("expect ", " allowed\n")
      case .expect: ("expect ", "\n")
      }
    text += Array("\n\nscenario \"\(places.count)\"\n  \(before)".utf8)
    let start = policy.bytes.count + text.count
    text += history.bytes[rest.start..<rest.end]
    places.append(
      Place(draft: draft, start: start, end: policy.bytes.count + text.count, origin: rest.start))
    text += Array(behind.utf8)
  }

  /// The same place in the history; for added text, the end of its line.
  private func moved(_ span: Span) -> Span? {
    guard let place = places.last(where: { $0.start <= span.start + 1 }) else { return nil }
    func move(_ offset: Int) -> Int {
      place.origin + min(max(offset, place.start), place.end) - place.start
    }
    return Span(move(span.start), move(span.end))
  }

  private func step(
    _ draft: HistoryReader.Draft, _ scenario: CheckedScenario?,
    _ problems: inout HistoryProblems
  ) -> History.Step {
    var step = History.Step(span: draft.span, at: draft.at)
    switch draft.action {
    case .nothing: break
    case .read(let action): step.action = action
    case .clause(let clause, let rest):
      guard let scenario else { break }
      switch clause {
      case .given:
        step.action = .given(scenario.snapshot)
        if scenario.snapshot.latestSeen != nil || scenario.snapshot.asOf != scenario.now {
          problems.add(
            "the history itself sets the time and the age of the purchase data", rest)
        }
      case .check: step.action = .check(scenario)
      case .expect: step.action = .expect(scenario)
      }
    }
    return step
  }
}
