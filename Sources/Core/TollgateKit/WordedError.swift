#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif

#if canImport(Foundation)
  /// An error that says what is wrong in English and in Simplified Chinese.
  ///
  /// A `print` of it and a crash log show the English words.
  ///
  /// ```swift
  /// do {
  ///   show(try Policy(contentsOf: url))
  /// } catch {
  ///   alert(error.description(in: "zh-Hans"))
  /// }
  /// ```
  public protocol WordedError: LocalizedError, CustomStringConvertible {
    /// The error in words: Simplified Chinese for `zh…`, else English.
    func description(in locale: String) -> String
  }

  extension WordedError {
    /// The error in words, in Chinese if that is the user's language, else in English.
    public var errorDescription: String? {
      description(in: Locale.preferredLanguages.first ?? "en")
    }
    /// The words already say why, and what to do.
    public var failureReason: String? { nil }
    /// See ``failureReason``.
    public var recoverySuggestion: String? { nil }
    /// There is no help book.
    public var helpAnchor: String? { nil }
  }
#else
  /// An error that says what is wrong in English and in Simplified Chinese.
  public protocol WordedError: Error, CustomStringConvertible {
    /// The error in words: Simplified Chinese for `zh…`, else English.
    func description(in locale: String) -> String
  }
#endif

extension WordedError {
  /// The error in English, so that a `print(error)` and a crash log can be read.
  public var description: String { description(in: "en") }
}
