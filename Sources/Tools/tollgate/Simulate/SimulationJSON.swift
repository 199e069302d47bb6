import TollgateKit
import TollgateAnalysis
import TollgatePurchases
import TollgateRuntime
import TollgateSyntax
import TollgateTesting

/// The played steps for programs: schema 1, every key always present.
struct SimulationJSON {
  private let simulation: Simulation
  private let policy: Policy

  init(_ simulation: Simulation) {
    self.simulation = simulation
    policy = simulation.history.policy
  }

  var text: String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("schema", 1)
      writer.member("policy", policy.name)
      writer.member("fingerprint", policy.fingerprint)
      writer.member("history", simulation.history.source.name)
      writer.member("passed", simulation.isMet)
      writer.array("steps", simulation.played) { step, writer in write(step, &writer) }
    }
    return writer.text
  }

  private func write(_ step: PlayedStep, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("at", step.at.text)
      writer.member("line", step.line)
      writer.member("text", step.text)
      writer.array("events", step.events) { event, writer in write(event, &writer) }
      writer.member("answer", step.answer) { answer, writer in write(answer, &writer) }
      writer.array("changes", step.changes) { change, writer in write(change, &writer) }
      writer.member("status", step.status) { status, writer in write(status, &writer) }
      writer.array("decisions", step.decisions) { decision, writer in
        decision.write(to: &writer, policy: policy)
      }
      writer.member("expected", step.asks)
      writer.array("failures", step.failures) { failure, writer in write(failure, &writer) }
    }
  }

  private func write(_ event: StoreEvent, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("event", event.code)
      writer.member("product", event.product)
      writer.member("transaction", event.transactionID)
      writer.member("until", event.until?.text)
      writer.member("to", event.other)
      writer.member("percent", event.percent)
      writer.member("because", event.expiry?.rawValue)
    }
  }

  private func write(_ answer: PlayedStep.Attempt, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", answer.code?.rawValue)
      writer.member("text", answer.words)
    }
  }

  private func write(_ change: StatusChange, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", change.kind.rawValue)
      writer.member("unlocked", change.unlocked)
      writer.member("locked", change.locked)
      writer.member("transactions", change.records.map { $0.transactionID })
    }
  }

  private func write(_ status: PurchaseStatus, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("tier", status.tier)
      writer.member("entitlements", status.entitlements)
      writer.member("stale", status.isStale)
      writer.member("plan", status.plan) { plan, writer in write(plan, &writer) }
      writer.member("onHold", status.onHold)
      writer.array("products", status.products) { product, writer in
        writer.object { writer in
          writer.member("product", product.product)
          writer.member("ownership", product.ownership.rawValue)
        }
      }
    }
  }

  private func write(_ plan: PurchaseStatus.Plan, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("product", plan.product)
      writer.member("kind", plan.kind.rawValue)
      writer.member("state", plan.state.rawValue)
      writer.member("end", plan.end?.text)
      writer.member("accessEnd", plan.accessEnd?.text)
      writer.member("renews", plan.renews)
      writer.member("renewsAs", plan.renewsAs)
      writer.member("trial", plan.isTrial)
      writer.member("ownership", plan.ownership.rawValue)
    }
  }

  private func write(_ failure: ScenarioReport.Failure, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("target", failure.decision.target)
      writer.member("expected", failure.parts.map { $0.expected }.joined(separator: " "))
      writer.member("actual", failure.parts.map { $0.actual }.joined(separator: " "))
      writer.key("decision")
      failure.decision.write(to: &writer, policy: policy)
    }
  }
}

extension StoreEvent {
  /// The product that replaces this one.
  fileprivate var other: String? {
    switch kind {
    case .switched(let other), .switchScheduled(let other): other
    default: nil
    }
  }

  /// The refunded percentage.
  fileprivate var percent: Int? {
    if case .refunded(let percent) = kind { return percent }
    return nil
  }

  /// The reason of the end.
  fileprivate var expiry: StoreEvent.Expiry? {
    if case .expired(let reason) = kind { return reason }
    return nil
  }
}
