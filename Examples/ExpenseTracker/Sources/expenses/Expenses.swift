// A small expense tracker that asks Tollgate before it writes a bill down. It depends on the
// library alone, by path, as any app would; no package is fetched for it.

import Foundation
import TollgateKit

@main
struct Expenses {
  /// The live policy; a real app would reload it when a new one arrives.
  let store: PolicyStore
  /// The app's own state: how many bills there are, and what was bought.
  var bills: Int64 = 0
  var purchases: [Grant] = []

  static func main() throws {
    let policies = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Policies").standardizedFileURL
    let policy = try Policy(contentsOf: policies.appendingPathComponent("ExpenseTracker.gate"))
    var app = Expenses(store: PolicyStore(policy))

    while app.bills < 600, app.createBill() {}
    print("\n-- the annual plan is bought --")
    app.buy("annual", until: Instant.now.advanced(by: 365 * 86_400_000))
    while app.bills < 600, app.createBill() {}
    print("\(app.bills) bills, and the gate is open")
  }

  /// Writes a bill down if the gate lets it; says what the person should see.
  mutating func createBill() -> Bool {
    // What the app knows of the user, as Tollgate wants to hear it.
    store.update(Snapshot(asOf: .now, grants: purchases, usage: ["bills": Usage(bills)]))
    let decision = store.decide("bills", adding: 1)
    guard decision.isAllowed else {
      print("\n-- bill \(bills + 1) is refused --")
      print(decision.explanation(in: "en"))
      return false
    }
    bills += 1
    // A reminder stays due from its value on; this app shows it once, when it is reached.
    if let reminder = decision.reminder, reminder.at == bills {
      let text = decision.text(of: reminder, in: "en") ?? "the limit is near"
      print("bill \(bills): \(reminder.isProminent ? "IMPORTANT, " : "")\(text)")
    }
    return true
  }

  /// What a store's answer to a purchase comes to.
  mutating func buy(_ product: String, until: Instant?) {
    purchases.append(Grant(product: product, until: until))
  }
}
