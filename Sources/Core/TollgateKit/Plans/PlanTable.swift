public import TollgateRuntime

/// The comparison of the plans of a policy, as a pricing page or a paywall shows it: a column for
/// each plan, a row for each feature and meter, every text in one locale.
///
/// ```swift
/// let table = gate.planTable()
/// for column in table.columns { show(column.title + (column.isRecommended ? " ★" : "")) }
/// for row in table.rows where row.differs {
///   show(row.title + ": " + row.cells.map(\.text).joined(separator: " | "))
/// }
/// ```
///
/// Each cell is the engine's answer for a user who holds the plan of its column and of whom
/// nothing else is known. An answer that depends on something unknown says so in words.
public struct PlanTable: Sendable, Hashable {
  /// The policy's name; empty where it has none.
  public let policy: String
  /// A code that identifies the meaning of the policy.
  public let fingerprint: String
  /// The policy's label in the locale, or its name.
  public let title: String
  /// The BCP 47 tag that the texts were chosen for.
  public let locale: String
  /// The instant that the answers are for.
  public let instant: Instant
  /// The plans, from the least to the most of the ladder, then the others as declared.
  public let columns: [Column]
  /// Meters first, then settings, then features and series, each in order of declaration; then the
  /// members of groups with a label, group by group.
  public let rows: [Row]
  /// The products that are bought beside a plan, in order of declaration.
  public let addOns: [AddOn]

  /// A product that is bought beside a plan.
  public struct AddOn: Sendable, Hashable {
    /// Its name, texts, price and terms.
    public let listing: ProductListing
    /// The labels of the features that it opens for a user of the highest plan that it is sold
    /// with.
    public let opens: [String]

    /// Its contents in words of the locale: `10 GB of storage`, `30 days to Page history`, then the
    /// labels of the features that it opens.
    public var adds: [String] { listing.adds + opens }
  }

  /// A plan.
  public struct Column: Sendable, Hashable {
    /// The kind of the plan.
    public let kind: Kind
    /// The name of the tier, entitlement or product; empty for ``Kind/nothing``.
    public let name: String
    /// Its label in the locale, or its name.
    public let label: String
    /// Its benefits in the policy's words. Those of a product are in its listing.
    public let benefits: [String]
    /// The products for sale that bring just this plan, in order of declaration.
    public let products: [ProductListing]
    /// Whether the column shows the contents of its first product, because that brings more than
    /// the tier: another entitlement or a higher limit.
    public let bringsMore: Bool
    /// Whether everybody has it.
    public let isFree: Bool

    /// The label as a heading shows it: it begins with a capital, and a name without a label is
    /// read as words.
    public var title: String { Heading.title(label, name: name) }

    /// Whether one of its products is marked as recommended.
    public var isRecommended: Bool { products.contains { $0.isRecommended } }

    /// The kind of a plan.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The plan that everybody has, in a policy without tiers.
      case nothing
      /// A tier. The products that bring it are its ``Column/products``.
      case tier
      /// An entitlement that no product and no tier brings; only where all is shown, and in a policy
      /// without products.
      case entitlement
      /// A product that is more than one tier.
      case product
    }
  }

  /// A feature, a meter, a setting, or neighbours of a series with the same cells.
  public struct Row: Sendable, Hashable {
    /// The kind of its targets.
    public let kind: Kind
    /// The name of the target, or of the first of a range.
    public let first: String
    /// The name of the last target of a range; that of the first for a single one.
    public let last: String
    /// How many targets there are.
    public let count: Int
    /// The label in the locale, followed by the range of a series (`Course L4–L8`).
    public let label: String
    /// The label of the group that it stands under; `nil` for the rows before all sections.
    public let section: String?
    /// Its benefits in the policy's words.
    public let benefits: [String]
    /// When the day or the month that a meter is limited by begins, in words of the locale: `The
    /// day begins at 20:00 in Asia/Shanghai.`; `nil` for midnight.
    public let begins: String?
    /// A cell for each column.
    public let cells: [Cell]

    /// The name as a policy writes it: `csv-export`, `L4..L8`.
    public var name: String { first == last ? first : first + ".." + last }

    /// The label as a heading shows it: it begins with a capital, and a name without a label is
    /// read as words.
    public var title: String { Heading.title(label, name: name) }

    /// Whether the plans differ here.
    public var differs: Bool { cells.contains { $0 != cells.first } }

    /// The kind of the targets of a row.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// How much of something there is.
      case meter
      /// Whether something may be used.
      case feature
      /// A value, such as days of history.
      case setting
    }
  }
}

extension PlanTable {
  /// The answer of a plan about a feature, a meter or a setting.
  public struct Cell: Sendable, Hashable {
    /// The answer.
    public let answer: Content
    /// The instant at which time alone brings another answer; `nil` if never.
    public let until: Instant?
    /// The answer from then on in words of the locale: `not included`; `nil` if there is no
    /// ``until``.
    public let then: String?
    /// The answer in words of the locale: `included`, `5 GB`, `if platform is not web`, `included,
    /// with a warning until 2027-03-01, then not included`.
    public let text: String
    /// The value of a setting that the user of the plan surely has; `nil` for a feature or meter.
    public let value: SettingValue?
    /// The better values of a setting that the user of the plan has under a condition. Those of a
    /// meter are in its ``PlanTable/Limit/perhaps``.
    public let perhaps: [Perhaps]
    /// The amounts that one use takes from meters, which ``text`` says too: `included, 4 credits
    /// each`. Empty if it takes nothing.
    public let uses: [TakenAmount]
    /// The answer while a trial of the plan runs, in words of the locale; `nil` if it is the same.
    public let inTrial: String?
    /// The unit of the value: `seconds`, `bytes`; `nil` for a choice.
    let unit: String?

    /// An answer.
    public enum Content: Sendable, Hashable {
      /// It may be used, whatever else is so.
      case included
      /// It may be used, and for now there is only a reminder that it takes more.
      case warned
      /// It may not be used.
      case excluded
      /// It depends on something else: the condition in words of the locale, as `if platform is not
      /// web`.
      case depends(on: String)
      /// These limits bind, at least one.
      case limited([Limit])
      /// No limit binds.
      case unlimited
      /// The value of a setting.
      case value(SettingValue)

      /// The word for it in JSON.
      public var word: String {
        switch self {
        case .included: "included"
        case .warned: "warned"
        case .excluded: "excluded"
        case .depends: "depends"
        case .limited: "limited"
        case .unlimited: "unlimited"
        case .value: "value"
        }
      }
    }
  }

  /// More than a plan surely has: the amount of a step whose condition is unknown.
  public struct Perhaps: Sendable, Hashable {
    /// The amount in the unit of the meter or setting; `nil` for unlimited, and for a choice.
    public let amount: Int64?
    /// The name of the choice; `nil` for an amount.
    public let choice: String?
    /// Whether there is no limit.
    public var isUnlimited: Bool { amount == nil && choice == nil }
    /// The condition in words of the locale: `if platform is web`.
    public let condition: String
    /// It in words of the locale: `100 if platform is web`.
    public let text: String
  }

  /// A limit of a meter.
  public struct Limit: Sendable, Hashable {
    /// The highest value that it lets pass, in the meter's unit; `nil` while it is undecided, or
    /// if each account has its own.
    public let amount: Int64?
    /// Whether how much it is has not been decided.
    public let isUndecided: Bool
    /// The window that it counts over.
    public let window: Usage.Window
    /// The condition under which it binds, in words of the locale; `nil` if always.
    public let condition: String?
    /// Whether it only reminds for now.
    public let isSoft: Bool
    /// The higher amounts that the user of the plan has under a condition, in the order of the
    /// policy.
    public let perhaps: [Perhaps]
    /// How it goes on for money; `nil` if it does not.
    public let beyond: Beyond?
    /// How what is unused of it rolls over; `nil` if it does not.
    public let rollover: Rollover?
    /// It in words of the locale: `3 per day`.
    public let text: String
  }

  /// How what is unused of a limit rolls over into the next window.
  public struct Rollover: Sendable, Hashable {
    /// How much is carried at most, in the meter's unit; `nil` for all of it, or a share of a limit
    /// that is not known.
    public let most: Int64?
    /// The condition under which it rolls over, in words of the locale; `nil` if always.
    public let condition: String?
    /// It in words of the locale: `unused rolls over, at most 1,000`.
    public let text: String
  }

  /// How a limit goes on for money.
  public struct Beyond: Sendable, Hashable {
    /// The price in each currency, for each so much of the meter.
    public let prices: [Price]
    /// How much more at most, in the meter's unit; `nil` for any amount.
    public let most: Int64?
    /// The condition under which one may, in words of the locale; `nil` if always.
    public let condition: String?
    /// It in words of the locale: `$0.05 for each credit, at most $40`.
    public let text: String
  }
}

/// The rows of a comparison. Features with the same rules and uses have the same cells, which are
/// worked out once; neighbours of a series with the same cells share a row.
struct PlanRows {
  private let graph: RuleGraph
  private let texts: Texts
  private let now: Instant
  private let users: [PreparedSnapshot]
  /// The same in a trial of the plan, where that may differ.
  private let trials: [PreparedSnapshot?]
  private let cells: PlanCells
  private let series: [Int32?]
  private let patience: Patience
  private var known: [[[Int32]]: [PlanTable.Cell]] = [:]

  init(
    _ listings: Listings, plans: [Plan], now: Instant, patience: Patience = Patience()
  ) {
    let graph = listings.graph
    self.graph = graph
    self.now = now
    self.patience = patience
    texts = listings.texts
    users = plans.map { $0.user(of: graph) }
    trials = graph.asksForPaid ? plans.map { $0.trialUser(of: graph) } : []
    cells = PlanCells(listings, patience: patience)
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
      rows[rows.count - 1] = PlanTable.Row(.feature, run, section, row.benefits, nil, cells)
    } else {
      let benefits = target.benefits.compactMap { texts.label($0) }
      let run = TargetRun(graph, series, texts, index...index)
      let begins = target.meter.flatMap { texts.begin(ofMeter: $0) }
      rows.append(PlanTable.Row(kind(of: index), run, section, benefits, begins, cells))
    }
  }

  private func kind(of index: Int32) -> PlanTable.Row.Kind {
    if graph.setting(of: index) != nil { return .setting }
    return graph.parts.targets[Int(index)].meter != nil ? .meter : .feature
  }

  private mutating func cells(of index: Int32) -> [PlanTable.Cell] {
    let target = graph.parts.targets[Int(index)]
    let isShared = target.meter == nil && graph.setting(of: index) == nil
    let key = [target.rules, graph.uses[index]]
    if isShared, let cells = known[key] { return cells }
    let row = cells.row(of: index, for: users, inTrial: trials, at: now)
    if isShared { known[key] = row }
    return row
  }
}

extension PlanTable.Row {
  fileprivate init(
    _ kind: Kind, _ run: TargetRun, _ section: String?, _ benefits: [String], _ begins: String?,
    _ cells: [PlanTable.Cell]
  ) {
    self.init(
      kind: kind, first: run.first, last: run.last, count: run.count, label: run.label,
      section: section, benefits: benefits, begins: begins, cells: cells)
  }
}

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

/// Labels where nothing stands before them: in a heading, or at the head of a row or a column.
package enum Heading {
  /// A label as a heading, which begins with a capital; the words of a name that has no label
  /// (`Csv export`). A spelling of its own, such as `iPad`, stays.
  package static func title(_ label: String, name: String) -> String {
    let words =
      label == name ? name.split { $0 == "-" || $0 == "_" }.joined(separator: " ") : label
    let rest = words.dropFirst()
    let isSpelled = rest.first.map { "\($0)" != "\($0)".lowercased() } ?? false
    return isSpelled ? words : words.prefix(1).uppercased() + rest
  }
}
