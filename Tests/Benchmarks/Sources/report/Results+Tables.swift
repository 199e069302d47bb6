import Figures

extension Results {
  /// Goal, measured, least and most of the runs, met or not, and the figures behind it.
  var goalRows: [[String]] {
    var rows = [["goal", "at most", "measured", "min", "max", "", "figures"]]
    for goal in Goal.all {
      guard let summary = summary(goal) else {
        rows.append([goal.what, goal.text(goal.limit), "not measured", "", "", "", ""])
        continue
      }
      rows.append([
        goal.what, goal.text(goal.limit), goal.text(summary.median), goal.text(summary.min),
        goal.text(summary.max), summary.median <= goal.limit ? "met" : "NOT MET",
        figuresText(goal),
      ])
    }
    return rows
  }

  /// Ratios without a goal.
  var otherRows: [[String]] {
    var rows = [["beside the goals", "measured", "min", "max", "figures"]]
    for goal in Goal.others {
      guard let summary = summary(goal) else { continue }
      rows.append([
        goal.what, goal.text(summary.median), goal.text(summary.min), goal.text(summary.max),
        figuresText(goal),
      ])
    }
    return rows
  }

  /// `3.0 ns to 4.7 ns`; nothing where the goal is a figure by itself.
  private func figuresText(_ goal: Goal) -> String {
    guard goal.figures.count > 1 else { return "" }
    return goal.figures.map { figure in
      summary(figure).map { figure.text($0.median) } ?? "?"
    }.joined(separator: " to ")
  }

  /// Every figure.
  var figureRows: [[String]] {
    var rows = [["figure", "median", "min", "max"]]
    for figure in Figure.all {
      guard let summary = summary(figure) else { continue }
      rows.append([
        figure.name, figure.text(summary.median), figure.text(summary.min),
        figure.text(summary.max),
      ])
    }
    return rows
  }

  /// Where.
  var machineText: String {
    "\(machine.processor), \(machine.cores) cores; \(machine.system); \(machine.compiler)"
  }

  /// Of what, when and how often.
  var runText: String {
    "commit \(commit), \(date); \(runs.count == 1 ? "one run" : "\(runs.count) runs")"
  }

  /// How many goals are met.
  var verdict: String {
    let summaries = Goal.all.map { goal in summary(goal).map { $0.median <= goal.limit } }
    let met = summaries.filter { $0 == true }.count
    let missing = summaries.filter { $0 == nil }.count
    let unknown = missing == 0 ? "" : ", \(missing) not measured"
    return "\(met) of \(Goal.all.count) goals met\(unknown)"
  }
}

extension Figure {
  /// Every figure, in the order of the tables.
  static let all: [Figure] =
    RequestStream.allCases.flatMap { stream in
      [
        loop(stream), enumSwitch(stream), byTarget(stream), isAllowed(stream),
        everythingInUse(stream), twelveLiterals(stream), nameSwitch(stream), byName(stream),
      ]
    } + [
      fromArray, everyTarget, columnByHand, column, columnsOfAll, columnFill, prepare, once, update,
      explain,
      storeAlone,
      storeReloading, byTargetNow, gateCan, useInMemory, useInFile, append, useInSQLite, insert,
    ]
    + PolicySize.allCases.flatMap { size in
      [
        byTarget(size), byName(size), compile(size), load(size), loadChecked(size),
        compileMemory(size), loadMemory(size),
      ]
    } + [decideAllocations, isAllowedAllocations, trueProcess, checkProcess]
}
