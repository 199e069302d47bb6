import Crypto
import Foundation

enum P256Signature {
  /// A signature in DER, as certificates have it and signed texts must not.
  static func der(_ raw: [UInt8]) throws -> Data {
    try P256.Signing.ECDSASignature(rawRepresentation: raw).derRepresentation
  }
}
