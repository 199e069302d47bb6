extension DocumentSchema {
  static let keys = DocumentSchema(
    name: "keys",
    summary: "Public keys that seals are checked with, as `tollgate verify --keys` reads them.",
    shape: .either([
      key,
      .object([
        "keys": .list(key),
        "revoked?": .list(.text(), "The ids of keys that are not to be believed any more."),
        "kty?": .absent, "crv?": .absent, "kid?": .absent, "x?": .absent, "d?": .absent,
      ]),
    ]))

  /// A JSON Web Key (RFC 8037).
  private static let key = Shape.object([
    "kty": .words(["OKP"]),
    "crv": .words(["Ed25519"]),
    "kid": .text("The id that a seal names."),
    "x": .text("The public key: 32 bytes in base64url."),
    "keys?": .absent, "revoked?": .absent,
  ])
}
