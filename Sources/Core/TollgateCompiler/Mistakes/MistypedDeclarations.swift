import TollgateSyntax

/// Declarations with a typo: where everything else has the right name, the one mistake is theirs,
/// and the uses are not wrong. Only a text with mistakes asks for them.
struct MistypedDeclarations {
  let draft: Draft
  /// How many names are looked at, those that are used most, and how many letters are compared.
  private static let mostNames = 8
  private static let mostWork = 1_000_000
  /// From so many uses on the declaration is wrong, rather than they.
  private static let leastUses = 2

  /// A name that is used and not declared: its places among the mistakes, and what it may be.
  private struct Undeclared {
    var name: String
    var places: [Int]
    var kinds: Set<NameKind>
  }

  /// The mistakes, each typo of a declaration as one.
  func folded() -> [(span: Span, mistake: Mistake)] {
    var mistakes = draft.mistakes
    var work = Self.mostWork
    var followers: Set<Int> = []
    for used in undeclared().prefix(Self.mostNames) {
      guard let entry = declaration(meaning: used, work: &work) else { continue }
      followers.formUnion(used.places)
      let one = NameMistake.mistypedDeclaration(
        entry.name, entry.kind, meant: used.name, uses: used.places.map { mistakes[$0].span })
      mistakes.append((entry.span, .name(one)))
    }
    if followers.isEmpty { return mistakes }
    return mistakes.enumerated().filter { !followers.contains($0.offset) }.map { $0.element }
  }

  /// The names that are used again and again and not declared, those that are used most first.
  private func undeclared() -> [Undeclared] {
    var found: [Undeclared] = []
    var known: [String: Int] = [:]
    for (place, each) in draft.mistakes.enumerated() {
      let (name, kinds): (String, Set<NameKind>)
      switch each.mistake {
      case .name(.undeclared(let undeclared, let wanted)): (name, kinds) = (undeclared, Set(wanted))
      // Products have names of their own: the other one is meant.
      case .name(.wrongKind(let other, let kind, let wanted, _, _))
      where (kind == .product) != (wanted == [.product]):
        (name, kinds) = (other, Set(wanted))
      case .name(.undeclaredFact(let undeclared, nil, _)): (name, kinds) = (undeclared, [.fact])
      default: continue
      }
      if let index = known[name] {
        found[index].places.append(place)
        found[index].kinds.formIntersection(kinds)
      } else {
        known[name] = found.count
        found.append(Undeclared(name: name, places: [place], kinds: kinds))
      }
    }
    return found.filter { $0.places.count >= Self.leastUses }.enumerated().sorted {
      ($1.element.places.count, $0.offset) < ($0.element.places.count, $1.offset)
    }.map { $0.element }
  }

  /// The one declared name that is near and that nothing else in the text names.
  private func declaration(meaning used: Undeclared, work: inout Int) -> NameTable.Entry? {
    var found: NameTable.Entry?
    for entry in draft.names.entries
    where entry.isDeclared && !entry.isDisputed && used.kinds.contains(entry.kind) {
      guard Spelling.nearest(to: used.name, among: [entry.name], work: &work) != nil,
        !isNamed(entry.name, beside: entry.span)
      else { continue }
      if found != nil { return nil }
      found = entry
    }
    return found
  }

  /// Whether the word stands anywhere but at its declaration.
  private func isNamed(_ name: String, beside span: Span) -> Bool {
    let (bytes, word) = (draft.source.bytes, Array(name.utf8))
    guard let first = word.first, bytes.count >= word.count else { return false }
    for start in 0...(bytes.count - word.count) where bytes[start] == first {
      let end = start + word.count
      guard end <= span.start || start >= span.end, bytes[start..<end].elementsEqual(word),
        start == 0 || !Self.isOfName(bytes[start - 1]),
        end == bytes.count || !Self.isOfName(bytes[end])
      else { continue }
      return true
    }
    return false
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2D, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...0xFF: true
    default: false
    }
  }
}
