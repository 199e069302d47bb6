/// A text with a name, and where its lines begin.
public struct Source: Sendable {
  /// The file's name, as it is shown to people.
  public let name: String
  /// The bytes of the file, whatever they are.
  public let bytes: [UInt8]
  /// The offset at which each line begins; the first is 0.
  package let lineStarts: [Int]
  /// The files that it is made of; `nil` for a text of one file.
  package let layout: SourceLayout?

  /// A text named `name`.
  public init(name: String, bytes: [UInt8]) {
    self.init(name: name, bytes: bytes, layout: nil)
  }

  private init(copying source: Source, name: String) {
    self.name = name
    bytes = source.bytes
    lineStarts = source.lineStarts
    layout = source.layout
  }

  /// The same text with another name.
  func named(_ name: String) -> Source { Source(copying: self, name: name) }

  init(name: String, bytes: [UInt8], layout: SourceLayout?) {
    self.name = name
    self.bytes = bytes
    self.layout = layout
    var starts = [0]
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x0A {
        starts.append(index + 1)
      } else if bytes[index] == 0x0D, index + 1 == bytes.count || bytes[index + 1] != 0x0A {
        starts.append(index + 1)
      }
      index += 1
    }
    lineStarts = starts
  }

  /// A text named `name`.
  public init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The piece of the text at `span`; bytes that are not UTF-8 are shown as U+FFFD.
  public func text(_ span: Span) -> String {
    let start = min(max(span.start, 0), bytes.count)
    let end = min(max(span.end, start), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
