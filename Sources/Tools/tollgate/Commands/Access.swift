import ArgumentParser
import TollgateKit
import TollgateSyntax

/// `tollgate access POLICY …`
struct Access: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "access",
    abstract: "Lists everything that a user may and may not use.",
    discussion: """
      Each feature, member of a series and meter is open, open with a warning, or locked. The list \
      also shows how much of each limit is left, the reminders that are due and the user's tier. \
      Exit status: 0, even if something is locked; 2 a policy or snapshot that cannot be read; 64 \
      wrong usage.
      """
  )

  @OptionGroup var file: PolicyArgument

  @OptionGroup(title: "The user") var known: SnapshotOptions

  @OptionGroup var format: FormatOptions

  func validate() throws {
    try StandardInput.checkUsedOnce(["POLICY": file.policy, "--snapshot": known.snapshot])
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let situation = try Situation(file.policy, known)
    switch format.format {
    case .text:
      try output.show(output.page.wrapped(AccessTable(situation).text), isPainted: true)
    case .json: try writeJSON(situation, to: output)
    }
    return .success
  }

  /// Hands on the text in pieces: a policy may have millions of targets.
  private func writeJSON(_ situation: Situation, to output: Output) throws(Failure) {
    var failure: Failure?
    var writer = JSONWriter(pretty: true)
    situation.policy.writeAccess(for: situation.snapshot, at: situation.now, to: &writer) {
      writer in
      do throws(Failure) {
        try output.write(writer.takeText())
      } catch {
        failure = error
      }
      return failure == nil && !output.isClosed
    }
    if let failure { throw failure }
    try output.line(writer.takeText())
  }
}
