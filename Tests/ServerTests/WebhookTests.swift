import Foundation
import Testing
import TollgateKit
import TollgateUsage

@testable import TollgateServer

@Suite("Webhook: signatures")
struct WebhookSignatureTests {
  /// RFC 4231, 4.2 to 4.8: the key, the data and the HMAC-SHA256 in hexadecimal digits.
  static let vectors: [(key: String, data: String, sign: String)] = [
    (
      String(repeating: "0b", count: 20), "4869205468657265",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      String(repeating: "aa", count: 20), String(repeating: "dd", count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      "0102030405060708090a0b0c0d0e0f10111213141516171819", String(repeating: "cd", count: 50),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
    ),
    (
      String(repeating: "aa", count: 131),
      "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d20"
        + "48617368204b6579204669727374",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      String(repeating: "aa", count: 131),
      "5468697320697320612074657374207573696e672061206c6172676572207468616e20626c6f636b2d73"
        + "697a65206b657920616e642061206c6172676572207468616e20626c6f636b2d73697a652064617461"
        + "2e20546865206b6579206e6565647320746f20626520686173686564206265666f7265206265696e67"
        + "20757365642062792074686520484d414320616c676f726974686d2e",
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ]

  @Test("The HMAC is that of RFC 4231", arguments: vectors.indices)
  func hmac(_ place: Int) throws {
    let vector = WebhookSignatureTests.vectors[place]
    let key = try #require(HMACSHA256.bytes(hex: vector.key))
    let data = try #require(HMACSHA256.bytes(hex: vector.data))
    #expect(HMACSHA256.hex(HMACSHA256.sign(data, with: key)) == vector.sign)
  }

  @Test("A signature that another program made is accepted")
  func other() async throws {
    let hooks = try Webhooks()
    let answer = await hooks.shop.ask(
      "POST", "/v1/webhooks/stripe", #"{"a":1}"#,
      headers: [
        "Stripe-Signature":
          "t=1780315200,v1=00,v1=3a9529554044a98850cdeef7278311f53dea31becbedc9ccc7be3a900868da6e,"
          + "v0=11"
      ])
    // It is genuine, and no event.
    #expect(answer.text.contains("type"))
    #expect(!answer.text.contains("prove"))
  }

  @Test("What Stripe did not sign just now is refused, and changes nothing")
  func refused() async throws {
    let hooks = try Webhooks()
    let body = Sent.event("customer.subscription.created", at: 0, Sent.subscription(user: "ada"))
    let good = Webhooks.signature(body, at: Sent.noon)
    let headers = [
      "", "t=,v1=", "v1=" + good.split(separator: "=")[2], "t=\(Sent.noon)",
      good.replacingOccurrences(of: "v1", with: "v0"), String(good.dropLast()), good + "0",
      Webhooks.signature(body, at: Sent.noon, secret: "whsec_other"),
      Webhooks.signature(body + " ", at: Sent.noon),
      Webhooks.signature(body, at: Sent.noon - 301), Webhooks.signature(body, at: Sent.noon + 301),
      good.replacingOccurrences(of: "\(Sent.noon)", with: "\(Sent.noon + 1)"),
      "t=99999999999999999999,v1=00", "t=-1,v1=00", String(repeating: "v1=00,", count: 2000),
    ]
    for header in headers {
      let answer = await hooks.shop.ask(
        "POST", "/v1/webhooks/stripe", body, headers: ["Stripe-Signature": header])
      #expect(answer.status == 400, "\(header)")
    }
    #expect(try await hooks.documents("user").isEmpty)
    for header in [
      good, Webhooks.signature(body, at: Sent.noon, secret: "whsec_old"),
      Webhooks.signature(body, at: Sent.noon - 300), Webhooks.signature(body, at: Sent.noon + 300),
    ] {
      let answer = await hooks.shop.ask(
        "POST", "/v1/webhooks/stripe", body, headers: ["Stripe-Signature": header])
      #expect(answer.status == 200, "\(header)")
    }
    #expect(try await hooks.isPro("ada"))
  }

  @Test("RevenueCat shows the value that is set, and nothing like it")
  func revenueCat() async throws {
    let hooks = try Webhooks()
    let body = Sent.revenueCat("INITIAL_PURCHASE", at: 0)
    for value in ["", "shared", "bearer shared", "Bearer shared ", "Bearer share", "Bearer"] {
      let answer = await hooks.shop.ask(
        "POST", "/v1/webhooks/revenuecat", body, headers: ["Authorization": value])
      #expect(answer.status == 401, "\(value)")
    }
    #expect(await hooks.revenueCat(body).status == 200)
  }

  @Test("A push shows a token of Google's for this subscription")
  func googlePlay() async throws {
    let hooks = try Webhooks()
    let notice = Sent.notice(4, at: 0)
    let now = hooks.now
    let seconds = now.milliseconds / 1000
    let good = Webhooks.token(at: now)
    let tokens = [
      "", "a.b.c", "..", good + "A", String(good.dropLast(2)), "x" + good,
      good.split(separator: ".").dropLast().joined(separator: "."),
      Webhooks.token(at: now, head: #"{"alg":"none","kid":"k1"}"#),
      Webhooks.token(at: now, head: #"{"alg":"HS256","kid":"k1"}"#),
      Webhooks.token(at: now, head: #"{"alg":"RS256","kid":"k2"}"#),
      Webhooks.token(at: now, head: #"{"alg":"RS256"}"#),
      Webhooks.token(at: now, head: #"{"alg":"RS256","kid":"k1","crit":["x"]}"#),
      Webhooks.token(at: now, ["iss": #""https://evil.example.com""#]),
      Webhooks.token(at: now, ["aud": #""https://gate.example.org""#]),
      Webhooks.token(at: now, ["aud": nil]), Webhooks.token(at: now, ["email": #""a@b.c""#]),
      Webhooks.token(at: now, ["email_verified": "false"]),
      Webhooks.token(at: now, ["email_verified": #""true""#]),
      Webhooks.token(at: now, ["exp": "\(seconds - 300)"]),
      Webhooks.token(at: now, ["iat": "\(seconds + 301)"]),
      Webhooks.token(at: now, ["exp": "\(seconds + 90000)"]),
      Webhooks.token(at: now, ["exp": "9223372036854775807"]),
      Webhooks.token(at: now, ["iat": nil]),
      Webhooks.token(at: now, ["iat": "-1"]), Webhooks.token(at: now, ["exp": nil]),
    ]
    for token in tokens {
      #expect(await hooks.googlePlay(notice, token: token).status == 401, "\(token)")
    }
    #expect(await hooks.googlePlay(notice).status == 200)
    let other = Webhooks.token(at: now, ["iss": #""accounts.google.com""#])
    #expect(await hooks.googlePlay(notice, token: other).status == 200)
  }

  @Test("A sender that nothing is known of is not listened to")
  func silent() async throws {
    let shop = try ServedShop()
    for sender in ["stripe", "revenuecat", "app-store", "google-play"] {
      #expect(await shop.ask("POST", "/v1/webhooks/\(sender)", "{}").status == 404)
    }
    let hooks = try Webhooks { $0.webhooks.stripe = [""] }
    let body = Sent.event("x", at: 0, "{}")
    let header = Webhooks.signature(body, at: Sent.noon, secret: "")
    let answer = await hooks.shop.ask(
      "POST", "/v1/webhooks/stripe", body, headers: ["Stripe-Signature": header])
    #expect(answer.status == 400)
  }

  @Test("The key in a certificate is found, and no other text breaks the search")
  func certificate() throws {
    func der(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
      let content = parts.flatMap { $0 }
      let length: [UInt8] =
        content.count < 0x80
        ? [UInt8(content.count)] : [0x82, UInt8(content.count >> 8), UInt8(content.count & 255)]
      return [tag] + length + content
    }
    let key = der(0x30, der(0x30, [6, 1, 42]), der(0x03, [UInt8](repeating: 5, count: 270)))
    let empty = der(0x30)
    let body = der(
      0x30, der(0xA0, [2, 1, 2]), der(0x02, [9]), empty, empty, empty, empty, key, der(0xA3))
    let certificate = der(0x30, body, empty, der(0x03, [0]))
    #expect(CertificateKey.publicKey(in: certificate) == key)
    for count in certificate.indices.dropLast(8) {
      _ = CertificateKey.publicKey(in: Array(certificate.prefix(count)))
    }
    for bytes: [UInt8] in [[], [0x30], [0x30, 0x85, 1, 1, 1, 1, 1], [0x30, 0xFF], [0x30, 0x80]] {
      #expect(CertificateKey.publicKey(in: bytes) == nil)
    }
  }
}
