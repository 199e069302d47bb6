public import TollgateKit

/// An error of opening, reading or writing a journal. Nothing is changed then.
///
/// ```swift
/// do throws(JournalError) {
///   _ = try FileJournal(path: path)
/// } catch {
///   alert(error.description(in: gate.locale))
/// }
/// ```
public enum JournalError: Error, Sendable, Hashable {
  /// The file cannot be opened or read.
  case unreadable(path: String)
  /// There is no folder for the file.
  case noFolder(path: String)
  /// The disk, or the file, can only be read.
  case readOnly(path: String)
  /// The file cannot be written: the disk may be full.
  case unwritable(path: String)
  /// Another process has the file open.
  case inUse(path: String)
  /// This process has the file open already.
  case alreadyOpen(path: String)
  /// The file is not a journal.
  case notAJournal(path: String)
  /// The file was written by a later version of Tollgate.
  case newer(path: String)
  /// The file is, or would become, longer than a journal may be.
  case tooLarge(path: String)
  /// The file is too damaged to rely on.
  case damaged(path: String)
}

extension JournalError: WordedError {
  /// The error in words: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String { words(.purchases, locale) }

  /// The content of a file that is kept like a journal.
  package enum Contents { case purchases, counts }

  /// The error in words, for a file of purchases or of counts.
  package func words(_ contents: Contents, _ locale: String) -> String {
    Language(locale) == .chinese ? chinese(contents) : english(contents)
  }

  private func english(_ contents: Contents) -> String {
    let (what, unused, mend) =
      switch contents {
      case .purchases:
        ("purchases", "accounts that are no longer used", ", then restore the purchases")
      case .counts: ("counts", "people who no longer use the app", "")
      }
    return switch self {
    case .unreadable(let path): "the \(what) in \(path) cannot be read"
    case .noFolder(let path): "there is no folder for \(path); create it first"
    case .readOnly(let path):
      "the \(what) cannot be saved in \(path): it can only be read; choose another folder"
    case .unwritable(let path): "the \(what) cannot be saved in \(path); check the free space"
    case .inUse(let path):
      "the \(what) in \(path) are in use by another process; close it first"
    case .alreadyOpen(let path):
      "this app has the \(what) in \(path) open already; close its gate first (`await gate.close()`)"
    case .notAJournal(let path): "\(path) is not a file of \(what); choose another file"
    case .newer(let path):
      "the \(what) in \(path) were saved by a later version of this app; update the app"
    case .tooLarge(let path): "the \(what) in \(path) take up too much space; delete \(unused)"
    case .damaged(let path): "the \(what) in \(path) are damaged; move the file away\(mend)"
    }
  }

  private func chinese(_ contents: Contents) -> String {
    let (what, unused, mend) =
      switch contents {
      case .purchases: ("购买记录", "账户", "，再恢复购买")
      case .counts: ("计数", "人员", "")
      }
    return switch self {
    case .unreadable(let path): "无法读取\(what) \(path)"
    case .noFolder(let path): "\(path) 所在的文件夹不存在；请先创建"
    case .readOnly(let path): "无法保存\(what) \(path)：该位置只读；请选择其他文件夹"
    case .unwritable(let path): "无法保存\(what) \(path)；请检查存储空间"
    case .inUse(let path): "\(what) \(path) 正被其他进程使用；请先将其关闭"
    case .alreadyOpen(let path):
      "本应用已打开\(what) \(path)；请先关闭其 gate（`await gate.close()`）"
    case .notAJournal(let path): "\(path) 不是\(what)文件；请选择其他文件"
    case .newer(let path): "\(what) \(path) 由更高版本的应用保存；请更新应用"
    case .tooLarge(let path): "\(what) \(path) 占用空间过大；请删除不再使用的\(unused)"
    case .damaged(let path): "\(what) \(path) 已损坏；请移走该文件\(mend)"
    }
  }
}
