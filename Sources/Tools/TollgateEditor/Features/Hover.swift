import TollgateAnalysis
package import TollgateCompiler
package import TollgateRuntime
import TollgateSyntax
import TollgateWords

/// A text about a place, in Markdown.
package struct Hover: Sendable, Hashable {
  package var place: FilePlace
  package var markdown: String
}

extension Hover {
  /// Something of a policy that plain sentences tell about.
  package enum Subject: Sendable, Hashable {
    case name(String)
    /// How the limit of a rule goes on: what rolls over, and what it costs beyond.
    case clauses(RuleIndex)
  }
}

extension Project {
  /// Tells in plain sentences about something of the policy.
  package typealias Description = (RuleGraph, Hover.Subject) -> [String]

  /// A text about what is at an offset: a name, a limit, or the code of a finding.
  package func hover(at offset: Int, describing describe: Description) -> Hover? {
    if let page = codePage(at: offset) { return page }
    if let limit = limitHover(at: offset, describe) { return limit }
    guard let use = names.use(at: offset) else { return nil }
    return Hover(
      place: place(of: use.name.span), markdown: about(use, describing: describe))
  }

  /// The text about a name, for a completion that is looked at.
  package func about(
    _ name: String, isProduct: Bool, describing describe: Description
  ) -> String? {
    let space: NameUse.Space = isProduct ? .products : .things
    guard let use = names.uses.first(where: { $0.name.text == name && $0.space == space }) else {
      return nil
    }
    return about(use, describing: describe)
  }

  private func about(_ use: NameUse, describing describe: Description) -> String {
    var lines: [String] = []
    if case .choices(let owner) = use.space {
      return "`\(use.name.text)`: a value of `\(owner)`"
    }
    let kind = names.kind(of: use)
    var title = "**\(use.name.text)**: \(kind?.withArticle ?? "a name")"
    if let kind, let policy = compiled.policy,
      let detail = details(of: kind, in: policy)[use.name.text]
    {
      title += " (\(detail))"
    }
    lines.append(title)
    if names.declaration(of: use) == nil {
      lines.append("It is declared nowhere; the first use makes it.")
    }
    if let graph = compiled.graph {
      lines += Project.list(describe(graph, .name(use.name.text)))
    } else {
      lines.append("The policy has a mistake, so nobody can say yet who gets it.")
    }
    let count = names.places(of: use).filter { !$0.isDeclaration }.count
    lines.append(count == 1 ? "Used in 1 place." : "Used in \(count) places.")
    return lines.joined(separator: "\n\n")
  }

  /// The page of a code in a comment: `# allow TG0206: …`.
  private func codePage(at offset: Int) -> Hover? {
    guard let token = token(at: offset), token.kind == .comment else { return nil }
    let bytes = source.bytes
    var start = offset
    while start > token.span.start, bytes[start - 1].isCodeByte { start -= 1 }
    var end = offset
    while end < token.span.end, bytes[end].isCodeByte { end += 1 }
    let code = source.text(Span(start, end))
    guard let page = LintRules.page(code) else { return nil }
    return Hover(place: place(of: Span(start, end)), markdown: Project.markdown(of: page))
  }

  /// The page of a code as Markdown.
  package static func markdown(of page: DiagnosticPage) -> String {
    """
    **\(page.code): \(page.title)**

    \(page.what)

    \(page.why)

    Avoid:
    ```gate
    \(page.avoid)
    ```
    Prefer:
    ```gate
    \(page.prefer)
    ```
    """
  }

  /// Sentences as the items of a list.
  private static func list(_ sentences: [String]) -> [String] {
    sentences.isEmpty ? [] : [sentences.map { "- \($0)" }.joined(separator: "\n")]
  }

  /// The last value inside a limit and the first outside, and how it goes on; on a clause that says
  /// so, only that.
  private func limitHover(at offset: Int, _ describe: Description) -> Hover? {
    guard names.use(at: offset) == nil, let policy = compiled.policy else { return nil }
    func holds(_ span: Span) -> Bool { span.start <= offset && offset <= span.end }
    for rule in policy.rules {
      let clauses = [rule.overage?.span, rule.rollover?.span].compactMap { $0 }
      let places = [rule.limitSpan].compactMap { $0 } + clauses
      guard let place = places.first(where: holds) else { continue }
      var lines = place == rule.limitSpan ? edges(of: rule, in: policy) : []
      if !clauses.isEmpty, let graph = compiled.graph, let index = graph.index(of: rule) {
        lines += Project.list(describe(graph, .clauses(index)))
      }
      guard !lines.isEmpty else { return nil }
      return Hover(place: self.place(of: place), markdown: lines.joined(separator: "\n\n"))
    }
    return nil
  }

  private func edges(of rule: CheckedRule, in policy: CheckedPolicy) -> [String] {
    let (meter, most): (Int32, Int64)
    switch rule.subject {
    case .limit(let limit):
      guard case .atMost(let quantity) = limit.kind else { return [] }
      (meter, most) = (limit.meter, quantity)
    case .ladder(let ladder):
      guard case .quantity(let quantity) = ladder.base, ladder.baseSource == nil else { return [] }
      (meter, most) = (ladder.meter, quantity)
    case .targets, .setting: return []
    }
    let (unit, name) = (policy.meters[Int(meter)].unit, policy.meters[Int(meter)].name.text)
    let (next, overflow) = most.addingReportingOverflow(1)
    let first = AmountText.print(overflow ? most : next, unit, .english)
    let last = AmountText.print(most, unit, .english)
    // Who meets a step has more.
    let begin = rule.steps.isEmpty ? "The" : "For everybody the"
    return ["\(begin) last value inside is \(last) of `\(name)`; the first outside is \(first)."]
  }
}

extension CheckedRule {
  /// The comparison or the first line of a ladder; nil for another rule.
  fileprivate var limitSpan: Span? {
    switch subject {
    case .limit(let limit): limit.span
    case .ladder(let ladder): ladder.span
    case .targets, .setting: nil
    }
  }
}

extension RuleGraph {
  /// The rule that a checked one became.
  fileprivate func index(of checked: CheckedRule) -> RuleIndex? {
    parts.rules.firstIndex {
      $0.place.row.number == checked.row.number && $0.place.text == checked.text
    }.map { RuleIndex($0) }
  }
}

extension UInt8 {
  fileprivate var isCodeByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A: true
    default: false
    }
  }
}
