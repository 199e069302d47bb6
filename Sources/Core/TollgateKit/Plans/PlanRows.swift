import TollgateRuntime

/// The rows of a comparison. Features with the same rules have the same cells, which are worked
/// out once; neighbours of a series with the same cells share a row.
struct PlanRows {
  private let graph: RuleGraph
  private let texts: Texts
  private let now: Instant
  private let users: [PreparedSnapshot]
  private let cells: PlanCells
  private let series: [Int32?]
  private let patience: Patience
  private var known: [[Int32]: [PlanTable.Cell]] = [:]

  init(
    graph: RuleGraph, plans: [Plan], texts: Texts, now: Instant, patience: Patience = Patience()
  ) {
    self.graph = graph
    self.now = now
    self.patience = patience
    self.texts = texts
    users = plans.map { $0.user(of: graph) }
    cells = PlanCells(graph: graph, texts: texts, patience: patience)
    series = graph.seriesOfTargets
  }

  /// Meters, then settings, then features and series, then section by section; some of them if the
  /// time ends.
  mutating func all() -> [PlanTable.Row] {
    var rows: [PlanTable.Row] = []
    for section in sections {
      var last: Int32?
      for index in section.targets {
        guard patience.isLeft else { return rows }
        append(index, after: last, under: section.label, to: &rows)
        last = index
      }
    }
    return rows
  }

  /// The targets in the order of the rows: first those of no section, then those of each group that
  /// has a label. A member of several groups stands in the first.
  private var sections: [(label: String?, targets: [Int32])] {
    let targets = graph.parts.targets
    let settings = targets.count - graph.parts.settings.count
    let features = targets.firstIndex { $0.meter != nil } ?? settings
    var placed = Set(targets.indices.map(Int32.init).filter(isOnlyForPrices))
    var sections: [(label: String?, targets: [Int32])] = []
    for group in graph.parts.groups where !group.isSeries {
      guard let label = texts.label(group.label) else { continue }
      let members = group.members.filter { placed.insert($0).inserted }
      if !members.isEmpty { sections.append((label, members)) }
    }
    let order = Array(features..<targets.count) + Array(0..<features)
    let rest = order.map(Int32.init).filter { !placed.contains($0) }
    return [(nil, rest)] + sections
  }

  /// Whether it is a meter that no rule limits, and that a price counts.
  private func isOnlyForPrices(_ index: Int32) -> Bool {
    let target = graph.parts.targets[Int(index)]
    guard target.meter != nil, target.rules.isEmpty else { return false }
    return graph.parts.products.contains { product in
      product.prices.contains { $0.each?.meter == target.name }
    }
  }

  /// - Parameter last: The target before it in its section.
  private mutating func append(
    _ index: Int32, after last: Int32?, under section: String?, to rows: inout [PlanTable.Row]
  ) {
    let target = graph.parts.targets[Int(index)]
    let cells = cells(of: index)
    if let own = series[Int(index)], last == index - 1, own == series[Int(index) - 1],
      let row = rows.last, row.cells == cells
    {
      let run = TargetRun(graph, series, texts, index - Int32(row.count)...index)
      rows[rows.count - 1] = PlanTable.Row(.feature, run, section, row.benefits, cells)
    } else {
      let benefits = target.benefits.compactMap { texts.label($0) }
      let run = TargetRun(graph, series, texts, index...index)
      rows.append(PlanTable.Row(kind(of: index), run, section, benefits, cells))
    }
  }

  private func kind(of index: Int32) -> PlanTable.Row.Kind {
    if graph.setting(of: index) != nil { return .setting }
    return graph.parts.targets[Int(index)].meter != nil ? .meter : .feature
  }

  private mutating func cells(of index: Int32) -> [PlanTable.Cell] {
    let target = graph.parts.targets[Int(index)]
    let isShared = target.meter == nil && graph.setting(of: index) == nil
    if isShared, let cells = known[target.rules] { return cells }
    let row = cells.row(of: index, for: users, at: now)
    if isShared { known[target.rules] = row }
    return row
  }
}

extension PlanTable.Row {
  fileprivate init(
    _ kind: Kind, _ run: TargetRun, _ section: String?, _ benefits: [String],
    _ cells: [PlanTable.Cell]
  ) {
    self.init(
      kind: kind, first: run.first, last: run.last, count: run.count, label: run.label,
      section: section, benefits: benefits, cells: cells)
  }
}
