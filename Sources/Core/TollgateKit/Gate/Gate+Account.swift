public import TollgateRuntime

extension Gate {
  /// Whose data the gate has: the account that the app named last; nil for nobody.
  public var account: String? { store.state.account }

  /// The name of an account: an empty text is none.
  static func named(_ account: String?) -> String? { account?.isEmpty == true ? nil : account }

  /// Makes the gate another account's: of the one before nothing is left in its answers, and all of
  /// it is there again when they come back. Purchases, counts, facts and dismissed prompts belong to
  /// an account; the clock does not.
  ///
  /// ```swift
  /// await gate.changeAccount(to: "ada", adopting: true)  // ada signs in
  /// await gate.changeAccount(to: nil)                     // and out
  /// ```
  ///
  /// Answers are the new account's before this waits for anything. A purchase or a use that is still
  /// under way stays with the one before. A fact that was told while nobody was signed in
  /// is one of the device: it holds for every account.
  ///
  /// - Parameters:
  ///   - account: The account; nil, or an empty text, for nobody.
  ///   - adopting: Whether what nobody used before the account signed in counts as used by them. It
  ///     then is nobody's no more. Nothing happens where another account was signed in.
  public func changeAccount(to account: String?, adopting: Bool = false) async {
    guard let change = swap(to: Gate.named(account), isAdopting: adopting) else { return }
    for part in parts.withLock({ $0 }) { await part.hooks.accountChanged(change) }
  }

  /// Takes what a server or a store knows of the user, where the rest stays: the counters, facts,
  /// allowances, offers and dismissed prompts that it does not name, and the purchases that the
  /// gate's own store brought. The purchases it names are all there are: one that it leaves out is
  /// gone, if it says when they were confirmed (`asOf`), or names any.
  ///
  /// ```swift
  /// gate.update(merging: try Snapshot(json: answer))
  /// ```
  ///
  /// If it confirms the purchases anew (it has another `asOf`), the latest time begins anew with it:
  /// a clock that was once in the future is forgotten.
  ///
  /// - Returns: Whether it was taken. One of another account (its `subject` is neither this account
  ///   nor the snapshot's subject) is late, and is not.
  @discardableResult
  public func update(merging news: Snapshot) -> Bool { take(news) { $0.merging(news) } }

  /// Takes what a server knows of the user as all there is: counters, facts, allowances, offers and
  /// dismissed prompts that it does not name are forgotten. Only the purchases that the gate's own
  /// store brought stay, and the counts of its book come back with the next use.
  ///
  /// ```swift
  /// gate.update(replacingAllBy: try Snapshot(json: answer))
  /// ```
  ///
  /// - Returns: Whether it was taken, as for ``update(merging:)``.
  @discardableResult
  public func update(replacingAllBy snapshot: Snapshot) -> Bool {
    take(snapshot) { _ in snapshot }
  }

  private func take(_ news: Snapshot, _ next: (Snapshot) -> Snapshot) -> Bool {
    let account = account
    var isTaken = false
    let isStill = update(of: account) { known in
      isTaken = isMeant(news, for: account, known)
      guard isTaken else { return }
      let (asOf, seen, subject) = (known.asOf, known.latestSeen, known.subject)
      let own = ownGrants.withLock { $0 }.subtracting(news.grants.compactMap { $0.id })
      let bought = known.grants.filter { grant in grant.id.map { own.contains($0) } ?? false }
      let before = known
      known = next(known)
      if known.grants != before.grants { known.grants += bought }
      known.subject = known.subject ?? subject
      guard news.asOf == nil || news.asOf == asOf else {
        known.latestSeen = news.latestSeen
        return
      }
      known.latestSeen = [known.latestSeen, seen].compactMap { $0 }.max()
    }
    return isStill && isTaken
  }

  /// Whether news are about the account of the gate. Without one, they may name the subject of a
  /// rollout, but no account that the gate knows.
  private func isMeant(_ news: Snapshot, for account: String?, _ known: Snapshot) -> Bool {
    guard let subject = news.subject, subject != account, subject != known.subject else {
      return true
    }
    return account == nil && others.withLock { $0[subject] == nil }
  }

  /// Puts the data of another account into use; nil if it is in use.
  private func swap(to account: String?, isAdopting: Bool) -> AccountChange? {
    // One change at a time. The store has a lock of its own.
    others.withLock { others in
      let old = self.account
      guard old != account else { return nil }
      let adopts = isAdopting && old == nil
      let kept = others.removeValue(forKey: account ?? "") ?? Snapshot(subject: account)
      let nobody = others[""]
      let last = store.changeAccount(to: account) { state in
        kept.on(deviceOf: old == nil ? state.snapshot : nobody)
          .following(state.snapshot, isAdopting: adopts)
      }
      if var snapshot = last?.snapshot {
        if adopts { (snapshot.usage, snapshot.dismissed) = ([:], [:]) }
        others[old ?? ""] = snapshot
      }
      return AccountChange(old: old, new: account, isAdopting: adopts)
    }
  }
}

extension Snapshot {
  /// The data of an account with the facts of the device: those that are told while nobody is there.
  func on(deviceOf nobody: Snapshot?) -> Snapshot {
    var next = self
    next.facts.merge(nobody?.facts ?? [:]) { $1 }
    return next
  }

  /// The data of an account that comes after another one on this device.
  fileprivate func following(_ last: Snapshot, isAdopting: Bool) -> Snapshot {
    var next = self
    next.latestSeen = [latestSeen, last.latestSeen].compactMap { $0 }.max()
    if isAdopting {
      next.usage.merge(last.usage) { own, _ in own }
      next.dismissed.merge(last.dismissed) { max($0, $1) }
    }
    return next
  }

  /// The data with the news of a server: whatever they do not name stays.
  fileprivate func merging(_ news: Snapshot) -> Snapshot {
    var merged = self
    merged.subject = news.subject ?? subject
    if news.asOf != nil || !news.grants.isEmpty { merged.grants = news.grants }
    merged.asOf = news.asOf ?? asOf
    merged.latestSeen = news.latestSeen ?? latestSeen
    merged.usage.merge(news.usage) { $1 }
    merged.allowances.merge(news.allowances) { $1 }
    merged.facts.merge(news.facts) { $1 }
    merged.offers.merge(news.offers) { $1 }
    merged.dismissed.merge(news.dismissed) { max($0, $1) }
    return merged
  }
}
