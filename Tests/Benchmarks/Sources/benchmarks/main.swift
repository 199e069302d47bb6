import Benchmark
import Foundation
import Tollgate

// Every figure is for `batch` decisions, so that the clock's own cost does not count: divide by it.
// `Tests/Benchmarks/run` does, and prints nanoseconds for one decision.
let batch = 1000

let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
let policies = folder.appendingPathComponent("../../../../Policies").standardizedFileURL
let policy = try Policy(contentsOf: policies.appendingPathComponent("ExpenseTracker.gate"))
let now = Instant(milliseconds: 1_772_366_400_000)
let snapshots: [Snapshot] = (0..<8).map { index in
  let grants = index % 2 == 0 ? [] : [Grant(product: "annual", until: now.advanced(by: 1_000_000))]
  return Snapshot(asOf: now, grants: grants, usage: ["bills": Usage(Int64(497 + index % 4))])
}
let prepared = snapshots.map(policy.prepare)
let names = [
  "bills", "basic-statistics", "management", "delete-bill", "cloud-sync", "csv-export",
  "database-export",
]
let targets = names.compactMap(policy.target)
let users = snapshots.enumerated().map { index, snapshot in
  HandWritten.User(
    proUntil: index % 2 == 0 ? nil : now.milliseconds + 1_000_000, bills: 497 + index % 4)
}

// The answers are the same, or the comparison says nothing.
for (gate, target) in zip(HandWritten.Gate.allCases, targets) {
  for (user, snapshot) in zip(users, prepared) {
    let byHand = HandWritten.isAllowed(gate, for: user, at: now.milliseconds)
    precondition(byHand == policy.isAllowed(target, for: snapshot, at: now))
  }
}

// A stream of asks that differs from step to step, so that nothing can be hoisted.
let stream = (0..<batch).map { ($0 * 7919 % targets.count, $0 * 104_729 % prepared.count) }
let gates = Array(HandWritten.Gate.allCases)

benchmark("hand-written switch over an enum") {
  var allowed = 0
  for (gate, user) in stream {
    if HandWritten.isAllowed(gates[gate], for: users[user], at: now.milliseconds) { allowed += 1 }
  }
  doNotOptimize(allowed)
}

let owned: [Set<String>] = users.map { $0.proUntil == nil ? [] : ["annual"] }
benchmark("hand-written switch over a name") {
  var allowed = 0
  for (gate, user) in stream {
    let isAllowed = HandWritten.isAllowed(
      named: names[gate], owned: owned[user], bills: users[user].bills)
    if isAllowed { allowed += 1 }
  }
  doNotOptimize(allowed)
}

benchmark("isAllowed, resolved target, prepared snapshot") {
  var allowed = 0
  for (target, user) in stream {
    if policy.isAllowed(targets[target], for: prepared[user], at: now) { allowed += 1 }
  }
  doNotOptimize(allowed)
}

benchmark("decide, resolved target, prepared snapshot") {
  var allowed = 0
  for (target, user) in stream {
    if policy.decide(targets[target], for: prepared[user], at: now).isAllowed { allowed += 1 }
  }
  doNotOptimize(allowed)
}

benchmark("decide by name, snapshot prepared for each") {
  var allowed = 0
  for (target, user) in stream {
    if policy.decide(names[target], for: snapshots[user], at: now).isAllowed { allowed += 1 }
  }
  doNotOptimize(allowed)
}

Benchmark.main()

/// Keeps the optimiser from seeing that a value is not used.
@inline(never)
func doNotOptimize(_ value: Int) {
  if value == .min { print(value) }
}
