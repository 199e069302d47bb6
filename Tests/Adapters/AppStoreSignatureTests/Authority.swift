import Crypto
import Foundation
import SwiftASN1
import TollgateAppStore
import X509

/// Our own root, intermediate and leaf, like Apple's or with one mistake.
struct Authority {
  var roots: TrustedRoots { TrustedRoots(certificates: [chain[2]]) }
  /// The leaf, the intermediate and the root, as DER.
  let chain: [[UInt8]]
  /// Another certificate of the root's key and name, as DER.
  let otherRoot: [UInt8]
  let sign: @Sendable ([UInt8]) throws -> [UInt8]

  /// The properties of the certificates.
  struct Recipe {
    var leafMarker = true
    var intermediateMarker = true
    var intermediateIsAuthority = true
    /// Days since the beginning of 2026.
    var leafDays = -30..<365
    var intermediateDays = -365..<2000
    var rootDays = -3650..<3650
    /// A signer's key on P-384.
    var wrongCurve = false
    /// The leaf is signed by another key than the intermediate's.
    var leafOfAnother = false
    /// The leaf has an unknown critical extension.
    var unknownCritical = false
  }

  init(_ recipe: Recipe = Recipe()) throws {
    let rootKey = P384.Signing.PrivateKey()
    let intermediateKey = P384.Signing.PrivateKey()
    let leafKey = P256.Signing.PrivateKey()
    let otherKey = P384.Signing.PrivateKey()
    func root(_ days: Range<Int>) throws -> Certificate {
      try Authority.certificate(
        "Root", of: Certificate.PublicKey(rootKey.publicKey), by: "Root", rootKey, days: days,
        try Certificate.Extensions {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        })
    }
    let intermediate = try Authority.certificate(
      "Intermediate", of: Certificate.PublicKey(intermediateKey.publicKey), by: "Root", rootKey,
      days: recipe.intermediateDays,
      try Authority.extensions(
        recipe.intermediateIsAuthority, marker: recipe.intermediateMarker ? [6, 2, 1] : nil))
    let public384 = P384.Signing.PrivateKey()
    let leaf = try Authority.certificate(
      "Leaf",
      of: recipe.wrongCurve
        ? Certificate.PublicKey(public384.publicKey) : Certificate.PublicKey(leafKey.publicKey),
      by: "Intermediate", recipe.leafOfAnother ? otherKey : intermediateKey,
      days: recipe.leafDays,
      try Authority.extensions(
        false, marker: recipe.leafMarker ? [6, 11, 1] : nil, critical: recipe.unknownCritical))
    func bytes(_ certificate: Certificate) throws -> [UInt8] {
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return serializer.serializedBytes
    }
    chain = try [leaf, intermediate, try root(recipe.rootDays)].map { try bytes($0) }
    otherRoot = try bytes(try root(-10..<20))
    sign = { Array(try leafKey.signature(for: $0).rawRepresentation) }
  }

  private static func extensions(
    _ isAuthority: Bool, marker: [UInt]?, critical: Bool = false
  ) throws -> Certificate.Extensions {
    var extensions = try Certificate.Extensions {
      if isAuthority {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
      } else {
        Critical(BasicConstraints.notCertificateAuthority)
      }
    }
    if let marker {
      try extensions.append(
        Certificate.Extension(
          oid: try ASN1ObjectIdentifier(elements: [1, 2, 840, 113_635, 100] + marker),
          critical: false, value: [5, 0]))
    }
    if critical {
      try extensions.append(
        Certificate.Extension(oid: [1, 2, 3, 4], critical: true, value: [5, 0]))
    }
    return extensions
  }

  private static func certificate(
    _ name: String, of key: Certificate.PublicKey, by issuer: String,
    _ issuerKey: P384.Signing.PrivateKey, days: Range<Int>, _ extensions: Certificate.Extensions
  ) throws -> Certificate {
    try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key,
      notValidBefore: date(days.lowerBound), notValidAfter: date(days.upperBound),
      issuer: DistinguishedName { CommonName(issuer) },
      subject: DistinguishedName { CommonName(name) }, signatureAlgorithm: .ecdsaWithSHA384,
      extensions: extensions, issuerPrivateKey: Certificate.PrivateKey(issuerKey))
  }

  /// A number of days after the beginning of 2026.
  static func date(_ days: Int) -> Date {
    Date(timeIntervalSince1970: 1_767_225_600 + 86_400 * Double(days))
  }
}

extension ASN1ObjectIdentifier {
  /// An identifier of numbers that are not known when compiling.
  init(elements: [UInt]) throws {
    try self.init(elements: elements[...])
  }
}

extension Authority {
  /// A signed text.
  ///
  /// - Parameters:
  ///   - header: The header with `CHAIN` where the certificates go.
  ///   - signature: What becomes of the signature.
  func text(
    _ payload: String, header: String = #"{"alg":"ES256","x5c":CHAIN}"#,
    chain: [[UInt8]]? = nil, signature: ([UInt8]) throws -> [UInt8] = { $0 }
  ) throws -> String {
    let texts = (chain ?? self.chain).map { "\"\(Data($0).base64EncodedString())\"" }
    let header = header.replacingOccurrences(
      of: "CHAIN", with: "[\(texts.joined(separator: ","))]")
    let message =
      Authority.base64url(Array(header.utf8)) + "." + Authority.base64url(Array(payload.utf8))
    return message + "." + Authority.base64url(try signature(try sign(Array(message.utf8))))
  }

  static func base64url(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}
