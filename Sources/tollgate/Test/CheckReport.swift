import Tollgate
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// One thing that `test` checks about a policy, and what became of it.
struct CheckReport {
  var title: String
  /// The line that it begins on.
  var line: Int
  /// How many decisions were compared.
  var asks: Int
  var failures: [CheckFailure] = []

  /// How many decisions came out otherwise.
  var failedAsks: Int {
    failures.reduce(0) { $0 + $1.cases.reduce(0) { $0 + $1.targets.count } }
  }
}

/// An `expect` line that is not met.
struct CheckFailure {
  var line: Int
  /// The line as it is written, on one line.
  var text: String
  var cases: [Case]
  /// The lines that would pass in its place.
  var toPass: [String]

  /// The targets of the line that decide alike.
  struct Case {
    var targets: [String]
    var expected: String
    var actual: String
    /// The decision about the first of them.
    var decision: Decision

    /// The rule that gave a denial or a warning its reason.
    var decidedBy: Blocker? {
      let blockers = decision.blockers
      return blockers.first { !$0.isSoft } ?? blockers.first
    }
  }
}
