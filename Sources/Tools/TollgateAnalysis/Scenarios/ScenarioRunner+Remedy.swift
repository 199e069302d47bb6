package import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension ScenarioRunner {
  /// The `expect` lines that would replace one so that all its targets pass:
  /// one line for those that pass already, and one for each way in which the others decide.
  package func remedy(
    for expectation: CheckedExpectation, failures: [ScenarioReport.Failure]
  ) -> [String] {
    var groups: [(parts: String, targets: [Int32])] = []
    var places: [String: Int] = [:]
    var failed: Set<Int32> = []
    for failure in failures {
      failed.insert(failure.target)
      let parts = failure.parts.filter { $0.canBeExpected }
      let text = parts.map { $0.actual }.joined(separator: " ")
      if let place = places[text] {
        groups[place].targets.append(failure.target)
      } else {
        places[text] = groups.count
        groups.append((text, [failure.target]))
      }
    }
    let passing = expectation.targets.filter { !failed.contains($0) }
    if let first = failures.first, !passing.isEmpty {
      let parts = first.parts.map { $0.expected }.joined(separator: " ")
      groups.insert((parts, passing), at: 0)
    }
    return groups.map { group in
      "expect " + spelled(group.targets) + ask(of: expectation) + " " + group.parts
    }
  }

  /// `L4..L8, csv-export`
  private func spelled(_ targets: [Int32]) -> String {
    graph.runs(of: targets).map { run in
      let first = Spelled.name(graph.parts.targets[Int(run.lowerBound)].name)
      if run.count == 1 { return first }
      return first + ".." + Spelled.name(graph.parts.targets[Int(run.upperBound)].name)
    }.joined(separator: ", ")
  }

  private func ask(of expectation: CheckedExpectation) -> String {
    var text = ""
    switch expectation.growth {
    case .adding(let amount): text = " adding \(amount)"
    case .reaching(let value): text = " reaching \(value)"
    case .reachingUnlimited: text = " reaching unlimited"
    case nil: break
    }
    return expectation.isContinuing ? text + " continuing" : text
  }
}
