import ArgumentParser
import TollgateAnalysis
import TollgateKit
import TollgateSyntax

extension AssistantTool {
  private static let personMembers: Shape.Members = [
    "snapshot?": .object(
      [:],
      "All that is known of the person, as tollgate://schemas/snapshot describes it, such as "
        + #"{"schema": 1, "usage": {"bills": 499}}. The short forms below add to it."#),
    "has?": .list(.text(), "Entitlements: pro, or pro=2027-01-01 until then."),
    "bought?": .list(.text(), "Products: annual, or annual=2027-01-01 until then."),
    "using?": .list(.text(), "Usage: bills=500, exports/day=3."),
    "fact?": .list(.text(), "Facts: platform=ios, beta-tester=yes, installed=2026-01-05."),
    "subject?": .text("The person's id; rollouts need it."),
  ]

  static let decide = AssistantTool(
    name: "decide", title: "Decide about one person",
    about: """
      Decides whether a person may use something, and explains it: every rule with what holds or \
      fails, and every way in. Without a person it is one who has and uses nothing.
      """,
    input: policy + [
      "target": .text("A feature, a meter, a setting, a group, a range such as L1..L3.")
    ] + personMembers + [
      "adding?": .either(
        [.text(), .integer()], "For a meter: how much more, such as 5 or 1.5GB; by default, 1."),
      "reaching?": .either(
        [.text(), .integer()], "The total or the value to reach; not with adding."),
      "continuing?": .boolean("The use began while it was allowed, and still runs."),
      "currency?": .text("The currency of the prices, such as USD."),
    ] + at + locale + place,
    output: [
      "decision": .document(.decision),
      "warnings": .list(.text(), "Names in the snapshot that the policy does not know."),
    ]
  ) { call throws(Failure) in
    let policy = try call.policy().policy()
    let arguments = call.arguments
    let now = try call.now
    let (known, warnings) = try person(arguments, of: policy, at: now)
    var words: [String] = []
    for key in ["adding", "reaching"] {
      if let amount = try arguments.quantity(key) { words.append("--\(key)=\(amount)") }
    }
    if try arguments.boolean("continuing") { words.append("--continuing") }
    let ask = try parsed(AskOptions.self, words)
    let currency = try currencyCode(arguments)
    let decision = try Situation(policy, known, at: now).decision(
      about: try arguments.needed("target"), ask)
    let locale = try call.locale
    let text = decision.explanation(in: locale, currency: currency) + "\n"
    return ToolAnswer(
      "\(decision.outcome.rawValue), because \(decision.reason.rawValue).", text: text,
      ["warnings": .list(warnings.map { .text($0) })],
      documents: [
        ("decision", decision.json(policy: policy, locale: locale, currency: currency))
      ])
  }

  /// The snapshot of the arguments, and the names in it that the policy does not know.
  private static func person(
    _ arguments: ToolArguments, of policy: Policy, at now: Instant
  ) throws(Failure) -> (Snapshot, [String]) {
    var known = Snapshot(asOf: now)
    var warnings: [String] = []
    if let document = arguments.value("snapshot") {
      do throws(SnapshotError) {
        known = try SnapshotFile.snapshot(of: document, for: policy.graph)
      } catch {
        throw .unreadable("`snapshot` cannot be read: \(error.description(in: "en"))")
      }
      warnings = UnknownNames(graph: policy.graph).inSnapshot(document).prefix(20)
        .map { $0.description(in: "en") }
    }
    var words: [String] = []
    for key in ["has", "bought", "using", "fact"] {
      for text in try arguments.texts(key) { words.append("--\(key)=\(text)") }
    }
    if let subject = try arguments.text("subject") { words.append("--subject=\(subject)") }
    try InlineFacts(graph: policy.graph).add(try parsed(SnapshotOptions.self, words), to: &known)
    return (known, warnings)
  }

  static let showPlans = AssistantTool(
    name: "show_plans", title: "Show the plans",
    about: """
      The plans of a policy side by side, as a price page shows them: each cell is a decision of the \
      engine.
      """,
    input: policy + [
      "currency?": .text("The currency of the prices, such as USD."),
      "all?": .boolean("Show also what is not for sale at that time."),
    ] + at + locale + place,
    output: ["table": .document(.table)]
  ) { call throws(Failure) in
    let policy = try call.policy().policy()
    let currency = try currencyCode(call.arguments)
    try call.work.step("comparing the plans")
    let table = try Table.table(
      of: policy, in: try call.locale, currency: currency, at: try call.now,
      all: try call.arguments.boolean("all"), call.work.run, RunOptions.usual)
    return ToolAnswer(
      "The plans side by side, one in each column.",
      text: TableFormat.markdown.text(table, on: TextPage()), [:],
      documents: [("table", TableFormat.json.text(table, on: TextPage()))])
  }

  static let describe = AssistantTool(
    name: "describe", title: "Describe a policy in plain words",
    about: """
      Tells a policy back in plain sentences: who may use what, what opens it and at what price. \
      Show it to the person, to be sure that the policy means what was asked for.
      """,
    input: policy + locale + place,
    output: [
      "description": .document(.describe)
    ]
  ) { call throws(Failure) in
    let policy = try call.policy().policy()
    try call.work.step("describing the policy")
    let description = try Describe.description(
      of: policy, in: try call.locale, call.work.run, RunOptions.usual)
    return ToolAnswer(
      "The policy in plain words.", text: description.markdown, [:],
      documents: [("description", description.json)])
  }

  private static func currencyCode(_ arguments: ToolArguments) throws(Failure) -> String? {
    guard let code = try arguments.text("currency") else { return nil }
    return try parsed(CurrencyOptions.self, ["--currency=\(code)"]).currency
  }

  /// Reads arguments as a command reads its options.
  private static func parsed<Options: ParsableArguments>(
    _ type: Options.Type, _ words: [String]
  ) throws(Failure) -> Options {
    do {
      return try type.parse(words)
    } catch {
      throw .usage(type.message(for: error))
    }
  }
}
