import TollgateSyntax

/// A revision, or two with `..` between them: `HEAD~1`, `v1..v2`, `v1..` for `v1..HEAD`.
struct RevisionRange {
  var old: String
  /// `nil` for the file on disk.
  var new: String?

  init(_ text: String) throws(Failure) {
    let bytes = Array(text.utf8)
    let place = bytes.indices.dropLast().first { bytes[$0] == 0x2E && bytes[$0 + 1] == 0x2E }
    old = text
    if let place {
      let rest = bytes[(place + 2)...]
      if rest.first == 0x2E {
        throw .usage("\(Escape.name(text)) has three dots; write two: v1..v2")
      }
      let (start, end) = (bytes[..<place], rest)
      old = start.isEmpty ? "HEAD" : String(decoding: start, as: UTF8.self)
      new = end.isEmpty ? "HEAD" : String(decoding: end, as: UTF8.self)
    }
    for revision in [old, new].compactMap({ $0 }) { try GitPolicy.check(revision) }
  }
}
