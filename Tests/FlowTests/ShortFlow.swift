import Foundation
import TollgateKit
import TollgatePurchases
import TollgateTesting
import TollgateUsage

/// The whole life of an app's gate, with the simulated store in the place of `StoreKitStore()` and
/// `StoreKitVerifier()`. `ShortFlowTests` runs it, and counts its lines and its types.
func shortFlow(
  _ store: SimulatedStore, _ clock: TestClock, in folder: URL, account: String,
  _ page: @escaping @Sendable (String) -> Void
) async throws {
  // the flow begins
  let file = folder.appendingPathComponent("gate.json")
  let gate = try Gate<Shop>(remembering: file, account: account, clock: clock)
  try await gate.launch(
    store.device(), verifier: SimulatedVerifier(store),
    journal: FileJournal(path: folder.path + "/purchases"))
  try await gate.count(in: FileUsageStore(path: folder.path + "/counts"), device: "phone")
  let following = Task { for await status in gate.statuses { page("tier \(status.tier ?? "")") } }
  page(try await gate.use(.recommendations).isAllowed ? "recommended" : "no more today")
  if !gate.can(.csvExport) { page(gate.decision(.csvExport).message(in: "en").text) }
  if case .purchased = await gate.buy(.annual), gate.can(.csvExport) { page("exported") }
  if case .restored(let purchases) = await gate.restore() { page("restored \(purchases.count)") }
  await gate.refresh()
  try gate.save()
  // the flow ends
  following.cancel()
}
