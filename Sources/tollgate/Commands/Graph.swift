import ArgumentParser
import TollgateKit
import TollgateRuntime

/// `tollgate graph POLICY [TARGET]`
struct Graph: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws the rules of a policy: what depends on what.",
    discussion: """
      Targets, the rules about them, what those ask for, and the products that give it. With \
      anything about a user (--snapshot, --has, --bought, --using, --fact, --subject or --at) each \
      box also says, in words and in colour, what it came to: a denial can be seen.

      Features with the same rules share a box. An SVG needs no other program, and is drawn for \
      light and dark. Exit status: 0; 2 a policy or snapshot that cannot be read; 64 wrong usage.
      """
  )

  /// How the picture is written.
  enum PictureFormat: String, ExpressibleByArgument, CaseIterable {
    case text, dot, mermaid, svg, json
  }

  @Argument(
    help: "The policy: a .gate file, a compiled file, or - for standard input.",
    completion: .policies)
  var policy: String

  @Argument(help: "A feature, a meter, a group, a range such as L1..L3, or everything.")
  var target: String?

  @OptionGroup(title: "What is asked") var ask: AskOptions

  @OptionGroup(title: "What is known") var known: SnapshotOptions

  @Option(help: "How to write the picture.")
  var format: PictureFormat = .text

  func validate() throws {
    try StandardInput.checkUsedOnce(["POLICY": policy, "--snapshot": known.snapshot])
    guard target == nil else { return }
    if ask.tellsSomething {
      throw ValidationError("Say what is asked for: give a target with --adding and the like.")
    }
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let (policy, situation) = try read()
    guard let picture = policy.picture(of: target, in: situation) else {
      let name = target ?? ""
      throw .usage(
        "the policy has no feature, meter or group called `\(name)`"
          + Situation.hint(name, in: policy.graph))
    }
    switch format {
    case .text: try output.write(picture.text)
    case .dot: try output.write(picture.dot)
    case .mermaid: try output.write(picture.mermaid)
    case .json: try output.write(picture.json)
    case .svg:
      guard let svg = picture.svg else { throw tooLarge(picture) }
      try output.write(svg)
    }
    return .success
  }

  /// The policy, and the situation to show, if the options tell of one.
  private func read() throws(Failure) -> (Policy, PictureSituation?) {
    guard known.tellsSomething || ask.tellsSomething else {
      return (try PolicyFile.policy(at: policy), nil)
    }
    let situation = try Situation(policy, known)
    let ask = try ask.ask(of: target ?? "", in: situation.policy.graph)
    return (
      situation.policy,
      PictureSituation(snapshot: situation.snapshot, ask: ask, now: situation.now)
    )
  }

  private func tooLarge(_ picture: GraphPicture) -> Failure {
    .usage(
      """
      a drawing with \(picture.boxes.count) boxes and \(picture.arrows.count) arrows could not be \
      read: name a target, or use another --format; a drawing has \(GraphPicture.mostDrawn) boxes \
      at the most
      """)
  }
}
