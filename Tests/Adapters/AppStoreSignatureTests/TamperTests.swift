import Foundation
import Testing
import TollgateAppStore
import TollgatePurchases

/// A text that was changed, cut or combined is never accepted, and no error quotes it.
@Suite struct TamperTests {
  let authority: Authority
  let verifier: AppStoreVerifier

  init() throws {
    authority = try Authority()
    verifier = .trusting(authority)
  }

  @Test func noByteMayChange() async throws {
    let text = Array(try authority.text(transaction()).utf8)
    let signature = (text.lastIndex(of: UInt8(ascii: ".")) ?? 0)..<text.count
    // Every byte of the signature, and every seventh of the rest.
    let places = stride(from: 0, to: signature.lowerBound, by: 7) + Array(signature)
    #expect(places.count > 400)
    var random = Generator(seed: 20_261_121)
    let letters = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.\n\0".utf8)
    for place in places {
      var changed = text
      repeat {
        changed[place] = letters[random.next(letters.count)]
      } while changed[place] == text[place]
      let result = await verifier.verify(String(decoding: changed, as: UTF8.self))
      guard case .invalid = result else {
        Issue.record("byte \(place) as \(changed[place]), seed 20261121: \(result)")
        continue
      }
    }
  }

  @Test func aCutTextIsRefused() async throws {
    let text = try authority.text(transaction())
    for count in stride(from: 0, to: text.utf8.count, by: 17) {
      guard case .invalid = await verifier.verify(String(text.prefix(count))) else {
        Issue.record("cut at \(count)")
        continue
      }
    }
    for wrong in [text + "A", text + ".", text + "." + text, "." + text, text + "\0"] {
      #expect(await verifier.refusal(of: wrong) != nil)
      #expect(await verifier.verify(wrong).error == .verificationFailed)
    }
  }

  @Test func aPayloadWithAnothersSignatureIsRefused() async throws {
    let monthly = try authority.text(transaction()).split(separator: ".")
    let lifetime = try authority.text(
      transaction(["type": #""Non-Consumable""#, "expiresDate": ""])
    ).split(separator: ".")
    let mixed = [monthly[0], lifetime[1], monthly[2]].joined(separator: ".")
    #expect(await verifier.verify(mixed) == .invalid(.signature))
  }

  @Test func aHugeTextIsRefusedUnread() async throws {
    let huge = String(repeating: "A", count: 300_000) + ".A.A"
    #expect(
      await verifier.refusal(of: huge)?.refusal == .tooLong(bytes: 300_004, most: 262_144))
  }

  /// No error contains a part of the text.
  @Test func noErrorTellsOfTheText() async throws {
    let secret = #""SECRET""#
    let fields = [
      "appAccountToken": secret, "webOrderLineItemId": secret, "offerIdentifier": secret,
      "storefront": secret, "subscriptionGroupIdentifier": secret, "appTransactionId": secret,
    ]
    var texts = [try authority.text(transaction(fields), signature: { $0.reversed() })]
    for field in ["purchaseDate", "expiresDate", "price", "quantity", "isUpgraded", "signedDate"] {
      texts.append(try authority.text(transaction(fields.merging([field: secret]) { $1 })))
    }
    texts.append(try authority.text(transaction(fields), header: #"{"alg":"SECRET","x5c":CHAIN}"#))
    texts.append("{\"\(texts[0])\": ")
    texts.append("[\"\(texts[0])\", {\"\(texts[0])\": 1}]")
    texts.append("{\"signedPayload\": \"\(texts[0])\"}")
    for text in texts {
      let error = try #require(await verifier.refusal(of: text))
      for said in ["\(error)", String(reflecting: error), error.description(in: "zh"), error.path] {
        #expect(!said.contains("SECRET"))
        #expect(!said.contains("eyJ"))
      }
    }
    let genuine = try await verifier.transaction(try authority.text(transaction(fields)))
    var dumped = ""
    dump(genuine, to: &dumped)
    #expect(!"\(genuine) \(String(reflecting: genuine)) \(dumped)".contains("SECRET"))
    #expect(genuine.appAccountToken == "SECRET")
  }
}

/// A generator that gives the same numbers for the same seed.
struct Generator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 to below `end`.
  mutating func next(_ end: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % end
  }
}
