/// A set of points: of all the values that the variables of a ``Space`` can have together.
///
/// It is a handle into the engine that made it, and means nothing to another one.
package struct Region: Sendable, Hashable {
  package let index: Int32

  /// No point.
  package static let nothing = Region(index: 0)
  /// Every point.
  package static let everything = Region(index: 1)
}

/// The budget ran out before a question was answered.
package struct Exhausted: Error, Sendable, Hashable {
  /// The resource: nodes of a diagram, steps of a search, variables, or the time of the run.
  package var resource: Resource
  /// How much of it there was; of the time, milliseconds.
  package var limit: Int

  package enum Resource: String, Sendable {
    case nodes, steps, variables, time
    /// A sentence that the engines cannot judge: a step above an allowance that products add to,
    /// and a claim about a setting that reads a meter to which the setting's add-ons add.
    case unsupported
  }

  package init(_ resource: Resource, limit: Int) {
    self.resource = resource
    self.limit = limit
  }
}

/// How much work one group of questions may take.
package struct Budget: Sendable {
  /// Nodes of one diagram.
  package var nodes: Int
  /// Steps of one search.
  package var steps: Int
  /// The time of the whole run, which all its questions share.
  package var run: RunBudget

  /// A budget; beyond what a machine can bear it is cut down.
  package init(nodes: Int = 200_000, steps: Int = 50_000, run: RunBudget = .endless) {
    self.nodes = max(2, min(nodes, 1 << 27))
    self.steps = max(0, min(steps, 1 << 40))
    self.run = run
  }
}

/// Combines regions and finds points in them, exactly. There are two engines: ``Diagrams``, which
/// has one form for each region, and ``Search``, for regions whose diagram would be too large. A
/// question is written once, for both.
package protocol Engine {
  init(budget: Budget)

  /// Where a variable is at least `threshold`, which lies inside its range and not at its begin.
  mutating func atLeast(_ variable: Int32, _ threshold: Int64) throws(Exhausted) -> Region
  /// Where a variable is below `threshold`.
  mutating func below(_ variable: Int32, _ threshold: Int64) throws(Exhausted) -> Region
  mutating func and(_ a: Region, _ b: Region) throws(Exhausted) -> Region
  mutating func or(_ a: Region, _ b: Region) throws(Exhausted) -> Region
  /// All of some regions, or any of them.
  mutating func join(_ regions: [Region], isAll: Bool) throws(Exhausted) -> Region
  /// The part of `a` that is not in `b`.
  mutating func without(_ a: Region, _ b: Region) throws(Exhausted) -> Region
  /// The rest of a region when a variable has one value.
  mutating func fixing(
    _ variable: Int32, at value: Int64, in region: Region
  ) throws(Exhausted) -> Region
  /// Where some value of a variable leads into a region.
  mutating func forSome(_ variable: Int32, in region: Region) throws(Exhausted) -> Region
  /// Where a region's answer may change along a variable, ascending.
  mutating func thresholds(of variable: Int32, in region: Region) -> [Int64]
  /// The variables that a region depends on, ascending.
  mutating func variables(of region: Region) -> [Int32]
  /// A point of a region, the nearest to the usual one that the engine can find; `nil` if the
  /// region is empty.
  mutating func point(in region: Region, of space: Space) throws(Exhausted) -> Point?
  /// Whether a region is empty.
  mutating func isEmpty(_ region: Region, in space: Space) throws(Exhausted) -> Bool
  /// Whether a region has every point of a box.
  mutating func covers(
    _ region: Region, _ box: Box, in space: Space
  ) throws(Exhausted) -> Bool
}

extension Engine {
  /// Both, or one of them.
  mutating func join(_ a: Region, _ b: Region, isAll: Bool) throws(Exhausted) -> Region {
    isAll ? try and(a, b) : try or(a, b)
  }

  /// All of some regions, or any of them. It begins with the last one: where each speaks of another
  /// variable, in their order, a diagram grows at its top, a node at a time.
  package mutating func join(
    _ regions: [Region], isAll: Bool
  ) throws(Exhausted) -> Region {
    var result: Region = isAll ? .everything : .nothing
    for region in regions.reversed() { result = try join(region, result, isAll: isAll) }
    return result
  }

  mutating func all(_ regions: [Region]) throws(Exhausted) -> Region {
    try join(regions, isAll: true)
  }

  mutating func any(_ regions: [Region]) throws(Exhausted) -> Region {
    try join(regions, isAll: false)
  }

  mutating func complement(_ region: Region) throws(Exhausted) -> Region {
    try without(.everything, region)
  }
}

/// The time that a whole run may take: all questions about all policies of one command together.
///
/// The engines know no clock. Whoever begins the run says how to tell the time that has passed, so
/// a test needs no real time.
package struct RunBudget: Sendable {
  /// Milliseconds; `nil` for as long as it takes.
  package let limit: Int?
  /// The milliseconds since the run began. They never fall.
  private let elapsed: @Sendable () -> Int

  /// The default time, in milliseconds.
  package static let usual = 10_000

  /// A run without a limit.
  package static let endless = RunBudget()

  private init() {
    limit = nil
    elapsed = { 0 }
  }

  package init(limit: Int, elapsed: @escaping @Sendable () -> Int) {
    self.limit = limit
    self.elapsed = elapsed
  }

  /// The first half of the run, for work that must leave time for the rest.
  package var firstHalf: RunBudget {
    limit.map { RunBudget(limit: $0 / 2, elapsed: elapsed) } ?? self
  }

  /// Why the run has to end now; `nil` while there is time.
  package var end: Exhausted? {
    guard let limit, elapsed() >= limit else { return nil }
    return Exhausted(.time, limit: limit)
  }

  /// Ends the work if there is no time left.
  func check() throws(Exhausted) {
    if let end { throw end }
  }
}
