public import TollgateAppStore
import TollgateRuntime

/// The proof of who sends webhooks; a sender without one is not listened to.
///
/// ```swift
/// options.webhooks.stripe = ["whsec_…"]
/// options.webhooks.appStore = AppStoreVerifier(
///   AppStoreApp(bundleID: "com.example.app", appleID: 1_234_567_890),
///   signatures: AppleSignatureCheck())
/// ```
public struct WebhookSecrets: Sendable {
  /// The signing secrets of Stripe's endpoint (`whsec_…`): more than one while one is replaced.
  public var stripe: [String] = []
  /// The value of RevenueCat's `Authorization` header: more than one while one is replaced.
  public var revenueCat: [String] = []
  /// Accepts what Apple signed for one app; nil for none. The account of a purchase is its
  /// `appAccountToken`, whatever the verifier's mapping says.
  public var appStore: AppStoreVerifier?
  /// Accepts what Google Play pushes; nil for none.
  public var googlePlay: GooglePlayPush?

  /// No secrets.
  public init() {}
}

/// A service that sells, and tells the server of it.
enum Sender: String, Sendable, Hashable, CaseIterable {
  case stripe
  case revenueCat = "revenuecat"
  case appStore = "app-store"
  case googlePlay = "google-play"

  /// An id of the service that can be kept: a longer one, and one that is a secret, by its hash.
  ///
  /// - Returns: Nil for a text that is no id.
  func id(_ text: String?) -> String? {
    guard let text, !text.isEmpty, !text.utf8.contains(0) else { return nil }
    return UserID.canBe(text) ? text : Sender.digest(text)
  }

  /// The id of a purchase token. With the token its purchase could be read, so it is not kept.
  static func token(_ token: String) -> String { digest(token) }

  private static func digest(_ text: String) -> String {
    "sha256:" + HMACSHA256.hex(HMACSHA256.hash(Array(text.utf8)))
  }
}

/// HMAC (RFC 2104) with SHA-256: a text's signature by a secret that both sides have.
enum HMACSHA256 {
  private static let blockBytes = 64

  /// The 32 bytes of the signature of a message.
  static func sign(_ message: [UInt8], with secret: [UInt8]) -> [UInt8] {
    var key = secret.count > blockBytes ? hash(secret) : secret
    key += [UInt8](repeating: 0, count: blockBytes - key.count)
    let inner = hash(key.map { $0 ^ 0x36 } + message)
    return hash(key.map { $0 ^ 0x5C } + inner)
  }

  static func hash(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes[...]) }

  /// Two digits for each byte.
  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The bytes of hexadecimal digits; nil for another text.
  static func bytes(hex text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text.utf8 {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue.map({ UInt8($0) }) else {
        return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }
}

/// The header by which Stripe proves that it sent a webhook: `t=1492774577,v1=5257a869…`. A `v1` is
/// the HMAC-SHA256 of the time, a point and the body; there are several while a secret is replaced.
struct StripeSignature {
  /// How far the time may be from the server's clock on either side, in milliseconds: what is older
  /// may be a repetition by somebody who saw it.
  static let tolerance: Int64 = 300_000
  /// The longest header, in bytes.
  private static let mostBytes = 4096

  /// The time as it was written: it is a part of what is signed.
  private let time: Substring
  private let instant: Instant
  private let signatures: [[UInt8]]

  /// Reads the header; nil for another text.
  init?(_ header: String) {
    guard header.utf8.count <= StripeSignature.mostBytes else { return nil }
    var time: Substring?
    var signatures: [[UInt8]] = []
    for part in header.split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { continue }
      switch pair[0].filter({ $0 != " " }) {
      case "t": time = pair[1]
      case "v1":
        if let bytes = HMACSHA256.bytes(hex: pair[1]) { signatures.append(bytes) }
      // An older scheme (`v0`) proves nothing.
      default: continue
      }
    }
    guard let time, time.utf8.count <= 12, time.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      let seconds = Int64(time)
    else { return nil }
    self.time = time
    self.signatures = signatures
    instant = Instant(milliseconds: seconds * 1000)
  }

  /// Whether one of the secrets made one of the signatures.
  func proves(_ body: [UInt8], secrets: [String]) -> Bool {
    let message = Array(time.utf8) + [UInt8(ascii: ".")] + body
    var isGenuine = false
    for secret in secrets where !secret.isEmpty {
      let own = HMACSHA256.sign(message, with: Array(secret.utf8))
      for signature in signatures where own.isSame(as: signature) { isGenuine = true }
    }
    return isGenuine
  }

  /// Whether it was made about now.
  func isTimely(at now: Instant) -> Bool {
    abs(now.milliseconds - instant.milliseconds) <= StripeSignature.tolerance
  }
}
