#if canImport(SwiftUI)
  // The same app for a screen. Nobody has compiled this file yet: there is no SwiftUI on Linux, where
  // Tollgate's tests run. The logic below it, `ExpenseApp`, is compiled and run.

  import SwiftUI
  import TollgateKit
  import TollgatePurchases

  /// The bills, and what to do with them. It is drawn again when an answer of the gate changes: by a
  /// purchase, by a bill, or only because time passes.
  @available(iOS 17.0, macOS 14.0, *)
  struct ExpensesView: View {
    let app: ExpenseApp
    let live: LiveGate<ExpenseTracker>
    @State private var message: String?
    @State private var plan = ""

    init(_ app: ExpenseApp) {
      self.app = app
      live = LiveGate(app.gate)
    }

    var body: some View {
      List {
        Text("\(live.snapshot.usage["bills"]?.total?.used ?? 0) bills")
        Text(plan)
        Button("Add a bill") { Task { await addBill() } }
        Button("Export as CSV") { message = "exported" }
          .disabled(!live.can(.csvExport))
        if !live.can(.csvExport) {
          ForEach(app.paywall, id: \.self) { Text($0) }
          Button("Buy the annual plan") { Task { message = await app.buy(.annual) } }
          Button("Restore purchases") { Task { _ = await app.gate.restore() } }
        }
        if let message { Text(message) }
      }
      .task {
        for await status in app.gate.statuses { plan = ExpenseApp.words(status) }
      }
    }

    private func addBill() async {
      do {
        switch try await app.addBill() {
        case .saved(let reminder): message = reminder
        case .refused(let text): message = text
        }
      } catch {
        message = error.localizedDescription
      }
    }
  }
#endif
