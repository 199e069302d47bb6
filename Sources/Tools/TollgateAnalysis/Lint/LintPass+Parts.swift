import TollgateCompiler
package import TollgateRuntime
import TollgateSyntax

extension LintPass {
  /// The source text in backquotes, with single spaces. Returns `otherwise` if it is too long.
  func quoted(_ span: Span, otherwise: String) -> String {
    let text = words(in: span).joined(separator: " ")
    let isLong = text.utf8.count > 60 || text.utf8.contains(UInt8(ascii: "#"))
    return isLong ? otherwise : "`\(text)`"
  }

  /// The words of a piece of the source, without the white space between them.
  func words(in span: Span) -> [String] {
    source.text(span).utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
      .map { String(Substring($0)) }
  }

  /// The entitlements that a requirement names, each once.
  func entitlements(requiredBy rule: Int32) -> [Int32] {
    guard case .requires(let expression) = policy.rules[Int(rule)].effect else { return [] }
    return expression.entitlements
  }

  /// The products for sale that give an entitlement.
  func products(giving entitlement: Int32) -> [Int] {
    policy.products.indices.filter { index in
      policy.products[index].isForSale && gives(index, entitlement)
    }
  }

  private func gives(_ product: Int, _ entitlement: Int32) -> Bool {
    policy.products[product].grants.contains { grant in
      policy.entitlements[Int(grant.index)].gives.contains(entitlement)
    }
  }

  /// Asks what the survey did not: why something that it found is so.
  func ask<Q: PolicyQuestion>(_ question: Q) -> Q.Answer? {
    let asker = Asker(vocabulary, terms: terms, scope: .known, budget: options.exactBudget)
    return asker.ask(question).answer
  }

  // MARK: Leaving out

  /// Offers to leave a part of a rule out, with the word that joins it to the others of its list.
  func edits(leavingOut part: Span, of rule: Int32) -> [Diagnostic.Edit] {
    guard let span = pieceToLeaveOut(part, of: policy.rules[Int(rule)]) else { return [] }
    let text = quoted(part, otherwise: "it")
    return [Diagnostic.Edit(span, "", safety: .unsafe, title: "leave \(text) out")]
  }

  private func pieceToLeaveOut(_ part: Span, of rule: CheckedRule) -> Span? {
    for condition in [rule.applies.when, rule.applies.unless] where condition?.span == part {
      return withItsWord(part)
    }
    for whole in rule.expressions {
      guard let list = whole.list(with: part)?.map({ $0.span }),
        let place = list.firstIndex(of: part)
      else { continue }
      let span =
        place > 0
        ? Span(list[place - 1].end, part.end) : Span(part.start, list[place + 1].start)
      return isPlain(span, besides: part) ? span : nil
    }
    return nil
  }

  /// Whether nothing but blanks and a joining word lies between two parts: no parenthesis, no
  /// comment.
  private func isPlain(_ span: Span, besides part: Span) -> Bool {
    let joint =
      span.start < part.start ? Span(span.start, part.start) : Span(part.end, span.end)
    let words = words(in: joint)
    return words == ["and"] || words == ["or"]
  }

  /// Whether a sentence does not begin at the beginning of its line.
  func isIndented(_ span: Span) -> Bool {
    source.lineSpan(at: span.start).start < span.start
  }

  /// A condition with the `when` or `unless` before it, and the blanks before that.
  private func withItsWord(_ condition: Span) -> Span? {
    let start = source.lineSpan(at: condition.start).start
    let line = Array(source.bytes[start..<condition.start])
    for word in ["when", "unless"] {
      var rest = line[...]
      while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
      guard rest.count < line.count, rest.suffix(word.utf8.count).elementsEqual(word.utf8) else {
        continue
      }
      rest.removeLast(word.utf8.count)
      let end = rest.count
      while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
      guard rest.count < end, !rest.isEmpty else { continue }
      return Span(condition.start - (line.count - rest.count), condition.end)
    }
    return nil
  }
}

extension CheckedRule {
  /// Its requirement and its conditions.
  var expressions: [CheckedExpression] {
    let conditions = [applies.when, applies.unless].compactMap { $0 }
    guard case .requires(let requirement) = effect else { return conditions }
    return [requirement] + conditions
  }
}

extension CheckedExpression {
  /// The entitlements that it names, each once.
  var entitlements: [Int32] {
    var found: [Int32] = []
    for leaf in leaves {
      switch leaf {
      case .entitlement(let index, _), .paid(let index, _):
        if !found.contains(index) { found.append(index) }
      default: break
      }
    }
    return found
  }

  /// The parts that have none themselves.
  var leaves: [CheckedExpression] {
    switch self {
    case .not(let inner, _): inner.leaves
    case .all(let list, _), .any(let list, _): list.flatMap { $0.leaves }
    default: [self]
    }
  }

  /// The list of which a part is a member; `nil` if it is none of several.
  func list(with part: Span) -> [CheckedExpression]? {
    switch self {
    case .not(let inner, _): return inner.list(with: part)
    case .all(let list, let span), .any(let list, let span):
      if list.count > 1, span != part, list.contains(where: { $0.span == part }) { return list }
      for inner in list {
        if let found = inner.list(with: part) { return found }
      }
      return nil
    default: return nil
    }
  }
}

extension RuleGraph {
  /// Whether another policy means the same: each decides alike for every snapshot and has the same
  /// texts. A rule written twice says no more than once.
  package func means(_ other: RuleGraph) -> Bool {
    // A compiled file may carry a fingerprint that is not its own, so that alone says nothing.
    if digest == other.digest, parts.meaning() == other.parts.meaning() { return true }
    return parts.withoutTwins().meaning() == other.parts.withoutTwins().meaning()
  }
}

extension RuleGraph.Parts {
  /// The same without rules written twice, clauses and all, for the same targets.
  func withoutTwins() -> RuleGraph.Parts {
    var subjects = [[Int32]](repeating: [], count: rules.count)
    for (target, record) in targets.enumerated() {
      for rule in record.rules { subjects[Int(rule)].append(Int32(target)) }
    }
    var kept: [Rule] = []
    var known: Set<Twin> = []
    /// The new index of each rule; nil for one that goes.
    var places: [Int32?] = []
    for (index, rule) in rules.enumerated() {
      let isNew = known.insert(Twin(rule: rule.bare, targets: subjects[index])).inserted
      places.append(isNew ? Int32(kept.count) : nil)
      if isNew { kept.append(rule) }
    }
    var parts = self
    parts.replace(
      rules: kept,
      targets: targets.map { target in
        var target = target
        target.rules = target.rules.compactMap { places[Int($0)] }
        return target
      })
    return parts
  }

  private struct Twin: Hashable {
    var rule: Rule
    var targets: [Int32]
  }
}

extension Rule {
  /// The rule without its place and the order in which its names are written: all that it says,
  /// and its clauses say.
  var bare: Rule {
    var bare = self
    bare.place = Place()
    bare.needs = []
    return bare
  }
}
