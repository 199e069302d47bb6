import TollgateRuntime
import TollgateSyntax
import TollgateWords

/// Why there is no policy.
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

extension PolicyError: WordedError, CustomStringConvertible {
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
    let isChinese = language == .chinese
    switch self {
    case .notACompiledPolicy:
      return isChinese ? "开头不是已编译策略" : "it does not begin like one"
    case .version(let version):
      return isChinese
        ? "由其他版本写成（格式 \(version)，此版本读取格式 \(CompiledPolicy.version)）；请重新编译"
        : "it is written in format \(version), and this edition reads \(CompiledPolicy.version); "
          + "compile it again"
    case .size:
      return isChinese ? "内容不完整或有多余" : "it is truncated or has extra bytes; compile it again"
    case .damaged:
      return isChinese
        ? "内容与写入时不符" : "its bytes are not those that were written; compile it again"
    case .notGenuine:
      return isChinese
        ? "内容与指纹不符；请用原策略重新编译，不要使用此文件"
        : "what it says does not fit its fingerprint; compile the policy again, and do not use this "
          + "file"
    case .impossible(let part):
      return isChinese ? "内容自相矛盾（\(part)）" : "it says something impossible in \(part)"
    }
  }
}
