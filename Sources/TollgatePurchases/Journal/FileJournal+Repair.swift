import TollgateKit

extension FileJournal {
  /// What was wrong with a file when it was opened.
  public struct Repair: Sendable, Hashable {
    /// The lines that are not what was written, in their order; what they said is lost, and the
    /// store has to be asked again.
    public var damages: [Damage] = []
    /// How many bytes at the end belonged to an entry that was never written whole; they are gone.
    public var tornBytes = 0

    package init() {}

    /// Whether nothing was wrong.
    public var isClean: Bool { damages.isEmpty && tornBytes == 0 }

    /// How many lines were not what was written.
    public var damagedLines: Int { damages.count }

    /// What was wrong, for a log, in a language: Simplified Chinese for `zh…`, else English.
    /// Nothing where nothing was. It says where, and nothing of what stood there.
    public func description(in locale: String) -> String? {
      let isChinese = Language(locale) == .chinese
      var parts: [String] = []
      if let first = damages.first {
        let place = isChinese ? "第 \(first.line) 行" : "line \(first.line)"
        let byte = isChinese ? "字节 \(first.offset)" : "byte \(first.offset)"
        let more = damages.count - 1
        let others =
          more == 0 ? "" : isChinese ? "，另有 \(more) 处" : ", and \(more) more"
        parts.append(
          isChinese
            ? "\(place)（\(byte)）已损坏并被跳过\(others)；请恢复购买"
            : "\(place) (\(byte)) is damaged and passed over\(others); restore the purchases")
      }
      if tornBytes > 0 {
        parts.append(
          isChinese
            ? "末尾 \(tornBytes) 字节未写完，已移除"
            : "\(tornBytes) bytes at the end were never written whole and are removed")
      }
      return parts.isEmpty ? nil : parts.joined(separator: isChinese ? "；" : "; ")
    }
  }

  /// A line that is not what was written.
  public struct Damage: Sendable, Hashable {
    package init(line: Int, offset: Int, bytes: Int) {
      self.line = line
      self.offset = offset
      self.bytes = bytes
    }

    /// Its number, from 1.
    public var line: Int
    /// Where it begins, in bytes from 0.
    public var offset: Int
    /// How long it is, in bytes.
    public var bytes: Int
  }
}
