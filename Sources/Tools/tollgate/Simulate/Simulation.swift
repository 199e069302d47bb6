import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateSyntax
import TollgateTesting

/// Plays a history on a simulated clock, without waiting.
struct Simulation: Sendable {
  let history: History
  /// The steps played so far.
  private(set) var played: [PlayedStep] = []
  /// The mistakes that stopped it: a step that is impossible at its time.
  private(set) var problems = HistoryProblems()

  /// How often time alone has changed something so far.
  private var updates = 0
  /// The most such changes of a history: each looks at all purchases before it.
  static let mostUpdates = 1500

  init(_ history: History) {
    self.history = history
  }

  /// Plays the history to its end or its first impossible step.
  func run() async throws(Failure) -> Simulation {
    var simulation = self
    do throws(JournalError) {
      let app = try await simulation.launch()
      for step in history.steps where simulation.problems.isEmpty {
        await simulation.play(step, app)
      }
    } catch {
      throw .unreadable(error.description(in: "en"))
    }
    return simulation
  }

  /// Whether every expectation was met.
  var isMet: Bool { played.allSatisfy { $0.failures.isEmpty } }

  /// Creates the app and the store of the settings.
  private mutating func launch() async throws(JournalError) -> SimulatedApp {
    var conditions = StoreConditions()
    for (_, setting) in history.settings {
      switch setting {
      case .grace(let period, let cover):
        conditions.grace = period
        conditions.graceCovers = cover
      case .retry(let period): conditions.retry = period
      case .sandbox: conditions.environment = .sandbox
      case .product: break
      }
    }
    let start = history.steps.first?.at ?? Instant(milliseconds: 0)
    let app = try await SimulatedApp(
      policy: history.policy, at: start, conditions: conditions)
    for (span, setting) in history.settings {
      guard case .product(let name, let kind, let period) = setting else { continue }
      do throws(SimulationError) {
        try app.store.sell(history.policy.name(ofProduct: name), as: kind, for: period)
      } catch {
        problems.add(error.description, span)
      }
    }
    return app
  }

  private mutating func play(_ step: History.Step, _ app: SimulatedApp) async {
    let passed = await app.advance(to: step.at, updatingAtMost: Simulation.mostUpdates - updates)
    for moment in passed.moments { played.append(PlayedStep(moment)) }
    updates += passed.updates
    if updates > Simulation.mostUpdates {
      return problems.add(
        "before this step, more than \(Simulation.mostUpdates) renewals and other changes happen",
        step.span, label: "the history is too long for a period so short",
        help: "end the history earlier, or let the products renew less often")
    }
    guard let action = step.action else { return }
    let known = await app.moments.count
    var result = PlayedStep(
      at: step.at, line: history.source.line(at: step.span.start),
      text: history.source.text(step.span))
    do throws(SimulationError) {
      try await play(action, app, &result)
    } catch {
      return problems.add(error.description, step.span)
    }
    await app.update()
    for moment in await app.moments.dropFirst(known) { result.add(moment) }
    if result.status == nil, result.showsStatus { result.status = await app.status }
    played.append(result)
  }

  private func play(
    _ action: History.Action, _ app: SimulatedApp, _ result: inout PlayedStep
  ) async throws(SimulationError) {
    switch action {
    case .buy(let product): result.answer = PlayedStep.Attempt(await buy(product, app))
    case .ask(let product):
      app.store.setApproval(isNeeded: true)
      result.answer = PlayedStep.Attempt(await buy(product, app))
      app.store.setApproval(isNeeded: false)
    case .restore: result.answer = PlayedStep.Attempt(await app.restore())
    // A journal in memory can always be read.
    case .relaunch: try? await app.relaunch()
    case .network(let isOnline): app.device.isOnline = isOnline
    case .verification(let verification): app.store.verification = verification
    case .status: result.showsStatus = true
    case .given(let known): await app.changeBase { $0.add(known) }
    case .check(let scenario):
      result.decisions = await decisions(about: scenario.expectations, app)
    case .expect(let scenario): await compare(scenario, app, &result)
    case .approve(let product): try app.store.approve(product)
    case .decline(let product): try app.store.decline(product)
    case .cancel(let product): try app.store.cancel(product)
    case .uncancel(let product): try app.store.uncancel(product)
    case .switchPlan(let old, let new, let atOnce):
      try app.store.switchPlan(from: old, to: new, atOnce: atOnce)
    case .fail(let product): try app.store.failPayments(of: product)
    case .recover(let product): try app.store.recoverPayments(of: product)
    case .refund(let product, let percent): try app.store.refund(product, percent: percent)
    case .reverseRefund(let product): try app.store.reverseRefund(of: product)
    case .share(let product): try app.store.share(product)
    case .unshare(let product): try app.store.unshare(product)
    case .raisePrice(let product, let price): try app.store.raisePrice(of: product, to: price)
    case .acceptPrice(let product): try app.store.acceptPrice(of: product)
    case .declinePrice(let product): try app.store.declinePrice(of: product)
    }
  }

  /// Buys a product, which a history may call by its store id, too.
  private func buy(_ product: String, _ app: SimulatedApp) async -> PurchaseOutcome {
    await app.buy(history.policy.name(ofProduct: product))
  }

  // MARK: Asking

  private func decisions(
    about expectations: [CheckedExpectation], _ app: SimulatedApp
  ) async -> [Decision] {
    let graph = history.policy.graph
    let prepared = history.policy.prepare(await app.snapshot)
    return expectations.flatMap { expectation in
      let ask = Ask(expectation.growth ?? .adding(1), continuing: expectation.isContinuing)
      return expectation.targets.map { target in
        graph.decide(Target(index: target), ask: ask, for: prepared, at: app.clock.now())
      }
    }
  }

  /// Compares decisions like a scenario of the policy.
  private func compare(
    _ expected: CheckedScenario, _ app: SimulatedApp, _ result: inout PlayedStep
  ) async {
    var scenario = expected
    scenario.snapshot = await app.snapshot
    scenario.now = app.clock.now()
    let report = ScenarioRunner(graph: history.policy.graph).run(scenario)
    result.asks = report.asks
    result.failures = report.failures
  }
}

/// The result of a step, or the events between two steps.
struct PlayedStep: Sendable {
  var at: Instant
  /// The line of the history; nil for an event by itself.
  var line: Int?
  /// The line as written.
  var text: String?
  var events: [StoreEvent] = []
  /// The answer to the app.
  var answer: Attempt?
  var changes: [StatusChange] = []
  var notices: [PurchaseNotice] = []
  /// The purchase status, if it changed or was asked for.
  var status: PurchaseStatus?
  var showsStatus = false
  var decisions: [Decision] = []
  /// The number of decisions compared, and the unexpected ones.
  var asks = 0
  var failures: [ScenarioReport.Failure] = []

  /// The outcome of a purchase or a restore.
  struct Attempt: Sendable {
    /// Its code; nil while it waits.
    var code: OutcomeCode?
    var words: String

    init(_ outcome: PurchaseOutcome) {
      code = outcome.code
      switch outcome {
      case .purchased: words = "purchased"
      case .scheduled: words = "changes when the present plan ends"
      case .waiting: words = "paid, but not verified yet"
      case .queued: words = "waits for the network"
      case .failed(.pending): words = "waits for approval"
      case .failed(let error):
        words = "\(error.code.rawValue): \(PurchaseTexts.standard.text(for: error, in: "en"))"
      }
    }

    init(_ outcome: RestoreOutcome) {
      code = outcome.code
      switch outcome {
      case .restored(let ids): words = "restored \(ids.count)"
      case .nothingToRestore: words = "nothing to restore"
      case .failed(let error): words = "restore failed: \(error.code.rawValue)"
      }
    }
  }
}

extension PlayedStep {
  /// Creates a step for events without a line of the history.
  init(_ moment: SimulatedMoment) {
    self.init(at: moment.at)
    add(moment)
  }

  mutating func add(_ moment: SimulatedMoment) {
    events += moment.events
    notices += moment.notices
    guard let change = moment.change else { return }
    changes.append(change)
    if change.before != change.after { status = change.after }
  }
}

extension Snapshot {
  /// Adds new usage and facts; they replace known ones.
  mutating func add(_ known: Snapshot) {
    subject = known.subject ?? subject
    grants += known.grants
    facts.merge(known.facts) { $1 }
    allowances.merge(known.allowances) { $1 }
    dismissed.merge(known.dismissed) { $1 }
    for (meter, counters) in known.usage {
      counters.forEach { usage[meter, default: Usage()][$0] = $1 }
    }
  }
}
