import TollgateKit
import TollgateSeals
import Testing

/// The published examples of RFC 8032 (7.1) and RFC 8037 (appendix A).
@Suite struct VectorTests {
  struct Vector: Sendable {
    let seed, publicKey, message, signature: String
  }

  static let vectors = [
    Vector(
      seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
      message: "",
      signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
        + "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
    Vector(
      seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
      message: "72",
      signature: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
        + "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
    Vector(
      seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      publicKey: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
      message: "af82",
      signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
        + "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
  ]

  @Test(arguments: vectors) func signaturesOfRFC8032AreAccepted(vector: Vector) throws {
    let publicKey = Sample.bytes(vector.publicKey)
    let message = Sample.bytes(vector.message)
    let signature = Sample.bytes(vector.signature)
    #expect(signature.count == 64)
    #expect(try SigningKey(seed: Sample.bytes(vector.seed)).key.publicKey == publicKey)
    #expect(try Ed25519.isSigned(message, with: signature, by: publicKey))
    #expect(try !Ed25519.isSigned(message + [0], with: signature, by: publicKey))
    for place in signature.indices {
      var changed = signature
      changed[place] ^= 1
      #expect(try !Ed25519.isSigned(message, with: changed, by: publicKey), "byte \(place)")
    }
  }

  /// S + L is the same number modulo L, and no signature.
  @Test func aSignatureHasOneForm() throws {
    let vector = VectorTests.vectors[1]
    let order = Sample.bytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
    var signature = Sample.bytes(vector.signature)
    var carry = 0
    for place in 0..<32 {
      let sum = Int(signature[32 + place]) + Int(order[place]) + carry
      signature[32 + place] = UInt8(sum & 255)
      carry = sum >> 8
    }
    #expect(
      try !Ed25519.isSigned([0x72], with: signature, by: Sample.bytes(vector.publicKey)))
  }

  /// A.1 to A.5
  @Test func theExampleOfRFC8037IsAccepted() throws {
    let json = """
      {"kty":"OKP","crv":"Ed25519","kid":"a","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",\
      "x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
      """
    let key = try SigningKey(json: Array(json.utf8))
    #expect(
      SigningKey.thumbprint(of: key.key.publicKey)
        == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    let message = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
    let signature = Sample.bytes(
      "860c98d2297f3060a33f42739672d61b53cf3adefed3d3c672f320dc021b411e9d59b8628dc351e248b88b2"
        + "9468e0e41855b0fb7d83bb15be902bfccb8cd0a02")
    #expect(
      try Ed25519.isSigned(Array(message.utf8), with: signature, by: key.key.publicKey))
  }
}
