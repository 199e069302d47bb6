/// Words and signs around names that programs, tables and people write and that say no more than
/// the names: `user.plan == "pro"`, `the pro users`, `{"csv-export": "pro"}`.
extension KnownNames {
  /// The pieces without them, and the first that was left out; nil if there are none.
  func plain(_ pieces: [Piece]) -> (pieces: [Piece], left: Piece)? {
    var plain: [Piece] = []
    var left: Piece?
    let isLabelled = pieces.first.map { Word(rawValue: $0.text)?.leadsStatement == true } ?? true
    var index = 0
    while index < pieces.count {
      let piece = pieces[index]
      let before = plain.last
      if isPlan(piece), index + 2 < pieces.count, Self.isSame(pieces[index + 1]),
        entitlement(pieces[index + 2]) != nil
      {
        // `plan == "pro"`
        let sign = pieces[index + 1]
        left =
          left
          ?? Piece(text: "\(piece.text) \(sign.text)", span: piece.span.joined(sign.span))
        index += 2
        continue
      }
      let next = index + 1 < pieces.count ? pieces[index + 1] : nil
      if Self.isBracket(piece) || isNoise(piece, after: before, before: next) {
        left = left ?? piece
      } else if piece.isText, !isLabelled, let name = nameInQuotes(piece) {
        left = left ?? piece
        plain.append(Piece(text: name, span: piece.span))
      } else {
        plain.append(piece)
      }
      index += 1
    }
    guard let left, !plain.isEmpty else { return nil }
    for index in plain.indices { plain[index].isGlued = index > 0 && plain[index].isGlued }
    return (plain, left)
  }

  private func entitlement(_ piece: Piece) -> String? {
    name(for: piece.text).flatMap { isEntitlement($0) ? $0 : nil }
  }

  private func nameInQuotes(_ piece: Piece) -> String? {
    let inner = String(piece.text.unicodeScalars.dropFirst().dropLast())
    if let name = name(for: inner) { return name }
    return Word(rawValue: inner.lowercased()) == nil ? nil : inner.lowercased()
  }

  /// `plan`, `user.tier`, `input.subscription`
  private func isPlan(_ piece: Piece) -> Bool {
    guard kind(of: piece.text) == nil else { return false }
    switch piece.folded.split(separator: ".").last {
    case "plan", "tier", "subscription", "level", "license", "role", "entitlement", "套餐":
      return true
    default: return false
    }
  }

  private static func isSame(_ piece: Piece) -> Bool {
    switch piece.folded {
    case "=", "==", "===", "is", ">=", ":", "in", "eq", "equals": true
    default: false
    }
  }

  private static func isBracket(_ piece: Piece) -> Bool {
    switch piece.text {
    case "{", "}", "[", "]": true
    default: false
    }
  }

  /// A word for who has an entitlement, or a sign between it and `requires`.
  private func isNoise(_ piece: Piece, after before: Piece?, before next: Piece?) -> Bool {
    switch piece.folded {
    case "users", "user", "plan", "plans", "tier", "customers", "customer", "subscribers",
      "subscriber", "accounts", "account", "members", "member", "subscription", "level",
      "license", "package", "用户", "套餐", "nutzer", "kunden":
      return before.map { entitlement($0) != nil } ?? false
    case "the", "a", "an", "all", "any", "those", "every", "each", "die", "das":
      return next.map { entitlement($0) != nil } ?? false
    case ":", "=", "==", ">=":
      let isBefore = next.map { $0.folded == "requires" || $0.folded == "needs" } ?? false
      let isAfter = before.map { $0.folded == "requires" || $0.folded == "needs" } ?? false
      return isBefore || isAfter && next.map { entitlement($0) != nil || $0.isText } ?? false
    default: return false
    }
  }
}
