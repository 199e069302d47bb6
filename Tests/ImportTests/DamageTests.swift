import Foundation
import Testing
import TollgateKit
import TollgateImports

/// Documents that are damaged, malformed or hostile: each gives an error with its place or is read,
/// and never crashes the program.
@Suite struct DamageTests {
  private func problem(_ text: String, as source: String) -> SnapshotError? {
    do {
      _ = try Documents.read(text, as: source)
      return nil
    } catch {
      return error as? SnapshotError
    }
  }

  @Test(arguments: Documents.all)
  func aDocumentThatIsCutIsRefused(source: String, text: String) throws {
    let bytes = Array(text.utf8)
    for length in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: SnapshotError.self) {
        try Documents.read(Data(bytes[..<length]), as: source)
      }
    }
  }

  /// Every place of a document gets every kind of value. The document is read completely, or
  /// refused with a path to the place or its surroundings.
  @Test(arguments: Documents.all)
  func aWrongValueAnywhereIsRefusedAtItsPlaceOrIgnored(source: String, text: String) throws {
    let document = try JSONSerialization.jsonObject(
      with: Data(text.utf8), options: .fragmentsAllowed)
    var refused = 0
    for place in Place.all(in: document) {
      for value in Place.values {
        let changed = Doc.text(place.replacing(with: value, in: document))
        guard let error = problem(changed, as: source) else { continue }
        refused += 1
        #expect(
          place.text.hasPrefix(error.path) || error.path.hasPrefix(place.text),
          "\(place.text) = \(value): \(error.description(in: "en"))")
        #expect(error.description(in: "en") != error.description(in: "zh-Hans"))
      }
    }
    #expect(refused > 20)
  }

  @Test(arguments: ["revenuecat", "google-play", "stripe"])
  func whatIsNoDocumentIsRefused(source: String) throws {
    let deep = String(repeating: "[", count: 100_000)
    for text in [
      "", " ", "null", "1", "\"x\"", "{}", "[1]", "{\"kind\":\"x\"}", deep, "{\"a\":1,\"a\":2}",
    ] {
      #expect(problem(text, as: source) != nil, "\(text.prefix(20))")
    }
    let notUTF8 = Data([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])
    #expect(throws: SnapshotError.self) { try Documents.read(notUTF8, as: source) }
    let huge = Data(repeating: 0x20, count: (16 << 20) + 1)
    #expect(throws: SnapshotError.self) { try Documents.read(huge, as: source) }
  }

  static let refusals: [(String, String, String, String)] = [
    (
      "revenuecat", RevenueCatDocument.subscribed(["expires_date": 12]),
      "subscriber.subscriptions[\"com.shop.annual\"].expires_date", "expected an instant"
    ),
    (
      "revenuecat", RevenueCatDocument.subscribed(["purchase_date": nil]),
      "subscriber.subscriptions[\"com.shop.annual\"].purchase_date", "missing"
    ),
    (
      "revenuecat", RevenueCatDocument.subscribed(["is_sandbox": "false"]),
      "subscriber.subscriptions[\"com.shop.annual\"].is_sandbox", "true or false"
    ),
    (
      "revenuecat", RevenueCatDocument.subscribed(["is_sandbox": nil]),
      "subscriber.subscriptions[\"com.shop.annual\"].is_sandbox", "missing"
    ),
    (
      "stripe",
      Doc.text([
        "object": "event", "created": Int64.max,
        "data": ["object": StripeDocument.subscription("active")],
      ]), "created", "an instant between the years 1 and 9999"
    ),
    (
      "google-play",
      GooglePlayDocument.subscription(
        "ACTIVE", items: [GooglePlayDocument.item(["expiryTime": "2026-02-30T00:00:00.123456Z"])]),
      "lineItems[0].expiryTime", "no such day"
    ),
    (
      "google-play", GooglePlayDocument.product(["purchaseTimeMillis": "soon"]),
      "purchaseTimeMillis", "whole number"
    ),
    (
      "google-play", GooglePlayDocument.product(["kind": "androidpublisher#subscriptionPurchase"]),
      "", "not a Google Play document"
    ),
    (
      "stripe", Doc.text(StripeDocument.list([], hasMore: true)), "has_more",
      "the list is incomplete"
    ),
    (
      "stripe",
      StripeDocument.event(
        StripeDocument.summary([], hasMore: true),
        type: "entitlements.active_entitlement_summary.updated"),
      "data.object.entitlements.has_more", "the list is incomplete"
    ),
    (
      "stripe",
      Doc.text(
        StripeDocument.subscription(
          "active", ["items": StripeDocument.list([StripeDocument.item()], hasMore: true)])),
      "items.has_more", "the list is incomplete"
    ),
    (
      "stripe",
      Doc.text(
        StripeDocument.subscription(
          "active", items: [StripeDocument.item(["current_period_end": nil])])),
      "items.data[0].current_period_end", "missing"
    ),
    ("stripe", "{\"object\": \"invoice\"}", "object", "not a Stripe object"),
    (
      "stripe",
      Doc.text(
        StripeDocument.list([
          StripeDocument.subscription("active"),
          StripeDocument.subscription("active", ["customer": "cus_2"]),
        ])),
      "data[1].customer", "another customer"
    ),
  ]

  @Test(arguments: refusals)
  func theErrorNamesThePlace(source: String, text: String, path: String, words: String) throws {
    let error = try #require(problem(text, as: source))
    #expect(error.path == path)
    #expect(error.description(in: "en").contains(words))
  }

  /// From the year 1 to the end of 9999; beyond, no date names an instant.
  @Test func instantsAtTheEndsOfTimeAreTaken() throws {
    for seconds in [253_402_300_799, -62_135_596_800, 0] as [Int64] {
      let object = StripeDocument.subscription(
        "active", items: [StripeDocument.item(["current_period_end": seconds])],
        ["start_date": seconds, "trial_end": seconds, "cancel_at": seconds])
      let imported = try StripeDocument.read(object)
      _ = imported.snapshot().json()
      #expect(imported.opens() == false)
    }
    for milliseconds in ["253402300799999", "-62135596800000"] {
      let document = GooglePlayDocument.product(["purchaseTimeMillis": milliseconds])
      #expect(try GooglePlayDocument.read(document).opens() == (milliseconds.hasPrefix("-")))
    }
  }

  @Test func manyPurchasesAreRead() throws {
    let purchases = (0..<5000).map { index in
      Doc.changing(RevenueCatDocument.purchase, ["store_transaction_id": "id\(index)"])
    }
    let document = RevenueCatDocument.customer(purchases: ["com.shop.forever": purchases])
    let imported = try RevenueCatDocument.read(document)
    #expect(imported.snapshot().grants.count == 5000)
    #expect(imported.notes(policy: Shop.policy).isEmpty)
  }
}

/// A place in a document.
private struct Place {
  var steps: [Step]

  enum Step {
    case key(String)
    case element(Int)
  }

  static var values: [Any] {
    [NSNull(), true, -1, 3.5, "text", "", [Any](), [String: Any](), ["x": 1], [[[1]]]]
  }

  static func all(in value: Any) -> [Place] {
    var places: [Place] = []
    if let object = value as? [String: Any] {
      for (key, member) in object.sorted(by: { $0.key < $1.key }) {
        places.append(Place(steps: [.key(key)]))
        places += all(in: member).map { Place(steps: [.key(key)] + $0.steps) }
      }
    } else if let list = value as? [Any] {
      for (index, element) in list.enumerated() {
        places.append(Place(steps: [.element(index)]))
        places += all(in: element).map { Place(steps: [.element(index)] + $0.steps) }
      }
    }
    return places
  }

  /// The path in an error.
  var text: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .element(let index): text += "[\(index)]"
      case .key(let key) where key.contains(".") || key.contains("$"): text += "[\"\(key)\"]"
      case .key(let key): text += text.isEmpty ? key : "." + key
      }
    }
  }

  func replacing(with new: Any, in value: Any) -> Any {
    guard let step = steps.first else { return new }
    let rest = Place(steps: Array(steps.dropFirst()))
    switch step {
    case .key(let key):
      var object = value as? [String: Any] ?? [:]
      object[key] = rest.replacing(with: new, in: object[key] ?? NSNull())
      return object
    case .element(let index):
      var list = value as? [Any] ?? []
      list[index] = rest.replacing(with: new, in: list[index])
      return list
    }
  }
}
