import TestSupport
import TollgateRuntime

extension Naive.Snapshot {
  /// The same user, for the naive evaluator.
  init(_ snapshot: Snapshot) {
    self.init()
    subject = snapshot.subject
    asOf = snapshot.asOf.map { Int($0.milliseconds) }
    latestSeen = snapshot.latestSeen.map { Int($0.milliseconds) }
    grants = snapshot.grants.map { Grant($0) }
    usage = snapshot.usage.mapValues { Naive.Usage($0) }
    allowances = snapshot.allowances.mapValues { Int($0) }
    facts = snapshot.facts.mapValues { Naive.FactValue($0) }
  }
}

extension Naive.Snapshot.Grant {
  fileprivate init(_ grant: Grant) {
    self.init(product: grant.product, entitlement: grant.entitlement)
    state = grant.state == .other ? "superseded" : grant.state.rawValue
    start = grant.start.map { Int($0.milliseconds) }
    until = grant.until.map { Int($0.milliseconds) }
    trial = grant.isTrial
    renews = grant.renews
    ownership = grant.ownership == .other ? "gifted" : grant.ownership.rawValue
    quantity = Int(grant.quantity)
  }
}

extension Naive.Usage {
  fileprivate init(_ usage: Usage) {
    self.init()
    for window in usage.windows {
      guard let counter = usage[window] else { continue }
      var naive = Naive.Counter(
        used: Int(counter.used), resets: counter.resets.map { Int($0.milliseconds) })
      naive.carried = Int(counter.carried)
      naive.then = counter.then.map {
        Naive.Fall(at: Int($0.at.milliseconds), used: Int($0.used), carried: Int($0.carried))
      }
      self[window.name.flatMap { Naive.Window(rawValue: $0) }] = naive
    }
  }
}

extension Naive.FactValue {
  fileprivate init(_ value: FactValue) {
    switch value {
    case .yesOrNo(let flag): self = .flag(flag)
    case .number(let number): self = .number(Int(number))
    case .date(let date): self = .date(Int(date.milliseconds))
    case .version(let version):
      self = .version([version.major, version.minor, version.patch].map { Int($0) })
    case .choice(let choice): self = .choice(choice)
    }
  }
}
