import ArgumentParser
import TollgateKit
import TollgateCompiler

/// `tollgate explain POLICY TARGET …`, `tollgate explain CODE`
struct Explain: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains in full why a user may or may not use something, or what a finding means.",
    usage: """
      tollgate explain <policy> <target> ... [<options>]
      tollgate explain <code>
      """,
    discussion: """
      It shows every rule about the target, which of them hold or fail and why, and every way to \
      get access. For a code such as TG0101, it shows the page of that finding. The exit status is \
      that of `tollgate check`.
      """
  )

  @Argument(
    help: "The policy: a .gate file, a compiled file, or -; or the code of a finding.",
    completion: .policies)
  var policy: String

  @Argument(help: "Features, meters, groups, ranges such as L1..L3, or everything.")
  var targets: [String] = []

  @OptionGroup(title: "The question") var ask: AskOptions

  @OptionGroup(title: "The user") var known: SnapshotOptions

  @OptionGroup var locale: LocaleOptions

  @OptionGroup var price: CurrencyOptions

  func validate() throws {
    try StandardInput.checkUsedOnce(["POLICY": policy, "--snapshot": known.snapshot])
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    if targets.isEmpty {
      try output.show(try CodePage.text(of: policy, on: output.page))
      return .success
    }
    let situation = try Situation(policy, known)
    var decisions: [Decision] = []
    for target in targets { decisions.append(try situation.decision(about: target, ask)) }
    for (index, decision) in decisions.enumerated() {
      if index > 0 { try output.write("\n") }
      let text = decision.explanation(
        in: locale.tag(for: situation.policy), currency: price.currency)
      try output.show(output.page.wrapped(text) + "\n", isPainted: true)
    }
    return decisions.status
  }
}
