import ArgumentParser
import TollgateKit
import TollgatePopulation
import TollgateRuntime

/// `tollgate sql POLICY`, `tollgate sql --diff OLD NEW`, `tollgate sql --load ENGINE POLICY`
struct WriteSQL: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql",
    abstract: "Writes a policy, or the difference of two, as SQL about all users.",
    usage: """
      tollgate sql <policy> [<options>]
      tollgate sql --diff <old> <new> [<options>]
      tollgate sql --load <engine> [<policy>] [--diff <old> <new>] [<options>]
      """,
    discussion: """
      The script has five parts: the schema of the long tables, which you fill; the view \
      tollgate_users, which turns them into one row per user; the view tollgate_outcomes, who may \
      do what (allowed, warned, denied, unknown) and by which line, or with --diff \
      tollgate_changes, who loses or gains what, and who becomes unknown or known; their counts; \
      and the lists of those users. It decides as `check` does for one more of a meter. `unknown` \
      means denied only because data is missing or stale.

      --load writes another script: it loads the tables from files of CSV, as `tollgate columns \
      --long` writes them, and checks them. A fault is told, and nothing is loaded. If you name \
      the policies, it also checks what they expect of facts and rollouts.

      The buckets of rollouts come from whoever fills the tables: hash functions differ between \
      engines. If an engine cannot do something exactly, the command refuses it. Parsers \
      of bigquery and snowflake read their scripts; they were not run there.

      Exit status: 0; 2 a policy that cannot be read or has no exact translation; 64 wrong usage.
      """
  )

  @Argument(
    help: "The policy: a .gate file, a compiled file, or - for standard input.",
    completion: .policies)
  var policy: String?

  @Argument(help: "With --diff, the policy as it is to be.", completion: .policies)
  var new: String?

  @Flag(help: "Write the difference of two policies.")
  var diff = false

  @Option(help: "The engine that reads it (default: ansi).")
  var dialect: SQLDialect?

  @Option(
    help: ArgumentHelp(
      "Write one part of the script; may repeat (default: all).", valueName: "part"))
  var only: [PopulationSQL.Part] = []

  @Option(help: ArgumentHelp("The time (default: now).", valueName: "instant"))
  var at: String?

  @Option(help: ArgumentHelp("The schema of the tables and views.", valueName: "name"))
  var schema: String?

  @Option(help: ArgumentHelp("What their names begin with.", valueName: "name"))
  var prefix: String?

  @Option(help: ArgumentHelp("Write how this engine loads the tables.", valueName: "engine"))
  var load: TableLoading.Engine?

  @Option(
    help: ArgumentHelp(
      "With --load, the folder of the files (default: the one where the engine runs).",
      valueName: "folder"))
  var from: String?

  func validate() throws {
    if diff, new == nil { throw ValidationError("With --diff, name two policies.") }
    if !diff, new != nil { throw ValidationError("Two policies need --diff.") }
    if load == nil, policy == nil { throw ValidationError("Name a policy.") }
    if load == nil, from != nil { throw ValidationError("--from needs --load.") }
    if load != nil, dialect != nil || !only.isEmpty || at != nil {
      throw ValidationError("--load takes neither --dialect, --only nor --at.")
    }
    if TableNames(schema: schema, prefix: prefix) == nil {
      throw ValidationError(
        "--schema and --prefix take up to 30 small letters, digits and _, not a digit first; a "
          + "schema may have a database and a point before it.")
    }
    try StandardInput.checkUsedOnce(["OLD": policy, "NEW": new])
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let now = try QuantityArgument.instant(given: at, behind: "--at") ?? .now
    var graphs: [RuleGraph] = []
    for path in [policy, new].compactMap({ $0 }) {
      graphs.append(try PolicyFile.policy(at: path).graph)
    }
    let names = TableNames(schema: schema, prefix: prefix) ?? .plain
    if let load {
      guard let loading = TableLoading(for: graphs, in: load, called: names, from: from ?? ".")
      else {
        throw .usage(
          "--from takes a folder whose name has no quote, backslash or control character")
      }
      try output.write(loading.text)
      return .success
    }
    let script: String
    do throws(Untranslatable) {
      script = try PopulationSQL.script(
        of: graphs, at: now, in: dialect ?? .ansi, called: names,
        parts: only.isEmpty ? PopulationSQL.Part.allCases : only)
    } catch {
      throw .unreadable("this has no exact SQL: \(error.description)")
    }
    try output.write(script)
    return .success
  }
}

extension TableLoading.Engine: ExpressibleByArgument {}
extension SQLDialect: ExpressibleByArgument {}
extension PopulationSQL.Part: ExpressibleByArgument {}
