import TollgateRuntime

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
    case .bucket(let rollout): .bucket(rollout)
    case .now: .now
    }
  }
}

/// A policy that SQL cannot say, in a sentence that names the place.
package struct Untranslatable: Error, Sendable {
  package var description: String
}
