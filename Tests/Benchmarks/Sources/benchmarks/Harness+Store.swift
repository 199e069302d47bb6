import Figures
import Foundation
import Synchronization
import TollgateKit
import Workload

extension Harness {
  /// Decisions through a store, alone and while another thread reloads the policy from its text
  /// all the time.
  mutating func addStore(_ gates: GateWorkload) {
    let store = PolicyStore(gates.policy, snapshot: gates.snapshots[1])
    let names = Requests.unlearnable(gates.names, users: 1)
    let now = gates.now
    let sink = Sink(Engine.decide("bills", in: store, at: now))
    let body = {
      storeAll(names, in: sink) { name, _ in Engine.decide(name, in: store, at: now) }
    }
    time(.storeAlone, operations: names.count, body)
    let reloader = Reloader(store)
    time(
      .storeReloading, operations: names.count, begin: reloader.start, body, end: reloader.stop)
  }
}

/// Reloads a store from another thread, about a thousand times a second.
private final class Reloader: Sendable {
  private let store: PolicyStore
  private let isRunning = Atomic(false)
  private let hasStopped = DispatchSemaphore(value: 0)

  init(_ store: PolicyStore) {
    self.store = store
  }

  func start() {
    isRunning.store(true, ordering: .releasing)
    Thread { [self] in
      while isRunning.load(ordering: .acquiring) {
        try? store.reload(source: Gate.policy)
        usleep(1000)
      }
      hasStopped.signal()
    }.start()
  }

  func stop() {
    isRunning.store(false, ordering: .releasing)
    hasStopped.wait()
  }
}
