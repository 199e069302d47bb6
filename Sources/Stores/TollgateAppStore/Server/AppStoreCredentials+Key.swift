#if AppStore
  import Crypto

  extension AppStoreCredentials {
    /// Creates credentials with the `.p8` key file of App Store Connect.
    ///
    /// - Parameter pem: The text of the file, which begins with `-----BEGIN PRIVATE KEY-----`.
    /// - Throws: The crypto library's error for a text that is not a P-256 key.
    public init(issuerID: String, keyID: String, pem: String) throws {
      let key = try P256.Signing.PrivateKey(pemRepresentation: pem)
      self.init(issuerID: issuerID, keyID: keyID) { message in
        Array(try key.signature(for: message).rawRepresentation)
      }
    }
  }
#endif
