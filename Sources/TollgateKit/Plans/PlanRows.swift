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
    graph: RuleGraph, plans: [Plan], locale: String, now: Instant, patience: Patience = Patience()
  ) {
    self.graph = graph
    self.now = now
    self.patience = patience
    texts = Texts(graph: graph, locale: locale)
    users = plans.map { $0.user(of: graph) }
    cells = PlanCells(graph: graph, texts: texts, patience: patience)
    series = graph.seriesOfTargets
  }

  /// Meters, then settings, then features and series; some of them if the time ends.
  mutating func all() -> [PlanTable.Row] {
    let targets = graph.parts.targets
    let settings = targets.count - graph.parts.settings.count
    let features = targets.firstIndex { $0.meter != nil } ?? settings
    var rows: [PlanTable.Row] = []
    for index in Array(features..<targets.count) + Array(0..<features) {
      guard patience.isLeft else { return rows }
      append(Int32(index), to: &rows)
    }
    return rows
  }

  private mutating func append(_ index: Int32, to rows: inout [PlanTable.Row]) {
    let target = graph.parts.targets[Int(index)]
    let cells = cells(of: index)
    let run = TargetRun(graph, series, texts, index...index)
    if index > 0, let own = series[Int(index)], own == series[Int(index) - 1],
      let last = rows.last, last.cells == cells
    {
      let first = index - Int32(last.count)
      rows[rows.count - 1] = PlanTable.Row(
        kind: .feature, TargetRun(graph, series, texts, first...index), last.benefits, cells)
    } else {
      let benefits = target.benefits.compactMap { texts.label($0) }
      rows.append(PlanTable.Row(kind: kind(of: index), run, benefits, cells))
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
    kind: Kind, _ run: TargetRun, _ benefits: [String], _ cells: [PlanTable.Cell]
  ) {
    self.init(
      kind: kind, first: run.first, last: run.last, count: run.count, label: run.label,
      benefits: benefits, cells: cells)
  }
}
