public import TollgateKit
public import TollgateRuntime
public import TollgateSeals

/// Why a served policy is not used.
///
/// ```swift
/// if case .refused(let error) = await updater.check() {
///   log(error.description(in: "en"))
/// }
/// ```
public enum PolicyUpdateError: Error, Sendable {
  /// The server did not answer.
  case noAnswer(reason: String)
  /// The server answered with this status.
  case status(Int)
  /// It is longer than a policy may be.
  case tooLong(bytes: Int)
  /// It does not say when it was changed last.
  case undated
  /// It was changed last at this time, before the policy in the app was issued.
  case older(Instant)
  /// It does not compile, or is damaged.
  case invalid(PolicyError)
  /// It is another policy, or lacks what the app asks for.
  case mismatch(PolicyMismatch)
  /// The app's own check refused it.
  case notVerified(reason: String)
  /// Its seal is refused.
  case seal(SealError)
  /// It cannot be kept.
  case unwritable(path: String, reason: String)
}

extension PolicyUpdateError: WordedError {
  /// The error in words: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    Language(locale) == .chinese ? chinese : english
  }

  private var english: String {
    switch self {
    case .noAnswer(let reason): "the server does not answer: \(reason)"
    case .status(let status): "the server answers with the status \(status)"
    case .tooLong(let bytes): "it has \(bytes) bytes; at most \(PolicyUpdater.most) are allowed"
    case .undated: "it has no valid Last-Modified, so it could be older than the app's policy"
    case .older(let instant): "it is older than the app's policy: of \(instant.text)"
    case .invalid(let error): "it is not a valid policy: \(error)"
    case .mismatch(let mismatch): mismatch.description(in: "en")
    case .notVerified(let reason): "it is not verified: \(reason)"
    case .seal(let error): "its seal is refused: \(error.description(in: "en"))"
    case .unwritable(let path, let reason): "it cannot be kept in \(path): \(reason)"
    }
  }

  private var chinese: String {
    switch self {
    case .noAnswer(let reason): "服务器没有响应：\(reason)"
    case .status(let status): "服务器返回状态 \(status)"
    case .tooLong(let bytes): "共 \(bytes) 字节，上限为 \(PolicyUpdater.most) 字节"
    case .undated: "没有有效的 Last-Modified，可能比应用内的策略更旧"
    case .older(let instant): "比应用内的策略更旧：\(instant.text)"
    case .invalid(let error): "不是有效的策略：\(error)"
    case .mismatch(let mismatch): mismatch.description(in: "zh-Hans")
    case .notVerified(let reason): "未通过验证：\(reason)"
    case .seal(let error): "签章被拒绝：\(error.description(in: "zh-Hans"))"
    case .unwritable(let path, let reason): "无法保存到 \(path)：\(reason)"
    }
  }
}
