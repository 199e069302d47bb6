import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateTesting

/// An app's paywall test, exactly as in the README of `TestingTests`.
@Suite struct PaywallExampleTests {
  @Test func aSubscriberWhoCannotPayIsAskedToAndComesBack() async throws {
    let policy = try Policy(contentsOf: Repository.url("Policies/LightGallery.gate"))
    // README: begin
    let app = try await SimulatedApp(
      policy: policy, at: try #require(Instant("2026-05-31")),
      conditions: StoreConditions(grace: .days(16)))

    #expect(await app.buy("pro-monthly").code == .purchased)
    #expect(await app.decide("smartClean").isAllowed)

    try app.store.failPayments()  // as when a card has expired
    await app.advance(by: .months(1))
    #expect(await app.status.plan?.state == .grace)
    #expect(await app.decide("smartClean").isAllowed)

    await app.advance(by: .days(16))
    let decision = await app.decide("smartClean")
    #expect(decision.reason == .onHold)
    #expect(decision.waysIn.contains(.fixPayment(product: "pro-monthly")))

    try app.store.recoverPayments()
    await app.update()
    #expect(await app.changes.last?.unlocked.contains("smartClean") == true)
    // README: end
  }

  @Test func theReadmeShowsWhatIsRunHere() throws {
    let here = try Repository.text("Tests/TestingTests/PaywallExampleTests.swift")
    let begin = try #require(here.range(of: "    // README: begin\n"))
    let end = try #require(here.range(of: "    // README: end\n"))
    let shown = here[begin.upperBound..<end.lowerBound].split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }.joined(separator: "\n")
    #expect(try Repository.text("Tests/TestingTests/README.md").contains(shown))
  }
}
