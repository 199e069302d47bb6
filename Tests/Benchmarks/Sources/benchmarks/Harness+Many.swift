import Figures
import TollgateKit
import Workload

extension Harness {
  /// Many decisions at once: every target for one user, and one target for a column of users.
  mutating func addMany(_ gates: GateWorkload) throws {
    addEveryTarget(gates)
    try addColumns(gates)
  }

  private mutating func addEveryTarget(_ gates: GateWorkload) {
    let users = Requests.unlearnable([0], users: GateWorkload.users).prefix(4096).map { $0.user }
    let (policy, prepared, now) = (gates.policy, gates.prepared, gates.now)
    let sink = Sink(Engine.decide(gates.targets[0], in: policy, for: prepared.array[0], at: now))
    time(.everyTarget, operations: users.count * gates.targets.count) {
      var verdicts: [Verdict] = []
      for user in users {
        prepared.with(user) { Engine.decideAll(in: policy, for: $0, at: now, into: &verdicts) }
        sink.store(verdicts[user % verdicts.count], at: user)
      }
    }
  }

  private mutating func addColumns(_ gates: GateWorkload) throws {
    let columns = ColumnWorkload()
    var answers = [UInt8](repeating: 0, count: columns.count)
    time(.columnByHand, operations: columns.count) {
      HandWritten.answer(
        proUntil: columns.proUntil, bills: columns.bills, at: columns.now.milliseconds,
        into: &answers)
    }
    let cohort = try Engine.cohort(of: columns, in: gates.policy)
    let bills = gates.targets[Gate.bills.rawValue]
    // The answers are the same, or the comparison says nothing.
    HandWritten.answer(
      proUntil: columns.proUntil, bills: columns.bills, at: columns.now.milliseconds,
      into: &answers)
    let outcomes = cohort.outcomes(of: bills)
    for user in answers.indices where (answers[user] == 1) != (outcomes[user] != .denied) {
      throw WorkloadError("user \(user) of the columns gets two answers")
    }
    let sink = Sink(outcomes)
    time(.column, operations: columns.count) { sink.store(cohort.outcomes(of: bills), at: 0) }
    time(.columnsOfAll, operations: columns.count) {
      for target in gates.targets { sink.store(cohort.outcomes(of: target), at: 0) }
    }
    time(.columnFill, operations: columns.count) {
      sink.store(
        (try? Engine.cohort(of: columns, in: gates.policy))?.outcomes(of: bills) ?? outcomes, at: 0)
    }
  }
}
