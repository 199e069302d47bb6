import TollgateCompiler
import TollgateRuntime
package import TollgateSyntax
import TollgateWords

/// A few words that an editor shows after a place without changing the text.
package struct InlayHint: Sendable, Hashable {
  /// The offset in the file after which it is shown.
  package var offset: Int
  package var text: String
}

extension Project {
  /// The hints in a piece of a file: how many members a range has, the prices of a requirement, the
  /// first value beyond a limit, and how many uses the limits of the plans are.
  package func inlayHints(in span: Span, of path: FilePath) -> [InlayHint] {
    guard let policy = compiled.policy else { return [] }
    var hints: [(Span, String)] = []
    for statement in syntax.statements where isIn(statement.span, path) {
      guard case .rule(let rule) = statement.kind else { continue }
      if case .things(let subject) = rule.subject {
        for item in subject.items + subject.exceptions {
          if case .range(let first, let last) = item, let count = count(first, last) {
            hints.append((item.span, count))
          }
        }
      }
      if case .requires(let requirement) = rule.effect {
        let prices = self.prices(of: requirement, in: policy)
        if !prices.isEmpty { hints.append((requirement.span, prices)) }
      }
    }
    for rule in policy.rules where isIn(rule.span, path) {
      if let hint = firstOutside(rule, policy) { hints.append((rule.subjectSpan, hint)) }
    }
    hints += useHints(in: span, of: path, policy)
    return hints.map { InlayHint(offset: place(of: $0.0).span.end, text: $0.1) }
      .filter { span.start <= $0.offset && $0.offset <= span.end }
      .sorted { $0.offset < $1.offset }
  }

  /// `6 lessons`: the members of a range, with the word of its series.
  private func count(_ first: NameSyntax, _ last: NameSyntax) -> String? {
    guard let from = SeriesName.ifAny(first.text), let to = SeriesName.ifAny(last.text),
      from.prefix == to.prefix, to.number > from.number
    else { return nil }
    let (size, overflow) = (to.number - from.number).addingReportingOverflow(1)
    guard !overflow else { return nil }
    for feature in compiled.policy?.features ?? [] {
      guard let series = feature.series, series.prefix == from.prefix,
        series.first <= from.number, to.number <= series.last
      else { continue }
      if let label = feature.label?.label.texts.first?.text, label.utf8.allSatisfy({ $0 < 0x80 }) {
        return "\(size) \(label.lowercased())"
      }
    }
    return "\(size) members"
  }

  /// `12 CNY per year or 38 CNY once`: the offers that meet a requirement of one name, or of several
  /// of which one is enough.
  private func prices(of requirement: ExpressionSyntax, in policy: CheckedPolicy) -> String {
    var names: [String] = []
    switch requirement {
    case .name(let name): names = [name.text]
    case .paid(let inner, _, _): return prices(of: inner, in: policy)
    case .any(let parts, _):
      for part in parts {
        switch part {
        case .name(let name), .paid(.name(let name), _, _): names.append(name.text)
        default: return ""
        }
      }
    default: return ""
    }
    var offers: [String] = []
    for name in names {
      for offer in self.offers(granting: name, in: policy) where !offers.contains(offer) {
        offers.append(offer)
      }
    }
    let shown = offers.prefix(3).joined(separator: " or ")
    return offers.count > 3 ? shown + " or …" : shown
  }

  /// `the 501st` after `bills > 500`.
  private func firstOutside(_ rule: CheckedRule, _ policy: CheckedPolicy) -> String? {
    guard case .limit(let limit) = rule.subject, case .atMost(let most) = limit.kind,
      policy.meters[Int(limit.meter)].unit == .count, most >= 0, most < .max
    else { return nil }
    return "from the \(Project.ordinal(most + 1))"
  }

  /// `1st`, `2nd`, `13th`, `501st`.
  static func ordinal(_ number: Int64) -> String {
    let ending: String
    switch (number % 100, number % 10) {
    case (11...13, _): ending = "th"
    case (_, 1): ending = "st"
    case (_, 2): ending = "nd"
    case (_, 3): ending = "rd"
    default: ending = "th"
    }
    return "\(number)\(ending)"
  }
}
