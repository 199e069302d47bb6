package import TollgateRuntime

extension ColumnBook {
  /// The values of one user in each column, nil where missing: those that the generated SQL
  /// works out of the long tables.
  ///
  /// - Parameters:
  ///   - snapshots: The user as each policy of the book reads it.
  ///   - users: The same, prepared.
  package func row(
    of snapshots: [Snapshot], preparedAs users: [PreparedSnapshot]
  ) -> [Int64?] {
    columns.map { column in
      let (snapshot, user) = (snapshots[column.source.policy], users[column.source.policy])
      if case .fact(let fact) = column.question,
        case .version(let value)? = snapshot.facts[fact.name],
        fact.type == .version
      {
        // Prepared data only knows which versions it has reached.
        return value.packedOrLargest
      }
      return column.value(of: user, at: max(now.milliseconds, user.floor))
    }
  }
}

extension WideColumn {
  fileprivate func value(of user: PreparedSnapshot, at now: Int64) -> Int64? {
    let input = user.input
    switch source.reading {
    case .now: return now
    case .held(let entitlement):
      let evaluation = Evaluation(
        graph: user.graph, input: input, now: now, ask: Ask(), observer: NoObserver())
      // No, yes and unknown are 0, 1 and 2.
      switch evaluation.held(entitlement) {
      case .no: return 0
      case .yes: return 1
      case .unknown: return 2
      }
    case .counter(let counter):
      guard case .counter(_, _, let raise) = question else { return nil }
      guard let used = input.used(counter.meter, counter.window, at: now),
        let raised = raise.total(input.allowance(of: counter.meter, at: now))
      else { return nil }
      return used - raised
    case .raise(let setting):
      guard case .raise(_, let raise) = question else { return nil }
      let place = user.graph.allowance(ofSetting: setting)
      return raise.total(input.allowance(of: place, at: now)).map { min($0, WideView.mostAdded) }
    case .fact(let fact):
      let record = user.graph[fact: fact]
      let value = input.facts[Int(fact)]
      guard value != Fact.unknown else { return nil }
      if case .since = question { return now - value }
      return record.type == .version ? record.packed(reached: value) ?? 0 : value
    case .bucket(let rollout):
      return input.bucket(in: rollout)
    }
  }
}

extension WideColumn.Raise {
  /// Its value; nil for unknown.
  fileprivate func total(_ allowance: Allowance) -> Int64? {
    let added = min(
      WideView.mostAdded,
      countsStale ? allowance.known.saturatingAdd(allowance.perhaps) : allowance.known)
    switch own {
    case .ignored: return added
    case .added: return (allowance.own ?? 0).saturatingAdd(added)
    case .orElse(let otherwise):
      return (allowance.own ?? otherwise)?.saturatingAdd(added)
    }
  }
}
