import ArgumentParser
import TollgateKit
import TollgateRuntime

/// `tollgate graph POLICY [TARGET]`
struct Graph: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws the rules of a policy.",
    discussion: """
      The picture shows targets, the rules about them, what the rules require, and the products \
      that give it. If you describe a user (--snapshot, --has, --bought, --using, --fact, --subject \
      or --at), each box also shows its result, in words and in colour, so that you see why \
      something is denied.

      Features with the same rules share a box. An SVG needs no other program, fits light and dark \
      pages and has labels; with --locale the text, DOT and Mermaid have labels, too. Exit status: \
      0; 2 a policy or snapshot that cannot be read; 64 wrong usage.
      """
  )

  /// How the picture is written.
  enum PictureFormat: String, ExpressibleByArgument, CaseIterable {
    case text, dot, mermaid, svg, json
  }

  @OptionGroup var file: PolicyArgument

  @Argument(help: "A feature, a meter, a group, a range such as L1..L3, or everything.")
  var target: String?

  @OptionGroup(title: "The question") var ask: AskOptions

  @OptionGroup(title: "The user") var known: SnapshotOptions

  @Option(help: "The format of the picture.")
  var format: PictureFormat = .text

  @OptionGroup var locale: LocaleOptions

  @OptionGroup var price: CurrencyOptions

  func validate() throws {
    try StandardInput.checkUsedOnce(["POLICY": file.policy, "--snapshot": known.snapshot])
    guard target == nil else { return }
    if ask.tellsSomething {
      throw ValidationError("--adding, --reaching and --continuing need a target.")
    }
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let (policy, situation) = try read()
    let picture = policy.picture(
      of: target, in: situation, locale: labels(policy), currency: price.currency)
    guard let picture else {
      throw Situation.unknownTarget(target ?? "", in: policy.graph)
    }
    switch format {
    case .text: try output.show(picture.text, isPainted: true)
    case .dot: try output.write(picture.dot)
    case .mermaid: try output.write(picture.mermaid)
    case .json: try output.write(picture.json)
    case .svg:
      guard let svg = picture.svg else { throw tooLarge(picture) }
      try output.write(svg)
    }
    return .success
  }

  /// The language of the labels: a drawing has labels, the other formats for people have them if
  /// a language is named, and JSON has names.
  private func labels(_ policy: Policy) -> String? {
    switch format {
    case .svg: locale.tag(for: policy)
    case .text, .dot, .mermaid: locale.locale
    case .json: nil
    }
  }

  /// The policy, and the situation to show if the options describe one.
  private func read() throws(Failure) -> (Policy, PictureSituation?) {
    guard known.tellsSomething || ask.tellsSomething else {
      return (try PolicyFile.policy(at: file.policy), nil)
    }
    let situation = try Situation(file.policy, known)
    let ask = try ask.ask(of: target ?? "", in: situation.policy.graph)
    return (
      situation.policy,
      PictureSituation(snapshot: situation.snapshot, ask: ask, now: situation.now)
    )
  }

  private func tooLarge(_ picture: GraphPicture) -> Failure {
    .usage(
      """
      nobody could read a drawing with \(picture.boxes.count) boxes and \(picture.arrows.count) \
      arrows: name a target, or use another --format; a drawing has at most \
      \(GraphPicture.mostDrawn) boxes
      """)
  }
}
