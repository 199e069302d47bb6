import TollgateRuntime
import TollgateSyntax
import TollgateWords

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif

/// Why there is no policy.
///
/// ```swift
/// do {
///   try store.reload(contentsOf: url)
/// } catch {
///   for diagnostic in error.diagnostics { log("\(diagnostic.code): \(diagnostic.headline)") }
/// }
/// ```
public enum PolicyError: Error, Sendable {
  /// The file could not be read.
  case unreadable(path: String, reason: String)
  /// The text has mistakes; the diagnostics name every one of them.
  case rejected(source: Source, diagnostics: [Diagnostic])
  /// A compiled policy that is cut, changed, or of another edition.
  case damaged(name: String, GraphError)
  /// A policy that lacks what the app asks for, or is called otherwise; see
  /// ``PolicyStore/replace(_:allowing:)``.
  case mismatch(PolicyMismatch)

  /// Every diagnostic, for a policy whose text has mistakes.
  public var diagnostics: [Diagnostic] {
    if case .rejected(_, let diagnostics) = self { return diagnostics }
    return []
  }
}

extension PolicyError: WordedError {
  /// The error in a language: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    let isChinese = Language(locale) == .chinese
    switch self {
    case .unreadable(let path, let reason):
      return isChinese ? "无法读取策略 \(path)：\(reason)" : "\(path) cannot be read: \(reason)"
    case .damaged(let name, let error):
      return isChinese
        ? "\(name) 不是有效的已编译策略：\(error.words(.chinese))"
        : "\(name) is not a compiled policy that can be used: \(error.words(.english))"
    case .mismatch(let mismatch): return mismatch.description(in: locale)
    case .rejected(let source, let diagnostics):
      let errors = diagnostics.filter { $0.level == .error }
      let text = TextRenderer(source: source, color: false).render(diagnostics)
      let head =
        isChinese
        ? "\(source.name) 中有 \(errors.count) 处错误，策略未生效"
        : "\(source.name) has \(errors.count == 1 ? "a mistake" : "\(errors.count) mistakes")"
      return head + "\n" + text
    }
  }
}

extension GraphError: WordedError {
  /// The error in a language: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String { words(Language(locale)) }

  /// The error in words.
  package func words(_ language: Language) -> String {
    guard language == .chinese else { return description }
    switch self {
    case .notACompiledPolicy: return "开头不是已编译策略"
    case .version(let version):
      return "由其他版本写成（格式 \(version)，此版本读取格式 \(CompiledPolicy.version)）；请重新编译"
    case .size: return "内容不完整或有多余"
    case .damaged: return "内容与写入时不符"
    case .notGenuine: return "内容与指纹不符；请用原策略重新编译，不要使用此文件"
    case .impossible(let part): return "内容自相矛盾（\(part)）"
    }
  }
}

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
