import ArgumentParser
import TollgateAnalysis
import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// `tollgate watch PATH…`
struct WatchPolicies: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Lints and tests policies again at every save, and shows their plan tables.",
    discussion: """
      For people whose editor does not use `tollgate lsp`. Save a policy, and the screen shows its \
      mistakes and findings, the scenarios and claims that fail, and the plan table. The policy \
      that was saved last comes first. In folders, all .gate files are watched, except hidden \
      ones. On a terminal the page is redrawn in place; elsewhere one page follows the other.

      Ctrl-C ends it. Exit status: ended by the signal; 0 if nobody reads the pages any more; 2 a \
      path with no file or folder at the start.
      """
  )

  @Argument(help: "Files and folders.", completion: .policies)
  var paths: [String]

  @Flag(help: "Also report rules that no scenario covers.")
  var strict = false

  @Flag(inversion: .prefixedNo, help: "Show the plan table of each policy.")
  var table = true

  @OptionGroup var locale: LocaleOptions

  @Option(
    help: ArgumentHelp(
      "The time that one page may take; what is not answered by then is undecided.",
      valueName: "duration"))
  var within = RunOptions.usual

  func validate() throws {
    if paths.contains("-") {
      throw ValidationError("watch reads files again and again, so it cannot read standard input.")
    }
    try RunOptions.check(within)
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    for path in paths where Descriptor.status(of: path) == nil {
      throw .unreadable("there is no file or folder \(Escape.name(path))")
    }
    let page = WatchPage(
      isStrict: strict, showsTable: table, locale: { locale.tag(for: $0) }, within: within)
    try PolicyWatch(paths: paths, page: page).run(on: output) { Descriptor.sleep(0.25) }
    return .success
  }
}
