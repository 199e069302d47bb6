public import TollgateKit
public import TollgateRuntime

extension PurchaseProcessor {
  /// What was written down about purchases, by ``look(policy:account:adding:)``.
  public var audit: AuditLog { state.audit }

  /// What the app's server has still to hear of, the first first.
  public var unsent: [SyncItem] { state.outbox }

  /// Looks at what has changed for an account since the last look, in this launch or an earlier
  /// one, and writes it down: in ``audit``, and if the app has a server
  /// (``PurchaseTerms/hasServer``) in what it is to hear of. Call it after every transaction, and
  /// when the app comes to the foreground: time changes things too.
  ///
  /// Whatever the app shows of a change, it is written down exactly once: also when the app ends
  /// between a purchase and the look. A purchase of nobody in particular changes the status of each
  /// account, and is written down for each that is looked at.
  ///
  /// - Parameters:
  ///   - account: Whose purchases; the same as in ``Ledger/status(policy:terms:account:at:adding:)``.
  ///   - base: What else is known of the person, such as usage and facts. A change of these is none
  ///     of the purchases.
  /// - Returns: What has changed; nothing if nothing has.
  /// - Throws: ``JournalError`` where it cannot be written down; the next look finds it again.
  public func look(
    policy: Policy, account: String? = nil, adding base: Snapshot = Snapshot()
  ) async throws(JournalError) -> StatusChange? {
    var change: StatusChange?
    var item: SyncItem?
    let clockTime = clock.now()
    try await write {
      let last = state.checkpoints.first { $0.account == account }
      // A clock that was set back does not undo what was told.
      let now = max(clockTime, last?.at ?? clockTime)
      var tracker = StatusTracker(policy: policy, terms: terms, account: account)
      _ = tracker.observe(last?.ledger ?? Ledger(), at: last?.at ?? now, adding: base)
      change = tracker.observe(state.ledger, at: now, adding: base)
      guard let change else { return [] }
      item = terms.hasServer ? SyncItem(change, account: account) : nil
      return AuditLog.entries(for: change).map { .audited($0) }
        + [item].compactMap { $0.map { .outgoing($0) } }
        + [.looked(account: account, now)]
    }
    if let item { outbox.add(item, id: item.id, at: clockTime) }
    return change
  }

  /// Sends what the server has still to hear of and is due, in its order: what follows an item that
  /// the server has not acknowledged waits with it. It is what a ``Refresher`` flushes, after
  /// ``wake()``, which makes everything due.
  ///
  /// - Parameter send: Sends an item. It returns when the server acknowledged it, or will never
  ///   take it; nothing if it is to be sent again. An item may be sent twice, with the same id.
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
    do throws(JournalError) {
      try await write {
        [.acknowledged(item.id), .confirmed(account: item.account, instant)]
      }
      return true
    } catch {
      return false
    }
  }

  /// Notes that the store was asked about every purchase of an account, and has answered.
  ///
  /// - Parameter instant: When it answered. An earlier one than is known changes nothing.
  public func confirm(account: String? = nil, at instant: Instant) async throws(JournalError) {
    try await write {
      var next = ledger
      next.confirm(account: account, at: instant)
      return next == ledger ? [] : [.confirmed(account: account, instant)]
    }
  }

  /// Forgets everything about one account, when it is deleted, in the journal too; records without
  /// an account stay, and so does what was written down in ``audit``.
  public func clear(account: String) async throws(JournalError) {
    try await write { [.cleared(account: account)] }
    for item in queue.items where item.payload.record.account == account { queue.remove(item.id) }
    for item in intents.items where item.payload.account == account { intents.remove(item.id) }
    for item in outbox.items where item.payload.account == account { outbox.remove(item.id) }
    try await journal.compact()
  }
}
