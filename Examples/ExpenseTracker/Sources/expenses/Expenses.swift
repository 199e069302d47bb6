// A small expense tracker that asks Tollgate before it writes a bill down. It depends on the
// library alone, by path, as any app would; no package is fetched for it. The policy is compiled
// with the app, and its names are Swift: `ExpenseTracker.bills`.

import Foundation
import TollgateKit

@main
struct Expenses {
  /// The policy with typed names, and what is known of the user.
  let gate = Gate<ExpenseTracker>()
  /// The app's own state: how many bills there are.
  var bills: Int64 = 0

  static func main() throws {
    var app = Expenses()
    while app.bills < 600, app.createBill() {}
    print("\n-- the annual plan is bought --")
    app.buy(ExpenseTracker.Product.annual, until: Instant.now.advanced(by: 365 * 86_400_000))
    while app.bills < 600, app.createBill() {}
    print("\(app.bills) bills, and the gate is open")
  }

  /// Writes a bill down if the gate lets it; says what the person should see.
  mutating func createBill() -> Bool {
    gate.set(.bills, to: bills)
    gate.update { $0.asOf = .now }
    let decision = gate.decision(.bills)
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

  /// Takes a purchase that the store confirmed.
  func buy(_ product: ProductName<ExpenseTracker>, until: Instant?) {
    gate.update { $0.grants.append(Grant(product: product.name, until: until)) }
  }
}
