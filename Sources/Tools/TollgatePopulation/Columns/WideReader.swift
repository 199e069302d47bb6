package import TollgateRuntime

/// Reads the values of a user in each column of a book, nil where missing: those that the generated
/// SQL works out of the long tables. How a column is read is found once, not for each user.
package struct WideReader {
  private let steps: [Step]
  /// The policy whose data each step reads.
  private let policies: [Int]

  fileprivate enum Step {
    case missing, now
    case held(EntitlementIndex)
    case counter(place: Int, meter: MeterIndex, Sum)
    case raise(place: Int32, Sum)
    case fact(FactIndex)
    case version(FactIndex, name: String)
    case since(FactIndex)
    case bucket(RolloutIndex)
  }

  /// The sum of an allowance.
  fileprivate struct Sum {
    let own: WideColumn.Raise.Own
    let countsStale: Bool
  }

  /// A reader of the columns of a book, for users of its policies.
  package init(_ book: ColumnBook, for graphs: [RuleGraph]) {
    policies = book.columns.map { $0.source.policy }
    steps = book.columns.map { Step($0, graphs[$0.source.policy]) }
  }

  /// The values of the last user.
  ///
  /// - Parameters:
  ///   - users: The builder of each policy of the book, whose last user it is.
  ///   - version: The version that the user reports of a fact; a builder only knows which versions
  ///     it has reached.
  package func row(
    of users: [CohortBuilder], version: (_ fact: String) -> Version?
  ) -> [Int64?] {
    var values: [Int64?] = Array(repeating: nil, count: steps.count)
    for (policy, user) in users.enumerated() {
      for place in steps.indices where policies[place] == policy {
        values[place] = steps[place].value(of: user, version)
      }
    }
    return values
  }
}

extension WideReader.Step {
  fileprivate init(_ column: WideColumn, _ graph: RuleGraph) {
    switch (column.source.reading, column.question) {
    case (.now, _): self = .now
    case (.held(let entitlement), _): self = .held(entitlement)
    case (.counter(let counter), .counter(_, _, let raise)):
      self =
        graph.counterPlaces.place(of: counter).map {
          .counter(place: $0, meter: counter.meter, WideReader.Sum(raise))
        } ?? .missing
    case (.raise(let setting), .raise(_, let raise)):
      self = .raise(place: graph.allowance(ofSetting: setting), WideReader.Sum(raise))
    case (.fact(let fact), .since): self = .since(fact)
    case (.fact(let fact), _):
      let record = graph[fact: fact]
      self = record.type == .version ? .version(fact, name: record.name) : .fact(fact)
    case (.bucket(let rollout), _): self = .bucket(rollout)
    default: self = .missing
    }
  }

  fileprivate func value(
    of user: CohortBuilder, _ version: (_ fact: String) -> Version?
  ) -> Int64? {
    switch self {
    case .missing: return nil
    case .now: return user.time
    case .held(let entitlement):
      // No, yes and unknown are 0, 1 and 2.
      switch user[held: entitlement] {
      case .no: return 0
      case .yes: return 1
      case .unknown: return 2
      }
    case .counter(let place, let meter, let sum):
      guard let used = user[counter: place], let raised = sum.total(user[allowance: meter]) else {
        return nil
      }
      return used - raised
    case .raise(let place, let sum):
      return sum.total(user[allowance: place]).map { min($0, WideView.mostAdded) }
    case .fact(let fact):
      let value = user[fact: fact]
      return value == Fact.unknown ? nil : value
    case .version(let fact, let name):
      if let version = version(name) { return version.packedOrLargest }
      let value = user[fact: fact]
      return value == Fact.unknown ? nil : user.graph[fact: fact].packed(reached: value) ?? 0
    case .since(let fact):
      let value = user[fact: fact]
      return value == Fact.unknown ? nil : user.time - value
    case .bucket(let rollout): return user[bucket: rollout]
    }
  }
}

extension WideReader.Sum {
  fileprivate init(_ raise: WideColumn.Raise) {
    self.init(own: raise.own, countsStale: raise.countsStale)
  }

  /// The sum; nil for unknown.
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
