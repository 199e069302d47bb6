import Foundation
import Testing
import TollgateKit
import TollgatePurchases
import TollgateTesting
import TollgateUsage

/// Everything that an app prints is in words: no name of a module, no fields of a type.
@Suite struct DescriptionTests {
  private static let policy = try! Policy(  // The text below compiles.
    source: """
      policy Shop
      snooze prompts for 24h
      tiers free < pro
      product annual "Annual"
        grants pro
        price 12 CNY per year
        sold as "com.example.annual" on appstore
      product storage
        adds 10 to bills
        price 2 CNY once
      meter bills
      feature csv-export "CSV export"
      rollout new-editor is 50% of users
      feature editor
      setting history is 7 days
        30 days with pro
      fact beta is yes or no
      bills > 500 requires pro
        message "You have {used} bills."
        reminder at 400 gentle "{remaining} left"
      csv-export requires pro or beta
      editor requires pro unless in new-editor
      """)
  private static let now: Instant = "2026-03-01"
  private static let snapshot = Snapshot(
    subject: "ada", asOf: now,
    grants: [Grant(product: "annual", state: .expired, until: "2026-02-01", id: "t1")],
    usage: ["bills": Usage(total: Counter(500), day: Counter(3, resets: "2026-03-02"))],
    facts: ["beta": .yesOrNo(false)], dismissed: ["bills": now])
  private static let record = PurchaseRecord(
    transactionID: "t1", product: "annual", kind: .subscription, start: "2026-01-01",
    end: "2027-01-01", verification: .device)

  private static func decide(_ target: String) -> Decision {
    policy.decide(target, for: snapshot, at: now)
  }

  /// Whether a text is the dump of a type, as `print` makes it without a description.
  private static func isDump(_ text: String) -> Bool {
    if text.contains("Tollgate") { return true }
    // `Name(label: …` and `Optional(…`; a case with values, `expired(…`.
    return text.contains(/(^|[^\w`])(Optional\(|_?[A-Z]\w*\(\w+: |[a-z]\w*\((\w+: |"|\[))/)
  }

  @Test func aDumpIsFound() {
    struct Plain { var label = 1 }
    enum Cases { case one(Int, name: String), two(String) }
    #expect(Self.isDump("\(Plain())"))
    #expect(Self.isDump("\(Cases.two("a"))"))
    #expect(Self.isDump("\(Optional(1) as Any)"))
    #expect(!Self.isDump("bills: denied (limit-reached)"))
  }

  private static func decided() throws -> [Any] {
    let bills = decide("bills")
    let export = decide("csv-export")
    let history = policy.decide("history", for: snapshot, at: now)
    let prepared = policy.prepare(snapshot)
    let unknown = policy.decide("bills", for: Snapshot(), at: now)
    var values: [Any] = [
      now, Version(1, 4, 2), Window.day, Window.total, Counter(3), Usage(3), snapshot,
      Snapshot(), FactValue.version(Version(2)), Ask(), Ask(.reachingUnlimited), policy,
      bills, bills.verdict, bills.details, export.details, history.details,
      try #require(bills.quota), try #require(bills.reminder), try #require(export.prompt),
      try #require(history.value), SettingValue.seconds(604_800),
      try #require(policy.target("bills")),
      try #require(policy.place(of: bills.verdict)), bills.message(in: "en"), bills,
      policy.paywall(for: prepared, target: "bills", at: now), policy.planTable(at: now),
      policy.plainDescription(), PriceText.free(in: "en"), unknown.details,
      PolicyStore(policy, snapshot: snapshot).state,
      DecisionEvent(bills, snapshot: snapshot, policy: policy, at: now),
      BatchLine(target: "bills"), try Counter(3, then: [.init(at: "2026-03-02", used: 1)]),
    ]
    values += snapshot.grants + bills.blockers + export.blockers
    values += bills.waysIn + export.waysIn + unknown.waysIn
    values += policy.paywall(for: prepared, target: "bills", at: now).products
    let table = policy.planTable(at: now)
    values += table.rows
    values += table.columns
    for row in table.rows { values += row.cells.map(\.answer) as [Any] }
    values += DecisionEvent(decide("editor"), snapshot: snapshot, policy: policy, at: now).rollouts
    return values
  }

  private static func sold() throws -> [Any] {
    let ledger = try Ledger([record])
    let status = ledger.status(policy: policy, at: now)
    var tracker = StatusTracker(policy: policy)
    _ = tracker.observe(Ledger(), at: now)
    let observed = tracker.observe(ledger, at: now)
    let change = try #require(observed)
    return [
      record, status, try #require(status.plan), status.products, change,
      change.notices(PurchaseTerms()), PurchaseNotice.failing(id: "t1", attempts: 3),
      PurchaseNotice.subscriptionExpired(product: "annual", end: now),
      VerificationResult.genuine(record), VerificationResult.invalid(.signature),
      VerificationResult.unavailable(.networkError),
      PurchaseOutcome.purchased(record), PurchaseOutcome.scheduled(record),
      PurchaseOutcome.failed(.purchaseFailed(reason: "no money")),
      RestoreOutcome.restored(["annual"]), RestoreOutcome.failed(.userCancelled),
      try #require(Money("12", "CNY")), PurchaseTexts.standard[.restored],
    ]
  }

  private static var errors: [any Error] {
    let damaged = #"{"schema": 1, "grants": [{"product": 3}]}"#
    var errors: [any Error] = [
      GraphError.version(3), GraphError.impossible("rules"), CounterError.tooMany(2_000),
      CohortError.unknown("bils", kind: "meter"), InvalidProof.signature,
      PurchaseError.purchaseFailed(reason: "no money"), PurchaseError.networkError,
      GateMemoryError.unwritable(path: "gate.json", reason: "the disk is full"),
      JournalError.unwritable(path: "journal"),
      UsageError.notAMeter("csv-export"), UsageError.tooMuch(meter: "bills"),
      SimulationError.unknownProduct("anual"),
    ]
    do { _ = try Snapshot(json: damaged) } catch { errors.append(error) }
    do { _ = try Policy(source: "bills > 500 requires por") } catch { errors.append(error) }
    do { _ = try Policy(compiled: [1, 2, 3]) } catch { errors.append(error) }
    return errors
  }

  @Test func decisionsAndTheirPartsPrintInWords() throws {
    let values = try Self.decided()
    #expect(values.count > 40)
    for value in values { #expect(!Self.isDump("\(value)"), "\(type(of: value)): \(value)") }
  }

  @Test func purchasesPrintInWords() throws {
    for value in try Self.sold() {
      #expect(!Self.isDump("\(value)"), "\(type(of: value)): \(value)")
    }
  }

  @Test func errorsPrintInWords() {
    #expect(Self.errors.count == 14)
    for error in Self.errors {
      #expect(!Self.isDump("\(error)"), "\(type(of: error)): \(error)")
      #expect("\(error)".contains(" "), "\(type(of: error)): \(error)")
    }
  }

  @Test func theWordsSayWhatMatters() throws {
    let bills = Self.decide("bills")
    #expect("\(bills)" == "bills: denied (limit-reached)")
    #expect("\(Self.now)" == "2026-03-01T00:00:00Z")
    #expect("\(try #require(bills.quota))" == "500 of 500 used, 0 left")
    #expect(bills.waysIn.map { "\($0)" }.first == "buy annual (12 CNY per year)")
    #expect("\(Self.snapshot.grants[0])" == "annual, expired until 2026-02-01T00:00:00Z")
    #expect(
      "\(Self.snapshot.usage["bills"] ?? Usage())".hasPrefix("total 500; day 3, begins again"))
    #expect("\(SettingValue.seconds(604_800))" == "7 days")
  }
}
