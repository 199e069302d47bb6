import TollgateKit
import Workload

extension Operation {
  /// How many requests of a stream are counted.
  private static let requests = 4096

  /// One decision, each over the same random requests. The first is the loop without one; it is
  /// taken off the others.
  static var decisions: [Operation] {
    [
      Operation("loop", count: requests) {
        let gates = try GateWorkload()
        let stream = Requests.unlearnable(gates.targets, users: GateWorkload.users, count: requests)
        let sink = Sink(gates.targets[0])
        return { storeAll(stream, in: sink) { target, _ in target } }
      },
      Operation("decide by target", count: requests) {
        let gates = try GateWorkload()
        let stream = Requests.unlearnable(gates.targets, users: GateWorkload.users, count: requests)
        let (policy, users, now) = (gates.policy, gates.prepared, gates.now)
        let sink = Sink(Engine.decide(gates.targets[0], in: policy, for: users.array[0], at: now))
        return {
          storeAll(stream, in: sink) { target, user in
            users.with(user) { Engine.decide(target, in: policy, for: $0, at: now) }
          }
        }
      },
      Operation("isAllowed by target", count: requests) {
        let gates = try GateWorkload()
        let stream = Requests.unlearnable(gates.targets, users: GateWorkload.users, count: requests)
        let (policy, users, now) = (gates.policy, gates.prepared, gates.now)
        let sink = Sink(false)
        return {
          storeAll(stream, in: sink) { target, user in
            users.with(user) { Engine.isAllowed(target, in: policy, for: $0, at: now) }
          }
        }
      },
      Operation("decide by name", count: requests) {
        let gates = try GateWorkload()
        let stream = Requests.unlearnable(gates.names, users: GateWorkload.users, count: requests)
        let (policy, users, now) = (gates.policy, gates.prepared, gates.now)
        let sink = Sink(Engine.decide(gates.targets[0], in: policy, for: users.array[0], at: now))
        return {
          storeAll(stream, in: sink) { name, user in
            users.with(user) { Engine.decide(name, in: policy, for: $0, at: now) }
          }
        }
      },
      Operation("decide by name, through a store", count: requests) {
        let gates = try GateWorkload()
        let stream = Requests.unlearnable(gates.names, users: 1, count: requests)
        let store = PolicyStore(gates.policy, snapshot: gates.snapshots[1])
        let now = gates.now
        let sink = Sink(Engine.decide("bills", in: store, at: now))
        return {
          storeAll(stream, in: sink) { name, _ in Engine.decide(name, in: store, at: now) }
        }
      },
      full("decide with everything in use") { $0.everything },
      full("decide, twelve literals") { $0.twelveLiterals },
      priceList("decide, a plain limit") { $0.plain },
      priceList("decide, a ladder") { $0.ladder },
      priceList("decide, a setting") { $0.setting },
      Operation("value of a setting", count: requests) {
        let list = try LadderWorkload()
        let stream = Requests.unlearnable(
          [list.setting], users: list.prepared.count, count: requests)
        let (policy, users, now) = (list.policy, list.prepared, list.now)
        let sink = Sink(Engine.value(of: list.setting, in: policy, for: users.array[0], at: now))
        return {
          storeAll(stream, in: sink) { setting, user in
            users.with(user) { Engine.value(of: setting, in: policy, for: $0, at: now) }
          }
        }
      },
    ]
  }

  private static func priceList(
    _ name: String, _ target: @escaping (LadderWorkload) -> Target
  ) -> Operation {
    Operation(name, count: requests) {
      let list = try LadderWorkload()
      let target = target(list)
      let stream = Requests.unlearnable([target], users: list.prepared.count, count: requests)
      let (policy, users, now) = (list.policy, list.prepared, list.now)
      let sink = Sink(Engine.decide(target, in: policy, for: users.array[0], at: now))
      return {
        storeAll(stream, in: sink) { target, user in
          users.with(user) { Engine.decide(target, in: policy, for: $0, at: now) }
        }
      }
    }
  }

  private static func full(
    _ name: String, _ target: @escaping (FullWorkload) -> Target
  ) -> Operation {
    Operation(name, count: requests) {
      let full = try FullWorkload()
      let stream = Requests.unlearnable([target(full)], users: full.prepared.count, count: requests)
      let (policy, users, now) = (full.policy, full.prepared, full.now)
      let sink = Sink(Engine.decide(target(full), in: policy, for: users.array[0], at: now))
      return {
        storeAll(stream, in: sink) { target, user in
          users.with(user) { Engine.decide(target, in: policy, for: $0, at: now) }
        }
      }
    }
  }
}
