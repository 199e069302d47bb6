import TollgateKit
import Workload

extension Operation {
  /// Around the decision.
  static var snapshots: [Operation] {
    [
      Operation("every target of one user", count: 64) {
        let gates = try GateWorkload()
        let (policy, users, now) = (gates.policy, gates.prepared, gates.now)
        return {
          var verdicts: [Verdict] = []
          for user in 0..<users.count {
            users.with(user) { Engine.decideAll(in: policy, for: $0, at: now, into: &verdicts) }
            consume(verdicts.count)
          }
        }
      },
      Operation("decide once, by name, snapshot not prepared", count: 64) {
        let gates = try GateWorkload()
        let names = Requests.unlearnable(gates.names, users: GateWorkload.users, count: 64)
        let sink = Sink(
          Engine.decideOnce("bills", in: gates.policy, for: gates.snapshots[0], at: gates.now))
        return {
          storeAll(names, in: sink) { name, user in
            Engine.decideOnce(name, in: gates.policy, for: gates.snapshots[user], at: gates.now)
          }
        }
      },
      Operation("explain", count: 20) {
        let shop = try ShopWorkload()
        let sink = Sink(
          Engine.explain(shop.target, in: shop.policy, for: shop.prepared, at: shop.now))
        return {
          for index in 0..<20 {
            sink.store(
              Engine.explain(shop.target, in: shop.policy, for: shop.prepared, at: shop.now),
              at: index)
          }
        }
      },
      Operation("prepare", count: 64) {
        let gates = try GateWorkload()
        let sink = Sink(gates.prepared.array[0])
        return {
          for (index, snapshot) in gates.snapshots.enumerated() {
            sink.store(gates.policy.prepare(snapshot), at: index)
          }
        }
      },
      Operation("update", count: 64) {
        let gates = try GateWorkload()
        let sink = Sink(gates.prepared.array[0])
        return {
          for (index, user) in gates.prepared.array.enumerated() {
            let updated = Engine.updating(
              user, in: gates.policy, meter: gates.targets[Gate.bills.rawValue], total: Int64(index)
            )
            sink.store(updated, at: index)
          }
        }
      },
    ]
  }
}
