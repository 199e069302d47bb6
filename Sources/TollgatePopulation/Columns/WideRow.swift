package import TollgateRuntime

extension ColumnBook {
  /// The values of one user in each column, nil where missing: those that the generated SQL
  /// works out of the long tables.
  ///
  /// - Parameters:
  ///   - users: The builder of each policy of the book, whose last user it is.
  ///   - version: The version that the user reports of a fact; a builder only knows which versions
  ///     it has reached.
  package func row(
    of users: [CohortBuilder], version: (_ fact: String) -> Version?
  ) -> [Int64?] {
    columns.map { column in
      if case .fact(let fact) = column.question, fact.type == .version,
        let version = version(fact.name)
      {
        return version.packedOrLargest
      }
      return column.value(of: users[column.source.policy])
    }
  }
}

extension WideColumn {
  fileprivate func value(of user: CohortBuilder) -> Int64? {
    let graph = user.graph
    switch source.reading {
    case .now: return user.time
    case .held(let entitlement):
      // No, yes and unknown are 0, 1 and 2.
      switch user[held: entitlement] {
      case .no: return 0
      case .yes: return 1
      case .unknown: return 2
      }
    case .counter(let counter):
      guard case .counter(_, _, let raise) = question,
        let place = graph.counterPlaces.place(of: counter), let used = user[counter: place],
        let raised = raise.total(user[allowance: counter.meter])
      else { return nil }
      return used - raised
    case .raise(let setting):
      guard case .raise(_, let raise) = question else { return nil }
      return raise.total(user[allowance: graph.allowance(ofSetting: setting)])
        .map { min($0, WideView.mostAdded) }
    case .fact(let fact):
      let record = graph[fact: fact]
      let value = user[fact: fact]
      guard value != Fact.unknown else { return nil }
      if case .since = question { return user.time - value }
      return record.type == .version ? record.packed(reached: value) ?? 0 : value
    case .bucket(let rollout):
      return user[bucket: rollout]
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
