import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let freeElsewhere = LintRule(
    DiagnosticPage(
      "TG0214", "a target that is gated under a condition alone", level: .note,
      what: "All rules that gate a target have a condition, and for some people none of them is "
        + "true: they have the target free. Or a rule that says `requires nothing` under a "
        + "condition, or for a time, is the only one: everybody has the target free, always.",
      why:
        "`hipaa requires enterprise when country is us` says nothing about other countries. Some "
        + "authors mean that it is free there, and others that it is not there at all. "
        + "`widgets requires nothing when platform is ios` changes nothing by itself: what no rule "
        + "gates is open, also elsewhere.",
      avoid: "tiers free < enterprise\nfact country is us or anything else\nfeature hipaa\n"
        + "hipaa requires enterprise when country is us\n",
      prefer: "tiers free < enterprise\nfact country is us or anything else\nfeature hipaa\n"
        + "hipaa requires enterprise when country is us\n"
        + "hipaa is off unless country is us\n",
      exceptions:
        "A rule that says `requires nothing` or `is off` for the other people settles it. "
        + "A limit such as `bills > 500` leaves something to everybody, and is no gate. A ladder "
        + "that begins with `at most 0` is one."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204"], followsFrom: ["TG0207", "TG0304"]
  ) { pass in
    for (rules, targets, witness) in pass.survey.freeElsewhere {
      let first = pass.policy.rules[Int(rules[0])]
      let isOne = rules.count == 1
      pass.report(
        "\(pass.names(of: targets)) \(targets.count == 1 ? "is" : "are") free for whoever "
          + "\(isOne ? "this condition" : "all of these conditions") \(isOne ? "is" : "are") false for",
        at: pass.conditionSpan(of: rules[0]), "no other rule speaks of them",
        about: rules.map { .rule(Int($0)) },
        causes: targets.map { .target($0) },
        related: rules.dropFirst().map {
          Diagnostic.Related(pass.conditionSpan(of: $0), "and for whom this is false")
        },
        help: ["say for them `requires nothing` or `is off`, whichever is meant"],
        edits: isOne ? pass.edits(speakingOfOthersThan: first) : [],
        example: pass.example(witness, of: targets[0]), names: pass.hiddenNames(of: targets))
    }
    for rule in pass.policy.rules.indices { pass.reportOpening(rule) }
    pass.reportUndecided(whether: "somebody has this free because no condition is true")
  }
}

extension LintPass {
  /// Reports `requires nothing when C` where no other rule speaks of its targets.
  fileprivate mutating func reportOpening(_ index: Int) {
    let rule = policy.rules[index]
    let targets = graph.parts.targets.indices.filter {
      graph.parts.targets[$0].rules.contains(Int32(index))
    }.map { Int32($0) }
    guard graph.parts.rules[index].effect == .requiresNothing, !targets.isEmpty,
      targets.allSatisfy({ graph.parts.targets[Int($0)].rules.count == 1 }),
      let written = statement(of: rule)?.applies, !written.isEmpty
    else { return }
    report(
      "`requires nothing` changes nothing for \(names(of: targets)) here",
      at: conditionSpan(of: Int32(index)), "everybody has it anyway: no other rule gates it",
      about: [.rule(index)], causes: targets.map { .target($0) },
      help: ["say when it `is off`, or what the others need"],
      edits: edits(closing: rule, written), names: hiddenNames(of: targets))
  }

  private func statement(of rule: CheckedRule) -> RuleSyntax? {
    guard case .rule(let written) = syntax.statement(at: rule.span.start)?.kind else { return nil }
    return written
  }

  /// `is off unless C` for `requires nothing when C`.
  private func edits(
    closing rule: CheckedRule, _ applies: ApplicabilitySyntax
  ) -> [Diagnostic.Edit] {
    let otherwise: String
    switch (applies.when, applies.unless, applies.from, applies.until) {
    case (let when?, nil, nil, nil): otherwise = "unless \(source.text(when.span))"
    case (nil, let unless?, nil, nil): otherwise = "when \(source.text(unless.span))"
    case (nil, nil, let from?, nil): otherwise = "until \(source.text(from.span))"
    case (nil, nil, nil, let until?): otherwise = "from \(source.text(until.span))"
    default: return []
    }
    let verb = words(in: Span(rule.subjectSpan.end, rule.span.end)).first
    let effect = "\(verb == "require" ? "are" : "is") off \(otherwise)"
    return [
      Diagnostic.Edit(
        Span(rule.subjectSpan.end, rule.span.end), " " + effect, safety: .unsafe,
        title: "write `\(words(in: rule.subjectSpan).joined(separator: " ")) \(effect)`, if the "
          + "others may not use it")
    ]
  }

  /// The rules for the people of whom a rule with one condition does not speak: two that may be
  /// meant.
  fileprivate func edits(speakingOfOthersThan rule: CheckedRule) -> [Diagnostic.Edit] {
    let condition: String
    switch (rule.applies.when, rule.applies.unless) {
    case (let when?, nil):
      let words = words(in: when.span)
      // `unless not beta-tester` would be hard to read.
      condition =
        words.count == 2 && words[0] == "not"
        ? "when \(words[1])" : "unless \(source.text(when.span))"
    case (nil, let unless?): condition = "when \(source.text(unless.span))"
    default: return []
    }
    guard case .requires(let requirement) = rule.effect,
      let statement = syntax.statement(at: rule.span.start),
      let verb = words(in: Span(rule.subjectSpan.end, requirement.span.start)).first
    else { return [] }
    let subject = words(in: rule.subjectSpan).joined(separator: " ")
    let off = verb == "require" ? "are off" : "is off"
    return ["\(verb) nothing", off].map { effect in
      let line = "\(subject) \(effect) \(condition)"
      let end = source.lineSpan(at: statement.end).end
      return Diagnostic.Edit(
        Span(end, end), "\n\(line)", safety: .unsafe, title: "say `\(line)`, if that is meant")
    }
  }
}
