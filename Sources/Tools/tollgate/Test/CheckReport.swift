import TollgateKit
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// One thing that `test` checks about a policy, and what became of it.
struct CheckReport {
  var kind = Kind.scenario
  /// The title of a scenario; a claim as it is written.
  var title: String
  /// The file and the line that it begins on.
  var file: String
  var line: Int
  /// How many decisions were compared.
  var asks: Int
  var failures: [CheckFailure] = []

  enum Kind: String {
    case scenario, claim
  }

  /// Where a rule is for who reads this scenario or claim: `line 3`, and the file if it is another.
  func line(of rule: Blocker) -> String {
    rule.file == file ? "line \(rule.line)" : "line \(rule.line) of \(rule.file)"
  }

  /// How many decisions came out otherwise.
  var failedAsks: Int {
    failures.reduce(0) { $0 + $1.cases.reduce(0) { $0 + $1.targets.count } }
  }
}

/// An `expect` line that is not met, or a claim that does not hold.
struct CheckFailure {
  var line: Int
  /// The line as it is written, on one line.
  var text: String
  var cases: [Case]
  /// The lines that would pass in its place; none for a claim.
  var toPass: [String]
  /// Further lines: the smallest case that a claim fails for.
  var notes: [String] = []

  /// The targets of the line that decide alike.
  struct Case {
    var targets: [String]
    var expected: String
    var actual: String
    /// The decision about the first of them.
    var decision: Decision

    /// The rule that gave a denial or a warning its reason.
    var decidedBy: Blocker? { decision.blockers.deciding }
  }
}
