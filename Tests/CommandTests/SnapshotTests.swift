import Foundation
import TestSupport
import Testing

@testable import tollgate

/// `tollgate snapshot`: from a document of a store to an answer.
@Suite struct SnapshotTests {
  private static let policy = Repository.url("Policies/ExpenseTracker.gate").path

  private static let product = "com.example.expensetracker.pro.annual"

  static let documents: [(source: String, text: String)] = [
    (
      "revenuecat",
      """
      {"request_date": "2026-03-01T08:00:00Z", "subscriber": {"original_app_user_id": "user-42",
        "subscriptions": {"\(product)": {"purchase_date": "2025-06-01T00:00:00Z",
          "expires_date": "2026-06-01T00:00:00Z", "store": "app_store", "is_sandbox": false}},
        "non_subscriptions": {}, "entitlements": {}}}
      """
    ),
    (
      "google-play",
      """
      {"kind": "androidpublisher#subscriptionPurchaseV2", "startTime": "2025-06-01T00:00:00Z",
        "subscriptionState": "SUBSCRIPTION_STATE_ACTIVE", "lineItems": [{"productId": "\(product)",
          "expiryTime": "2026-06-01T00:00:00Z", "autoRenewingPlan": {"autoRenewEnabled": true}}]}
      """
    ),
    (
      "stripe",
      """
      {"object": "subscription", "id": "sub_1", "customer": "cus_1", "livemode": true,
        "status": "active", "start_date": 1748736000, "items": {"object": "list",
          "has_more": false, "data": [{"id": "si_1", "quantity": 1,
            "current_period_start": 1748736000, "current_period_end": 1780272000,
            "price": {"id": "price_1", "lookup_key": "\(product)", "product": "prod_1"}}]}}
      """
    ),
    (
      "records",
      """
      {"schema": 1, "records": [{"transaction": "1", "product": "annual", "kind": "subscription",
        "start": "2025-06-01", "end": "2026-06-01", "verification": "server"}],
        "synced": {"": "2026-03-01T08:00:00Z"}}
      """
    ),
  ]

  private func snapshot(
    _ source: String, _ text: String, _ words: String...
  ) throws -> Shell.Result {
    let arguments = ["snapshot", Self.policy, "--from", source, "-"] + words
    return try Shell.run(Shell.tollgate, arguments, input: Data(text.utf8))
  }

  @Test(arguments: documents)
  func aDocumentBecomesAnAnswer(source: String, text: String) throws {
    let result = try snapshot(
      source, text, "--at", "2026-03-01T08:00Z", "--as-of", "2026-03-01T08:00Z")
    #expect(result.status == 0)
    #expect(result.errors == "")
    let json = try Command.object(result.output)
    #expect(json["asOf"] as? String == "2026-03-01T08:00:00Z")
    let grants = try #require(json["grants"] as? [[String: Any]])
    #expect(grants.map { $0["product"] as? String } == ["annual"])
    #expect(grants.first?["until"] as? String == "2026-06-01T00:00:00Z")
    for (time, status) in [("2026-05-31T23:59:59Z", Int32(0)), ("2026-06-01", 1)] {
      let check = try Command.run(
        "check", Self.policy, "csv-export", "--snapshot", "-", "--at", time, input: result.output)
      #expect(check.status == status)
      #expect(check.errors == "")
    }
  }

  @Test func aPipeLeadsFromTheStoreToTheAnswer() throws {
    let folder = try Folder(["customer.json": Self.documents[0].text])
    let result = try Command.shell(
      """
      "$tollgate" snapshot '\(Self.policy)' --from revenuecat customer.json --at 2026-03-01T08:00Z \
        | "$tollgate" access '\(Self.policy)' --snapshot - --at 2026-03-01T08:00Z
      """, in: folder.url)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.contains("tier    pro"))
  }

  @Test func whatOpensNothingIsToldOnStandardError() throws {
    let sandbox = Self.documents[0].text
      .replacingOccurrences(of: "\"is_sandbox\": false", with: "\"is_sandbox\": true")
    let result = try snapshot("revenuecat", sandbox, "--at", "2026-03-01T08:00Z")
    #expect(result.status == 0)
    #expect(try Command.object(result.output)["grants"] == nil)
    #expect(
      result.errors == "note: `\(Self.product)`: a test purchase, which does not count\n")
    let counted = try snapshot(
      "revenuecat", sandbox, "--at", "2026-03-01T08:00Z", "--environment", "sandbox")
    #expect(counted.errors == "")
    #expect(try Command.object(counted.output)["grants"] != nil)
    let unknown = Self.documents[0].text.replacingOccurrences(of: Self.product, with: "other")
    #expect(
      try snapshot("revenuecat", unknown).errors
        .hasPrefix("note: `other`: the policy does not have this product"))
  }

  @Test func aTimeThatIsNotToldIsSaidToBeTaken() throws {
    let result = try snapshot("google-play", Self.documents[1].text, "--at", "2026-03-02")
    #expect(try Command.object(result.output)["asOf"] as? String == "2026-03-02T00:00:00Z")
    #expect(
      result.errors
        == "note: a document from google-play does not say when it was read: "
        + "assumed 2026-03-02T00:00:00Z; --as-of sets it\n")
  }

  @Test func theAccountIsTheOneThatIsGiven() throws {
    let own = try snapshot("revenuecat", Self.documents[0].text)
    #expect(try Command.object(own.output)["subject"] as? String == "user-42")
    let given = try snapshot("revenuecat", Self.documents[0].text, "--account", "anna")
    #expect(try Command.object(given.output)["subject"] as? String == "anna")
    let records = Self.documents[3].text
      .replacingOccurrences(of: "\"product\"", with: "\"account\": \"anna\", \"product\"")
    let none = try snapshot("records", records)
    #expect(try Command.object(none.output)["grants"] == nil)
    #expect(none.errors == "note: 1 purchase of another account was left out\n")
    let hers = try snapshot("records", records, "--account", "anna")
    #expect(try Command.object(hers.output)["grants"] != nil)
  }

  @Test func severalFilesAreOnePerson() throws {
    let folder = try Folder([
      "a": Self.documents[1].text, "b": "[]", "c": "{\"kind\": \"x\"}",
    ])
    let words = ["snapshot", Self.policy, "--from", "google-play", "--as-of", "2026-03-01"]
    let both = try Shell.run(Shell.tollgate, words + [folder["b"], folder["a"]])
    #expect(try Command.object(both.output)["grants"] != nil)
    let bad = try Shell.run(Shell.tollgate, words + [folder["a"], folder["c"]])
    #expect(bad.status == 2)
    #expect(bad.output == "")
    #expect(
      bad.errors.hasPrefix(
        "Error: \(folder["c"]) cannot be read as google-play: it is not a Google Play document"))
  }

  @Test(arguments: documents)
  func damageIs2AndNamesThePlace(source: String, text: String) throws {
    for damaged in ["", "{", "[1]", "\"S3CR3T\"", String(text.dropLast(3))] {
      let result = try snapshot(source, damaged)
      #expect(result.status == 2, "\(damaged)")
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("Error: standard input cannot be read as \(source): "))
      #expect(!result.errors.contains("S3CR3T"))
    }
  }

  /// A document of the future makes every decision as if it were that time, so it is told.
  @Test(arguments: [
    ("9999-01-01", true), ("2026-03-01T08:06Z", true), ("2026-03-01T08:05Z", false),
  ])
  func aDocumentOfTheFutureIsTold(asOf: String, isTold: Bool) throws {
    let stripe = try #require(Self.documents.first { $0.0 == "stripe" })
    let result = try snapshot("stripe", stripe.1, "--at", "2026-03-01T08:00Z", "--as-of", asOf)
    #expect(result.status == 0)
    #expect(result.errors.contains("which is in the future") == isTold, "\(result.errors)")
  }

  @Test func anIncompleteListIsRefused() throws {
    let result = try snapshot("stripe", "{\"object\": \"list\", \"has_more\": true, \"data\": []}")
    #expect(result.status == 2)
    #expect(result.errors.contains("stripe: has_more: the list is incomplete"))
  }

  @Test(arguments: [
    ["--from", "nonsense", "-"], ["--from", "records"], ["-"], ["--from", "records", "-", "-"],
    ["--from", "records", "-", "--at", "soon"], ["--from", "records", "-", "--as-of", "soon"],
    ["--from", "records", "-", "--environment", "moon"],
  ]) func nonsenseIs64(words: [String]) throws {
    let result = try Shell.run(Shell.tollgate, ["snapshot", Self.policy] + words)
    #expect(result.status == 64)
    #expect(result.output == "")
  }

  @Test func aPolicyOrAFileThatIsNotThereIs2() throws {
    let folder = try Folder(["a.gate": "bills >"])
    for words in [["nowhere.gate", "-"], [folder["a.gate"], "-"], [Self.policy, folder["x"]]] {
      let result = try Shell.run(
        Shell.tollgate, ["snapshot", "--from", "records"] + words,
        input: Data(Self.documents[3].text.utf8))
      #expect(result.status == 2)
      #expect(result.output == "")
    }
  }

  /// The list of sources is sorted, and has each that is declared.
  @Test func everySourceIsInTheList() throws {
    let names = SnapshotSource.all.map { $0.name }
    #expect(names == names.sorted())
    let sources = try Repository.files(below: "Sources/Tools/tollgate/Snapshot", endingIn: ".swift")
      .flatMap { try Repository.text($0).components(separatedBy: "= SnapshotSource(").dropFirst() }
    #expect(sources.count == names.count)
    let help = try Command.run("snapshot", "--help").output
    for name in names { #expect(help.contains("\(name): ")) }
  }

  @Test func aDocumentThatDoesNotNameItsProductIsToldIt() throws {
    let document = """
      {"kind": "androidpublisher#productPurchase", "purchaseTimeMillis": "1735689600000",
        "purchaseState": 0, "orderId": "GPA.1"}
      """
    let times = ["--at", "2026-03-01", "--as-of", "2026-03-01"]
    let unnamed = try snapshot("google-play", document, times[0], times[1], times[2], times[3])
    #expect(unnamed.status == 2)
    #expect(unnamed.errors.contains("productId: missing"))
    let named = try snapshot(
      "google-play", document, times[0], times[1], times[2], times[3], "--product-id", "lifetime")
    #expect(named.status == 0)
    #expect(named.output.contains("\"product\": \"lifetime\""))
  }

  @Test func pagesOfAListAreOneList() throws {
    func page(_ key: String, hasMore: Bool) -> String {
      """
      {"object": "list", "url": "/v1/entitlements/active_entitlements", "has_more": \(hasMore),
        "data": [{"object": "entitlements.active_entitlement", "id": "ent_\(key)",
          "livemode": true, "lookup_key": "\(key)"}]}
      """
    }
    let folder = try Folder([
      "a.json": page("gold", hasMore: true), "b.json": page("pro", hasMore: false),
    ])
    func read(_ names: String...) throws -> Shell.Result {
      try Shell.run(
        Shell.tollgate,
        ["snapshot", Self.policy, "--from", "stripe"] + names.map { folder[$0] }
          + ["--as-of", "2026-03-01", "--at", "2026-03-01"])
    }
    let whole = try read("a.json", "b.json")
    #expect(whole.status == 0, "\(whole.errors)")
    #expect(whole.output.contains("\"entitlement\": \"pro\""))
    for names in [["a.json"], ["b.json", "a.json"]] {
      let part = try names.count == 1 ? read(names[0]) : read(names[0], names[1])
      #expect(part.status == 2)
      #expect(part.errors.contains("the list is incomplete"))
    }
  }

  @Test func aRootForTestsNeverOpensProduction() throws {
    let app = ["--bundle-id", "com.example.app"]
    for more in [["--root", "x.pem"], ["--root", "x.pem", "--environment", "production"]] {
      let result = try Shell.run(
        Shell.tollgate, ["snapshot", Self.policy, "--from", "app-store", "-"] + app + more)
      #expect(result.status == 64)
      #expect(result.errors.contains("never opens anything in production"))
    }
    let xcode = try Shell.run(
      Shell.tollgate,
      ["snapshot", Self.policy, "--from", "app-store", "-", "--environment", "xcode"] + app)
    #expect(xcode.status == 64)
    #expect(xcode.errors.contains("so it cannot be checked"))
    let lasts = try Shell.run(
      Shell.tollgate,
      ["snapshot", Self.policy, "--from", "app-store", "-", "--lasts", "season"] + app)
    #expect(lasts.status == 64)
  }
}
