import TollgateRuntime

extension Snapshot {
  /// Another writer's snapshot with what this one changed since a common state, name by name.
  func rebased(from old: Snapshot?, to theirs: Snapshot?) -> Snapshot {
    guard let theirs else { return self }
    let old = old ?? Snapshot()
    var result = theirs
    if subject != old.subject { result.subject = subject }
    if asOf != old.asOf { result.asOf = [asOf, theirs.asOf].compactMap { $0 }.max() }
    if latestSeen != old.latestSeen { result.latestSeen = latestSeen }
    result.grants = grants.rebased(from: old.grants, to: theirs.grants)
    result.usage = usage.rebased(from: old.usage, to: theirs.usage)
    result.allowances = allowances.rebased(from: old.allowances, to: theirs.allowances)
    result.facts = facts.rebased(from: old.facts, to: theirs.facts)
    result.offers = offers.rebased(from: old.offers, to: theirs.offers)
    result.dismissed = dismissed.rebased(from: old.dismissed, to: theirs.dismissed)
    return result
  }
}

extension Dictionary where Value: Equatable {
  fileprivate func rebased(from old: Self, to theirs: Self) -> Self {
    var result = theirs
    for key in Set(keys).union(old.keys) where self[key] != old[key] { result[key] = self[key] }
    return result
  }
}

extension [Grant] {
  /// Purchases are compared as wholes: each was added, removed or left alone.
  fileprivate func rebased(from old: [Grant], to theirs: [Grant]) -> [Grant] {
    if self == old { return theirs }
    let (before, now) = (Set(old), Set(self))
    let gone = before.subtracting(now)
    let new = filter { !before.contains($0) }
    let known = Set(new)
    // A purchase that this one replaced by a later state of it is in `gone`.
    let renewed = Set(new.compactMap { $0.id })
    return theirs.filter { grant in
      !gone.contains(grant) && !known.contains(grant)
        && !(grant.id.map { renewed.contains($0) } ?? false)
    } + new
  }
}
