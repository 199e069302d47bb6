import TollgateKit
import TollgateAnalysis
import TollgatePurchases
import TollgateRuntime
import TollgateSyntax
import TollgateTesting

/// The played steps for people: a paragraph for each time, a line for each event.
struct SimulationText {
  private let simulation: Simulation
  private let policy: Policy

  init(_ simulation: Simulation) {
    self.simulation = simulation
    policy = simulation.history.policy
  }

  var text: String {
    var text = head
    var last: Instant?
    for step in simulation.played {
      if step.at != last { text += "\n\(step.at.shortText)\n" }
      last = step.at
      for (label, words) in lines(step) {
        let gap = String(repeating: " ", count: max(1, 10 - label.utf8.count))
        text += "  \(label)\(gap)\(Escape.line(words))\n"
      }
    }
    return text + tail
  }

  private var head: String {
    let name = policy.graph.nameInTexts
    let steps = simulation.history.steps
    guard let first = steps.first, let last = steps.last else { return name + "\n" }
    return "\(name), \(first.at.shortText) to \(last.at.shortText)\n"
  }

  private var tail: String {
    let asks = simulation.played.reduce(0) { $0 + $1.asks }
    guard asks > 0 else { return "" }
    let failed = simulation.played.reduce(0) { $0 + $1.failures.count }
    return failed == 0
      ? "\n\(asks) expected, all met\n" : "\n\(asks) expected, \(failed) not met\n"
  }

  private func lines(_ step: PlayedStep) -> [(String, String)] {
    var lines: [(String, String)] = []
    if let line = step.line, let text = step.text { lines.append(("line \(line)", text)) }
    lines += step.events.map { ("store", $0.words) }
    if let answer = step.answer { lines.append(("answer", answer.words)) }
    if let status = step.status {
      lines += step.showsStatus ? full(status) : [("status", short(status))]
    }
    for change in step.changes {
      if !change.unlocked.isEmpty { lines.append(("unlocked", names(change.unlocked))) }
      if !change.locked.isEmpty { lines.append(("locked", names(change.locked))) }
    }
    lines += step.notices.map { ("notice", words($0)) }
    lines += step.decisions.map { ("check", words($0)) }
    lines += expectations(step)
    return lines
  }

  // MARK: The status

  /// `tier pro; annual, renews 2027-01-31`
  private func short(_ status: PurchaseStatus) -> String {
    var parts: [String] = []
    if let tier = status.tier { parts.append("tier \(tier)") }
    let isWaiting = status.plan == nil && !status.onHold.isEmpty
    if !isWaiting { parts.append(status.plan.map { words($0) } ?? "no plan") }
    parts += status.onHold.map { "\($0), on hold: the payment failed" }
    let others = status.products.filter { product in
      product.ownership == .owned && product.product != status.plan?.product
    }
    if !others.isEmpty {
      parts.append("also owned: " + others.map { $0.product }.joined(separator: ", "))
    }
    if status.isStale { parts.append("purchase data is too old") }
    return parts.joined(separator: "; ")
  }

  private func full(_ status: PurchaseStatus) -> [(String, String)] {
    var lines = [("status", short(status))]
    let held = status.entitlements.joined(separator: ", ")
    lines.append(("holds", held.isEmpty ? "nothing" : held))
    for ownership in PurchaseStatus.ProductStatus.Ownership.allCases {
      let products = status.products.filter { $0.ownership == ownership }.map { $0.product }
      let label = ownership == .notOwned ? "not owned" : ownership.rawValue
      if !products.isEmpty { lines.append((label, products.joined(separator: ", "))) }
    }
    return lines
  }

  private func words(_ plan: PurchaseStatus.Plan) -> String {
    var words =
      switch plan.validity {
      case .lifetime: "\(plan.product), for ever"
      case .renews(let instant) where plan.state == .grace:
        "\(plan.product), not paid since \(instant.shortText)"
      case .renews(let instant): "\(plan.product), renews \(instant.shortText)"
      case .ends(let instant): "\(plan.product), ends \(instant.shortText)"
      }
    if let next = plan.renewsAs { words += " as \(next)" }
    if let access = plan.accessEnd, access != plan.end {
      words += ", open until \(access.shortText)"
    }
    var marks: [String] = plan.state == .active ? [] : [plan.state.rawValue]
    if plan.isTrial, plan.state != .trial { marks.append("trial") }
    if plan.ownership != .purchased { marks.append(plan.ownership.rawValue) }
    return marks.isEmpty ? words : words + " (\(marks.joined(separator: ", ")))"
  }

  /// The names of targets, with ranges for a series.
  private func names(_ targets: [String]) -> String {
    policy.names(of: targets).joined(separator: ", ")
  }

  private func words(_ notice: PurchaseNotice) -> String {
    switch notice {
    case .failing(let id, let attempts):
      "the purchase \(id) could not be completed after \(attempts) attempts; the retries continue"
    case .subscriptionExpired(let product, let end): "\(product) ended \(end.shortText)"
    }
  }

  // MARK: Decisions

  /// `csv-export denied: not-held; unlocked by annual or lifetime`
  private func words(_ decision: Decision) -> String {
    var words = "\(decision.target) \(decision.outcome.rawValue): \(decision.reason.rawValue)"
    if let remaining = decision.quota?.remaining, let meter = meter(decision.target) {
      words +=
        ", \(Texts(graph: policy.graph, locale: "en").quantity(remaining, ofMeter: meter)) left"
    }
    if let until = decision.validUntil { words += ", until \(until.shortText)" }
    var sets: [String] = []
    for case .buy(let offers) in decision.waysIn {
      sets.append(offers.map { $0.product }.joined(separator: " and "))
    }
    for case .fixPayment(let product) in decision.waysIn {
      words += "; fix the payment of \(product)"
    }
    if !sets.isEmpty { words += "; unlocked by \(sets.joined(separator: " or "))" }
    return words
  }

  private func meter(_ name: String) -> Int32? {
    policy.graph.names.meter(name, in: policy.graph.parts)
  }

  private func expectations(_ step: PlayedStep) -> [(String, String)] {
    if step.asks > 0, step.failures.isEmpty { return [("met", "\(step.asks) as expected")] }
    return step.failures.flatMap { failure in
      let expected = failure.parts.map { $0.expected }.joined(separator: " ")
      let actual = failure.parts.map { $0.actual }.joined(separator: " ")
      return [
        ("not met", "\(failure.decision.target) expected \(expected)"),
        ("", "\(failure.decision.target) is \(actual)"),
      ]
    }
  }
}
