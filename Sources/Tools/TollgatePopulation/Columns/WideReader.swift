package import TollgateRuntime

/// Reads the values of a user in each column of a book, nil where missing: those that the generated
/// SQL works out of the long tables. How a column is read is found once, not for each user.
package struct WideReader {
  private let steps: [Step]
  /// The policy whose data each step reads.
  private let policies: [Int]

  fileprivate enum Step {
    case missing, now
    case held(EntitlementIndex)
    case counter(place: Int, Sum)
    case raise(Sum)
    /// Whether something that is added to an allowance is stale.
    case doubt(allowance: Int32)
    case number(Number)
    /// The snapshot's own allowance, or this where it has none.
    case own(allowance: Int32, otherwise: Int64?)
    case fact(FactIndex)
    case version(FactIndex, name: String)
    case since(FactIndex)
    case months(FactIndex)
    case bucket(RolloutIndex)
  }

  /// The sum of all that raises a limit or a value.
  fileprivate struct Sum {
    let allowance: Int32
    let raise: WideColumn.Raise
    /// How many there are of what it is for each of.
    var number: Number?
    /// Where the amount is that was carried.
    var carried: Int?
  }

  /// How many of something there are.
  fileprivate enum Number {
    case bought(allowance: Int32, countsStale: Bool)
    case fact(FactIndex)
  }

  /// A reader of the columns of a book, for users of its policies.
  package init(_ book: ColumnBook, for graphs: [RuleGraph]) {
    policies = book.columns.map { $0.source.policy }
    steps = book.columns.map { Step($0, graphs[$0.source.policy]) }
  }

  /// The values of the last user.
  ///
  /// - Parameters:
  ///   - users: The builder of each policy of the book, whose last user it is.
  ///   - version: The version that the user reports of a fact; a builder only knows which versions
  ///     it has reached.
  package func row(
    of users: [CohortBuilder], version: (_ fact: String) -> Version?
  ) -> [Int64?] {
    var values: [Int64?] = Array(repeating: nil, count: steps.count)
    for (policy, user) in users.enumerated() {
      for place in steps.indices where policies[place] == policy {
        values[place] = steps[place].value(of: user, version)
      }
    }
    return values
  }
}

extension WideReader.Step {
  fileprivate init(_ column: WideColumn, _ graph: RuleGraph) {
    switch (column.source.reading, column.question) {
    case (.now, _): self = .now
    case (.held(let entitlement), _): self = .held(entitlement)
    case (.counter(let counter, let source), .counter(_, _, let raise)):
      var sum = WideReader.Sum(allowance: graph.allowance(of: counter), raise: raise)
      sum.number = source.flatMap { source in
        raise.eachNumber.map { WideReader.Number($0, source, graph) }
      }
      sum.carried = graph.counterPlaces.place(ofCarried: counter)
      self = graph.counterPlaces.place(of: counter).map { .counter(place: $0, sum) } ?? .missing
    case (.counter(let counter, _), .doubt): self = .doubt(allowance: graph.allowance(of: counter))
    case (.number(.bought(let meter)), .doubt):
      self = .doubt(allowance: graph.allowance(ofBought: meter))
    case (.counter(let counter, _), .own(_, let otherwise)):
      self = .own(allowance: graph.allowance(of: counter), otherwise: otherwise)
    case (.raise(let setting), .raise(_, let raise)):
      self = .raise(
        WideReader.Sum(allowance: graph.allowance(ofSetting: setting), raise: raise))
    case (.number(let source), .number(let number)):
      self = .number(WideReader.Number(number, source, graph))
    case (.fact(let fact), .since): self = .since(fact)
    case (.fact(let fact), .months): self = .months(fact)
    case (.fact(let fact), _):
      let record = graph[fact: fact]
      self = record.type == .version ? .version(fact, name: record.name) : .fact(fact)
    case (.bucket(let rollout), _): self = .bucket(rollout)
    default: self = .missing
    }
  }

  fileprivate func value(
    of user: CohortBuilder, _ version: (_ fact: String) -> Version?
  ) -> Int64? {
    switch self {
    case .missing: return nil
    case .now: return user.time
    case .held(let entitlement):
      // No, yes and unknown are 0, 1 and 2.
      switch user[held: entitlement] {
      case .no: return 0
      case .yes: return 1
      case .unknown: return 2
      }
    case .counter(let place, let sum):
      guard let used = user[counter: place], let raised = sum.total(of: user) else { return nil }
      return used - raised
    case .raise(let sum): return sum.total(of: user).map { min($0, WideView.mostAdded) }
    case .doubt(let allowance): return user[allowance: allowance].perhaps > 0 ? 1 : 0
    case .number(let number): return number.value(of: user)
    case .own(let allowance, let otherwise): return user[allowance: allowance].own ?? otherwise
    case .fact(let fact):
      let value = user[fact: fact]
      return value == Fact.unknown ? nil : value
    case .version(let fact, let name):
      if let version = version(name) { return version.packedOrLargest }
      let value = user[fact: fact]
      return value == Fact.unknown ? nil : user.graph[fact: fact].packed(reached: value) ?? 0
    case .since(let fact):
      let value = user[fact: fact]
      return value == Fact.unknown ? nil : user.time - value
    case .months(let fact):
      let value = user[fact: fact]
      return value == Fact.unknown ? nil : Lapse.months(from: value, to: user.time)
    case .bucket(let rollout): return user[bucket: rollout]
    }
  }
}

extension WideReader.Sum {
  /// The sum; nil for unknown.
  fileprivate func total(of user: CohortBuilder) -> Int64? {
    let allowance = user[allowance: allowance]
    let added = added(allowance)
    guard let own = own(raise.own, allowance) else { return nil }
    var total = own.saturatingAdd(added)
    if let each = raise.each {
      guard let counted = counted(each.amount, of: user) else { return nil }
      total = total.saturatingAdd(counted)
    }
    switch raise.carried {
    case nil: return total
    case .all: return carried.flatMap { user[counter: $0] }.map { total.saturatingAdd($0) }
    case .share(let share, of: let limit):
      let most = WideView.mostShared(share)
      let base: Int64? =
        switch limit {
        case .fixed(let quantity): min(quantity, most)
        case .own(let otherwise): allowance.own ?? otherwise.map { min($0, most) }
        case .each(let each): counted(each.amount, of: user, atMost: most)
        }
      return base.map { total.saturatingAdd($0.saturatingAdd(added).wholeShare(share)) }
    }
  }

  private func added(_ allowance: Allowance) -> Int64 {
    min(
      WideView.mostAdded,
      raise.added.countsStale
        ? allowance.known.saturatingAdd(allowance.perhaps) : allowance.known)
  }

  private func own(_ own: WideColumn.Raise.Own, _ allowance: Allowance) -> Int64? {
    switch own {
    case .ignored: 0
    case .added: allowance.own ?? 0
    case .orElse(let otherwise): allowance.own ?? otherwise
    }
  }

  /// So much for each of what is counted.
  private func counted(
    _ amount: Int64, of user: CohortBuilder, atMost most: Int64 = WideView.mostOtherwise
  ) -> Int64? {
    number?.value(of: user).map { min($0.saturatingMultiply(amount), most) }
  }
}

extension WideReader.Number {
  fileprivate init(_ number: WideColumn.Number, _ source: Ladder.Source, _ graph: RuleGraph) {
    switch (source, number) {
    case (.bought(let meter), .bought(_, let grants)):
      self = .bought(
        allowance: graph.allowance(ofBought: meter), countsStale: grants.countsStale)
    case (.bought(let meter), .fact):
      self = .bought(allowance: graph.allowance(ofBought: meter), countsStale: false)
    case (.fact(let fact), _): self = .fact(fact)
    }
  }

  /// The number as quantities count it; nil for unknown.
  fileprivate func value(of user: CohortBuilder) -> Int64? {
    switch self {
    case .bought(let allowance, let countsStale):
      let bought = user[allowance: allowance]
      if bought.perhaps > 0, !countsStale { return nil }
      return min(bought.known.saturatingAdd(bought.perhaps), Ladder.mostCounted)
    case .fact(let fact):
      let value = user[fact: fact]
      return value == Fact.unknown ? nil : min(value, Ladder.mostCounted)
    }
  }
}

/// A column of the wide table: what one user is, as far as one question of a policy goes.
///
/// No column is ever `NULL`. One that may be missing has a second column, `…_known` (1 or 0), and
/// holds 0 where it is 0.
package struct WideColumn: Sendable {
  /// The end of the name of the column that says whether another one is known.
  static let knownSuffix = "_known"

  /// Its names: where it may be missing, also that of the column that says whether it is known.
  package var headings: [String] {
    canBeMissing ? [name, name + WideColumn.knownSuffix] : [name]
  }

  /// Its identifier in SQL and its heading in CSV: lower-case letters, digits and `_`.
  package var name: String
  var question: Question
  /// Whose question it is, for a comment.
  package var subject: String
  /// The least and the greatest value that a known one has.
  package var range: ClosedRange<Int64>
  package var canBeMissing: Bool
  /// How the engine answers it.
  var source: Source

  /// The identity of a column: two policies that ask the same have one column.
  enum Question: Sendable, Hashable {
    /// 1 for a user who has the entitlement by a grant, 2 where that is stale, 0 for others.
    case held(Held)
    /// The usage of a meter, less its allowance, and less what is for each of something.
    case counter(meter: String, window: String, Raise)
    /// 1 where something that grants add is stale, else 0.
    case doubt(Added)
    /// The allowance of a meter that the snapshot itself brings, or this where it has none; nil for
    /// unknown.
    case own(meter: String, otherwise: Int64?)
    /// How many of something there are, as quantities count it, and with what is stale.
    case number(Number)
    /// The addition to the value of a setting.
    case raise(setting: String, Raise)
    case fact(FactQuestion)
    /// How many milliseconds passed since a date.
    case since(FactQuestion)
    /// How many whole months passed since a date.
    case months(FactQuestion)
    /// The bucket of a rollout, from 0 to 9999.
    case bucket(String)
    /// The effective now, in milliseconds since 1970.
    case now
  }

  /// Who gives an entitlement.
  struct Held: Sendable, Hashable {
    var entitlements: [String]
    var givers: [Giver]
    var grace: [Grace]
    /// How long data is trusted; nil for ever.
    var trust: Int64?
    /// Whether a grant in a trial does not count.
    var isPaid = false
  }

  /// Names that a grant may call products that give the same.
  struct Giver: Sendable, Hashable {
    var names: [String]
    var isShared: Bool
    /// The addition of each to an allowance; 0 for an entitlement.
    var amount: Int64
  }

  /// Names that a grant may call products whose grants count so long after their end.
  struct Grace: Sendable, Hashable {
    var names: [String]
    var milliseconds: Int64
  }

  /// The grants that add to an allowance.
  struct Added: Sendable, Hashable {
    var givers: [Giver]
    var grace: [Grace]
    /// Whether what is stale counts too.
    var countsStale: Bool
    /// How long data is trusted; nil for ever.
    var trust: Int64?
  }

  /// All that raises a limit or a value.
  struct Raise: Sendable, Hashable {
    var own: Own
    var added: Added
    /// The quantity itself, where it is for each of something; nil where it is compared with.
    var each: Each?
    /// The amount that was carried, or as much of it as counts at most; nil for nothing.
    var carried: Carried?

    /// The allowance that the snapshot itself brings.
    enum Own: Sendable, Hashable {
      case ignored, added
      /// It, or this where there is none; nil for unknown.
      case orElse(Int64?)
    }
  }

  /// How many of something there are; more than ``Ladder/mostCounted`` count as that.
  enum Number: Sendable, Hashable {
    /// How many of a meter are bought: those of each grant.
    case bought(meter: String, Added)
    case fact(FactQuestion)
  }

  /// So much for each of something.
  struct Each: Sendable, Hashable {
    var amount: Int64
    var number: Number
  }

  /// How much of what was carried raises a limit, where it is no fixed amount.
  enum Carried: Sendable, Hashable {
    case all
    /// Hundredths of a percent of a limit, with what products add: as much as counts at most.
    case share(Int64, of: Limit)

    enum Limit: Sendable, Hashable {
      case fixed(Int64)
      /// The snapshot's own allowance, or this where it has none.
      case own(otherwise: Int64?)
      case each(Each)
    }
  }

  struct FactQuestion: Sendable, Hashable {
    var name: String
    var type: Fact.FactType
    var choices: [String]
    var isOpen: Bool
    /// The value of a missing fact; nil for unknown.
    var otherwise: Int64?
  }

  /// The data that the engine reads, in the graph of one of the policies.
  struct Source: Sendable {
    /// 0 for the first policy, 1 for the second.
    var policy: Int
    var reading: Reading

    enum Reading: Sendable {
      case held(EntitlementIndex)
      /// With what its quantities are for each of.
      case counter(CounterIndex, Ladder.Source?)
      case number(Ladder.Source)
      case raise(SettingIndex)
      case fact(FactIndex)
      case bucket(RolloutIndex)
      case now
    }
  }
}

extension WideColumn {
  /// The data of a snapshot that a column reads, by the names of the policy.
  package enum Reads: Sendable, Hashable {
    case held(String)
    case counter(String, window: String)
    /// How many of a meter are bought.
    case bought(String)
    case doubt
    case own(String)
    case raise(String)
    case fact(String)
    case since(String)
    case months(String)
    case bucket(String)
    case now
  }

  package var reads: Reads {
    switch question {
    case .held(let held): .held(held.entitlements.first ?? "")
    case .counter(let meter, let window, _): .counter(meter, window: window)
    case .number(.bought(let meter, _)): .bought(meter)
    case .number(.fact(let fact)): .fact(fact.name)
    case .doubt: .doubt
    case .own(let meter, _): .own(meter)
    case .raise(let setting, _): .raise(setting)
    case .fact(let fact): .fact(fact.name)
    case .since(let fact): .since(fact.name)
    case .months(let fact): .months(fact.name)
    case .bucket(let rollout): .bucket(rollout)
    case .now: .now
    }
  }
}

extension WideColumn.Raise.Own {
  /// The snapshot's own allowance, or what stands for it. No user of the tables has used more than
  /// is kept of that; and a sum with more would not fit.
  static func reachable(_ otherwise: Int64?) -> WideColumn.Raise.Own {
    .orElse(otherwise.map { min($0, WideView.mostOtherwise) })
  }
}

extension WideColumn.Raise {
  /// The number that it depends on: of its quantity, or of the limit that a share is of.
  var eachNumber: WideColumn.Number? {
    if let each { return each.number }
    if case .share(_, of: .each(let each))? = carried { return each.number }
    return nil
  }
}

/// A policy that SQL cannot say, in a sentence that names the place.
package struct Untranslatable: Error, Sendable {
  package var description: String
}
