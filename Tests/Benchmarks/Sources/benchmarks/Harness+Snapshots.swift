import Figures
import TollgateKit
import Workload

extension Harness {
  /// What is done besides deciding: prepare, update, explain.
  mutating func addSnapshots(_ gates: GateWorkload, _ shop: ShopWorkload) {
    let policy = gates.policy
    let bills = gates.targets[Gate.bills.rawValue]
    let snapshots = gates.snapshots
    let prepared = gates.prepared.array
    let sink = Sink(prepared[0])
    time(.prepare, operations: snapshots.count) {
      for (index, snapshot) in snapshots.enumerated() {
        sink.store(policy.prepare(snapshot), at: index)
      }
    }
    time(.update, operations: prepared.count) {
      for (index, user) in prepared.enumerated() {
        let updated = Engine.updating(user, in: policy, meter: bills, total: Int64(index))
        sink.store(updated, at: index)
      }
    }
    addOnce(gates)
    addExplanation(shop)
  }

  private mutating func addOnce(_ gates: GateWorkload) {
    let requests = Requests.unlearnable(gates.names, users: GateWorkload.users, count: 4096)
    let (policy, users, now) = (gates.policy, gates.snapshots, gates.now)
    let sink = Sink(Engine.decideOnce("bills", in: policy, for: users[0], at: now))
    time(.once, operations: requests.count) {
      storeAll(requests, in: sink) { name, user in
        Engine.decideOnce(name, in: policy, for: users[user], at: now)
      }
    }
  }

  private mutating func addExplanation(_ shop: ShopWorkload) {
    let sink = Sink(Engine.explain(shop.target, in: shop.policy, for: shop.prepared, at: shop.now))
    time(.explain, operations: 100) {
      for index in 0..<100 {
        let explanation = Engine.explain(
          shop.target, in: shop.policy, for: shop.prepared, at: shop.now)
        sink.store(explanation, at: index)
      }
    }
  }
}
