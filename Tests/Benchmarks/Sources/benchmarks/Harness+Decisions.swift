import Figures
import TollgateKit
import Workload

extension Harness {
  /// One decision of the 22 gates, beside the same rules written by hand.
  mutating func addDecisions(_ gates: GateWorkload) {
    for stream in RequestStream.allCases {
      addByHand(gates, stream)
      addByTarget(gates, stream)
      addByName(gates, stream)
    }
    addFromArray(gates)
  }

  private mutating func addByHand(_ gates: GateWorkload, _ stream: RequestStream) {
    let byGate = stream.requests(Gate.allCases, users: GateWorkload.users)
    let byName = stream.requests(gates.names, users: GateWorkload.users)
    let flags = gates.flags
    let held = gates.held
    let sink = Sink(false)
    time(.loop(stream), operations: byGate.count) {
      storeAll(byGate, in: sink) { gate, user in gate.rawValue < flags[user].bills }
    }
    time(.enumSwitch(stream), operations: byGate.count) {
      storeAll(byGate, in: sink) { gate, user in HandWritten.isAllowed(gate, for: flags[user]) }
    }
    time(.nameSwitch(stream), operations: byName.count) {
      storeAll(byName, in: sink) { name, user in
        HandWritten.isAllowed(named: name, holding: held[user], bills: flags[user].bills)
      }
    }
  }

  private mutating func addByTarget(_ gates: GateWorkload, _ stream: RequestStream) {
    let requests = stream.requests(gates.targets, users: GateWorkload.users)
    let (policy, users, now) = (gates.policy, gates.prepared, gates.now)
    let sink = Sink(Engine.decide(gates.targets[0], in: policy, for: users.array[0], at: now))
    let answers = Sink(false)
    time(.byTarget(stream), operations: requests.count) {
      storeAll(requests, in: sink) { target, user in
        users.with(user) { Engine.decide(target, in: policy, for: $0, at: now) }
      }
    }
    time(.isAllowed(stream), operations: requests.count) {
      storeAll(requests, in: answers) { target, user in
        users.with(user) { Engine.isAllowed(target, in: policy, for: $0, at: now) }
      }
    }
  }

  private mutating func addFromArray(_ gates: GateWorkload) {
    let requests = Requests.unlearnable(gates.targets, users: GateWorkload.users)
    let (policy, users, now) = (gates.policy, gates.prepared.array, gates.now)
    let sink = Sink(Engine.decide(gates.targets[0], in: policy, for: users[0], at: now))
    time(.fromArray, operations: requests.count) {
      storeAll(requests, in: sink) { target, user in
        Engine.decide(target, in: policy, for: users[user], at: now)
      }
    }
  }

  private mutating func addByName(_ gates: GateWorkload, _ stream: RequestStream) {
    let requests = stream.requests(gates.names, users: GateWorkload.users)
    let (policy, users, now) = (gates.policy, gates.prepared, gates.now)
    let sink = Sink(Engine.decide(gates.targets[0], in: policy, for: users.array[0], at: now))
    time(.byName(stream), operations: requests.count) {
      storeAll(requests, in: sink) { name, user in
        users.with(user) { Engine.decide(name, in: policy, for: $0, at: now) }
      }
    }
  }
}
