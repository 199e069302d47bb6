#if AppStore
  import Crypto

  extension AppStoreCredentials {
    /// Credentials with the key that App Store Connect gave as a `.p8` file.
    ///
    /// - Parameter pem: The text of the file, `-----BEGIN PRIVATE KEY-----` and so on.
    /// - Throws: An error of the library that reads it, for a text that is no key on P-256.
    public init(issuerID: String, keyID: String, pem: String) throws {
      let key = try P256.Signing.PrivateKey(pemRepresentation: pem)
      self.init(issuerID: issuerID, keyID: keyID) { message in
        Array(try key.signature(for: message).rawRepresentation)
      }
    }
  }
#endif
