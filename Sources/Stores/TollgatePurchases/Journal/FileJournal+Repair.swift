import TollgateKit

extension FileJournal {
  /// The repair that opening a file needed.
  public struct Repair: Sendable, Hashable {
    /// The damaged lines, in order. Their content is lost, so ask the store again.
    public var damages: [Damage] = []
    /// The number of bytes removed at the end: an entry that was never written whole.
    public var tornBytes = 0

    package init() {}

    /// Whether the file needed no repair.
    public var isClean: Bool { damages.isEmpty && tornBytes == 0 }

    /// The number of damaged lines.
    public var damagedLines: Int { damages.count }

    /// A description for a log: Simplified Chinese for `zh…`, else English; nil if the file was
    /// clean. It names places and no content.
    public func description(in locale: String) -> String? {
      let isChinese = Language(locale) == .chinese
      var parts: [String] = []
      if let first = damages.first {
        let place = isChinese ? "第 \(first.line) 行" : "line \(first.line)"
        let byte = isChinese ? "字节 \(first.offset)" : "byte \(first.offset)"
        let more = damages.count - 1
        let others =
          more == 0 ? "" : isChinese ? "，另有 \(more) 处损坏" : ", and \(more) more"
        parts.append(
          isChinese
            ? "\(place)（\(byte)）已损坏并被跳过\(others)；请恢复购买"
            : "\(place) (\(byte)) is damaged and skipped\(others); restore the purchases")
      }
      if tornBytes > 0 {
        parts.append(
          isChinese
            ? "末尾有 \(tornBytes) 字节未写完整，已移除"
            : "\(tornBytes) bytes of an incomplete entry at the end were removed")
      }
      return parts.isEmpty ? nil : parts.joined(separator: isChinese ? "；" : "; ")
    }
  }

  /// A damaged line.
  public struct Damage: Sendable, Hashable {
    package init(line: Int, offset: Int, bytes: Int) {
      self.line = line
      self.offset = offset
      self.bytes = bytes
    }

    /// The line number, from 1.
    public var line: Int
    /// The offset of its first byte, from 0.
    public var offset: Int
    /// Its length, in bytes.
    public var bytes: Int
  }
}
