import Figures

/// What was promised of the speed, as in the table of goals, and how it is worked out from a run.
struct Goal {
  var what: String
  /// At the most.
  var limit: Double
  var measure: Measure

  enum Measure {
    /// The first figure divided by the second, of the same run.
    case ratio(Figure, to: Figure)
    /// The first figure less the second.
    case difference(Figure, less: Figure)
    /// The figure itself.
    case figure(Figure)
  }

  init(_ what: String, atMost limit: Double, _ measure: Measure) {
    self.what = what
    self.limit = limit
    self.measure = measure
  }

  /// What a run gives; nothing where it lacks a figure.
  func value(in run: Measurements) -> Double? {
    switch measure {
    case .ratio(let figure, let other):
      guard let value = run[figure], let base = run[other], base > 0 else { return nil }
      return value / base
    case .difference(let figure, let other):
      guard let value = run[figure], let base = run[other] else { return nil }
      return value - base
    case .figure(let figure): return run[figure]
    }
  }

  /// A value of this goal, as a person reads it.
  func text(_ value: Double) -> String {
    switch measure {
    case .ratio: ratioText(value)
    case .difference(let figure, _), .figure(let figure): figure.text(value)
    }
  }

  /// The figures behind it.
  var figures: [Figure] {
    switch measure {
    case .ratio(let figure, let other), .difference(let figure, let other): [figure, other]
    case .figure(let figure): [figure]
    }
  }
}

extension Goal {
  static let all =
    RequestStream.allCases.flatMap { stream in
      [
        Goal(
          "decide by target, to the enum switch, \(stream)",
          atMost: stream == .predictable ? 1 : 0.6,
          .ratio(.byTarget(stream), to: .enumSwitch(stream))),
        Goal(
          "decide by name, to the name switch, \(stream)", atMost: 0.5,
          .ratio(.byName(stream), to: .nameSwitch(stream))),
        Goal(
          "everything in use, to the plain case, \(stream)", atMost: 3,
          .ratio(.everythingInUse(stream), to: .byTarget(stream))),
        Goal(
          "twelve literals, to the plain case, \(stream)", atMost: 1.5,
          .ratio(.twelveLiterals(stream), to: .byTarget(stream))),
      ]
    } + [
      Goal(
        "every target of one user, to as many single decisions", atMost: 0.5,
        .ratio(.everyTarget, to: .byTarget(.predictable))),
      Goal("one target for 1,000,000 users, for one user", atMost: 0.5, .figure(.column)),
      Goal("22 targets for 1,000,000 users, for one user", atMost: 200, .figure(.columnsOfAll)),
      Goal(
        "by target, 1,000,000 features to 10", atMost: 1.3,
        .ratio(.byTarget(.million), to: .byTarget(.ten))),
      Goal(
        "by name, 1,000,000 features to 10", atMost: 2,
        .ratio(.byName(.million), to: .byName(.ten))),
      Goal(
        "gate.can, to a decision by target, both at the present time", atMost: 2,
        .ratio(.gateCan, to: .byTargetNow)),
      Goal("use, counts in memory", atMost: 1000, .figure(.useInMemory)),
      Goal("allocations of 999,000 decisions", atMost: 0, .figure(.decideAllocations)),
      Goal("allocations of 999,000 isAllowed", atMost: 0, .figure(.isAllowedAllocations)),
      Goal("full explanation with ways in, as data", atMost: 5000, .figure(.explain)),
      Goal("compile 100,000 rules", atMost: 1e9, .figure(.compile(.hundredThousand))),
      Goal(
        "memory to compile, for one of 100,000 rules", atMost: 500,
        .figure(.compileMemory(.hundredThousand))),
      Goal("load 100,000 features", atMost: 20e6, .figure(.load(.hundredThousand))),
      Goal(
        "the process `tollgate check`, more than `true`", atMost: 10e6,
        .difference(.checkProcess, less: .trueProcess)),
    ]

  /// Ratios that tell something, of which nothing was promised.
  static let others = [
    Goal(
      "decide through a store that reloads all the time, to one that does not", atMost: .infinity,
      .ratio(.storeReloading, to: .storeAlone)),
    Goal(
      "use, counts in a file, to a bare append of the same bytes", atMost: .infinity,
      .ratio(.useInFile, to: .append)),
    Goal(
      "use, counts in SQLite, to a bare insert of the same bytes", atMost: .infinity,
      .ratio(.useInSQLite, to: .insert)),
    Goal(
      "one user in columns, to the hand-written loop", atMost: .infinity,
      .ratio(.column, to: .columnByHand)),
    Goal(
      "compile 1,000,000 features, to 100,000", atMost: .infinity,
      .ratio(.compile(.million), to: .compile(.hundredThousand))),
    Goal(
      "load 1,000,000 features, to 100,000", atMost: .infinity,
      .ratio(.load(.million), to: .load(.hundredThousand))),
    Goal(
      "load 100,000 features and work out their fingerprint, to the vouched way",
      atMost: .infinity,
      .ratio(.loadChecked(.hundredThousand), to: .load(.hundredThousand))),
  ]
}
