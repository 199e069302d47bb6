import TollgateCompiler
import TollgateRuntime
import TollgateWords

extension Describer {
  // MARK: Gifts of the policy

  /// The entitlements that the policy itself gives: each with all its grants.
  var giftEntries: [PolicyDescription.Entry] {
    var gifts: [String: [String: [String]]] = [:]
    var entitlements: [String: Int32] = [:]
    for grant in graph.parts.statementGrants {
      let entitlement = reader.key(ofEntitlement: grant.entitlement)
      entitlements[entitlement] = grant.entitlement
      let clause = reader.clause(grant.node)
      // Grants that follow each other are in the order of time.
      let phase = clause.conjuncts.map(reader.key).joined(separator: "&")
      let name = texts.name(ofEntitlement: grant.entitlement)
      let sentence = phrases.gift(name, scope: scope([clause]))
      gifts[entitlement, default: [:]][phase] = [sentence]
    }
    return gifts.sorted { $0.key < $1.key }.compactMap { key, statements in
      guard let index = entitlements[key] else { return nil }
      let entitlement = graph.parts.entitlements[Int(index)]
      return PolicyDescription.Entry(
        title: title(entitlement.name, entitlement.label), names: [entitlement.name],
        statements: statements.sorted { $0.key < $1.key }.map { $0.value })
    }
  }

  // MARK: Trust and prompts

  var trustEntries: [PolicyDescription.Entry] {
    let parts = graph.parts
    let trust = parts.trust.map { phrases.duration($0) }
    let snooze = parts.promptSnooze.map { phrases.duration($0) }
    return [
      PolicyDescription.Entry(
        title: phrases.purchaseData, names: [], statements: [[phrases.trusted(for: trust)]]),
      PolicyDescription.Entry(
        title: phrases.dismissedPrompts, names: [], statements: [[phrases.snoozed(for: snooze)]]),
    ]
  }

  // MARK: Facts

  var factEntries: [PolicyDescription.Entry] {
    graph.parts.facts.sorted { NaturalOrder.precedes($0.name, $1.name) }.map { fact in
      let kind =
        fact.type == .choice
        ? phrases.choices(fact.choices, isOpen: fact.isOpen) : phrases.kind(fact.type)
      let missing =
        fact.otherwise == Fact.unknown
        ? phrases.countsAsUnknown : phrases.counts(as: value(fact.otherwise, of: fact))
      return PolicyDescription.Entry(
        title: title(fact.name, fact.label), names: [fact.name], statements: [[kind, missing]])
    }
  }

  private func value(_ value: Int64, of fact: Fact) -> String {
    fact.type == .version ? version(value, of: fact) : clauses.value(value, of: fact)
  }

  /// Of a version the graph knows between which of those it lies that the policy compares it with.
  private func version(_ reached: Int64, of fact: Fact) -> String {
    let versions = fact.versions.map(VersionText.print)
    let count = Int(clamping: reached)
    let low = versions.indices.contains(count - 1) ? versions[count - 1] : nil
    let high = versions.indices.contains(count) ? versions[count] : nil
    return phrases.version(from: low, before: high)
  }

  // MARK: Rollouts and groups

  var rolloutEntries: [PolicyDescription.Entry] {
    graph.parts.rollouts.sorted { NaturalOrder.precedes($0.name, $1.name) }.map { rollout in
      PolicyDescription.Entry(
        title: title(rollout.name, rollout.label), names: [rollout.name],
        statements: [[phrases.rollout(phrases.percent(Int64(rollout.share)))]])
    }
  }

  /// The declared groups; a series is told wherever its members are.
  var groupEntries: [PolicyDescription.Entry] {
    graph.parts.groups.filter { !$0.isSeries }
      .sorted { NaturalOrder.precedes($0.name, $1.name) }
      .map { group in
        PolicyDescription.Entry(
          title: title(group.name, group.label), names: [group.name],
          statements: [[phrases.group(titles(group.members))]])
      }
  }
}
