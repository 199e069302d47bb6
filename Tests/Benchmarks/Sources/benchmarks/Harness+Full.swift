import Figures
import TollgateKit
import Workload

extension Harness {
  /// One decision of a policy with everything in use, and of a requirement of twelve literals.
  mutating func addFull(_ full: FullWorkload) {
    for stream in RequestStream.allCases {
      add(.everythingInUse(stream), full.everything, full, stream)
      add(.twelveLiterals(stream), full.twelveLiterals, full, stream)
    }
  }

  private mutating func add(
    _ figure: Figure, _ target: Target, _ full: FullWorkload, _ stream: RequestStream
  ) {
    let requests = stream.requests([target], users: full.prepared.count)
    let (policy, users, now) = (full.policy, full.prepared, full.now)
    let sink = Sink(Engine.decide(target, in: policy, for: users.array[0], at: now))
    time(figure, operations: requests.count) {
      storeAll(requests, in: sink) { target, user in
        users.with(user) { Engine.decide(target, in: policy, for: $0, at: now) }
      }
    }
  }
}
