import TollgateRuntime

/// A target, or neighbours of a series, with what people read for them.
///
/// ```swift
/// for product in gate.paywall().products {
///   show("\(product.listing.title) opens " + product.opens.map(\.label).joined(separator: ", "))
/// }
/// ```
public struct TargetRun: Sendable, Hashable {
  /// The name of the target, or of the first one.
  public let first: String
  /// The name of the last one.
  public let last: String
  /// How many there are.
  public let count: Int
  /// A label in the locale, followed by the range for a series: `Course L4–L8`.
  public let label: String

  /// The name as a policy writes it: `csv-export`, `L4..L8`.
  public var name: String { first == last ? first : first + ".." + last }

  /// - Parameter series: The series of each target; nil for a target of none.
  init(_ graph: RuleGraph, _ series: [Int32?], _ texts: Texts, _ run: ClosedRange<Int32>) {
    let target = graph.parts.targets[Int(run.lowerBound)]
    first = target.name
    last = graph.parts.targets[Int(run.upperBound)].name
    count = run.count
    let label = texts.label(target.label)
    if series[Int(run.lowerBound)] != nil {
      let range = first == last ? first : first + "–" + last
      self.label = label.map { $0 + " " + range } ?? range
    } else {
      self.label = label ?? first
    }
  }
}

extension RuleGraph {
  /// For each target, the group that is its whole series; nil for a target of none.
  package var seriesOfTargets: [Int32?] {
    var series = [Int32?](repeating: nil, count: parts.targets.count)
    for (index, group) in parts.groups.enumerated() where group.isSeries {
      for member in group.members { series[Int(member)] = Int32(index) }
    }
    return series
  }

  /// Targets in ascending order as runs of neighbours.
  func runs(of targets: [Int32], _ texts: Texts) -> [TargetRun] {
    let series = seriesOfTargets
    return runs(of: targets).map { TargetRun(self, series, texts, $0) }
  }
}
