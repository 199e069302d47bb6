import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

@testable import TollgateAppStore

/// Texts and documents that cannot be read: each is refused with the mistake and its place.
@Suite struct RefusalTests {
  let verifier = AppStoreVerifier.credulous()

  static let good = Fixture.transaction()

  @Test(arguments: [
    ("", "it is empty"),
    (" \n", "it is empty"),
    ("abc", "a signed text has 3 parts separated by points; this one has 1"),
    ("a.b.c.d", "a signed text has 3 parts separated by points; this one has 4"),
    ("!.b.c", "its header is not base64url; the text may be incomplete"),
    ("e30=.e30.", "its header is not base64url; the text may be incomplete"),
    ("W10.e30.AA", "its header is not a JSON object"),
    ("e30.e30.AA", "it must be signed with `ES256`, not with another algorithm"),
    ("{", "the JSON ends too early (line 1, column 2)"),
    ("{}", unknown), ("17", "a signed text has 3 parts separated by points; this one has 1"),
    (#"{"purchases": []}"#, unknown),
    (#"{"data": {}}"#, "data: expected a list"),
    (#"{"data": [1]}"#, "data[0]: expected an object"),
    (#"{"data": [{"lastTransactions": [{}]}]}"#, missing("data[0].lastTransactions[0].")),
    (#"{"signedTransactions": [1]}"#, "signedTransactions[0]: expected a signed text"),
    (#"{"signedPayload": 1}"#, "signedPayload: expected a non-empty text"),
    (#"{"signedTransactions": [], "hasMore": "yes"}"#, "hasMore: expected true or false"),
    ("[1]", "[0]: expected a signed text"),
    (#"["\#(good)", "x"]"#, "[1]: a signed text has 3 parts separated by points; this one has 1"),
    (#"{"data": [], "data": []}"#, "appears twice (line 1, column 14)"),
  ])
  func aDocument(_ document: String, _ text: String) async {
    #expect(await verifier.refusalText(of: document) == text)
  }

  static let unknown =
    "it is not a document of the App Store: expected a signed text, a list of them, a notification, a transaction history or a subscription status"

  static func missing(_ place: String) -> String {
    place + "signedTransactionInfo: missing; expected a signed text"
  }

  @Test(
    arguments: [
      (#"{"x5c":["AA==","AQ==","Ag=="]}"#, AppStoreRefusal.algorithm(nil)),
      (#"{"alg":7,"x5c":["AA==","AQ==","Ag=="]}"#, .algorithm(nil)),
      (#"{"alg":"none"}"#, .algorithm("none")),
      (#"{"alg":"HS256"}"#, .algorithm("HS256")),
      (#"{"alg":"es256"}"#, .algorithm(nil)),
      (#"{"alg":"ES256"}"#, .chainLength(0)),
      (#"{"alg":"ES256","x5c":"AA=="}"#, .chainLength(0)),
      (#"{"alg":"ES256","x5c":["AA==","AQ=="]}"#, .chainLength(2)),
      (#"{"alg":"ES256","x5c":["AA==","AQ==","Ag==","Aw=="]}"#, .chainLength(4)),
      (#"{"alg":"ES256","x5c":["AA","AQ==","Ag=="]}"#, .certificate(.leaf)),
      (#"{"alg":"ES256","x5c":["AA==",7,"Ag=="]}"#, .certificate(.intermediate)),
      (#"{"alg":"ES256","x5c":["AA==","AQ==","A_=="]}"#, .certificate(.root)),
      (#"{"alg":"ES256","crit":["exp"],"x5c":["AA==","AQ==","Ag=="]}"#, .criticalHeader),
    ] as [(String, AppStoreRefusal)])
  func aHeader(_ header: String, _ fault: AppStoreRefusal) async {
    let text = Fixture.sign("{}", header: header)
    #expect(await verifier.refusal(of: text)?.refusal == fault)
  }

  @Test(arguments: [0, 1, 63, 65, 71]) func aSignatureHas64Bytes(_ count: Int) async {
    let text = Fixture.sign(#"{"transactionId":"1"}"#, signature: count)
    #expect(await verifier.refusal(of: text)?.refusal == .signatureLength(count))
  }

  @Test(arguments: [
    ("transactionId", "", "this is a different kind of signed text"),
    (
      "originalTransactionId", "",
      "originalTransactionId: missing; expected a non-empty text"
    ),
    ("bundleId", "", "bundleId: missing; expected a non-empty text"),
    ("bundleId", "7", "bundleId: expected a non-empty text"),
    ("productId", #""""#, "productId: expected a non-empty text"),
    ("type", "", "type: missing; expected a non-empty text"),
    ("environment", "", "environment: missing; expected a non-empty text"),
    ("environment", #""Staging""#, "it comes from the environment `other`, which does not count"),
    ("signedDate", "", "signedDate: missing; expected a time in milliseconds since 1970"),
    ("signedDate", #""2026""#, "signedDate: expected a time in milliseconds since 1970"),
    ("purchaseDate", "1.5", "purchaseDate: expected a time in milliseconds since 1970"),
    (
      "purchaseDate", "9223372036854775807",
      "purchaseDate: expected a time in milliseconds since 1970"
    ),
    (
      "purchaseDate", "99999999999999999999",
      "purchaseDate: expected a time in milliseconds since 1970"
    ),
    ("expiresDate", "", "expiresDate: missing; expected a time in milliseconds since 1970"),
    ("expiresDate", "null", "expiresDate: missing; expected a time in milliseconds since 1970"),
    ("quantity", "-1", "quantity: expected a whole number, 0 or more"),
    ("price", "-1", "price: expected a whole number, 0 or more"),
    ("price", "29.99", "price: expected a whole number, 0 or more"),
    ("currency", #""yuan""#, "currency: expected a currency code such as CNY"),
    ("isUpgraded", "1", "isUpgraded: expected true or false"),
    ("commitmentInfo", "[]", "commitmentInfo: expected an object"),
  ])
  func aField(_ field: String, _ value: String, _ text: String) async {
    #expect(await verifier.refusalText(of: Fixture.transaction([field: value])) == text)
  }

  @Test func aKindInThePlaceOfAnother() async {
    let document = #"{"signedTransactionInfo": "\#(Fixture.renewal())"}"#
    #expect(
      await verifier.refusalText(of: document)
        == "signedTransactionInfo: this is a different kind of signed text")
    let result = await verifier.verify(Fixture.renewal())
    #expect(result == .invalid(.malformed))
    for text in [Fixture.transaction(), Fixture.appTransaction()] {
      await #expect(throws: AppStoreError(.kind)) { try await verifier.renewal(text) }
    }
  }

  @Test func hugeInputIsRefused() async {
    let text = [UInt8](repeating: UInt8(ascii: "A"), count: SignedText.mostBytes + 1)
    #expect(
      await verifier.refusal(of: String(decoding: text, as: UTF8.self))?.refusal
        == .tooLong(bytes: 262_145, most: 262_144))
    await #expect(throws: AppStoreError(.tooLong(bytes: 16_777_217, most: 16_777_216))) {
      try await verifier.read([UInt8](repeating: 0x20, count: 16_777_217))
    }
    let deep = String(repeating: "[", count: 1000)
    #expect(
      await verifier.refusalText(of: deep) == "it nests deeper than 64 levels (line 1, column 65)")
  }

  @Test func bytesThatAreNoText() async throws {
    for bytes in [[0xFF, 0xFE, 0x00], [0x00], [0xC3, 0x28, 0x2E, 0x2E], [0x7B, 0xFF]] as [[UInt8]] {
      await #expect(throws: AppStoreError.self) { try await verifier.read(bytes) }
    }
  }

  @Test func everyFaultHasItsWordsInBothLanguages() {
    let faults: [AppStoreRefusal] = [
      .empty, .tooLong(bytes: 2, most: 1), .unknownDocument, .parts(2), .encoding(.header),
      .unreadable(.payload), .algorithm("none"), .algorithm(nil), .criticalHeader,
      .missing(.text), .wrong(.list), .kind, .chainLength(2), .certificate(.leaf), .root,
      .marker(.intermediate), .notValid(.root, at: .init(milliseconds: 0)), .chain, .curve,
      .signatureLength(71), .signature, .unchecked, .app("a"), .appleID(1), .appleIDNeeded,
      .environment(.xcode), .length(product: "p"), .renewalAlone, .mismatch,
    ]
    for locale in ["en", "zh-Hans"] {
      let texts = faults.map { AppStoreError($0).description(in: locale) }
      #expect(Set(texts).count == texts.count)
      #expect(texts.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") && !$0.hasSuffix("。") })
    }
    #expect(AppStoreError(.root).description(in: "zh").contains("根证书"))
    for expected in AppStoreRefusal.Expected.allCases {
      #expect(AppStoreError(.wrong(expected)).description(in: "zh").hasPrefix("应为"))
    }
  }

  /// Without the trait everything is refused, with the reason.
  @Test(.enabled(if: !AppleSignatureCheck.isAvailable))
  func aBuildThatCannotCheckBelievesNobody() async {
    let verifier = AppStoreVerifier(
      AppStoreApp(bundleID: "com.example.app"), signatures: AppleSignatureCheck())
    #expect(await verifier.verify(Self.good) == .invalid(.signer))
    #expect(
      await verifier.refusalText(of: Self.good)
        == "this build cannot check Apple's signatures; build with the trait `AppStore`")
  }

  @Test func base64IsStrict() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 201) }
      for alphabet in [Base64.Alphabet.standard, .url] {
        let text = Base64.encode(bytes, alphabet)
        #expect(Base64.decode(text.utf8, alphabet) == bytes)
      }
    }
    #expect(Base64.encode(Array("Many hands".utf8), .standard) == "TWFueSBoYW5kcw==")
    for wrong in ["A", "AB", "AAAAA", "AA=", "AA==", "A+/A", "A A", "AA\n", "=", "===="] {
      #expect(Base64.decode(wrong.utf8, .url) == nil, "\(wrong)")
    }
    for wrong in ["A", "AA", "AAA", "AB==", "AAB=", "A===", "====", "A=AA", "A-_A", "AA==AA=="] {
      #expect(Base64.decode(wrong.utf8, .standard) == nil, "\(wrong)")
    }
  }
}

/// Faults are called by their names.
@Suite struct FaultNameTests {
  let verifier = AppStoreVerifier.credulous()

  @Test func aKeyThatIsThereTwice() async {
    let header = #"{"alg":"ES256","alg":"none","x5c":["AA==","AQ==","Ag=="]}"#
    let text = Fixture.sign("{}", header: header)
    #expect(
      await verifier.refusalText(of: text) == "its header: appears twice (line 1, column 16)")
    let other = Fixture.sign(#"{"a":1,"a":1}"#)
    #expect(
      await verifier.refusalText(of: other) == "its payload: appears twice (line 1, column 8)")
  }

  @Test func aTimeThatIsMissing() async {
    let text = Fixture.transaction(["signedDate": ""])
    #expect(
      await verifier.refusalText(of: text)
        == "signedDate: missing; expected a time in milliseconds since 1970")
  }

  @Test(
    "a retired product whose length is unknown gives nothing; the subscription beside it counts")
  func aProductWithoutLength() async throws {
    let season = Fixture.transaction([
      "transactionId": #""7""#, "originalTransactionId": #""7""#, "expiresDate": "",
      "productId": #""com.example.season""#, "type": #""Non-Renewing Subscription""#,
    ])
    let document =
      #"{"signedTransactions": ["\#(season)", "\#(season)", "\#(Fixture.transaction())"]}"#
    let reading = try await verifier.read(document)
    #expect(reading.records.map { $0.product } == ["com.example.pro.monthly"])
    #expect(reading.withoutLength == ["com.example.season"])
    let mapping = AppStoreMapping(lengths: ["com.example.season": .months(3)])
    let known = try await AppStoreVerifier.credulous(mapping: mapping).read(document)
    #expect(known.records.count == 3)
    #expect(known.withoutLength == [])
  }
}
