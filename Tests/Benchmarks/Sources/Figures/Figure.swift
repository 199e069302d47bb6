/// Something that is measured. Its name says what, and is what the results are filed under.
public struct Figure: Hashable, Sendable {
  public var name: String
  public var unit: Unit

  public enum Unit: String, Hashable, Sendable, Codable {
    case nanoseconds, bytes, count
  }

  public init(_ name: String, _ unit: Unit = .nanoseconds) {
    self.name = name
    self.unit = unit
  }
}

/// A stream of requests: one that a branch predictor learns, or one that it cannot.
public enum RequestStream: String, CaseIterable, Sendable {
  case predictable, unlearnable
}

/// How many features a generated policy has.
public enum PolicySize: Int, CaseIterable, Sendable {
  case ten = 10
  case thousand = 1000
  case hundredThousand = 100_000
  case million = 1_000_000

  /// With the thousands apart, as a person writes it.
  public var text: String {
    switch self {
    case .ten: "10"
    case .thousand: "1,000"
    case .hundredThousand: "100,000"
    case .million: "1,000,000"
    }
  }
}

// One decision.
extension Figure {
  /// What one turn of the loop around all of these costs by itself.
  public static func loop(_ stream: RequestStream) -> Figure {
    Figure("the loop alone, \(stream)")
  }

  public static func enumSwitch(_ stream: RequestStream) -> Figure {
    Figure("hand-written switch over an enum, \(stream)")
  }

  public static func nameSwitch(_ stream: RequestStream) -> Figure {
    Figure("hand-written switch over a name, \(stream)")
  }

  public static func byTarget(_ stream: RequestStream) -> Figure {
    Figure("decide by target, \(stream)")
  }

  public static func isAllowed(_ stream: RequestStream) -> Figure {
    Figure("isAllowed by target, \(stream)")
  }

  public static let fromArray = Figure(
    "decide by target, the user taken out of an array, unlearnable")

  public static func byName(_ stream: RequestStream) -> Figure {
    Figure("decide by name, \(stream)")
  }

  public static func everythingInUse(_ stream: RequestStream) -> Figure {
    Figure("decide with everything in use, \(stream)")
  }

  public static func twelveLiterals(_ stream: RequestStream) -> Figure {
    Figure("decide, twelve literals, \(stream)")
  }
}

// Many decisions at once.
extension Figure {
  public static let everyTarget = Figure("every target of one user, for one target")
  public static let columnByHand = Figure("hand-written loop over columns, for one user")
  public static let column = Figure("one target for 1,000,000 users in columns, for one user")
  public static let columnsOfAll = Figure(
    "22 targets for 1,000,000 users in columns, for one user")
  public static let columnFill = Figure("fill the columns of 1,000,000 users, for one user")
}

// How it grows with the policy.
extension Figure {
  public static func byTarget(_ size: PolicySize) -> Figure {
    Figure("decide by target, \(size.text) features")
  }

  public static func byName(_ size: PolicySize) -> Figure {
    Figure("decide by name, \(size.text) features")
  }

  public static func compile(_ size: PolicySize) -> Figure {
    Figure("compile \(size.text) features")
  }

  public static func load(_ size: PolicySize) -> Figure {
    Figure("load \(size.text) features")
  }

  public static func loadChecked(_ size: PolicySize) -> Figure {
    Figure("load \(size.text) features and work out their fingerprint")
  }

  public static func compileMemory(_ size: PolicySize) -> Figure {
    Figure("memory to compile, for one of \(size.text) rules", .bytes)
  }

  public static func loadMemory(_ size: PolicySize) -> Figure {
    Figure("memory to load, for one of \(size.text) features", .bytes)
  }
}

// The rest.
extension Figure {
  public static let explain = Figure("full explanation with ways in, as data")
  public static let prepare = Figure("prepare a snapshot")
  public static let once = Figure("prepare a snapshot for one decision, and decide")
  public static let update = Figure("update one counter of a prepared snapshot")
  public static let storeAlone = Figure("decide through a store")
  public static let storeReloading = Figure("decide through a store that reloads all the time")
  public static let decideAllocations = Figure("allocations of 999,000 decisions", .count)
  public static let isAllowedAllocations = Figure("allocations of 999,000 isAllowed", .count)
  public static let trueProcess = Figure("the process `true`")
  public static let checkProcess = Figure("the process `tollgate check`")
}

// The app's side: a gate with typed names, and what is used.
extension Figure {
  /// What an app would write by hand: the time, and a decision by target at that time.
  public static let byTargetNow = Figure("isAllowed by target, at the present time")
  public static let gateCan = Figure("gate.can, at the present time")
  public static let useInMemory = Figure("use, counts in memory")
  public static let useInFile = Figure("use, counts in a file")
  public static let append = Figure("append the same bytes to a file")
  public static let useInSQLite = Figure("use, counts in SQLite")
  public static let insert = Figure("insert the same bytes into SQLite")
}
