/// Why a flag has no value; the app then gets its own default.
///
/// ```swift
/// do {
///   show(try flags.boolean("csv-exprot").value ?? false)
/// } catch {
///   log("\(error)")  // FLAG_NOT_FOUND: …
/// }
/// ```
public struct FlagError: Error, Sendable, Hashable {
  /// The code of OpenFeature.
  public let code: Code
  /// The error, and what to do, in English.
  public let message: String

  /// The codes of OpenFeature's specification that a policy gives. `PARSE_ERROR` is none of them: a
  /// policy that cannot be read is fatal.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The policy has no such target.
    case flagNotFound = "FLAG_NOT_FOUND"
    /// The target has no value of this type.
    case typeMismatch = "TYPE_MISMATCH"
    /// An attribute cannot be read, or the context is about another user.
    case invalidContext = "INVALID_CONTEXT"
    /// A rollout decides, and nobody said for whom.
    case targetingKeyMissing = "TARGETING_KEY_MISSING"
    /// The policy is not loaded yet, or not any more.
    case providerNotReady = "PROVIDER_NOT_READY"
    /// The policy cannot be loaded.
    case providerFatal = "PROVIDER_FATAL"
  }

  static func invalidContext(_ message: String) -> FlagError {
    FlagError(code: .invalidContext, message: message)
  }

  static func typeMismatch(_ message: String) -> FlagError {
    FlagError(code: .typeMismatch, message: message)
  }
}

extension FlagError: CustomStringConvertible {
  /// The code, and the error in English: `FLAG_NOT_FOUND: the policy has no target called …`.
  public var description: String { "\(code.rawValue): \(message)" }
}
