extension Policy {
  /// A policy that was compiled into an app: the text that `TollgatePlugin` writes. The app vouches
  /// for its own bytes, so the fingerprint is not worked out again.
  ///
  /// - Parameters:
  ///   - text: A compiled policy in base64.
  ///   - name: The file's name in messages.
  /// - Throws: ``PolicyError/damaged(name:_:)`` where the text was changed, or is of another version
  ///   of Tollgate than the one that the app is built with.
  public init(embedded text: StaticString, name: String) throws(PolicyError) {
    let bytes = text.withUTF8Buffer { Base64.decode($0, .standard) }
    guard let bytes else { throw .damaged(name: name, .notACompiledPolicy) }
    try self.init(compiled: bytes, name: name, trusting: .ownBundle)
  }
}
