// A small expense tracker that asks Tollgate before it writes a bill down, sells through a simulated
// store, and lets a year pass. It depends on libraries alone, by path, as any app would; no package
// is fetched for it. The policy is compiled with the app, and its names are Swift: `.bills`.

import TollgateKit
import TollgatePurchases
import TollgateTesting
import TollgateUsage

@main
struct Expenses {
  static func main() async throws {
    // An app says `StoreKitStore()` and `StoreKitVerifier()`, and needs no clock.
    let clock = TestClock(Instant(milliseconds: 1_769_817_600_000))  // 2026-01-31
    let store = SimulatedStore(policy: ExpenseTracker.policy, clock: clock)
    let app = ExpenseApp(gate: Gate(clock: clock))
    try await app.launch(
      store.device(), SimulatedVerifier(store), journal: MemoryJournal(),
      counts: MemoryUsageStore())

    try await addBills(app, upTo: 600)
    print("\n-- the paywall --")
    for line in app.paywall { print(line) }

    print("\n-- the annual plan is bought --")
    print(await app.buy(.annual))
    print(ExpenseApp.words(await app.gate.status))
    try await addBills(app, upTo: 600)
    print("\(app.bills) bills, and the gate is open")
    if app.gate.can(.csvExport) { print("exported as CSV") }

    print("\n-- it is cancelled, and a year passes --")
    try store.cancel(ExpenseTracker.Product.annual.name)
    clock.advance(by: .years(1))
    await app.gate.refresh()
    print(ExpenseApp.words(await app.gate.status))
    if !app.gate.can(.csvExport) { print(app.gate.decision(.csvExport).message(in: "en").text) }
    print("\(app.bills) bills are still there")
  }

  /// Adds bills until there are so many or one is refused.
  private static func addBills(_ app: ExpenseApp, upTo most: Int64) async throws {
    while app.bills < most {
      switch try await app.addBill() {
      case .saved(let reminder?): print("bill \(app.bills): \(reminder)")
      case .saved(nil): break
      case .refused(let text):
        print("\n-- bill \(app.bills + 1) is refused --")
        return print(text)
      }
    }
  }
}
