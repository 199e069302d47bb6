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

extension Project {
  /// Tells in plain sentences about a name of the policy.
  package typealias Description = (RuleGraph, _ name: String) -> [String]

  /// A text about what is at an offset: a name, a limit, or the code of a finding.
  package func hover(at offset: Int, describing describe: Description) -> Hover? {
    if let page = codePage(at: offset) { return page }
    if let limit = limitHover(at: offset) { return limit }
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
      let sentences = describe(graph, use.name.text)
      if !sentences.isEmpty { lines.append(sentences.map { "- \($0)" }.joined(separator: "\n")) }
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

  /// The last value inside a limit and the first outside.
  private func limitHover(at offset: Int) -> Hover? {
    guard names.use(at: offset) == nil, let found = limit(at: offset),
      let policy = compiled.policy, case .atMost(let most) = found.kind
    else { return nil }
    let unit = policy.meters[Int(found.meter)].unit
    let name = policy.meters[Int(found.meter)].name.text
    let (next, overflow) = most.addingReportingOverflow(1)
    let first = overflow ? most : next
    let last = AmountText.print(most, unit, .english)
    return Hover(
      place: place(of: found.span),
      markdown: "The last value inside is \(last) of `\(name)`; the first outside is "
        + "\(AmountText.print(first, unit, .english)).")
  }

  private func limit(at offset: Int) -> CheckedLimit? {
    for rule in compiled.policy?.rules ?? [] {
      guard case .limit(let limit) = rule.subject else { continue }
      if limit.span.start <= offset, offset <= limit.span.end { return limit }
    }
    return nil
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
