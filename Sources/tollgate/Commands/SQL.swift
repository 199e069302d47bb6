import ArgumentParser
import TollgateKit
import TollgatePopulation
import TollgateRuntime

/// `tollgate sql POLICY`, `tollgate sql --diff OLD NEW`
struct WriteSQL: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql",
    abstract: "Writes a policy, or the difference of two, as SQL about all users.",
    usage: """
      tollgate sql <policy> [<options>]
      tollgate sql --diff <old> <new> [<options>]
      """,
    discussion: """
      The script has five parts: the schema of the long tables, which you fill; the view \
      tollgate_users, which turns them into one row per user; the view tollgate_outcomes, who may do \
      what (allowed, warned, denied, unknown) and by which line, or with --diff tollgate_changes, who loses or gains \
      what; their counts; and the lists of those users. It decides as `check` does for one more of \
      a meter. `unknown` means denied because data is missing or stale.

      The buckets of rollouts come from whoever fills the tables: hash functions differ between \
      engines. If an engine cannot do something exactly, the command refuses it.

      Exit status: 0; 2 a policy that cannot be read or has no exact translation; 64 wrong usage.
      """
  )

  @OptionGroup var file: PolicyArgument

  @Argument(help: "With --diff, the policy as it is to be.", completion: .policies)
  var new: String?

  @Flag(help: "Write the difference of two policies.")
  var diff = false

  @Option(help: "The engine that reads it.")
  var dialect: SQLDialect = .ansi

  @Option(
    help: ArgumentHelp(
      "Write one part of the script; may repeat (default: all).", valueName: "part"))
  var only: [PopulationSQL.Part] = []

  @Option(help: ArgumentHelp("The time (default: now).", valueName: "instant"))
  var at: String?

  func validate() throws {
    if diff, new == nil { throw ValidationError("With --diff, name two policies.") }
    if !diff, new != nil { throw ValidationError("Two policies need --diff.") }
    try StandardInput.checkUsedOnce(["OLD": file.policy, "NEW": new])
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let parts = only.isEmpty ? PopulationSQL.Part.allCases : only
    let now = try QuantityArgument.instant(given: at, behind: "--at") ?? .now
    let first = try PolicyFile.policy(at: file.policy)
    let second = try new.map { path throws(Failure) in try PolicyFile.policy(at: path) }
    let script: String
    do throws(Untranslatable) {
      if let second {
        script = try PopulationSQL.script(
          from: first.graph, to: second.graph, at: now, in: dialect, parts: parts)
      } else {
        script = try PopulationSQL.script(of: first.graph, at: now, in: dialect, parts: parts)
      }
    } catch {
      throw .unreadable("this has no exact SQL: \(error.description)")
    }
    try output.write(script)
    return .success
  }
}

extension SQLDialect: ExpressibleByArgument {}
extension PopulationSQL.Part: ExpressibleByArgument {}
