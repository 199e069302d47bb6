import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// A new text for a policy, with all that can be said about it.
struct Proposal {
  let name: String
  /// The path on disk; there need be no file.
  let path: String
  /// The bytes on disk, and those that are proposed.
  let old: [UInt8]?
  let new: [UInt8]

  init(_ call: ToolCall) throws(Failure) {
    let text = try call.arguments.needed("text")
    try ToolCall.checkLength(text)
    let wanted = try call.arguments.needed("path")
    guard wanted.hasSuffix(".gate") else {
      throw .usage("\(Escape.name(wanted)) is not the name of a policy: it ends in `.gate`")
    }
    (name, path, old) = try call.folders.fileOrPlace(wanted)
    new = Array(text.utf8)
    if let old, !Source(name: name, bytes: old).saysPolicy,
      let policy = call.folders.policy(using: name)
    {
      throw .usage(
        "\(Escape.name(name)) is a part of \(Escape.name(policy)), and no policy by itself: check "
          + "that one after you have edited this file by hand")
    }
  }

  /// The id of the verdict: whoever quotes it has seen what these very bytes would do.
  var id: String {
    var bytes = Array("tollgate propose 1\n\(name)\n".utf8)
    bytes += old.map { SHA256.hash($0[...]) } ?? [UInt8](repeating: 0, count: 32)
    bytes += SHA256.hash(new[...])
    return SHA256.hash(bytes[...]).prefix(16).hexadecimal
  }

  func asked(_ bytes: [UInt8]) -> AskedPolicy { AskedPolicy(name: name, path: path, bytes: bytes) }
}

/// The judgement about a proposal: how things would be if it were the policy.
struct ProposalVerdict {
  let checked: CheckedText
  /// Nil if one of both does not compile.
  let report: DiffReport?
  /// The findings that the policy has not had, and the scenarios and claims that are gone.
  let newFindings: [Diagnostic]
  let gone: [String]
  /// Scenarios for what none shows, the first ones.
  let suggestions: [String]
  /// Whether there was a policy that compiled.
  private let hadPolicy: Bool

  private static let mostListed = 20

  init(_ proposal: Proposal, _ work: ToolWork) throws(Failure) {
    let run = work.run
    let options = CheckedText.options(run)
    try work.step("checking the text")
    checked = try CheckedText(
      try proposal.asked(proposal.new).source(), options, measuresCoverage: true)
    var before: CheckedText?
    if let old = proposal.old {
      try work.step("checking the file")
      before = try CheckedText(try proposal.asked(old).source(), options, measuresCoverage: false)
    }
    hadPolicy = before?.compiles ?? false
    newFindings = ProposalVerdict.findings(in: checked, notIn: before)
    gone = ProposalVerdict.titles(before).filter { [checked] title in
      !ProposalVerdict.titles(checked).contains(title)
    }
    try work.step("comparing who gains and who loses")
    if let old = before?.tested.result?.policy, let new = checked.tested.result?.policy {
      report = DiffReport.comparing(
        old, new, budget: Budget(run: run), withPlans: true, at: .now)
    } else {
      report = nil
    }
    try work.step("looking for scenarios")
    suggestions =
      checked.coverage.map { Suggester($0, run: run).suggestions.prefix(5).map { $0.text } } ?? []
  }

  /// Whether the file may get this text.
  var isAcceptable: Bool { checked.passes }

  /// The findings that there were not, or not so often.
  private static func findings(
    in text: CheckedText, notIn before: CheckedText?
  ) -> [Diagnostic] {
    var known: [String: Int] = [:]
    for finding in before?.linted.findings ?? [] {
      known[finding.code + finding.headline, default: 0] += 1
    }
    return text.linted.findings.filter { finding in
      let left = known[finding.code + finding.headline, default: 0]
      known[finding.code + finding.headline] = left - 1
      return left <= 0
    }
  }

  private static func titles(_ text: CheckedText?) -> [String] {
    (text?.tested.result?.reports ?? []).map { "\($0.kind.rawValue): \($0.title)" }
  }

  // MARK: Words

  /// The verdict in words of the server.
  func heading(_ proposal: Proposal) -> String {
    var lines = [checked.summary]
    if let report {
      lines.append(AssistantTool.heading(of: report.difference))
    } else if checked.compiles {
      lines.append(
        hadPolicy || proposal.old == nil
          ? "The file is new."
          : "The file does not compile now, so there is nothing to compare with.")
    }
    if !gone.isEmpty { lines.append("Scenarios and claims that are gone: \(gone.count).") }
    if !newFindings.isEmpty { lines.append("New findings: \(newFindings.count).") }
    lines.append("Verdict \(proposal.id).")
    return lines.joined(separator: " ")
  }

  /// The next step of the assistant.
  func next(_ proposal: Proposal, mayWrite: Bool) -> String {
    if !isAcceptable {
      return "Mend what fails, and propose again; this text is not accepted."
    }
    if proposal.old == proposal.new { return "The file has this text already." }
    let losers =
      report.map { $0.difference.hasLosses || !$0.difference.undecided.isEmpty } ?? false
    let ask = "Show the person \(losers ? "who loses" : "the verdict"), and ask. "
    return mayWrite
      ? ask + "After a yes, call again with the same text and `accept`: \"\(proposal.id)\"."
      : ask
        + "This server writes nothing: the person saves the text, or starts it with `--write`."
  }

  /// The verdict in full, in which the policy speaks, too.
  var text: String {
    var parts: [String] = []
    if let report { parts.append(report.text) }
    if !gone.isEmpty {
      parts.append("Gone from the file\n" + ProposalVerdict.list(gone.map { Escape.line($0) }))
    }
    parts.append(checked.text)
    if !suggestions.isEmpty {
      parts.append("Scenarios for what none shows\n\n" + suggestions.joined(separator: "\n"))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func list(_ texts: [String]) -> String {
    let rest = texts.count - mostListed
    return texts.prefix(mostListed).map { "  \($0)\n" }.joined()
      + (rest > 0 ? "  and \(rest) more\n" : "")
  }

  static let members: Shape.Members = [
    "id": .text("The verdict's id, a hash of the path, the file and the text."),
    "acceptable": .boolean("Whether it compiles, every scenario passes, every claim is proved."),
    "written": .boolean("Whether the file has the text now."),
    "changed": .boolean("Whether the text is another one than that of the file."),
    "next": .text("What to do now."),
    "loses": .boolean("Whether somebody loses something."),
    "gains": .boolean("Whether somebody gains something."),
    "undecided": .boolean("Whether the time or the budget left something open."),
    "gone": .list(.text(), "Scenarios and claims that the file has and the text has not."),
    "newFindings": .list(
      .object([:]), "At most twenty, each as in tollgate://schemas/lint."),
    "suggestions": .list(.text(), "Scenarios for what none shows, at most five."),
  ]

  func json(_ proposal: Proposal, next: String, written: Bool) -> [JSONValue.Member] {
    let difference = report?.difference
    let renderer = DiagnosticJSON(source: checked.source)
    let findings = Array(newFindings.prefix(ProposalVerdict.mostListed))
    return [
      .init("id", .text(proposal.id)), .init("acceptable", .boolean(isAcceptable)),
      .init("written", .boolean(written)),
      .init("changed", .boolean(proposal.old != proposal.new)), .init("next", .text(next)),
      .init("loses", .boolean(difference?.hasLosses ?? false)),
      .init("gains", .boolean(difference?.hasGains ?? false)),
      .init("undecided", .boolean(!(difference?.undecided.isEmpty ?? true))),
      .init("gone", .list(gone.prefix(ProposalVerdict.mostListed).map { .text($0) })),
      .init("newFindings", JSONValue(reading: renderer.render(findings))),
      .init("suggestions", .list(suggestions.map { .text($0) })),
    ] + checked.json
  }
}

extension AssistantTool {
  static let propose = AssistantTool(
    name: "propose", title: "Propose a new text for a policy",
    about: """
      Gives one verdict on a new text for a policy: whether it compiles and keeps its claims and \
      scenarios, who gains and who loses, which findings are new. It writes nothing. With `accept` \
      and the id of that verdict, after the person has said yes, it writes the file, if the server \
      was started with --write and nobody changed the file in between.
      """,
    input: [
      "path": .text("The name of the `.gate` file, which need not be there yet."),
      "text": .text("The whole new text."),
      "accept?": .text("The id of the verdict on this very text, once the person has agreed."),
    ] + place,
    output: ProposalVerdict.members + CheckedText.members + [
      "difference": .document(.diff)
    ],
    writes: true,
    steps: 4
  ) { call throws(Failure) in
    let proposal = try Proposal(call)
    let accepted = try call.arguments.text("accept")
    if let accepted { try check(accepted, proposal, call.mayWrite) }
    let verdict = try ProposalVerdict(proposal, call.work)
    var next = verdict.next(proposal, mayWrite: call.mayWrite)
    var heading = verdict.heading(proposal)
    if accepted != nil {
      guard verdict.isAcceptable else {
        throw .unreadable(
          "this text is not accepted, because it does not compile, or a scenario or a claim "
            + "fails: mend it and propose again")
      }
      try OutputFile.write(proposal.new, to: proposal.path, replacing: proposal.old)
      next = "The file is written."
      heading += " The file is written."
    } else {
      heading += " " + next
    }
    var answer = ToolAnswer(
      heading, text: verdict.text, [:],
      documents: [("difference", verdict.report?.json ?? "null")])
    answer.members = verdict.json(proposal, next: next, written: accepted != nil)
    return answer
  }

  private static func check(
    _ accepted: String, _ proposal: Proposal, _ mayWrite: Bool
  ) throws(Failure) {
    guard mayWrite else {
      throw .usage(
        "this server was started without --write and changes nothing: give the text to the "
          + "person, or ask for `tollgate mcp --write`")
    }
    guard accepted == proposal.id else {
      throw .unreadable(
        "the verdict \(JSONText.quoted(accepted)) is about another text, or the file has changed "
          + "since: call `propose` again without `accept`, and read the new verdict")
    }
  }
}
