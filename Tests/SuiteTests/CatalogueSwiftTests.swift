import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateUsage

/// The Swift of the documentation: every example stands here as it does on its page, and runs.
@Suite struct CatalogueSwiftTests {
  private let url = Repository.url("Policies/ExpenseTracker.gate")
  private let renewal = Instant.now.advanced(by: 30 * 86_400_000)

  @Test func aPolicyIsLoaded() throws {
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }
    let text = "bills > 500 requires por\ntiers free < pro\n"
    do {
      let policy = try Policy(source: text, name: "shop.gate")
      show(policy.name)
    } catch {
      for diagnostic in error.diagnostics { show("\(diagnostic.code): \(diagnostic.headline)") }
    }
    #expect(shown == ["TG0101: there is no entitlement called `por`"])
  }

  @Test func aUseIsDecided() throws {
    var lines: [String] = []
    func show(_ text: String) { lines.append(text) }
    func save() { lines.append("saved") }
    let policy = try Policy(contentsOf: url)
    let snapshot = Snapshot(
      asOf: .now,
      grants: [
        Grant(product: "com.example.expensetracker.pro.annual", state: .expired, until: .now)
      ],
      usage: ["bills": Usage(500)]
    )
    let decision = policy.decide("bills", adding: 1, for: snapshot, at: .now)
    if decision.isAllowed {
      save()
    } else {
      let text = decision.message(in: "en")
      show(text.headline)
      if let message = text.message { show(message) }
      for way in text.waysIn { show(way) }
    }
    for way in decision.waysIn {
      switch way {
      case .buy(let offers): show("buy " + offers.map { $0.product }.joined(separator: " and "))
      case .trialEnds(let product, let end): show("\(product) opens it from \(end.text) on")
      case .wait(let instant): show("wait until \(instant.text)")
      case .fixPayment(let product): show("fix the payment for \(product)")
      case .reduce(let meter, let amount): show("remove \(amount) of \(meter)")
      case .refresh(let missing):
        show(missing.purchases ? "ask the store again" : "report \(missing)")
      }
    }
    if let reminder = decision.reminder, reminder.snoozedUntil == nil {
      show(decision.text(of: reminder, in: "en") ?? "the limit is near")
    }
    #expect(lines.contains("The free plan holds 500 bills."))
    #expect(lines.contains("buy annual"))
    #expect(lines.contains("remove 1 of bills"))
    #expect(lines.last == "All 500 free bills are used")
  }

  @Test func theTutorialEndsInAnApp() throws {
    var isSaved = false
    func save() { isSaved = true }
    func show(_ text: String) { Issue.record("\(text)") }
    let policy = try Policy(contentsOf: url)
    let snapshot = Snapshot(
      asOf: .now,
      grants: [Grant(product: "annual", until: renewal)],
      usage: ["bills": Usage(500)]
    )
    let decision = policy.decide("bills", adding: 1, for: snapshot, at: .now)
    if decision.isAllowed { save() } else { show(decision.message(in: "en").text) }
    #expect(isSaved)
  }

  @Test func aListIsDecided() throws {
    var lines: [String] = []
    func row(_ name: String, isLocked: Bool) { lines.append(name + (isLocked ? " locked" : "")) }
    let policy = try Policy(contentsOf: url)
    let snapshot = Snapshot(asOf: .now, usage: ["bills": Usage(10)])
    for decision in policy.access(in: snapshot, at: .now) {
      row(policy.label(ofTarget: decision.target, in: "en"), isLocked: !decision.isAllowed)
    }
    #expect(lines.contains("CSV export locked"))
    #expect(lines.contains("bills"))
  }

  @Test func manyUsesAreDecided() throws {
    var open = 0
    let policy = try Policy(contentsOf: url)
    let snapshot = Snapshot(asOf: .now, usage: ["bills": Usage(10)])
    let prepared = policy.prepare(snapshot)
    if let bills = policy.target("bills") {
      for _ in 1...1000 where policy.isAllowed(bills, for: prepared, at: .now) { open += 1 }
    }
    #expect(open == 1000)
  }

  @Test func aStoreHoldsThePolicy() throws {
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }
    let store = PolicyStore(try Policy(contentsOf: url))
    store.update(Snapshot(asOf: .now, usage: ["bills": Usage(500)]))
    store.update { $0.grants.append(Grant(product: "annual", until: renewal)) }
    let mayAdd = store.decide("bills", adding: 1).isAllowed
    do {
      try store.reload(source: "csv-export require s pro")
    } catch {
      show(error.description(in: "en"))  // the policy in use stays
    }
    #expect(mayAdd)
    #expect(shown.count == 1)
    #expect(store.policy.name == "ExpenseTracker")
  }

  @Test func aGateIsTold() throws {
    let gate = Gate<Quiz>()
    let bills = ["rent", "power"]
    gate.set(.bills, to: bills.count)
    gate.set(.questions, to: 3, in: .day)
    gate.set(.installed, to: .now)
    gate.set(.platform, to: .ios)
    gate.update { $0.grants = [Grant(product: .annual)] }
    let snapshot = gate.snapshot
    #expect(snapshot.usage == ["bills": Usage(2), "questions": Usage(day: Counter(3))])
    #expect(snapshot.facts["platform"] == .choice("ios"))
    #expect(snapshot.grants == [Grant(product: "annual")])
    #expect(gate.policy.unknownNames(in: snapshot).isEmpty)
  }

  @Test func changesArrive() async throws {
    let store = PolicyStore(try Policy(contentsOf: url))
    var locked: [Bool] = []
    func showExport(isLocked: Bool) {
      locked.append(isLocked)
      store.update { $0.grants = [Grant(product: "lifetime")] }
    }
    for await decision in store.changes(for: "csv-export") {
      showExport(isLocked: !decision.isAllowed)
      if decision.isAllowed { break }
    }
    #expect(locked == [true, false])
  }

  @Test func aPaywallIsShown() throws {
    var lines: [String] = []
    func button(_ title: String, _ price: String) { lines.append(title + ": " + price) }
    let policy = try Policy(contentsOf: url)
    let snapshot = Snapshot(asOf: .now, usage: ["bills": Usage(500)])
    let paywall = policy.paywall(
      for: snapshot, target: "csv-export", in: "en",
      storePrices: ["com.example.expensetracker.pro.annual": "¥12.00"])
    if let refresh = paywall.refresh { lines.append(refresh) }
    for product in paywall.products where product.isPurchasable {
      button(product.listing.label, product.listing.priceText.text)
      for run in product.opens { lines.append("opens " + run.label) }
    }
    let table = policy.planTable(in: "en")
    for row in table.rows {
      lines.append(row.label + ": " + row.cells.map { $0.text }.joined(separator: " | "))
    }
    #expect(lines.first == "Annual Subscription: ¥12.00 per year")
    #expect(lines.contains("opens CSV export"))
  }

  @Test func jsonIsReadAndWritten() throws {
    var sent = ""
    func send(_ text: String) { sent = text }
    let policy = try Policy(contentsOf: url)
    let text = #"{"schema": 1, "usage": {"bills": 499}}"#
    let snapshot = try Snapshot(json: text)
    let decision = policy.decide("bills", for: snapshot, at: .now)
    send(decision.json(policy: policy, locale: "en", pretty: true))
    #expect(sent.contains("\"outcome\": \"allowed\""))
    let line = #"{"target": "bills", "snapshot": {"schema": 1, "usage": {"bills": 499}}}"#
    let answer = try policy.answer(Array(line.utf8))
    send(String(decoding: answer, as: UTF8.self))
    #expect(sent.contains("\"outcome\":\"allowed\""))
  }

  @Test func aUseIsCounted() async throws {
    var lines: [String] = []
    func export() { lines.append("exported") }
    func show(_ explanation: String) { lines.append(explanation) }
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-guide-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let deviceID = "phone"
    let policy = try Policy(source: "exports > 3 per day requires pro")
    let snapshot = Snapshot()
    let store = try FileUsageStore(path: path)
    let counter = UsageCounter(policy, in: store, device: deviceID)
    let ada = UsageCounter.Person("ada", snapshot: snapshot)

    let answer = try await counter.use("exports", by: ada, id: "export-7")
    if answer.isAllowed {
      export()
    } else {
      show(answer.decision.explanation(in: "zh-Hans"))
    }
    #expect(lines == ["exported"])
    let other = UsageCounter(policy, in: MemoryUsageStore(), device: "tablet")
    let book = try await counter.store.book(of: "ada").book
    let merged = try await other.merge(try UsageBook(json: book.json()), into: "ada")
    #expect(merged == book)
  }

  @Test func aPackIsCounted() async throws {
    let policy = try Policy(
      source: """
        product pack
          adds 100 to credits until used up
        credits > 10 per month is not allowed
        """)
    let bought = PurchaseRecord(
      transactionID: "1", product: "pack", kind: .consumable, start: .now, verification: .server)
    let (ledger, snapshot) = (try Ledger([bought]), Snapshot())
    let packs = ledger.packs(policy: policy, account: "ada")
    let ada = UsageCounter.Person("ada", snapshot: snapshot, packs: packs)
    let counter = UsageCounter(policy, in: MemoryUsageStore(), device: "phone")
    #expect(try await counter.use("credits", adding: 110, by: ada).isAllowed)
    #expect(try await !counter.use("credits", by: ada).isAllowed)
  }

  @Test func aUseIsCharged() async throws {
    var lines: [String] = []
    func show(_ text: String) { lines.append(text) }
    let policy = try Policy(
      source: """
        meter credits
        credits at most 10 per month
          then 0.05 USD for each credit
        """)
    let counter = UsageCounter(policy, in: MemoryUsageStore(), device: "phone")
    let ada = UsageCounter.Person("ada", snapshot: Snapshot())
    _ = try await counter.use("credits", adding: 10, by: ada)
    let start = Instant.now
    let now = Instant(milliseconds: start.milliseconds + 60_000)
    let answer = try await counter.use("credits", adding: 5, by: ada, id: "video-3")
    for charge in answer.charges { show("\(charge.amount) \(charge.currency)") }

    let charges = try await counter.charges(of: "ada", from: start, until: now)
    #expect(lines == ["0.25 USD"] && charges.map { $0.id } == ["video-3"])
  }
}

/// Names as the build-tool plugin writes them.
private enum Quiz: PolicyNames {
  static let policy = try! Policy(  // The text below compiles.
    source: """
      policy Quiz
      tiers free < pro
      product annual
        grants pro
      fact installed is a date
      fact platform is ios or watch
      bills > 500 requires pro
      questions > 3 per day requires pro
      feature export
      export requires pro
      export is off when installed before 2020-01-01
      export is off when platform is watch
      """)

  enum Platform: String, FactConvertible {
    case ios, watch
  }
}

extension MeterName where Names == Quiz {
  fileprivate static var bills: Self { Self("bills") }
  fileprivate static var questions: Self { Self("questions") }
}

extension ProductName where Names == Quiz {
  fileprivate static var annual: Self { Self("annual") }
}

extension FactName where Names == Quiz, Value == Instant {
  fileprivate static var installed: Self { Self("installed") }
}

extension FactName where Names == Quiz, Value == Quiz.Platform {
  fileprivate static var platform: Self { Self("platform") }
}
