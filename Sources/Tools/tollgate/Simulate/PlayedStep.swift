import TollgateAnalysis
import TollgatePurchases
import TollgateRuntime
import TollgateTesting

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
