// A small expense tracker that asks Tollgate before it writes a bill down. It depends on the
// library alone, by path, as any app would; no package is fetched for it.

import Foundation
import Tollgate

let policies = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("../../../../Policies").standardizedFileURL
let store = PolicyStore(
  try Policy(contentsOf: policies.appendingPathComponent("ExpenseTracker.gate")))

/// The app's own state: how many bills there are, and what was bought.
var bills: Int64 = 0
var purchases: [Grant] = []

/// What the app knows of the user, as Tollgate wants to hear it.
func snapshot() -> Snapshot {
  Snapshot(asOf: .now, grants: purchases, usage: ["bills": Usage(bills)])
}

/// Writes a bill down if the gate lets it; says what the person should see.
func createBill() -> Bool {
  store.update(snapshot())
  let decision = store.decide("bills", adding: 1)
  guard decision.isAllowed else {
    print("\n-- bill \(bills + 1) is refused --")
    print(decision.explanation(in: "en"))
    return false
  }
  bills += 1
  // A reminder stays due from its value on; an app shows it once, and again when it is more.
  if let reminder = decision.reminder, reminder.at == bills {
    let text = decision.text(of: reminder, in: "en") ?? "the limit is near"
    print("bill \(bills): \(reminder.isProminent ? "IMPORTANT, " : "")\(text)")
  }
  return true
}

while bills < 600, createBill() {}

print("\n-- the annual plan is bought --")
purchases.append(Grant(product: "annual", until: Instant.now.advanced(by: 365 * 86_400_000)))
while bills < 600, createBill() {}
print("\(bills) bills, and the gate is open")
