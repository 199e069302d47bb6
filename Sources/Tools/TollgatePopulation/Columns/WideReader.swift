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
    case counter(place: Int, allowance: Int32, Sum)
    case raise(place: Int32, Sum)
    case fact(FactIndex)
    case version(FactIndex, name: String)
    case since(FactIndex)
    case months(FactIndex)
    case bucket(RolloutIndex)
  }

  /// The sum of an allowance.
  fileprivate struct Sum {
    let own: WideColumn.Raise.Own
    let countsStale: Bool
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
    case (.counter(let counter), .counter(_, _, let raise)):
      self =
        graph.counterPlaces.place(of: counter).map {
          .counter(
            place: $0, allowance: graph.allowance(of: counter), WideReader.Sum(raise))
        } ?? .missing
    case (.raise(let setting), .raise(_, let raise)):
      self = .raise(place: graph.allowance(ofSetting: setting), WideReader.Sum(raise))
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
    case .counter(let place, let allowance, let sum):
      guard let used = user[counter: place], let raised = sum.total(user[allowance: allowance])
      else { return nil }
      return used - raised
    case .raise(let place, let sum):
      return sum.total(user[allowance: place]).map { min($0, WideView.mostAdded) }
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
  fileprivate init(_ raise: WideColumn.Raise) {
    self.init(own: raise.own, countsStale: raise.countsStale)
  }

  /// The sum; nil for unknown.
  fileprivate func total(_ allowance: Allowance) -> Int64? {
    let added = min(
      WideView.mostAdded,
      countsStale ? allowance.known.saturatingAdd(allowance.perhaps) : allowance.known)
    switch own {
    case .ignored: return added
    case .added: return (allowance.own ?? 0).saturatingAdd(added)
    case .orElse(let otherwise):
      return (allowance.own ?? otherwise)?.saturatingAdd(added)
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
    /// The usage of a meter, less its allowance.
    case counter(meter: String, window: String, Raise)
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

  /// The allowance that raises a limit or a value.
  struct Raise: Sendable, Hashable {
    var own: Own
    var givers: [Giver]
    var grace: [Grace]
    /// Whether what is stale counts too.
    var countsStale: Bool
    /// How long data is trusted; nil for ever.
    var trust: Int64?

    /// The allowance that the snapshot itself brings.
    enum Own: Sendable, Hashable {
      case ignored, added
      /// It, or this where there is none; nil for unknown.
      case orElse(Int64?)
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
      case counter(CounterIndex)
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
    case .raise(let setting, _): .raise(setting)
    case .fact(let fact): .fact(fact.name)
    case .since(let fact): .since(fact.name)
    case .months(let fact): .months(fact.name)
    case .bucket(let rollout): .bucket(rollout)
    case .now: .now
    }
  }
}

/// A policy that SQL cannot say, in a sentence that names the place.
package struct Untranslatable: Error, Sendable {
  package var description: String
}
