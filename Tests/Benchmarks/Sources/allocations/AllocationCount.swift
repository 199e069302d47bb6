import AllocationCounter
import TollgateKit
import Workload

/// Decisions of the plain gates and of the policy with everything in use, in turn, and the blocks
/// of memory that they ask for.
struct AllocationCount {
  private let gates: GateWorkload
  private let full: FullWorkload
  private let sink: Sink<Verdict>

  init() throws {
    gates = try GateWorkload()
    full = try FullWorkload()
    sink = Sink(
      Engine.decide(gates.targets[0], in: gates.policy, for: gates.prepared.array[0], at: gates.now)
    )
  }

  func ofDecisions() -> Double? {
    growth { index in
      let user = index % GateWorkload.users
      let target = gates.targets[index % gates.targets.count]
      sink.store(
        Engine.decide(target, in: gates.policy, for: gates.prepared.array[user], at: gates.now),
        at: index)
      sink.store(
        Engine.decide(
          full.everything, in: full.policy, for: full.prepared.array[user], at: full.now),
        at: index)
    }
  }

  func ofAnswers() -> Double? {
    growth { index in
      let user = index % GateWorkload.users
      let target = gates.targets[index % gates.targets.count]
      let plain = Engine.isAllowed(
        target, in: gates.policy, for: gates.prepared.array[user], at: gates.now)
      let everything = Engine.isAllowed(
        full.everything, in: full.policy, for: full.prepared.array[user], at: full.now)
      consume(plain == everything ? 1 : 0)
    }
  }

  /// By how much a million asks for more than a thousand; nothing where that is not counted.
  private func growth(_ body: (Int) -> Void) -> Double? {
    guard allocation_count() >= 0 else { return nil }
    let few = blocks(1000, body)
    return Double(blocks(1_000_000, body) - few)
  }

  private func blocks(_ count: Int, _ body: (Int) -> Void) -> Int {
    let before = allocation_count()
    // Two decisions a turn.
    for index in 0..<count / 2 { body(index) }
    return allocation_count() - before
  }
}
