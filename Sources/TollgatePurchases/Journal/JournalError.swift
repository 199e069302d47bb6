#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import TollgateKit

/// Why a journal could not be opened, read or written. Nothing is changed then.
public enum JournalError: Error, Sendable, Hashable {
  /// The file cannot be opened or read.
  case unreadable(path: String)
  /// The file cannot be written: the disk may be full.
  case unwritable(path: String)
  /// Somebody else has the file open: a journal has one writer.
  case inUse(path: String)
  /// The file is something else.
  case notAJournal(path: String)
  /// The file was written by a later edition of Tollgate.
  case newer(path: String)
  /// The file is, or would be, longer than a journal may be.
  case tooLarge(path: String)
  /// The file is damaged so that nothing in it can be relied on.
  case damaged(path: String)
}

extension JournalError: LocalizedError {
  /// What is wrong, in the language of the person if it is Chinese, else in English.
  public var errorDescription: String? {
    description(in: Locale.preferredLanguages.first ?? "en")
  }

  /// What is wrong, in a language: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    Language(locale) == .chinese ? chinese : english
  }

  private var english: String {
    switch self {
    case .unreadable(let path): "the purchases in \(path) cannot be read"
    case .unwritable(let path):
      "the purchases cannot be saved in \(path); check the free space"
    case .inUse(let path):
      "the purchases in \(path) are open already; close them there first"
    case .notAJournal(let path): "\(path) holds no purchases; name another file"
    case .newer(let path):
      "the purchases in \(path) were saved by a later version of this app; update the app"
    case .tooLarge(let path):
      "the purchases in \(path) take up more room than is allowed; delete the accounts that are gone"
    case .damaged(let path):
      "the purchases in \(path) are damaged; move the file away, then restore the purchases"
    }
  }

  private var chinese: String {
    switch self {
    case .unreadable(let path): "无法读取购买记录 \(path)"
    case .unwritable(let path): "无法保存购买记录 \(path)；请检查存储空间"
    case .inUse(let path): "购买记录 \(path) 已被打开；请先在那里关闭"
    case .notAJournal(let path): "\(path) 不是购买记录；请指定其他文件"
    case .newer(let path): "购买记录 \(path) 由更新版本的应用保存；请更新应用"
    case .tooLarge(let path): "购买记录 \(path) 超过允许的大小；请删除不再使用的账户"
    case .damaged(let path): "购买记录 \(path) 已损坏；请移走该文件，然后恢复购买"
    }
  }
}
