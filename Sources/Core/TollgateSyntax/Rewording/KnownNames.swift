/// The names that a policy declares, by what people may write for them.
package struct KnownNames: Sendable {
  /// The kind of a name.
  enum Kind: Sendable {
    case tier, entitlement, product, meter, feature, setting, fact, yesOrNo, rollout
  }

  /// The names by their letters alone; see `fold(_:)`.
  private var folded: [String: String] = [:]
  /// The names by their words in the order of the alphabet: `export CSV` is `csv-export`.
  private var sorted: [String: String] = [:]
  private var kinds: [String: Kind] = [:]
  /// The facts by the values that only they have.
  private(set) var choices: [String: String] = [:]
  /// The entitlements that products grant, as they are written in the policy.
  package private(set) var granted: [String: String] = [:]
  /// From the least to the most.
  package private(set) var tiers: [String] = []
  /// The first fact that is a date, and the first one that is a version.
  private(set) var date: String?
  private(set) var version: String?
  /// The beginnings of the names in series, with the texts that people read for them.
  private(set) var series: [(prefix: String, label: String, last: String)] = []
  private(set) var hasFeatures = false
  /// The declarations of entitlements that include none, as they are written.
  package private(set) var entitlements: [String: String] = [:]
  /// The first rule without a condition about each thing, if it says `requires`.
  package private(set) var gates: [String: Span] = [:]
  /// The names that rules and steps require.
  private(set) var required: Set<String> = []
  /// The meters of limits that have steps or may have them, with the line of the limit.
  private(set) var ladders: [String: String] = [:]

  /// The names of the meters that count people: each of them is a seat.
  private(set) var people: [String] = []
  /// The products, in the order of the policy; a product's name is in a space of its own.
  package private(set) var products: [String] = []
  package private(set) var features: [String] = []
  package private(set) var meters: [String] = []
  package private(set) var settings: [String] = []

  /// - Parameter span: A line that declares nothing, since nobody knows what it means.
  package init(of syntax: PolicySyntax, without span: Span? = nil) {
    for statement in syntax.statements where statement.span != span {
      switch statement.kind {
      case .tiers(let declared):
        for one in declared {
          enter(one, .tier)
          tiers.append(one.name.text)
        }
      case .features(let declared):
        hasFeatures = true
        for one in declared { enter(one, .feature) }
      case .series(let first, let last, let label):
        hasFeatures = true
        let prefix = Self.parts(ofMember: first.text).prefix
        let end = Self.parts(ofMember: last.text).number
        series.append((prefix, Self.fold(label?.text.value ?? ""), end))
      case .entitlements(let declared):
        for one in declared { enter(one.declaration, .entitlement) }
        if declared.count == 1, declared[0].includes.isEmpty {
          entitlements[declared[0].declaration.name.text] = syntax.source.text(statement.span)
        }
      case .meters(let declared): for one in declared { enter(one.declaration, .meter) }
      case .product(let declared):
        enter(declared, .product)
        for case .grants(let names) in statement.clauses.map({ $0.kind }) {
          granted[declared.name.text] = names.map { $0.text }.joined(separator: ", ")
        }
      case .group(let declared, _): enter(declared, .feature)
      case .rollout(let declared, _): enter(declared, .rollout)
      case .setting(let setting): enter(setting.declaration, .setting)
      case .fact(let fact): enter(fact)
      case .rule(let rule):
        if case .requires(let requirement) = rule.effect {
          enter(requirement)
          enter(gate: rule, at: statement.span)
        }
        if case .ladder = rule.effect, case .comparison(let limit) = rule.subject {
          ladders[limit.meter.text] = syntax.source.text(statement.span)
        }
      default: break
      }
      for clause in statement.clauses {
        switch clause.kind {
        case .grants(let names): for name in names { required.insert(name.text) }
        case .step(let step): enter(step.requirement)
        default: break
        }
      }
    }
  }

  private mutating func enter(gate rule: RuleSyntax, at span: Span) {
    if case .requires(.nothing) = rule.effect { return }
    guard rule.applies.when == nil, rule.applies.unless == nil,
      case .things(let subject) = rule.subject, subject.items.count == 1,
      subject.exceptions.isEmpty, case .name(let name) = subject.items[0],
      gates[name.text] == nil
    else { return }
    gates[name.text] = span
  }

  private mutating func enter(_ requirement: ExpressionSyntax) {
    switch requirement {
    case .name(let name): required.insert(name.text)
    case .not(let inner, _), .paid(let inner, _, _): enter(inner)
    case .all(let parts, _), .any(let parts, _): for part in parts { enter(part) }
    default: break
    }
  }

  private mutating func enter(_ fact: FactSyntax) {
    let name = fact.declaration.name.text
    switch fact.type {
    case .yesOrNo: enter(fact.declaration, .yesOrNo)
    case .choice(let values, _):
      enter(fact.declaration, .fact)
      for value in values where choices[value.text] == nil { choices[value.text] = name }
    case .date:
      enter(fact.declaration, .fact)
      if date == nil { date = name }
    case .version:
      enter(fact.declaration, .fact)
      if version == nil { version = name }
    default: enter(fact.declaration, .fact)
    }
  }

  private mutating func enter(_ declared: DeclarationSyntax, _ kind: Kind) {
    let name = declared.name.text
    if kinds[name] == nil { kinds[name] = kind }
    switch kind {
    case .product: products.append(name)
    case .feature: features.append(name)
    case .setting: settings.append(name)
    case .meter:
      meters.append(name)
      if Self.isPerson(name) { people.append(name) }
    default: break
    }
    for text in [name, declared.label?.text.value].compactMap({ $0 }) {
      if folded[Self.fold(text)] == nil { folded[Self.fold(text)] = name }
      let words = Self.sortedWords(text)
      if sorted[words] == nil { sorted[words] = name }
    }
  }

  /// The name that a text is written for; nil for none.
  func name(for text: String) -> String? {
    if let name = folded[Self.fold(text)] { return name }
    if let name = sorted[Self.sortedWords(text)] { return name }
    // `members` counts what one `member` is.
    if let name = folded[Self.fold(text) + "s"], kinds[name] == .meter { return name }
    return nameBeside(text)
  }

  /// `beta-tester` and `is-beta` are `beta`: a word beside the name says no more than its kind.
  private func nameBeside(_ text: String) -> String? {
    var words = Self.words(of: text)
    guard words.count > 1 else { return nil }
    if let last = words.last, Self.isKind(last) {
      words.removeLast()
    } else if let first = words.first, first == "is" || first == "has" {
      words.removeFirst()
    } else {
      return nil
    }
    return folded[Self.fold(words.joined(separator: "-"))]
  }

  /// Whether a price for each of them is a price for each user.
  static func isPerson(_ word: String) -> Bool {
    switch word {
    case "seat", "seats", "user", "users", "member", "members", "person", "people", "persons",
      "editor", "editors", "agent", "agents", "license", "licenses", "employee", "employees",
      "head", "席位", "用户", "成员", "人":
      true
    default: false
    }
  }

  private static func isKind(_ word: String) -> Bool {
    switch word {
    case "tester", "testers", "user", "users", "plan", "tier", "customer", "customers", "member",
      "members", "subscriber", "subscribers", "account", "accounts", "mode", "feature", "flag",
      "enabled", "subscription", "access", "level", "count", "number":
      true
    default: false
    }
  }

  func kind(of name: String) -> Kind? { kinds[name] }

  /// The entitlement that examples speak of: the second tier, or else the first one granted.
  package var usual: String? {
    tiers.dropFirst().first ?? products.lazy.compactMap { self.granted[$0] }.first
  }

  /// The entitlement that lifts what somebody without a purchase has: the second tier, or the only
  /// one that products grant.
  var second: String? {
    if !tiers.isEmpty { return tiers.dropFirst().first }
    let all = Set(granted.values)
    return all.count == 1 ? all.first.flatMap { $0.contains(",") ? nil : $0 } : nil
  }

  /// Whether it may be used, so that a rule may be about it.
  package func isTarget(_ name: String) -> Bool {
    switch kinds[name] {
    case .feature, .meter, .setting: true
    default: false
    }
  }

  package func isMeter(_ name: String) -> Bool { kinds[name] == .meter }

  /// Whether nobody declared it.
  package func isFree(_ name: String) -> Bool { kinds[name] == nil }

  package func isFeature(_ name: String) -> Bool { kinds[name] == .feature }

  package func isFact(_ name: String) -> Bool {
    kinds[name] == .fact || kinds[name] == .yesOrNo
  }

  package func isSetting(_ name: String) -> Bool { kinds[name] == .setting }

  package func isEntitlement(_ name: String) -> Bool {
    kinds[name] == .tier || kinds[name] == .entitlement
  }

  /// The requirement of somebody who has not only this, or not this: the second tier for the first
  /// one, and `not beta` for `beta`. Of a tier between two others nobody can tell.
  func beyond(_ name: String) -> String? {
    guard kinds[name] == .tier else { return "not \(name)" }
    if name == tiers.first { return tiers.count > 1 ? tiers[1] : nil }
    return name == tiers.last ? "not \(name)" : nil
  }

  /// Without blanks, signs and capitals: `CSV export` is `csv-export`.
  static func fold(_ text: String) -> String {
    var folded = ""
    for scalar in text.lowercased().unicodeScalars {
      if scalar.isNameContinuation, scalar != "-", scalar != "_" {
        folded.unicodeScalars.append(scalar)
      }
    }
    return folded
  }

  private static func words(of text: String) -> [String] {
    var words = [""]
    for scalar in text.lowercased().unicodeScalars {
      if scalar.isNameContinuation, scalar != "-", scalar != "_" {
        words[words.count - 1].unicodeScalars.append(scalar)
      } else if words.last?.isEmpty == false {
        words.append("")
      }
    }
    if words.last?.isEmpty == true { words.removeLast() }
    return words
  }

  private static func sortedWords(_ text: String) -> String {
    words(of: text).sorted().joined(separator: " ")
  }
}

/// The parts of a line that an offer has to keep: its numbers, texts and dates, and the
/// names that the policy declares. Every offer passes this one check, wherever it comes from: a
/// sentence that says less than the person wrote is worse than none.
extension KnownNames {
  /// The first thing of a line that an offer leaves out; nil if it keeps all.
  ///
  /// - Parameters:
  ///   - hasSteps: Whether other plans stand below the line, so that what the first tier has is
  ///     what everybody has.
  ///   - above: The statement whose name need not be said again.
  package func lost(
    _ offer: String, of written: String, hasSteps: Bool, below above: StatementSyntax? = nil
  ) -> String? {
    let source = Source(name: "", text: written)
    let pieces = [Piece](PolicySyntax.parse(source).syntax.tokens[...], of: source)
    return lost(offer, of: pieces, hasSteps: hasSteps, below: above)
  }

  func lost(
    _ offer: String, of written: [Piece], hasSteps: Bool, below above: StatementSyntax?
  ) -> String? {
    let implied = Self.subject(of: above)
    let said = Said(offer)
    if Self.reverses(offer, written) { return ">" }
    for (index, piece) in written.enumerated() {
      let isKept: Bool
      if piece.isText {
        let isKey = index + 1 < written.count && [":", "=", "："].contains(written[index + 1].text)
        isKept = isKey || keeps(text: piece, said)
      } else if piece.isNumber {
        isKept = Self.keeps(numberAt: index, of: written, said)
      } else {
        isKept =
          !isMeant(index, written) || piece.text == implied
          || keeps(name: piece.text, said, hasSteps)
      }
      if !isKept { return piece.text }
    }
    return nil
  }

  /// Whether an offer for `tiers pro > free` has other tiers below each other than the line: with
  /// the signs swapped alone, who had most would have least.
  private static func reverses(_ offer: String, _ written: [Piece]) -> Bool {
    guard offer.hasPrefix("tiers "), written.contains(where: { $0.text == ">" }) else {
      return false
    }
    let tiers = written.drop { $0.folded == "tiers" }
    let highestFirst = tiers.indices
      .filter { $0 == tiers.startIndex || tiers[$0 - 1].text == ">" }.map { tiers[$0].text }
    let words = offer.split(separator: " ")
    let lowestFirst = words.indices.filter { words[$0] == "tiers" || words[$0] == "<" }
      .compactMap { $0 + 1 < words.count ? String(words[$0 + 1]) : nil }
    return lowestFirst != highestFirst.reversed()
  }

  /// The subject of the lines below a statement: the meter of a limit, or a setting.
  private static func subject(of above: StatementSyntax?) -> String? {
    switch above?.kind {
    case .setting(let setting): return setting.declaration.name.text
    case .rule(let rule):
      if case .comparison(let limit) = rule.subject { return limit.meter.text }
    default: break
    }
    return nil
  }

  /// All that an offer says.
  private struct Said {
    var text: String
    /// Its words, in small letters.
    var words: Set<String> = []
    /// Its letters alone.
    var folded: String
    /// Its numbers, as `digits` has them.
    var numbers: Set<String> = []
    var hasDate = false

    init(_ offer: String) {
      text = offer
      folded = KnownNames.fold(offer)
      for word in offer.lowercased().split(whereSeparator: { !Self.isOfWord($0) }) {
        words.insert(String(word))
        for part in word.split(separator: ".") { words.insert(String(part)) }
        if Parser.isInstant(String(word)) { hasDate = true }
        numbers.insert(KnownNames.digits(of: String(word)))
      }
      for run in offer.split(whereSeparator: { !$0.isNumber }) {
        numbers.insert(KnownNames.digits(of: String(run)))
      }
    }

    private static func isOfWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "-_.:'".contains(character)
    }
  }

  /// A number without its signs and zeros, which other notations write otherwise: `1,000`, `1k`,
  /// `0.5` and `50%`.
  private static func digits(of text: String) -> String {
    var digits = text.filter { $0.isNumber }[...]
    while digits.last == "0" { digits.removeLast() }
    return String(digits.drop { $0 == "0" })
  }

  // MARK: Numbers and texts

  private static func keeps(numberAt index: Int, of written: [Piece], _ said: Said) -> Bool {
    let text = written[index].text
    // `1` is `on`, too, `100%` everybody, and `1st` a day that needs no number.
    if ["0", "1", "100%"].contains(text) || text.hasSuffix("st") { return true }
    if said.numbers.contains(digits(of: text)) { return true }
    if let number = Int64(text), number < .max,
      said.numbers.contains(digits(of: "\(number - 1)"))
        || said.numbers.contains(digits(of: "\(number + 1)"))
    {
      return true
    }
    // What is left before a limit is said as what was used.
    if said.text.hasPrefix("reminder at"), said.numbers.count > 1 { return true }
    if Parser.isInstant(text) { return said.hasDate }
    // Words and values of several pieces: `12,50`, `per 30 days`, `1 March 2026`, `2 months`.
    for start in max(0, index - 8)...index {
      for (count, meanings) in OtherWords.shared.meanings(of: written, at: start)
      where start + count > index && meanings.contains(where: { said.text.includes($0.words) }) {
        return true
      }
      for value in OtherValue.all(in: written, at: start) where start + value.count > index {
        if value.thing == "a date" || value.thing == "a time", said.hasDate { return true }
        if value.meant.contains(where: { said.text.includes($0) }) { return true }
        let joined = written[start..<start + value.count].reduce("") { $0 + $1.text }
        if said.numbers.contains(digits(of: joined)) { return true }
      }
    }
    return false
  }

  private func keeps(text: Piece, _ said: Said) -> Bool {
    let inner = String(text.text.unicodeScalars.dropFirst().dropLast())
    if said.folded.includes(Self.fold(inner)) { return true }
    if let name = name(for: inner) { return said.words.contains(name.lowercased()) }
    // `"19 USD / month"` is a value, `"bool"` a word, and `"Most popular"` says what to recommend.
    if inner.first?.isNumber == true {
      return said.numbers.contains(Self.digits(of: inner))
        || inner.split(whereSeparator: { !$0.isNumber }).allSatisfy {
          said.numbers.contains(Self.digits(of: String($0)))
        }
    }
    return said.text == "recommended" || OtherWords.shared.says(inner.lowercased())
  }

  // MARK: Names

  /// Whether a word is a name of the policy, rather than one of the many words that people write
  /// beside the names: `max` is `at most`, unless it stands behind `for`.
  private func isMeant(_ index: Int, _ written: [Piece]) -> Bool {
    let piece = written[index]
    guard piece.isName, kind(of: piece.text) != nil || choices[piece.text] != nil else {
      return false
    }
    let next = index + 1 < written.count ? written[index + 1].folded : ""
    guard Word(rawValue: piece.text) != nil || OtherWords.shared.says(piece.folded) else {
      return true
    }
    guard index > 0, next != "trial", next != ":", next != "=" else { return false }
    switch written[index - 1].folded {
    case "for", "with", "without", "requires", "require", "needs", "grants", "when", "unless", "if",
      "or", "and", "not":
      return true
    default: return next == "is" || next == ">" || next == ">=" || next == "<"
    }
  }

  private func keeps(name: String, _ said: Said, _ hasSteps: Bool) -> Bool {
    if said.words.contains(name.lowercased()) { return true }
    // A product is said by what it grants, and the other way round.
    if let granted = granted[name] {
      let names = granted.split { $0 == "," || $0 == " " }
      if names.contains(where: { said.words.contains($0.lowercased()) }) { return true }
    }
    if products.contains(where: { granted[$0] == name && said.words.contains($0.lowercased()) }) {
      return true
    }
    guard name == tiers.first else { return false }
    // Who has only the first tier is said by what the others have, or by what nobody needs.
    return hasSteps || said.words.contains("nothing") || said.text.hasPrefix("trial")
      || said.words.contains { $0 != name.lowercased() && isPlan($0) }
  }

  private func isPlan(_ word: String) -> Bool {
    tiers.contains { $0.lowercased() == word }
      || isEntitlement(word) || granted.values.contains { $0.lowercased() == word }
  }
}

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

// The standard library's search for texts is not there in Embedded Swift.
extension String {
  /// Whether a text stands somewhere in it, however its letters are composed.
  fileprivate func includes(_ text: String) -> Bool {
    let (own, other) = (Array(self), Array(text))
    guard own.count >= other.count else { return false }
    return (0...own.count - other.count).contains { own[$0...].starts(with: other) }
  }

  /// The same with another text in place of one, wherever it stands.
  package func replacing(every old: String, with new: String) -> String {
    let (own, other) = (Array(utf8), Array(old.utf8))
    guard !other.isEmpty, own.count >= other.count else { return self }
    var bytes: [UInt8] = []
    var place = 0
    while place < own.count {
      if own[place...].starts(with: other) {
        bytes += Array(new.utf8)
        place += other.count
      } else {
        bytes.append(own[place])
        place += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
