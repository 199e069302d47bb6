import TollgateKit
import TollgateAnalysis
import TollgateRuntime
import TollgateWords

/// The changes of each plan and each product, in sentences for the owner of the price list.
struct PlanChanges: Bilingual {
  /// Plans or a product, and a sentence for each of their changes.
  struct Entry {
    var title: String
    var sentences: [String]
  }

  private let report: DiffReport
  var language: Language { report.language }
  private let old: Answers
  private let new: Answers
  private let isCompared: Bool

  init(_ report: DiffReport, _ tables: PlanTables?) {
    self.report = report
    old = tables?.old ?? Answers()
    new = tables?.new ?? Answers()
    isCompared = tables != nil
  }

  /// Every plan that gains or loses something; plans that change alike together.
  var plans: [Entry] {
    var entries: [Entry] = []
    for column in new.columns {
      let before = old.columns.first { $0.key == column.key }
      let sentences = sentences(from: before, to: column)
      let title =
        before == nil ? words("\(column.label) (new plan)", "\(column.label)（新方案）") : column.label
      guard !sentences.isEmpty else { continue }
      if let place = entries.firstIndex(where: { $0.sentences == sentences }) {
        entries[place].title += ", " + title
      } else {
        entries.append(Entry(title: title, sentences: sentences))
      }
    }
    for column in old.columns where !new.columns.contains(where: { $0.key == column.key }) {
      entries.append(Entry(title: column.label, sentences: [words("is no longer a plan", "不再是方案")]))
    }
    return entries
  }

  /// Every product whose terms change.
  var products: [Entry] {
    var entries: [Entry] = []
    for change in report.difference.lists {
      guard let product = change.product else { continue }
      let title = words("product \(product)", "商品\(product)") + (change.isOfNew ? isNew : "")
      if change.isOfGone {
        if entries.last?.title == title { continue }
        entries.append(Entry(title: title, sentences: [words("is no longer declared", "不再声明")]))
        continue
      }
      let sentence =
        change.isOfNew
        ? "\(change.aspect): \(change.new ?? "none")"
        : "\(change.aspect): \(change.old ?? "none") → \(change.new ?? "none")"
      if entries.last?.title != title { entries.append(Entry(title: title, sentences: [])) }
      entries[entries.count - 1].sentences.append(sentence)
    }
    return entries
  }

  /// The new targets, by the plans that have them.
  var added: [Entry] {
    var entries: [Entry] = []
    var targets: [[String]] = []
    for target in report.difference.added {
      // A meter without a limit may have no row.
      let plans = new.columns.filter { $0.cells[target].map { !$0.isExcluded } ?? true }
      let title =
        !isCompared
        ? words("targets", "对象")
        : plans.isEmpty
          ? words("for nobody yet", "尚无人可用")
          : plans.count == new.columns.count
            ? words("for everybody", "所有人可用")
            : words("with \(list(plans.map { $0.label }))", "\(list(plans.map { $0.label }))可用")
      if let place = entries.firstIndex(where: { $0.title == title }) {
        targets[place].append(target)
      } else {
        entries.append(Entry(title: title, sentences: []))
        targets.append([target])
      }
    }
    for place in entries.indices {
      entries[place].sentences = report.new.names(of: targets[place])
    }
    return entries
  }

  // MARK: Sentences

  private func sentences(from before: Answers.Column?, to after: Answers.Column) -> [String] {
    var lost: [String] = []
    var gained: [String] = []
    var added: [String] = []
    var others: [(words: String, targets: [String])] = []
    for target in old.targets + new.targets.filter({ !old.order.contains($0) }) {
      let (one, two) = (before?.cells[target], after.cells[target])
      let (had, has) = (one.map { !$0.isExcluded } ?? false, two.map { !$0.isExcluded } ?? false)
      if one?.text == two?.text || !had && !has { continue }
      if !has {
        if before != nil { lost.append(target) }
      } else if !had, two?.isPlain == true {
        if old.order.contains(target) { gained.append(target) } else { added.append(target) }
      } else {
        let words =
          had ? "\(one?.text ?? "") → \(two?.text ?? "")" : (two?.text ?? "") + isNew
        if let place = others.firstIndex(where: { $0.words == words }) {
          others[place].targets.append(target)
        } else {
          others.append((words, [target]))
        }
      }
    }
    var sentences: [String] = []
    if !gained.isEmpty { sentences.append(gains(gained, report.old)) }
    if !added.isEmpty { sentences.append(gains(added, report.new) + isNew) }
    if !lost.isEmpty {
      let names = names(lost, report.old)
      sentences.append(words("loses \(names)", "失去\(names)"))
    }
    for other in others {
      sentences.append(names(other.targets, report.new) + words(": ", "：") + other.words)
    }
    return sentences
  }

  private func names(_ targets: [String], _ policy: Policy) -> String {
    list(policy.names(of: targets))
  }

  private func gains(_ targets: [String], _ policy: Policy) -> String {
    words("gains \(names(targets, policy))", "获得\(names(targets, policy))")
  }

  private var isNew: String { words(" (new)", "（新）") }
}

/// The plan tables of two policies, each worked out once.
struct PlanTables {
  fileprivate let old: Answers
  fileprivate let new: Answers

  /// Nil if there is no time for all of it.
  init?(
    _ old: Policy, _ new: Policy, at now: Instant, in locale: String, within run: RunBudget
  ) {
    guard let before = old.planTable(in: locale, at: now, while: { run.end == nil }),
      let after = new.planTable(in: locale, at: now, while: { run.end == nil })
    else { return nil }
    self.old = Answers(before, of: old)
    self.new = Answers(after, of: new)
  }
}

/// The plan table of a policy, target by target.
private struct Answers {
  struct Column {
    /// The kind of the plan, and its name.
    var key: String
    var label: String
    var cells: [String: PlanTable.Cell] = [:]
  }

  var columns: [Column] = []
  /// In the order of the table.
  var targets: [String] = []
  var order: Set<String> = []

  init() {}

  init(_ table: PlanTable, of policy: Policy) {
    columns = table.columns.map { Column(key: $0.kind.rawValue + " " + $0.name, label: $0.label) }
    let graph = policy.graph
    for row in table.rows {
      guard let first = graph.target(row.first), let last = graph.target(row.last) else { continue }
      for index in first.index...last.index {
        let name = graph.parts.targets[Int(index)].name
        targets.append(name)
        for place in columns.indices { columns[place].cells[name] = row.cells[place] }
      }
    }
    order = Set(targets)
  }
}

extension PlanTable.Cell {
  fileprivate var isExcluded: Bool { answer == .excluded && until == nil }
  /// Whether there is nothing more to say than that the plan has it.
  fileprivate var isPlain: Bool { (answer == .included || answer == .unlimited) && until == nil }
}
