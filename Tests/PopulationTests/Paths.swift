import TollgateAnalysis
import TollgateRuntime

@testable import TollgatePopulation

/// The paths of the diagrams of policies: the columns that a corpus of users needs, so that each
/// path is some user's.
enum Paths {
  /// Those of each outcome of each target, or of two policies of each change.
  ///
  /// - Parameter most: The most paths of one diagram.
  static func all(
    of graphs: [RuleGraph], at now: Instant, atMost most: Int
  ) -> [[ColumnIndex: Int64?]] {
    let book = ColumnBook(at: now)
    var writer = ConditionWriter(book)
    var evaluations = graphs.enumerated().map {
      PopulationEvaluation(PolicyColumns(graph: $0.element, book: book, policy: $0.offset))
    }
    var seen: Set<Predicate> = []
    var paths: [[ColumnIndex: Int64?]] = []
    for name in graphs[0].parts.targets.map({ $0.name }) {
      let standings = evaluations.indices.map { standing(of: name, in: &evaluations[$0]) }
      let first = standings[0]
      let predicates =
        standings.count > 1
        ? ChangeKind.allCases.map { first.changing($0, to: standings[1]) }
        : [first.allowed, first.warned, first.unknown]
      for predicate in predicates where seen.insert(predicate).inserted {
        paths += writer.paths(of: predicate, atMost: most)
      }
    }
    return paths
  }

  private static func standing(
    of target: String, in evaluation: inout PopulationEvaluation
  ) -> TargetStanding {
    guard let index = evaluation.graph.names.targets[target] else { return .undeclared }
    return TargetStanding(of: index, in: &evaluation)
  }
}

extension ConditionWriter {
  /// The columns on each path of a predicate's diagram, to both of its ends: for each column on it
  /// a number at a border of what goes this way, nil for a missing one. No more than so many paths,
  /// and none of a diagram that is too large.
  mutating func paths(of predicate: Predicate, atMost most: Int) -> [[ColumnIndex: Int64?]] {
    var paths: [[ColumnIndex: Int64?]] = []
    do throws(Exhausted) {
      try addPaths(of: try region(predicate), [:], atMost: most, to: &paths)
    } catch {
      return []
    }
    return paths
  }

  private mutating func addPaths(
    of region: Region, _ path: [ColumnIndex: Int64?], atMost most: Int,
    to paths: inout [[ColumnIndex: Int64?]]
  ) throws(Exhausted) {
    guard paths.count < most else { return }
    guard let column = diagrams.variables(of: region).first else { return paths.append(path) }
    for part in try parts(of: region, along: column) {
      var path = path
      let isMissing = part.values.lowerBound == ConditionWriter.missing
      if isMissing, book[column].canBeMissing {
        path[column] = .some(nil)
      } else {
        let range = book[column].range
        guard part.values.overlaps(range) else { continue }
        let values = part.values.clamped(to: range)
        let isFirst = values.lowerBound == range.lowerBound
        path[column] =
          !isFirst ? values.lowerBound : values.upperBound < .max ? values.upperBound : 0
      }
      try addPaths(of: part.rest, path, atMost: most, to: &paths)
    }
  }
}
