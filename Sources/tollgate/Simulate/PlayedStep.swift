import TollgateAnalysis
import TollgatePurchases
import TollgateRuntime
import TollgateTesting

/// What a step of a history came to, or what happened between two of them.
struct PlayedStep: Sendable {
  var at: Instant
  /// The line of the history; nothing for what happened by itself.
  var line: Int?
  /// The line as it was written.
  var text: String?
  var events: [StoreEvent] = []
  /// What the app was told.
  var answer: Attempt?
  var changes: [StatusChange] = []
  var notices: [PurchaseNotice] = []
  /// What is bought, where that has changed or was asked for.
  var status: PurchaseStatus?
  var showsStatus = false
  var decisions: [Decision] = []
  /// How many decisions were compared, and which are not as expected.
  var asks = 0
  var failures: [ScenarioReport.Failure] = []

  /// What an attempt to buy or to restore came to.
  struct Attempt: Sendable {
    /// Its code; nothing while it waits.
    var code: OutcomeCode?
    var words: String

    init(_ outcome: PurchaseOutcome) {
      code = outcome.code
      switch outcome {
      case .purchased: words = "purchased"
      case .waiting: words = "paid, and not verified yet"
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

  init(at: Instant, line: Int? = nil, text: String? = nil) {
    self.at = at
    self.line = line
    self.text = text
  }

  /// What happened by itself.
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
