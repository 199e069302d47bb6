import TollgateKit
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// Writes the scenarios that show what is missing, to be pasted into a policy.
enum Suggestions {
  /// Writes those for one file; each file gets a heading where there are several.
  static func write(
    for file: TestedFile, _ run: RunBudget, among files: [String], to output: Output
  ) throws(Failure) {
    guard let coverage = file.result?.coverage else { return }
    let suggester = Suggester(coverage, run: run)
    let name = Escape.name(file.source.name)
    if files.count > 1, !suggester.suggestions.isEmpty { try output.line("# \(name)\n") }
    for suggestion in suggester.suggestions { try output.line(suggestion.text) }
    for (rule, goal) in suggester.missing {
      let row = coverage.graph.parts.rules[Int(rule)].place.row
      let (file, line) = coverage.graph.parts.place(ofRow: row)
      let words = coverage.graph.words(for: goal, of: rule)
      let isOpen = coverage.undecided[Int(rule)].contains(goal)
      let what =
        isOpen ? "undecided whether a scenario can show" : "no scenario was found that shows"
      Console.say("\(Escape.name(file)):\(line): \(what): \(words)")
    }
    say(whatIsUndecided: suggester)
    if coverage.covered == coverage.total { Console.say("\(name): nothing is missing") }
  }

  /// One line about all that was not looked for to the end.
  private static func say(whatIsUndecided suggester: Suggester) {
    guard let exhausted = suggester.exhausted, let first = suggester.undecided.first else { return }
    let parts = suggester.coverage.graph.parts
    let (file, line) = parts.place(ofRow: parts.rules[Int(first)].place.row)
    let others = suggester.undecided.count - 1
    let rules = others == 0 ? "this rule" : "this rule and \(others) more"
    Console.say(
      "\(Escape.name(file)):\(line): undecided whether a scenario can show more of \(rules): "
        + exhausted.ending
        + (exhausted.resource == .time ? "; give it more with --within" : ""))
  }
}
