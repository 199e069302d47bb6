public import TollgateKit
public import TollgateRuntime

extension PurchaseProcessor {
  /// The log of changes that ``reportChange(policy:account:adding:)`` writes.
  public var audit: AuditLog { state.audit }

  /// The changes that the app's server has not acknowledged, the oldest first.
  public var unsent: [SyncItem] { state.outbox }

  /// Reports what has changed for an account since the last report, in this launch or an earlier
  /// one. It adds the change to ``audit`` and, if the app has a server
  /// (``PurchaseTerms/hasServer``), to ``unsent``. Call it after every transaction, and when the
  /// app comes to the foreground: time changes things too.
  ///
  /// Each change is logged exactly once, even if the app ends between a purchase and the report. A
  /// purchase without an account changes the status of every account, and is logged for each
  /// account that is reported.
  ///
  /// - Parameters:
  ///   - account: Whose purchases; the same as in
  ///     ``Ledger/status(policy:terms:account:at:adding:)``.
  ///   - base: Everything else about the user, such as usage and facts. A change of these is not a
  ///     change of the purchases.
  /// - Returns: The change; nil if there is none.
  /// - Throws: ``JournalError`` if it cannot be stored; the next report includes it.
  public func reportChange(
    policy: Policy, account: String? = nil, adding base: Snapshot = Snapshot()
  ) async throws(JournalError) -> StatusChange? {
    var change: StatusChange?
    var item: SyncItem?
    let clockTime = clock.now()
    try await write {
      let last = state.checkpoints.first { $0.account == account }
      // Setting the clock back does not undo a reported change.
      let now = max(clockTime, last?.at ?? clockTime)
      var tracker = StatusTracker(policy: policy, terms: terms, account: account)
      _ = tracker.observe(last?.ledger ?? Ledger(), at: last?.at ?? now, adding: base)
      change = tracker.observe(state.ledger, at: now, adding: base)
      guard let change else { return [] }
      item = terms.hasServer ? SyncItem(change, account: account) : nil
      return AuditLog.entries(for: change).map { .audited($0) }
        + [item].compactMap { $0.map { .outgoing($0) } }
        + [.reported(account: account, now)]
    }
    if let item { outbox.add(item, id: item.id, at: clockTime) }
    return change
  }

  /// Sends the due items to the server in order: an item waits for those before it. Call it as the
  /// flush of a ``Refresher``, after ``wake()``, which makes everything due.
  ///
  /// - Parameter send: Sends an item. It returns the time of the server's acknowledgement or final
  ///   refusal; nil to send it again. An item may be sent twice, with the same id.
  public func flushOutbox(_ send: @Sendable (SyncItem) async -> Instant?) async {
    while let item = outbox.takeFirst(at: clock.now()) {
      guard let instant = await send(item.payload), await acknowledge(item.payload, at: instant)
      else {
        _ = outbox.fail(item.id, at: clock.now())
        return
      }
      outbox.remove(item.id)
    }
  }

  private func acknowledge(_ item: SyncItem, at instant: Instant) async -> Bool {
    let entries: [JournalEntry] = [
      .acknowledged(item.id), .confirmed(account: item.account, instant),
    ]
    return (try? await write { entries }) != nil
  }

  /// Notes that the store or the server has answered a request for all purchases of an account.
  /// The latest time begins anew with it: a clock that was in the future is forgotten.
  ///
  /// - Parameter instant: The time of the answer.
  public func confirm(account: String? = nil, at instant: Instant) async throws(JournalError) {
    try await write {
      ledger.isAnswered(account: account, at: instant)
        ? [] : [.confirmed(account: account, instant)]
    }
    answers += 1
  }

  /// Deletes an account's data, in the journal too. Records without an account stay, and so does
  /// the log in ``audit``.
  public func clear(account: String) async throws(JournalError) {
    try await write { [.cleared(account: account)] }
    for item in queue.items where item.payload.record.account == account { queue.remove(item.id) }
    for item in intents.items where item.payload.account == account { intents.remove(item.id) }
    for item in outbox.items where item.payload.account == account { outbox.remove(item.id) }
    try await journal.compact()
  }
}
