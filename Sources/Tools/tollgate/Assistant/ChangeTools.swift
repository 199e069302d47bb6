import TollgateAnalysis
import TollgateKit
import TollgateSyntax

extension AssistantTool {
  private static let version = Shape.object(
    policy + ["revision?": .text("A revision of git, such as HEAD, to read the `path` from.")])

  static let whoChanges = AssistantTool(
    name: "who_changes", title: "Who gains and who loses",
    about: """
      Compares two versions of a policy, exactly, for every possible person: who gains and who loses \
      what, each with a smallest example and a scenario. With a file of users it counts them, too.
      """,
    input: [
      "old": Shape(kind: version.kind, about: "The policy as it was."),
      "new": Shape(kind: version.kind, about: "The policy as it is to be."),
      "users?": .text(
        "The name of a file of snapshots, one a line, or of a folder of tables, to count."),
    ] + at + place,
    output: [
      "same": .boolean("Whether there is no difference at all."),
      "loses": .boolean("Whether somebody loses something."),
      "gains": .boolean("Whether somebody gains something."),
      "undecided": .boolean("Whether the time or the budget left something open."),
      "difference": .document(.diff),
      "impact": .document(.impact, "Null without users."),
    ],
    steps: 3
  ) { call throws(Failure) in
    let (old, new) = (try call.policy(in: "old"), try call.policy(in: "new"))
    let now = try call.now
    try call.work.step("comparing")
    let run = call.work.run
    let report = DiffReport.comparing(old, new, budget: Budget(run: run), withPlans: true, at: now)
    var text = report.text
    var documents = [("difference", report.json)]
    var counted: String?
    if let users = try call.arguments.text("users") {
      let users = try call.folders.users(users)
      let impact = try impact(of: [old, new], on: users, at: now, call.work)
      text += "\n" + impact.text
      counted = impact.json
    }
    try call.work.step("writing")
    documents.append(("impact", counted ?? "null"))
    let difference = report.difference
    var answer = ToolAnswer(
      heading(of: difference), text: text, [:], documents: documents)
    answer.members = members(of: difference)
    return answer
  }

  private static func impact(
    of policies: [Policy], on users: String, at now: Instant, _ work: ToolWork
  ) throws(Failure) -> ImpactReport {
    try work.step("counting users")
    let counter = UserCounter(
      policies: policies, at: now, fact: nil, isListing: false, isForSpreadsheet: false)
    let count = try counter.count(users, jobs: 1, listing: nil) { () throws(Failure) in
      try work.step("counting users")
    }
    return ImpactReport(
      count, of: policies, isForSpreadsheet: false, budget: Budget(run: work.run))
  }

  /// A difference in words of the engine.
  static func heading(of difference: PolicyDifference) -> String {
    if difference.isEmpty { return "Both decide alike for everybody." }
    var parts: [String] = []
    if difference.hasLosses { parts.append("Somebody loses something") }
    if difference.hasGains { parts.append("somebody gains something") }
    if !difference.undecided.isEmpty { parts.append("something is undecided") }
    if parts.isEmpty { parts.append("Nobody gains or loses; texts, prices or reminders change") }
    let text = parts.joined(separator: ", ") + "."
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  static func members(of difference: PolicyDifference) -> [JSONValue.Member] {
    [
      .init("same", .boolean(difference.isEmpty)), .init("loses", .boolean(difference.hasLosses)),
      .init("gains", .boolean(difference.hasGains)),
      .init("undecided", .boolean(!difference.undecided.isEmpty)),
    ]
  }

  static let prove = AssistantTool(
    name: "prove", title: "Prove a claim",
    about: """
      Proves a claim for every possible person, or refutes it with one. A claim is a line such as \
      `never csv-export allowed without pro`. Without a claim, it proves those of the policy.
      """,
    input: policy + ["claim?": .text("A line that begins with always or never.")] + place,
    output: [
      "proved": .boolean("Whether every claim is proved."),
      "proof": .document(.prove),
    ]
  ) { call throws(Failure) in
    var proof = try ClaimSource(try call.policy().source())
    if let claim = try call.arguments.text("claim") {
      try ToolCall.checkLength(claim)
      try proof.ask(claim)
    }
    try call.work.step("proving")
    let reports = ClaimCheck.run(proof.policy, proof.graph, budget: Budget(run: call.work.run))
    let report = ProofReport(reports: reports, proof: proof)
    var (proved, refuted) = (0, 0)
    for one in reports {
      switch one.verdict {
      case .proved: proved += 1
      case .refuted: refuted += 1
      case .undecided: break
      }
    }
    let open = reports.count - proved - refuted
    let counts = "\(proved) proved, \(refuted) refuted, \(open) undecided."
    return ToolAnswer(
      reports.isEmpty ? "The policy has no claims; give one as `claim`." : counts,
      text: report.text, ["proved": .boolean(report.isProved)],
      documents: [("proof", report.json)])
  }
}
