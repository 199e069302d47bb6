/// Takes messages out of a stream of bytes, as the base protocol of LSP frames them: headers that
/// end with an empty line, then as many bytes as `Content-Length` says.
struct MessageReader {
  /// The longest message that is read, in bytes: 64 MiB.
  static let longest = 64 << 20
  /// The longest header that is read, in bytes.
  static let longestHeader = 8192

  /// Why a header cannot be read. The text of it is skipped.
  enum Fault: Error, Hashable {
    /// There is no `Content-Length`, or it is not a number.
    case noLength
    case tooLong(Int)
    case headerTooLong
  }

  enum Item: Equatable {
    case message([UInt8])
    case fault(Fault)
  }

  private var bytes: [UInt8] = []
  private var place = 0

  /// Adds what was read.
  mutating func append(_ more: ArraySlice<UInt8>) {
    if place > 1 << 16 {
      bytes.removeFirst(place)
      place = 0
    }
    bytes += more
  }

  /// The next message or fault; nil where more bytes are needed.
  mutating func next() -> Item? {
    guard let end = headerEnd() else {
      guard bytes.count - place > MessageReader.longestHeader else { return nil }
      place = bytes.count
      return .fault(.headerTooLong)
    }
    guard let length = contentLength(upTo: end.header) else {
      place = end.body
      return .fault(.noLength)
    }
    guard length <= MessageReader.longest else {
      place = end.body
      return .fault(.tooLong(length))
    }
    guard bytes.count - end.body >= length else { return nil }
    let message = Array(bytes[end.body..<end.body + length])
    place = end.body + length
    return .message(message)
  }

  /// Where the header ends and the body begins. Bare line feeds count as line ends.
  private func headerEnd() -> (header: Int, body: Int)? {
    var index = place
    let last = min(bytes.count, place + MessageReader.longestHeader)
    while index < last {
      if bytes[index] == 0x0A {
        if index + 1 < bytes.count, bytes[index + 1] == 0x0A { return (index, index + 2) }
        if index + 2 < bytes.count, bytes[index + 1] == 0x0D, bytes[index + 2] == 0x0A {
          return (index, index + 3)
        }
      }
      index += 1
    }
    return nil
  }

  private func contentLength(upTo end: Int) -> Int? {
    let header = String(decoding: bytes[place..<end], as: UTF8.self)
    for line in header.split(whereSeparator: { $0.isNewline }) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      let digits = parts[1].filter { $0 != " " && $0 != "\t" }
      guard let length = Int(digits), length >= 0 else { return nil }
      return length
    }
    return nil
  }
}
