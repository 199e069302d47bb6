import Figures
import Foundation
import TollgateKit
import Workload

extension Harness {
  /// The same ten questions to policies of 10 to 1,000,000 features, and what it takes to compile
  /// and to load these. `folder` holds them, as `operation generate` writes them.
  mutating func addGrowth(_ sizes: [PolicySize], folder: URL) throws {
    for size in sizes {
      let source = folder.appendingPathComponent("\(size.rawValue).gate")
      let compiled = folder.appendingPathComponent("\(size.rawValue).compiled")
      let workload = try GeneratedWorkload(Policy(contentsOf: compiled))
      addDecisions(workload, size)
      addCompile(size, source: try Data(contentsOf: source))
      addLoad(size, compiled)
    }
  }

  private mutating func addDecisions(_ generated: GeneratedWorkload, _ size: PolicySize) {
    let users = generated.prepared
    let byTarget = Requests.unlearnable(generated.targets, users: users.count)
    let byName = Requests.unlearnable(GeneratedPolicy.asked, users: users.count)
    let (policy, now) = (generated.policy, generated.now)
    let sink = Sink(Engine.decide(generated.targets[0], in: policy, for: users.array[0], at: now))
    time(.byTarget(size), operations: byTarget.count) {
      storeAll(byTarget, in: sink) { target, user in
        users.with(user) { Engine.decide(target, in: policy, for: $0, at: now) }
      }
    }
    time(.byName(size), operations: byName.count) {
      storeAll(byName, in: sink) { name, user in
        users.with(user) { Engine.decide(name, in: policy, for: $0, at: now) }
      }
    }
  }

  private mutating func addCompile(_ size: PolicySize, source: Data) {
    let bytes = [UInt8](source)
    time(.compile(size), iterations: size.iterations) {
      let policy = try? Policy(Source(name: "generated.gate", bytes: bytes))
      consume(policy?.targets.count ?? 0)
    }
  }

  /// From the file, which is in the system's memory after the first time.
  private mutating func addLoad(_ size: PolicySize, _ compiled: URL) {
    time(.load(size), iterations: size.iterations) {
      let policy = try? Policy(contentsOf: compiled, trusting: .ownBundle)
      consume(policy == nil ? 0 : 1)
    }
    time(.loadChecked(size), iterations: size.iterations) {
      let policy = try? Policy(contentsOf: compiled)
      consume(policy == nil ? 0 : 1)
    }
  }
}

extension PolicySize {
  /// How often something that takes long for this size is repeated; nothing where the clock says.
  fileprivate var iterations: Int? {
    switch self {
    case .ten, .thousand: nil
    case .hundredThousand: 3
    case .million: 1
    }
  }
}
