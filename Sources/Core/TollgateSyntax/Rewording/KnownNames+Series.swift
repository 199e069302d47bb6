/// Members of a series, as people count them: `L1-L3`, `L1 to L3`, `lessons 1 to 3`.
extension KnownNames {
  /// The range that begins at a piece, and how many pieces say it; nil for none.
  func range(_ pieces: [Piece], at start: Int) -> (range: String, count: Int)? {
    guard !series.isEmpty, !pieces[start].isNew else { return nil }
    // `L1-L3` and `L1-3` are one name to the reader.
    let inner = pieces[start].text.split { "-–—".contains($0) }.map { String($0) }
    if inner.count == 2, let first = member(inner[0]),
      let range = range(from: first, to: inner[1])
    {
      return (range, 1)
    }
    if let first = member(pieces[start].text), start + 2 < pieces.count,
      Self.isTo(pieces[start + 1]), let range = range(from: first, to: pieces[start + 2].text)
    {
      return (range, 3)
    }
    // `L4+`
    if let first = member(pieces[start].text), start + 1 < pieces.count,
      pieces[start + 1].text == "+", let last = series.first(where: { $0.prefix == first.prefix })
    {
      return ("\(first.prefix)\(first.number)..\(first.prefix)\(last.last)", 2)
    }
    return named(pieces, at: start)
  }

  /// `lessons 1 to 3`, `lessons 1-3`, `lesson 4`
  private func named(_ pieces: [Piece], at start: Int) -> (range: String, count: Int)? {
    guard start + 1 < pieces.count, let prefix = prefix(called: pieces[start].text) else {
      return nil
    }
    let inner = pieces[start + 1].text.split { "-–—".contains($0) }.map { String($0) }
    guard let first = inner.first, first.isDigits else { return nil }
    let low = (prefix: prefix, number: first)
    if inner.count == 2, let range = range(from: low, to: inner[1]) { return (range, 2) }
    guard inner.count == 1 else { return nil }
    if start + 3 < pieces.count, Self.isTo(pieces[start + 2]),
      let range = range(from: low, to: pieces[start + 3].text)
    {
      return (range, 4)
    }
    return ("\(prefix)\(first)", 2)
  }

  private func range(
    from first: (prefix: String, number: String), to last: String
  ) -> String? {
    let end = member(last) ?? (last.isDigits ? (first.prefix, last) : nil)
    guard let end, end.prefix == first.prefix else { return nil }
    return "\(first.prefix)\(first.number)..\(end.prefix)\(end.number)"
  }

  /// The parts of a member's name; nil for other names.
  private func member(_ name: String) -> (prefix: String, number: String)? {
    let parts = Self.parts(ofMember: name)
    guard !parts.number.isEmpty else { return nil }
    let own =
      series.first { $0.prefix == parts.prefix }
      ?? series.first { $0.prefix.lowercased() == parts.prefix.lowercased() }
    return own.map { ($0.prefix, parts.number) }
  }

  private func prefix(called text: String) -> String? {
    let called = Self.fold(text)
    return series.first { one in
      !one.label.isEmpty && (one.label == called || one.label + "s" == called)
        || one.prefix.lowercased() == called
    }?.prefix
  }

  /// `L14` is `L` and `14`.
  static func parts(ofMember name: String) -> (prefix: String, number: String) {
    var prefix = name
    var number = ""
    while let last = prefix.utf8.last, last.isASCIIDigit {
      number = String(prefix.removeLast()) + number
    }
    return (prefix, number)
  }

  private static func isTo(_ piece: Piece) -> Bool {
    switch piece.folded {
    case "to", "-", "–", "—", "until", "through", "till", "bis", "~", "..", "...", "至", "到":
      true
    default: false
    }
  }
}
