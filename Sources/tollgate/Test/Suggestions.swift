import TollgateKit
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// Writes the scenarios that show what is missing, to be pasted into a policy.
enum Suggestions {
  /// Writes those for one file; each file gets a heading where there are several.
  static func write(
    for file: TestedFile, among files: [String], to output: Output
  ) throws(Failure) {
    guard let coverage = file.result?.coverage else { return }
    let suggester = Suggester(coverage)
    let name = Console.shown(file.source.name)
    if files.count > 1, !suggester.suggestions.isEmpty { try output.line("# \(name)\n") }
    for suggestion in suggester.suggestions { try output.line(suggestion.text) }
    for (rule, goal) in suggester.missing {
      let place = coverage.graph.parts.rules[Int(rule)].place
      let words = coverage.graph.words(for: goal, of: rule)
      let isOpen = coverage.undecided[Int(rule)].contains(goal)
      let what =
        isOpen ? "undecided whether a scenario can show" : "no scenario was found that shows"
      Console.say("\(name):\(place.line): \(what): \(words)")
    }
    if coverage.covered == coverage.total { Console.say("\(name): nothing is missing") }
  }
}
