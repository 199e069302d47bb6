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
    abstract: "Writes a policy to begin with, with comments and scenarios that pass.",
    discussion: """
      On a terminal, and without options, it asks a few questions. What the options leave out is \
      filled in: a tier `pro`, a limit, a feature and prices. The policy is compiled and its \
      scenarios are run before a byte is written; a file that exists is never replaced without \
      --force.
      """
  )

  @Argument(
    help: "The file to write, with .gate at its end; - writes to standard output.",
    completion: .policies)
  var policy: String

  @Option(help: "The name of the app (default: that of the file).")
  var name: String?

  @Option(help: "A tier that is paid for; repeat it from the lowest to the highest.")
  var tier: [String] = []

  @Option(
    help: ArgumentHelp(
      "Something counted and how much of it is free: bills=500, \"exports=3 per day\".",
      valueName: "meter=limit"))
  var meter: [String] = []

  @Option(
    help: ArgumentHelp(
      "A feature that the lowest paid tier opens, or the tier behind a `=`.",
      valueName: "feature[=tier]"))
  var feature: [String] = []

  @Option(
    help: ArgumentHelp(
      "A price of the lowest paid tier, or of the tier before a `=`: \"12 CNY per year\".",
      valueName: "[tier=]price"))
  var price: [String] = []

  @Option(help: ArgumentHelp("A free trial: \"7 days\".", valueName: "duration"))
  var trial: String?

  @Flag(help: "Replace a file that exists.")
  var force = false

  func validate() throws {
    if policy != "-", !policy.hasSuffix(".gate") {
      throw ValidationError("The name of a policy ends in .gate: write \(policy).gate.")
    }
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    if policy != "-", !force, FileManager.default.fileExists(atPath: policy) {
      throw .unreadable("\(policy) exists; choose another name, or replace it with --force")
    }
    let fallback = fallbackName
    var answers = StarterAnswers(
      name: name, tiers: tier, meters: meter, features: feature, prices: price, trial: trial)
    if answers.isEmpty, Interview.isPossible {
      var interview = try Interview(named: fallback)
      answers = try interview.answers()
    }
    let text = try answers.starter(named: fallback).text
    let count = try New.check(text)
    if policy == "-" {
      try output.write(text)
    } else {
      try AtomicFile.write(Array(text.utf8), to: policy)
      Console.say("\(policy) is written; its \(count) scenarios pass")
    }
    return .success
  }

  /// The name of the file, where that can be the name of a policy.
  private var fallbackName: String {
    let file = URL(fileURLWithPath: policy).deletingPathExtension().lastPathComponent
    let name = try? StarterReader.name(file, .policy, behind: "--name")
    return name?.text ?? Starter.Default.name
  }

  /// Compiles a policy and runs its scenarios; returns how many there are.
  private static func check(_ text: String) throws(Failure) -> Int {
    let source = Source(name: "new.gate", text: text)
    let result = Compiler.compile(source)
    guard let graph = result.graph, let policy = result.policy, result.diagnostics.isEmpty else {
      let headlines = result.diagnostics.prefix(3).map { $0.headline }.joined(separator: "; ")
      throw .usage("these names do not go together: \(headlines)")
    }
    let runner = ScenarioRunner(graph: graph)
    for scenario in policy.scenarios where !runner.run(scenario).failures.isEmpty {
      throw .usage("these answers do not go together: “\(scenario.title)” would not be true")
    }
    return policy.scenarios.count
  }
}
