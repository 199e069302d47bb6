#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import ArgumentParser
import TollgateAnalysis
import TollgateCompiler
import TollgateSyntax

/// `tollgate new POLICY`
struct New: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Writes a first policy, with comments and scenarios that pass.",
    discussion: """
      On a terminal and without options, it asks a few questions. Otherwise it fills in what the \
      options leave out: a tier `pro`, a limit and a feature. Without --price a product has the \
      price of the store. Names and prices may be typed as people write them ("CSV export", \
      '$9.99 per month' in single quotes, since shells read `$`); the command shows how the policy \
      writes them. It compiles the policy and runs its scenarios before it writes the file, and \
      replaces an existing file only with --force.
      """
  )

  @Argument(
    help: "The file to write, such as shop.gate; - writes to standard output.",
    completion: .policies)
  var policy: String

  @Option(help: "The name of the app (default: the name of the file).")
  var name: String?

  @Option(help: "A tier; repeat the option from the lowest tier to the highest.")
  var tier: [String] = []

  @Option(
    help: ArgumentHelp(
      "A meter and its free limit: bills=500, \"exports=3 per day\".",
      valueName: "meter=limit"))
  var meter: [String] = []

  @Option(
    help: ArgumentHelp(
      "A feature that the lowest paid tier opens, or the tier after the `=`.",
      valueName: "feature[=tier]"))
  var feature: [String] = []

  @Option(
    help: ArgumentHelp(
      "A price of the lowest paid tier, or of the tier before the `=`: \"12 CNY per year\".",
      valueName: "[tier=]price"))
  var price: [String] = []

  @Option(help: ArgumentHelp("The length of a free trial: \"7 days\".", valueName: "duration"))
  var trial: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  func validate() throws {
    if policy != "-", !policy.hasSuffix(".gate") {
      throw ValidationError("The name of a policy file ends in .gate: write \(policy).gate.")
    }
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    if policy != "-", !force, FileManager.default.fileExists(atPath: policy) {
      throw .unreadable(
        "\(Escape.name(policy)) exists; choose another name, or replace it with --force")
    }
    let fallback = fallbackName
    var answers = StarterAnswers(
      name: name, tiers: tier, meters: meter, features: feature, prices: price, trial: trial)
    if answers.isEmpty, Interview.isPossible {
      var interview = try Interview(named: fallback)
      answers = try interview.answers()
    }
    let starter = try answers.starter(named: fallback)
    let text = starter.text
    let count = try New.check(text)
    for note in starter.notes { Console.say(note) }
    if policy == "-" {
      try output.write(text)
    } else {
      try OutputFile.write(Array(text.utf8), to: policy)
      Console.say("\(Escape.name(policy)) is written; its \(count) scenarios pass")
    }
    return .success
  }

  /// The name of the file, if a policy can have it.
  private var fallbackName: String {
    let file = URL(fileURLWithPath: policy).deletingPathExtension().lastPathComponent
    let name = try? StarterReader.name(file, .policy, behind: "--name")
    return name == nil ? Starter.Default.name : file
  }

  /// Compiles a policy and runs its scenarios; returns how many there are.
  private static func check(_ text: String) throws(Failure) -> Int {
    let source = Source(name: "new.gate", text: text)
    let result = Compiler.compile(source)
    guard let graph = result.graph, let policy = result.policy, result.diagnostics.isEmpty else {
      let headlines = result.diagnostics.prefix(3).map { $0.headline }.joined(separator: "; ")
      throw .usage("these names do not fit together: \(headlines)")
    }
    let runner = ScenarioRunner(graph: graph)
    for scenario in policy.scenarios where !runner.run(scenario).failures.isEmpty {
      throw .usage("these answers do not fit together: “\(scenario.title)” would not be true")
    }
    return policy.scenarios.count
  }
}
