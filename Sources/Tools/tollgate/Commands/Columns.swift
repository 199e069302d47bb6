import ArgumentParser
import TollgateKit
import TollgatePopulation
import TollgateSyntax

/// `tollgate columns POLICY --users FILE -o DIR`, `tollgate columns OLD NEW --users FILE -o DIR`
struct WriteColumns: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "columns",
    abstract: "Writes many users as tables for a database.",
    usage: """
      tollgate columns <policy> --users <file> -o <folder> [<options>]
      tollgate columns <old> <new> --users <file> -o <folder> [<options>]
      """,
    discussion: """
      The users are snapshots as JSON Lines, or a folder of long tables. The folder gets \
      tollgate_users.csv, the wide table that `tollgate sql` asks: a row for each user, a column \
      for each distinct question of the policy, with the buckets of rollouts; schema.sql declares \
      it. With --long it gets the long tables in its place, one file each; `tollgate sql --load` \
      loads them. Two policies get the tables that `tollgate sql --diff` asks. Cells are written \
      as they are, for programs.

      Exit status: 0; 2 a policy or a line that cannot be read, or that the tables cannot hold, \
      such as a number above 2^53 (the others are written); 64 wrong usage.
      """
  )

  @OptionGroup var file: PolicyArgument

  @Argument(help: "The policy as it is to be.", completion: .policies)
  var new: String?

  @Option(
    help: ArgumentHelp(
      "The users: snapshots as JSON Lines, or a folder of tables; - reads standard input.",
      valueName: "file"))
  var users: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for the tables; it must exist.", valueName: "folder"))
  var output: String

  @Flag(help: "Write the long tables that the wide one is made from.")
  var long = false

  @Option(help: ArgumentHelp("The time (default: now).", valueName: "instant"))
  var at: String?

  func validate() throws {
    try StandardInput.checkUsedOnce([
      "POLICY": file.policy, "NEW": new, "--users": users,
    ])
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let now = try QuantityArgument.instant(given: at, behind: "--at") ?? .now
    var policies = [try PolicyFile.policy(at: file.policy)]
    if let new { policies.append(try PolicyFile.policy(at: new)) }
    guard Descriptor.status(of: self.output)?.kind == .folder else {
      throw .unreadable("there is no folder \(Escape.name(self.output)); make it first")
    }
    let writer = try TableWriter(policies, at: now, folder: self.output, isLong: long)
    let inputs = [file.policy, new].compactMap { $0 }.flatMap { PolicyFile.files(at: $0) }
    for path in writer.paths {
      try OutputFile.check(path, of: "-o", inputs: inputs + UserSource.files(users))
    }
    let unreadable = try writer.write(users)
    for (line, reason) in unreadable.lines.prefix(10) {
      Console.say("warning: line \(line): \(reason)")
    }
    if unreadable.count > 10 { Console.say("warning: and \(unreadable.count - 10) more lines") }
    return unreadable.count > 0 ? .unreadable : .success
  }
}
