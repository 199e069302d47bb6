public import TollgatePurchases

/// A journal in memory that logs the order of events, and fails when a test wants it to.
///
/// ```swift
/// let journal = WatchedJournal(failingOnceAt: ["stored t1 device"])
/// let processor = try await PurchaseProcessor.open(journal, verifier: verifier) { id in
///   await journal.note("finished \(id)")
/// }
/// ```
public actor WatchedJournal: PurchaseJournal {
  /// The log: `stored t1 waiting`, and the lines of ``note(_:)``.
  public private(set) var lines: [String] = []
  private var kept: [JournalEntry]
  private var failing: Set<String>

  /// Creates a journal with entries.
  ///
  /// - Parameter failing: The lines that fail once, as with a full disk.
  public init(_ entries: [JournalEntry] = [], failingOnceAt failing: Set<String> = []) {
    kept = entries
    self.failing = failing
  }

  /// Every entry.
  public func entries() -> [JournalEntry] { kept }

  /// Appends entries, unless one of them must fail; then none is added.
  public func append(_ entries: [JournalEntry]) throws(JournalError) {
    var stored: [String] = []
    for case .record(let record) in entries {
      let line = "stored \(record.transactionID) \(record.verification.rawValue)"
      if failing.remove(line) != nil { throw .unwritable(path: "the disk") }
      stored.append(line)
    }
    lines += stored
    kept += entries
  }

  /// Keeps every entry for the test.
  public func compact() {}

  /// Does nothing: there is no file to let go of.
  public func close() {}

  /// Adds a line to the log.
  public func note(_ line: String) { lines.append(line) }
}

/// A store or server that answers a refresh when a test tells it to.
///
/// ```swift
/// let server = ManualRefresh()
/// let refresher = Refresher(freshness, clock: clock, refresh: { await server.ask() })
/// await refresher.handle(.launched)
/// await server.answer(with: .failure(.networkError))
/// ```
public actor ManualRefresh {
  /// The number of requests.
  public private(set) var requests = 0
  /// The number of flushes.
  public private(set) var flushes = 0
  private var waiting: [CheckedContinuation<Refresher.Outcome, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  /// Creates a server without requests.
  public init() {}

  /// The refresh of a ``Refresher``; it waits for ``answer(with:)``.
  public func ask() async -> Refresher.Outcome {
    requests += 1
    return await withCheckedContinuation { continuation in
      waiting.append(continuation)
      for watcher in watchers { watcher.resume() }
      watchers = []
    }
  }

  /// The flush of a ``Refresher``.
  public func flush() { flushes += 1 }

  /// Waits for a request, and answers all requests.
  public func answer(with answer: Refresher.Outcome) async {
    if waiting.isEmpty { await withCheckedContinuation { watchers.append($0) } }
    for continuation in waiting { continuation.resume(returning: answer) }
    waiting = []
  }
}
