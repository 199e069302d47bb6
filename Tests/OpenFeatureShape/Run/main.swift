// What an app does with the provider, through the SDK's own types. `ProviderTests` compiles it
// beside the shipped provider, runs it, and compares what it prints.

import Combine
import Foundation
import OpenFeature
import TollgateKit
import TollgateOpenFeature

func line<T>(_ name: String, _ found: ProviderEvaluation<T>) {
  let code = found.errorCode.map { " \($0): \(found.errorMessage ?? "")" } ?? ""
  let rule = found.flagMetadata["rule"].map { " \($0)" } ?? ""
  print("\(name): \(found.value) \(found.reason ?? "-") \(found.variant ?? "-")\(code)\(rule)")
}

func context(_ key: String, _ attributes: [String: Value] = [:]) -> any EvaluationContext {
  ImmutableContext(targetingKey: key, structure: ImmutableStructure(attributes: attributes))
}

/// The events of a provider, which come on any thread.
final class Seen: @unchecked Sendable {
  private let lock = NSLock()
  // Invariant: read and written only while `lock` is held.
  private var events: [String] = []

  var names: [String] { lock.withLock { events } }

  func observe(_ provider: TollgateProvider) -> AnyCancellable {
    provider.observe().sink { event in
      self.lock.withLock { self.events.append(String("\(event)".prefix { $0 != "(" })) }
    }
  }
}

/// The example of the guide.
enum Guide {
  static func register(_ gate: (store: PolicyStore, clock: SystemClock)) async {
    OpenFeatureAPI.shared.setEvaluationContext(
      evaluationContext: ImmutableContext(
        targetingKey: "ada",
        structure: ImmutableStructure(attributes: ["installed": .string("2026-02-01")])))
    await OpenFeatureAPI.shared.setProviderAndWait(provider: TollgateProvider(gate.store))
    let client = OpenFeatureAPI.shared.getClient()
    if client.getBooleanValue(key: "csv-export", defaultValue: false) { export() }
    let left = client.getIntegerValue(key: "bills", defaultValue: 0)
    show("\(left) bills left")
  }

  static func export() { print("exported") }
  static func show(_ text: String) { print(text) }
}

let policy = try Policy(
  source: """
    policy Shop
    tiers free < pro
    features csv-export, about
    fact installed is a date
    meter bills
    setting history is 7 days
      30 days with pro
    setting quality is low < high
      high with pro
    csv-export requires pro
    about is off when installed before 2026-01-01
    bills > 500 requires pro
    """, name: "Shop.gate")
let store = PolicyStore(policy, snapshot: Snapshot(usage: ["bills": Usage(499)]))
let provider = TollgateProvider(store)
let seen = Seen()
let observed = seen.observe(provider)
print("\(provider.metadata.name ?? "") \(provider.status.rawValue) \(provider.hooks.count)")
line("too early", try provider.getBooleanEvaluation(key: "about", defaultValue: true, context: nil))

let ready = provider.initialize(initialContext: context("ada"))
print("initialized \(ready.fulfilled != nil) \(provider.status.rawValue)")
line(
  "boolean", try provider.getBooleanEvaluation(key: "csv-export", defaultValue: true, context: nil))
line("integer", try provider.getIntegerEvaluation(key: "bills", defaultValue: 7, context: nil))
line("double", try provider.getDoubleEvaluation(key: "history", defaultValue: 7, context: nil))
line("string", try provider.getStringEvaluation(key: "quality", defaultValue: "", context: nil))
let object = try provider.getObjectEvaluation(key: "csv-export", defaultValue: .null, context: nil)
if case .structure(let decision) = object.value {
  print("object: \(decision["reason"] ?? .null) \(decision["flags"] ?? .null)")
}
line(
  "date",
  try provider.getBooleanEvaluation(
    key: "about", defaultValue: true,
    context: context("ada", ["installed": .date(Date(timeIntervalSince1970: 0))])))
line(
  "count",
  try provider.getIntegerEvaluation(
    key: "bills", defaultValue: 7,
    context: context("ada", ["bills": .structure(["total": .integer(490)]), "os": .list([.null])])))
line(
  "not a number",
  try provider.getIntegerEvaluation(
    key: "bills", defaultValue: 7, context: context("ada", ["bills": .double(.nan)])))
line("typo", try provider.getBooleanEvaluation(key: "csv-exprot", defaultValue: true, context: nil))
line("mismatch", try provider.getStringEvaluation(key: "bills", defaultValue: "?", context: nil))
line("unknown", try provider.getBooleanEvaluation(key: "about", defaultValue: true, context: nil))

let set = provider.onContextSet(oldContext: nil, newContext: context("ada", ["bills": .integer(1)]))
print("context set \(set.fulfilled != nil) \(provider.status.rawValue)")
store.update { $0.grants = [Grant(entitlement: "pro")] }
let deadline = Date().addingTimeInterval(60)
while !seen.names.contains("configurationChanged"), Date() < deadline { usleep(1000) }
print("events \(seen.names)")
line(
  "bought", try provider.getBooleanEvaluation(key: "csv-export", defaultValue: false, context: nil))
_ = provider.shutdown()
print("shut down \(provider.status.rawValue)")
line("too late", try provider.getBooleanEvaluation(key: "about", defaultValue: true, context: nil))

let broken = TollgateProvider(
  PolicyStore(try Policy(source: "csv-export requires", name: "Bad.gate")))
_ = broken.initialize(initialContext: nil)
print("broken \(broken.status.rawValue)")
let found = try broken.getBooleanEvaluation(key: "about", defaultValue: true, context: nil)
print(
  "broken: \(found.value) \(found.errorCode.map { "\($0)" } ?? "") \(found.errorMessage ?? "")"
    .split(separator: "\n")[0])
await Guide.register((store, SystemClock()))
