import TollgateRuntime

/// Writes the view that makes the wide table of the long ones.
struct WideView {
  private let book: ColumnBook
  private let dialect: SQLDialect
  private let names: TableNames
  /// The distinct parts that the columns are put together from, in the order of their numbers.
  private var trusts: [Int64] = []
  private var graces: [[WideColumn.Grace]] = []
  private var held: [String] = []
  private var used: [String] = []
  private var own: [String] = []
  private var facts: [String] = []
  private var buckets: [String] = []
  private var passed: [String] = []
  private var selected: [String] = []
  /// Whether a column asks which grants are in a trial.
  private var asksForPaid = false

  /// Grants add at most this much: more than any number that a table may have.
  static let mostAdded: Int64 = 1 << 54
  /// The most that an allowance is where the snapshot has none: more than any user has used.
  static let mostOtherwise: Int64 = 1 << 60
  /// A time that is longer than any two instants are apart.
  private static let longestTime: Int64 = 1 << 50

  init(_ book: ColumnBook, _ dialect: SQLDialect, _ names: TableNames) {
    self.book = book
    self.dialect = dialect
    self.names = names
    for column in book.columns { add(column) }
  }

  /// The statement.
  func text() -> String {
    let name = names.view(PopulationSQL.wide, in: dialect)
    var parts = ["moments AS (\n\(moments)\n)"]
    var joins: [String] = []
    func join(_ part: String, _ columns: [String], _ source: String) {
      guard !columns.isEmpty else { return }
      let list = (["p.user_id"] + columns).joined(separator: ",\n      ")
      parts.append(
        "\(part) AS (\n    SELECT \(list)\n    FROM \(source)\n    GROUP BY p.user_id\n  )")
      joins.append("LEFT JOIN \(part) ON \(part).user_id = m.user_id")
    }
    if !held.isEmpty { parts.append("grants_now AS (\n\(grants)\n  )") }
    join("held", held, "grants_now p")
    join("used", used, "\(names.table("usage")) p JOIN moments m ON m.user_id = p.user_id")
    join("own", own, "\(names.table("allowances")) p")
    join("known", facts, "\(names.table("facts")) p")
    join("dice", buckets, "\(names.table("buckets")) p")
    for (place, date) in passed.enumerated() {
      let months = MonthsView(
        dialect: dialect, name: "months", date: date,
        source: "moments m LEFT JOIN known ON known.user_id = m.user_id")
      parts.append("passed_\(place + 1) AS (\n\(months.text())\n  )")
      joins.append("LEFT JOIN passed_\(place + 1) ON passed_\(place + 1).user_id = m.user_id")
    }
    let columns = (["m.user_id"] + selected).joined(separator: ",\n  ")
    return """
      \(dialect.view(name))
      WITH \(parts.joined(separator: ",\n  "))
      SELECT \(columns)
      FROM moments m
      \(joins.joined(separator: "\n"));
      """
  }

  // MARK: Parts

  private mutating func number<Part: Equatable>(
    of part: Part, in parts: WritableKeyPath<WideView, [Part]>
  ) -> Int {
    if let known = self[keyPath: parts].firstIndex(of: part) { return known + 1 }
    self[keyPath: parts].append(part)
    return self[keyPath: parts].count
  }

  /// A column of one of the parts, and its name there.
  private mutating func part(
    _ parts: WritableKeyPath<WideView, [String]>, _ name: String, _ expression: String
  ) -> String {
    let before = self[keyPath: parts].firstIndex { $0.hasPrefix("\(expression) AS ") }
    let number = before.map { $0 + 1 } ?? self[keyPath: parts].count + 1
    if before == nil { self[keyPath: parts].append("\(expression) AS \(name)_\(number)") }
    return "\(name)_\(number)"
  }

  private func list(_ names: [String]) -> String {
    names.map { literal($0) }.joined(separator: ", ")
  }

  private func literal(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    if !isPlain || (dialect == .ansi && text.utf8.contains(UInt8(ascii: "\\"))) {
      book.refuse(
        "the name `\(text.comment)`: engines read its special characters differently")
    }
    return dialect.literal(text)
  }

  // MARK: Columns

  private mutating func add(_ column: WideColumn) {
    let name = column.name
    switch column.question {
    case .now: selected.append("m.now_at")
    case .held(let question): selected.append("\(isHeld(question)) AS \(name)")
    case .raise(let setting, let raise):
      let text = "\(ownAllowance(setting, raise.own)) + \(added(raise.added))"
      let most = WideView.mostAdded
      selected.append("CASE WHEN \(text) > \(most) THEN \(most) ELSE \(text) END AS \(name)")
    case .counter(let meter, let window, let raise):
      add(name, counter(meter, window, raise), canBeMissing: true)
    case .doubt(let added):
      var all = added
      all.countsStale = true
      let isAdded = "\(self.added(all)) > 0"
      let isStale = added.trust.map { "m.\(stale($0)) = 1 AND " } ?? ""
      selected.append("CASE WHEN \(isStale)\(isAdded) THEN 1 ELSE 0 END AS \(name)")
    case .own(let meter, let otherwise):
      add(name, ownAllowance(meter, .orElse(otherwise)), canBeMissing: column.canBeMissing)
    case .number(let number):
      add(name, self.number(number), canBeMissing: column.canBeMissing)
    case .fact(let fact): add(name, value(of: fact), fact) { $0 }
    case .since(let fact): add(name, value(of: fact), fact) { "m.now_at - \($0)" }
    case .months(let fact):
      let value = value(of: fact)
      let date = fact.otherwise.map {
        "CASE WHEN \(isReported(fact)) = 0 THEN \($0) ELSE \(value) END"
      }
      passed.append(date ?? value)
      let months = "passed_\(passed.count).months"
      selected.append("COALESCE(\(months), 0) AS \(name)")
      selected.append(
        "CASE WHEN \(months) IS NULL THEN 0 ELSE 1 END AS \(name)\(WideColumn.knownSuffix)")
    case .bucket(let rollout):
      let value = part(
        \.buckets, "bucket", "MAX(CASE WHEN p.rollout = \(literal(rollout)) THEN p.bucket END)")
      selected.append("COALESCE(dice.\(value), 0) AS \(name)")
      selected.append(
        "CASE WHEN dice.\(value) IS NULL THEN 0 ELSE 1 END AS \(name)\(WideColumn.knownSuffix)")
    }
  }

  private mutating func add(
    _ name: String, _ value: String, _ fact: WideColumn.FactQuestion,
    _ expression: (String) -> String
  ) {
    guard let otherwise = fact.otherwise else {
      selected.append(
        "CASE WHEN \(value) IS NULL THEN 0 ELSE \(expression(value)) END AS \(name)")
      selected.append(
        "CASE WHEN \(value) IS NULL THEN 0 ELSE 1 END AS \(name)\(WideColumn.knownSuffix)")
      return
    }
    // A reported value that cannot be read is unknown; a missing one is not.
    let isThere = isReported(fact)
    selected.append(
      "CASE WHEN \(value) IS NOT NULL THEN \(expression(value)) WHEN \(isThere) = 0 "
        + "THEN \(expression("(\(otherwise))")) ELSE 0 END AS \(name)")
    selected.append(
      "CASE WHEN \(value) IS NOT NULL OR \(isThere) = 0 THEN 1 ELSE 0 END "
        + "AS \(name)\(WideColumn.knownSuffix)")
  }

  private mutating func isReported(_ fact: WideColumn.FactQuestion) -> String {
    let test = "MAX(CASE WHEN p.name = \(literal(fact.name)) THEN 1 ELSE 0 END)"
    return "COALESCE(known.\(part(\.facts, "fact", test)), 0)"
  }

  private mutating func value(of fact: WideColumn.FactQuestion) -> String {
    let value: String
    switch fact.type {
    case .yesOrNo: value = "CASE p.value WHEN 'true' THEN 1 WHEN 'false' THEN 0 END"
    case .choice:
      let choices = fact.choices.enumerated().map {
        "WHEN \(literal($0.element)) THEN \($0.offset)"
      }
      let rest = fact.isOpen ? " WHEN p.value THEN \(fact.choices.count)" : ""
      value =
        choices.isEmpty && rest.isEmpty
        ? "NULL" : "CASE p.value \(choices.joined(separator: " "))\(rest) END"
    case .number, .version: value = "CASE WHEN p.number >= 0 THEN p.number END"
    case .date: value = "p.number"
    }
    return "known."
      + part(\.facts, "fact", "MAX(CASE WHEN p.name = \(literal(fact.name)) THEN \(value) END)")
  }

  private mutating func isHeld(_ question: WideColumn.Held) -> String {
    if question.isPaid { asksForPaid = true }
    let counts = "p.\(counts(question.grace)) = 1\(question.isPaid ? " AND p.is_trial = 0" : "")"
    var tests = question.givers.map { "\(isOf($0)) AND \(counts)" }
    if !question.entitlements.isEmpty {
      tests.append(
        "p.entitlement IN (\(list(question.entitlements))) AND p.owner = 1 AND \(counts)")
    }
    let test = tests.map { "(\($0))" }.joined(separator: " OR ")
    let name = part(\.held, "has", "MAX(CASE WHEN \(test) THEN 1 ELSE 0 END)")
    guard let trust = question.trust else { return "COALESCE(held.\(name), 0)" }
    let stale = stale(trust)
    return "CASE WHEN held.\(name) = 1 THEN 1 + m.\(stale) ELSE 0 END"
  }

  private func isOf(_ giver: WideColumn.Giver) -> String {
    "p.product IN (\(list(giver.names))) AND p.owner \(giver.isShared ? "<> 0" : "= 1")"
  }

  private mutating func counts(_ grace: [WideColumn.Grace]) -> String {
    "counts_\(number(of: grace, in: \.graces))"
  }

  private mutating func stale(_ trust: Int64) -> String {
    "is_stale_\(number(of: trust, in: \.trusts))"
  }

  /// The additions of grants; 0 for none.
  private mutating func added(
    _ added: WideColumn.Added, atMost most: Int64 = WideView.mostAdded
  ) -> String {
    guard !added.givers.isEmpty else { return "0" }
    let counts = counts(added.grace)
    let amounts = added.givers.filter { $0.amount > 0 }.map { giver in
      let enough = giver.amount > most ? 1 : (most + giver.amount - 1) / giver.amount
      return "WHEN \(isOf(giver)) AND p.\(counts) = 1 THEN "
        + "CASE WHEN p.quantity <= 0 THEN 0 WHEN p.quantity >= \(enough) THEN \(most) "
        + "ELSE p.quantity * \(min(giver.amount, most)) END"
    }
    guard !amounts.isEmpty else { return "0" }
    let all = "SUM(CASE \(amounts.joined(separator: " ")) ELSE 0 END)"
    let sum = "CAST(CASE WHEN \(all) > \(most) THEN \(most) ELSE \(all) END AS BIGINT)"
    let text = "COALESCE(held.\(part(\.held, "added", sum)), 0)"
    guard !added.countsStale, let trust = added.trust else { return text }
    return "CASE WHEN m.\(stale(trust)) = 1 THEN 0 ELSE \(text) END"
  }

  private mutating func ownAllowance(_ name: String, _ own: WideColumn.Raise.Own) -> String {
    guard own != .ignored else { return "0" }
    let test = "MAX(CASE WHEN p.meter = \(literal(name)) THEN p.amount END)"
    let text = "own.\(part(\.own, "own", test))"
    if case .orElse(let otherwise) = own {
      return otherwise.map { "COALESCE(\(text), \($0))" } ?? text
    }
    return "COALESCE(\(text), 0)"
  }

  /// The usage less the allowance, `NULL` for unknown.
  private mutating func counter(
    _ meter: String, _ window: String, _ raise: WideColumn.Raise
  ) -> String {
    let used = used("used", meter, window)
    var parts = [ownAllowance(meter, raise.own), added(raise.added)]
    if let each = raise.each { parts.append(quantity(each)) }
    if let carried = raise.carried {
      parts.append(self.carried(carried, meter, window, raise.added))
    }
    return ([used] + parts.filter { $0 != "0" }).joined(separator: " - ")
  }

  /// A number of a counter, as it is now.
  private mutating func used(_ column: String, _ meter: String, _ window: String) -> String {
    let value = part(
      \.used, column,
      "MAX(CASE WHEN p.meter = \(literal(meter)) AND p.counter_window = \(literal(window)) "
        + "THEN CASE WHEN p.resets_at <= m.now_at THEN 0 ELSE p.\(column) END END)")
    return "used.\(value)"
  }

  /// - Parameter canBeMissing: Whether the value may be `NULL`.
  private mutating func add(_ name: String, _ value: String, canBeMissing: Bool) {
    guard canBeMissing else { return selected.append("\(value) AS \(name)") }
    selected.append("COALESCE(\(value), 0) AS \(name)")
    selected.append(
      "CASE WHEN \(value) IS NULL THEN 0 ELSE 1 END AS \(name)\(WideColumn.knownSuffix)")
  }

  // MARK: For each, and what was carried

  /// How many there are, `NULL` for unknown.
  private mutating func number(_ number: WideColumn.Number) -> String {
    let most = Ladder.mostCounted
    switch number {
    case .bought(_, var grants):
      let trust = grants.countsStale ? nil : grants.trust
      grants.countsStale = true
      let bought = added(grants, atMost: most)
      guard let trust else { return bought }
      return "CASE WHEN m.\(stale(trust)) = 0 OR \(bought) = 0 THEN \(bought) END"
    case .fact(let fact):
      let value = value(of: fact)
      let known = "CASE WHEN \(value) > \(most) THEN \(most) ELSE \(value) END"
      guard let otherwise = fact.otherwise else { return known }
      return "CASE WHEN \(isReported(fact)) = 0 THEN \(min(otherwise, most)) ELSE \(known) END"
    }
  }

  /// So much for each of something, up to more than anybody has used.
  private mutating func quantity(
    _ each: WideColumn.Each, atMost most: Int64 = WideView.mostOtherwise
  ) -> String {
    let number = number(each.number)
    let amount = max(0, each.amount)
    if amount == 0 || most / amount >= Ladder.mostCounted { return "(\(number)) * \(amount)" }
    return "CASE WHEN \(number) > \(most / amount) THEN \(most) "
      + "WHEN \(number) >= 0 THEN (\(number)) * \(amount) END"
  }

  /// The amount that was carried, or as much of it as counts at most.
  private mutating func carried(
    _ carried: WideColumn.Carried, _ meter: String, _ window: String, _ added: WideColumn.Added
  ) -> String {
    switch carried {
    case .all: return "COALESCE(\(used("carried", meter, window)), 0)"
    case .share(let share, of: let limit):
      let enough = WideView.mostShared(share)
      let own: String
      switch limit {
      case .fixed(let quantity): own = "\(min(quantity, enough))"
      case .own(let otherwise):
        own = ownAllowance(meter, .orElse(otherwise.map { min($0, enough) }))
      case .each(let each): own = quantity(each, atMost: enough)
      }
      let all = [own, self.added(added)].filter { $0 != "0" }
      return self.share(share, of: all.isEmpty ? "0" : all.joined(separator: " + "))
    }
  }

  /// Hundredths of a percent of a number, rounded down, in two pieces, so that no product is too
  /// large.
  private func share(_ share: Int64, of whole: String) -> String {
    let parts = "(\(dialect.quotient(whole, 10_000)))"
    let rest = "(\(whole) - \(parts) * 10000) * \(share)"
    return "(\(parts) * \(share) + (\(dialect.quotient(rest, 10_000))))"
  }

  /// A share of so much is more than any that was carried.
  static func mostShared(_ share: Int64) -> Int64 {
    share >= 10_000 ? mostAdded : min(mostOtherwise, mostAdded / share * 10_000 + 10_000)
  }

  // MARK: Sources

  /// When each user is asked about, and whose data is stale.
  private var moments: String {
    let now = book.now.milliseconds
    let stale = trusts.enumerated().map { place, trust in
      let isOld =
        trust > WideView.longestTime ? "" : " WHEN t.as_of <= t.now_at - \(trust) THEN 1"
      return
        ",\n      CASE WHEN t.as_of IS NULL THEN 1\(isOld) ELSE 0 END AS is_stale_\(place + 1)"
    }
    return """
          SELECT t.user_id, t.as_of, t.now_at\(stale.joined())
          FROM (
            SELECT u.user_id, u.as_of,
              CASE
                WHEN u.as_of > \(now) AND u.as_of >= COALESCE(u.latest_seen, \(now)) THEN u.as_of
                WHEN u.latest_seen > \(now) THEN u.latest_seen
                ELSE \(now)
              END AS now_at
            FROM \(names.table("users")) u
          ) t
      """
  }

  private var grants: String {
    let counts = graces.enumerated().map { place, grace in
      ",\n      CASE WHEN t.is_live = 1\(grace.map { late($0) }.joined()) THEN 1 ELSE 0 END "
        + "AS counts_\(place + 1)"
    }
    let trial =
      asksForPaid
      ? """

              CASE WHEN p.trial = 1 OR p.state = 'trial' THEN 1 ELSE 0 END AS is_trial,
      """ : ""
    let isTrial = asksForPaid ? ", t.is_trial" : ""
    return """
          SELECT t.user_id, t.product, t.entitlement, t.quantity, t.owner\(isTrial)\(counts.joined())
          FROM (
            SELECT p.user_id, p.product, p.entitlement, COALESCE(p.quantity, 1) AS quantity,\(trial)
              CASE COALESCE(p.ownership, 'purchased')
                WHEN 'purchased' THEN 1 WHEN 'family-shared' THEN 2 ELSE 0
              END AS owner,
              CASE
                WHEN COALESCE(p.state, 'active') IN ('active', 'trial', 'grace', 'cancelled')
                  AND COALESCE(p.start_at, m.now_at) <= m.now_at
                  AND (p.until_at IS NULL OR p.until_at > m.now_at) THEN 1
                ELSE 0
              END AS is_live,
              CASE
                WHEN p.until_at IS NULL OR p.until_at > m.now_at OR p.trial = 1 THEN -1
                WHEN COALESCE(p.state, 'active') IN ('active', 'cancelled', 'hold')
                  THEN m.now_at - p.until_at
                WHEN p.state = 'expired' AND p.until_at <= m.as_of THEN m.now_at - p.until_at
                ELSE -1
              END AS ended_for
            FROM \(names.table("grants")) p JOIN moments m ON m.user_id = p.user_id
          ) t
      """
  }

  private func late(_ grace: WideColumn.Grace) -> String {
    " OR (t.product IN (\(list(grace.names))) AND t.ended_for BETWEEN 0 AND "
      + "\(grace.milliseconds - 1))"
  }
}
