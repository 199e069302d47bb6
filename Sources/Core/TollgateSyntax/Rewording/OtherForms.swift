/// Whole sentences in another order, or of another shape: `if pro then csv-export`.
struct OtherForm: Sendable {
  /// A part of the sentence as people write it.
  enum Part: Sendable {
    /// One of some words; `@` is everybody, `@0` the first tier.
    case words([String])
    /// Some pieces, which the language says elsewhere: `r`, …; `q`, `Q` one amount, `w` one name,
    /// `e`, `g` one entitlement, `f` a feature, `z` what may be used, `k` a meter, `l` that of the
    /// limit above, `b` a yes-or-no fact, `P` a product, `C` a currency, `I` the id that a store
    /// has, `S` a word for people where a meter counts them, `h` a value that only one fact has, `p`
    /// what `OtherFact` knows, `m` a text that says which is the best, `K` a condition about a fact.
    case hole(Character)
  }

  /// The subject of a sentence.
  struct Context {
    var known: KnownNames
    /// The word that the statement above begins with, if the line stands below one.
    var above: String?
    /// The name of the product above.
    var product: String?
    /// The one limit of the rule above.
    var limit: Int64?
    /// The meter whose limit for everybody stands above, indented or not.
    var ladder: String?
    /// Whether no other clause follows.
    var isLast = true
    /// Whether the product above is paid once.
    var isOnce = false
    /// Whether other plans have their own limits below the line.
    var hasSteps = false
    /// Whether a scenario has no other expectation than the line.
    var isOnlyExpectation = false
  }

  /// The words of the language in its place, with the holes in braces.
  private var meant: [String]
  var parts: [Part] = []
  /// Words of which it needs one each, and how many pieces it needs.
  private var needs: [[String]] = []
  private var least = 0
  /// The word above that it needs.
  private var above: String?
  /// Whether it has a blank to fill.
  private let isExample: Bool
  /// How late it is tried: a row that fits more sentences stands further below.
  private(set) var rank = 0

  init(_ row: Substring) {
    let text = Array(row.utf8)
    var arrow = text.count
    var place = 0
    while place + 3 < text.count, arrow == text.count {
      if text[place] == 0x20, text[place + 1] == 0x7E, text[place + 2] == 0x3E { arrow = place }
      place += 1
    }
    let left = String(decoding: text.prefix(arrow), as: UTF8.self)
    let right = String(decoding: text.dropFirst(arrow + 4), as: UTF8.self)
    isExample = right.hasPrefix("? ")
    meant = right.split(separator: " ").map { String($0) }
    if isExample { meant.removeFirst() }
    for part in left.split(separator: " ") {
      if part.first == "{", part.utf8.count == 3 {
        parts.append(.hole(part[part.index(after: part.startIndex)]))
      } else if part.first == "<", part.last == ">", part.utf8.count > 2 {
        above = String(part.dropFirst().dropLast())
      } else {
        let words = part.split(separator: "¦", omittingEmptySubsequences: false).map { String($0) }
        parts.append(.words(words))
        if words.contains("") { continue }
        if !words.contains("@"), !words.contains("@0") { needs.append(words) }
      }
      if above == nil || !parts.isEmpty { least += 1 }
    }
  }

  /// Whether a line has the words without which it does not fit.
  func mayFit(_ words: Set<String>, _ count: Int, _ context: Context) -> Bool {
    guard count >= least,
      above == nil || above == context.above || above == "limit" && context.ladder != nil
        || above == "once" && context.isOnce || above == "steps" && context.hasSteps
        || above == "only" && context.isOnlyExpectation
    else { return false }
    for need in needs where !need.contains(where: { words.contains($0) }) { return false }
    return true
  }

  /// The fact that a time begins at, where the policy has none.
  private static let firstDay = "first-launch"

  /// Whether it is a clause of a certain statement.
  var isBelow: Bool { above != nil }

  /// Whether its first word says what is declared.
  var isDeclaration: Bool {
    guard case .words(let words) = parts.first, words.count == 1 else { return false }
    switch words[0] {
    case "fact", "setting", "feature", "meter", "rollout": return true
    default: return false
    }
  }

  static let all: [OtherForm] = {
    let tables = products + scenarios + sentences + speech + elsewhere + inOneLine
    let narrow = rows(tables).map { OtherForm($0[...]) }
    let wide = table.split(separator: "\n").enumerated().map { row in
      var form = OtherForm(row.element)
      form.rank = row.offset / 60
      return form
    }
    return narrow + wide
  }()

  /// The rows of a table: one with a hole in `[` and `]` is a row with it and one without.
  private static func rows(_ table: String) -> [String] {
    table.split(separator: "\n").flatMap { row in
      let words = row.split(separator: " ")
      let isOptional = words.contains { $0.hasPrefix("[{") && $0.hasSuffix("}]") }
      guard isOptional else { return [String(row)] }
      let with = words.map { $0.hasPrefix("[{") ? $0.dropFirst().dropLast() : $0 }
      let without = words.filter { !$0.hasPrefix("[{") }
      return [with.joined(separator: " "), without.joined(separator: " ")]
    }
  }

  /// Whether the language says what is in a hole.
  func says(_ letter: Character) -> Bool {
    meant.contains { word in
      guard word.first == "{", word.utf8.count > 2 else { return false }
      let hole = word[word.index(after: word.startIndex)]
      return hole == letter || letter == "q" && (hole == "n" || hole == "L")
    }
  }

  /// A sentence of another shape.
  struct Answer {
    var pieces: [Piece]
    /// The same where it may mean something else, too.
    var other: [Piece]?
    /// The words that the language does not say; empty if it says each word, in another order or with others.
    var blamed: [Piece]
    /// Whether it has a blank to fill.
    var hasBlank: Bool
  }

  /// The pieces in the order of the language.
  func reworded(_ pieces: [Piece], _ context: Context) -> Answer? {
    var match = Match()
    guard fits(pieces, 0, 0, context, &match), !loses(match, pieces) else { return nil }
    // `meter pages per day` counts for nobody called a day.
    if meant.contains("counted"), let whose = match.pieces("x", pieces)?.last,
      Reworder.isPeriod(whose.folded)
    {
      return nil
    }
    let meant = isForFirstTier(match, pieces, context) ? lifted : meant
    let blamed = match.blamed(in: pieces, unlike: meant)
    guard let place = blamed.first ?? pieces.first else { return nil }
    var written: [Piece] = []
    var declarations = match.holes.compactMap { $0.declaration }
    if meant.contains("{d}"), context.known.date == nil {
      guard context.known.kind(of: Self.firstDay) == nil else { return nil }
      declarations.append("fact \(Self.firstDay) is a date")
    }
    // Above a clause a declaration would take it away from its statement.
    let isBehind = above != nil && above != "limit" && !declarations.isEmpty
    guard !isBehind || context.isLast else { return nil }
    for declaration in isBehind ? [] : declarations {
      written += "\(declaration) ⏎".split(separator: " ").map {
        Piece(text: $0 == "⏎" ? "\n" : String($0), span: place.span, isNew: true)
      }
    }
    for word in meant {
      if word.first == "{", word.utf8.count > 2 {
        guard let said = said(word, match, pieces, context, place.span) else { return nil }
        written += said
      } else {
        let text = word == "⏎" ? "\n" : word
        written.append(Piece(text: text, span: place.span, isNew: true))
      }
    }
    for declaration in isBehind ? declarations : [] {
      written += "⏎ \(declaration)".split(separator: " ").map {
        Piece(text: $0 == "⏎" ? "\n" : String($0), span: place.span, isNew: true)
      }
    }
    let isForOthers = meant.contains("{N}") && !context.isLast
    var answer = Answer(pieces: written, blamed: blamed, hasBlank: isExample || isForOthers)
    // A product that is paid once may be a pack, or add for ever.
    if above == "once" { answer.other = written.dropLast(3) }
    return answer
  }

  /// Whether a limit without steps is said of the first tier alone: `at most` would hold for all.
  private func isForFirstTier(_ match: Match, _ pieces: [Piece], _ context: Context) -> Bool {
    guard !context.hasSteps, let most = meant.firstIndex(of: "most"), most > 0,
      meant[most - 1] == "at", !meant.contains("\u{23CE}"), !meant.contains("with"),
      context.known.second != nil
    else { return false }
    return match.words.contains { Self.isFirstTier(pieces[$0], context) }
  }

  /// The limit that the next tier lifts, in place of one for everybody.
  private var lifted: [String] {
    var words = meant
    guard let most = words.firstIndex(of: "most"), most > 0 else { return words }
    words.replaceSubrange(most - 1...most, with: [">"])
    return words + ["requires", "{T}"]
  }

  /// The meaning of a word in braces: a hole, or a word of the policy.
  private func said(
    _ word: String, _ match: Match, _ pieces: [Piece], _ context: Context, _ span: Span
  ) -> [Piece]? {
    guard let end = word.firstIndex(of: "}") else { return nil }
    let name = word[word.index(after: word.startIndex)..<end]
    let suffix = String(word[word.index(after: end)...])
    let known = context.known
    let text: String?
    switch name {
    case "n", "L":
      guard let amounts = match.pieces("q", pieces), amounts.count == 1,
        let number = Int64(amounts[0].text)
      else { return nil }
      if name == "n" {
        text = "\(max(0, number - 1))"
      } else {
        text = context.limit.flatMap { $0 > number ? "\($0 - number)" : nil }
      }
    case "^e": text = match.pieces("e", pieces).flatMap { known.beyond($0.sentence) }
    case "0": text = known.tiers.first
    case "T": text = known.second
    case "M": text = known.tiers.last
    case "M2": text = known.tiers.count == 2 ? known.tiers.last : nil
    case "M3": text = known.tiers.count == 3 ? known.tiers.last : nil
    case "I":
      guard let id = match.pieces("I", pieces)?.first else { return nil }
      return [Piece(text: id.isText ? id.text : "\"\(id.text)\"", span: id.span, isNew: true)]
    case "d": text = known.date ?? Self.firstDay
    case "N":
      guard let product = context.product, let often = match.pieces("y", pieces) else { return nil }
      text = "\(product)-\(often.sentence)ly"
    case "G": text = context.product.flatMap { known.granted[$0] }
    default:
      guard let hole = name.first, var found = match.pieces(hole, pieces) else { return nil }
      // `80 and 100%` are two shares.
      if above == "rule", found.count == 1, found[0].isNumber, hole == "q" || hole == "Q",
        match.holes.contains(where: { pieces[$0.range].last?.text.utf8.last == 0x25 })
      {
        if found[0].text.isDigits { found[0].text += "%" }
      }
      if suffix.isEmpty { return found }
      text = found.sentence
    }
    guard let text else { return nil }
    return (text + suffix).split(separator: " ").map {
      Piece(text: String($0), span: span, isNew: true)
    }
  }

}

extension OtherForm.Context {
  init(
    known: KnownNames, below above: StatementSyntax?, beside clauses: [ClauseSyntax], isLast: Bool
  ) {
    self.known = known
    self.isLast = isLast
    hasSteps = (clauses + (above?.clauses ?? [])).contains { clause in
      if case .step = clause.kind { true } else { false }
    }
    if case .rule(let rule) = above?.kind, case .ladder = rule.effect,
      case .comparison(let limit) = rule.subject
    {
      ladder = limit.meter.text
    }
    isOnce = clauses.contains {
      if case .price(let price) = $0.kind, case .once = price.period { true } else { false }
    }
    switch above?.kind {
    case .product(let product):
      self.above = "product"
      self.product = product.name.text
    case .rule(let rule):
      self.above = "rule"
      if case .comparison(let limit) = rule.subject, case .literal(let most) = limit.quantity,
        most.unit == nil, let number = Int64(most.numeral), !hasSteps
      {
        self.limit = number - (limit.isInclusive ? 1 : 0)
      }
    case .scenario:
      self.above = "scenario"
      let expected = clauses.filter {
        if case .expect = $0.kind { true } else { false }
      }
      isOnlyExpectation = expected.count < 2
    case .meters: self.above = "meter"
    case .setting: self.above = "setting"
    default: break
    }
  }
}

extension OtherForm {
  /// Rows about facts that a policy may lack, and about steps of the limit that stands above.
  static let elsewhere = """
    {z} is¦are¦works¦work¦runs¦opens¦ only¦just¦exclusively available¦allowed¦open¦enabled¦visible¦shown¦works¦work¦ on¦in¦for¦to¦from¦with¦when¦if¦by¦ {p} ~> {z} is off unless {p}
    {z} is¦are¦works¦work¦runs¦opens¦ available¦allowed¦open¦enabled¦visible¦shown¦ only¦just on¦in¦for¦to¦from¦with¦when¦if¦by {p} ~> {z} is off unless {p}
    {z} on¦in¦for¦is¦: {p} only ~> {z} is off unless {p}
    {z} is¦are¦ available¦allowed¦open¦enabled¦visible¦shown¦included¦supported¦works¦work¦ on¦in¦for¦to¦from¦with¦if¦by {p} only¦ ~> {z} is off unless {p}
    {z} requires¦require¦needs¦need {p} only¦ ~> {z} is off unless {p}
    {z} is¦are¦requires¦ {p} only¦exclusive ~> {z} is off unless {p}
    only {p} can¦may¦gets¦get¦has¦have¦should use¦access¦see¦open¦ {z} ~> {z} is off unless {p}
    only on¦in¦for {p} is¦are¦: {z} available¦allowed¦open¦ ~> {z} is off unless {p}
    {p} only :¦ {z} ~> {z} is off unless {p}
    {z} is¦are¦does¦do¦works¦work¦should¦can¦must¦ not¦isn't¦never be¦ available¦allowed¦open¦enabled¦visible¦shown¦supported¦work¦accessible¦ on¦in¦for¦to¦from¦with¦when¦if¦by¦before¦ {p} ~> {z} is off when {p}
    {z} is¦are isn¦aren ' t available¦allowed¦open¦enabled¦visible¦shown¦supported¦ on¦in¦for¦to¦from {p} ~> {z} is off when {p}
    {z} is¦are¦ doesn¦isn¦don ' t work¦available¦allowed on¦in¦for¦to¦from {p} ~> {z} is off when {p}
    {z} is¦are¦ blocked¦closed¦disabled¦forbidden¦banned¦hidden¦unavailable¦locked¦off¦denied¦prohibited¦removed¦restricted on¦in¦for¦to¦from¦when¦if {p} ~> {z} is off when {p}
    {z} is¦are¦ blocked¦closed¦disabled¦hidden¦unavailable¦locked¦off¦denied outside except¦unless of¦on¦in¦for¦ {p} ~> {z} is off unless {p}
    no {z} on¦in¦for¦from¦before {p} ~> {z} is off when {p}
    block¦disable¦hide¦forbid¦deny¦lock¦close¦ban¦remove {z} on¦in¦for¦to¦from¦if¦when {p} ~> {z} is off when {p}
    {p} can¦may¦do¦does cannot¦not¦never use¦access¦see¦have¦get¦open {z} ~> {z} is off when {p}
    {p} cannot¦never use¦access¦see¦have¦get¦gets¦open {z} ~> {z} is off when {p}
    {z} is¦are¦ available¦allowed¦open¦works¦ everywhere¦anywhere¦always but¦except¦besides¦excluding not¦ on¦in¦for¦from¦ {p} ~> {z} is off when {p}
    {z} is¦are¦ available¦allowed¦open¦works¦ on¦for everywhere¦all¦everything platforms¦countries¦devices¦users¦ but¦except not¦ on¦in¦for¦from¦ {p} ~> {z} is off when {p}
    allow¦enable¦show¦open¦permit {z} only¦just on¦in¦for¦to¦from¦if¦when {p} ~> {z} is off unless {p}
    allow¦enable¦show¦open¦permit {z} on¦in¦for¦to¦from¦if¦when {p} only¦ ~> {z} is off unless {p}
    {z} requires¦require¦needs {r} and¦&¦, {p} ~> {z} requires {r} ⏎ {z} is off unless {p}
    {z} requires¦require¦needs {r} but¦and¦, only on¦in¦for {p} ~> {z} requires {r} ⏎ {z} is off unless {p}
    {z} requires¦require¦needs {r} on¦in¦for¦when¦if¦from {p} ~> {z} requires {r} when {p}
    {z} requires¦require¦needs {r} except¦unless¦but not¦ on¦in¦for¦from¦if¦ {p} ~> {z} requires {r} unless {p}
    {z} is¦are¦ free¦open on¦in¦for¦to {p} ~> {z} requires {T} unless {p}
    {p} get¦gets¦has¦have¦can¦may use¦ {z} for¦ free ~> {z} requires {T} unless {p}
    {p} get¦gets¦has¦have {e} for¦ free¦ ~> grant {e} when {p}
    give¦grant {e} to¦for all¦every¦ {p} for¦ free¦ ~> grant {e} when {p}
    grant {e} on¦in¦to¦for¦if {p} ~> grant {e} when {p}
    <product> for¦available¦sold¦offered¦only¦sale for¦only¦sale¦available¦ on¦in¦for¦to {p} only¦ ~> for sale when {p}
    <product> for {p} only¦ ~> for sale when {p}
    <product> for sale¦ only¦ on¦in¦for¦to {p} only¦ ~> for sale when {p}
    <product> not¦never for¦sold¦available sale¦ on¦in¦for¦to {p} ~> for sale unless {p}
    <limit> {l} is¦are¦:¦ unlimited¦infinite for¦with¦in¦on¦if {r} ~> unlimited with {r}
    <limit> unlimited¦infinite {l} for¦with¦in¦on¦if {r} ~> unlimited with {r}
    <limit> {e} is¦can¦may¦has¦have¦gets¦get¦: have¦use¦create¦ unlimited¦infinite {l}¦ ~> unlimited with {e}
    <limit> {l} at most {q} for¦with¦in¦on¦if {r} ~> {q} with {r}
    <limit> {l} at most {q} per {x} for¦with¦in¦on¦if {r} ~> {q} with {r}
    <limit> {e} can¦may¦has¦have¦gets¦get¦: have¦use¦create¦ up¦at¦max¦ to¦most¦ {q} {l} ~> {q} with {e}
    <limit> {e} can¦may¦has¦have¦gets¦get¦: have¦use¦create¦ up¦at¦max¦ to¦most¦ {q} {l} per¦a¦each¦every¦/ {x} ~> {q} with {e}
    <limit> {l} for¦with¦in {e} :¦is¦are¦at¦ most¦ {q} ~> {q} with {e}
    <limit> {e} :¦gets¦get¦has¦have¦can¦up to¦have¦ {q} ~> {q} with {e}
    {z} is¦are¦ available¦open¦allowed¦works¦valid¦usable¦visible¦shown¦there¦offered¦ only¦just¦ from¦between {i} to¦until¦till¦through¦and¦- {j} only¦ ~> {z} is off until {i} ⏎ {z} is off from {j}
    {z} is¦are¦ available¦open¦allowed¦works¦valid¦usable¦visible¦shown¦there¦offered¦ only¦just¦ from¦since¦starting¦after¦as on¦of¦ {i} on¦onwards¦only¦ ~> {z} is off until {i}
    {z} starts¦start¦opens¦open¦begins¦begin¦launches¦launch¦releases¦comes on¦at¦in¦from¦out {i} ~> {z} is off until {i}
    {z} is¦are¦ available¦open¦allowed¦works¦valid¦usable¦visible¦shown¦there¦offered¦ only¦just¦ until¦till¦through¦before¦by {i} only¦ ~> {z} is off from {i}
    {z} ends¦end¦closes¦close¦expires¦expire¦stops¦stop¦disappears¦retires on¦at¦after¦in¦from¦ {i} ~> {z} is off from {i}
    {z} is¦are¦ off¦closed¦disabled¦unavailable¦hidden¦removed¦gone¦locked¦blocked after¦since {i} ~> {z} is off from {i}
    {z} is¦are¦ closed¦disabled¦unavailable¦hidden¦removed¦gone¦locked¦blocked from¦on {i} ~> {z} is off from {i}
    {z} is¦are¦ closed¦disabled¦unavailable¦hidden¦locked¦blocked before¦until¦till {i} ~> {z} is off until {i}
    {z} is¦are¦ off before {i} ~> {z} is off until {i}
    {z} is¦are¦ not available¦open¦allowed¦there¦visible¦usable before¦until¦till {i} ~> {z} is off until {i}
    {z} is¦are¦ not available¦open¦allowed¦there¦visible¦usable after¦from¦since {i} ~> {z} is off from {i}
    no {z} before¦until {i} ~> {z} is off until {i}
    no {z} after¦from¦since {i} ~> {z} is off from {i}
    open¦enable¦show¦allow¦launch¦release {z} from¦on¦after¦since¦at¦starting {i} ~> {z} is off until {i}
    close¦disable¦hide¦block¦remove¦retire¦stop {z} from¦on¦after¦since¦at {i} ~> {z} is off from {i}
    from {i} to¦until¦till¦through {j} only¦: {z} ~> {z} is off until {i} ⏎ {z} is off from {j}
    {z} requires¦require¦needs nothing until¦before¦till {i} ,¦and¦; then¦afterwards¦after requires¦require¦needs¦ {r} ~> {z} requires {r} from {i}
    {z} is¦are¦ free until¦before¦till {i} ,¦and¦; then¦afterwards¦ after¦ requires¦require¦needs¦for¦ {e} only¦ ~> {z} requires {e} from {i}
    {z} is¦are¦ free until¦before¦till {i} ~> {z} requires {T} from {i}
    {z} is¦are¦ free from¦since¦after {i} ~> {z} requires {T} until {i}
    {z} is¦are¦ free from¦between {i} to¦until¦and¦till {j} ~> {z} requires {T} until {i} ⏎ {z} requires {T} from {j}
    rollout {f} :¦=¦is¦at¦to¦with¦ {q} of¦ users¦ from¦on¦starting¦since {i} ,¦and¦then¦; 100% of¦ users¦ from¦on¦since {j} ~> rollout {f}-rollout is {q} of users ⏎ {f} is off until {i} ⏎ {f} is off from {i} until {j} unless in {f}-rollout
    {f} for¦is¦:¦to {q} of¦ users¦ from¦on¦starting¦since {i} ,¦and¦then¦; everyone¦everybody¦all¦100% of¦ users¦ from¦on¦since {j} ~> rollout {f}-rollout is {q} of users ⏎ {f} is off until {i} ⏎ {f} is off from {i} until {j} unless in {f}-rollout
    rollout {f} :¦=¦is¦at¦to¦with¦ {q} of¦ users¦ from¦on¦starting¦since {i} ~> rollout {f}-rollout is {q} of users ⏎ {f} is off until {i} ⏎ {f} is off from {i} unless in {f}-rollout
    {f} for¦is¦:¦to {q} of¦ users¦ from¦on¦starting¦since {i} ~> rollout {f}-rollout is {q} of users ⏎ {f} is off until {i} ⏎ {f} is off from {i} unless in {f}-rollout

    """
}

extension OtherForm {
  /// Rows about clauses of products, as stores and their programs name them, and about settings.
  static let products = """
    <product> stripe¦lookup¦store¦product¦sku¦subscription¦iap¦bundle¦plan¦price¦offer price¦product¦store¦ id¦key¦sku¦identifier¦code {I} ~> sold as {I}
    <product> id¦sku¦identifier¦iap {I} ~> sold as {I}
    <product> app¦apple¦appstore¦app-store¦ios¦itunes¦storekit store¦app¦ product¦store¦ id¦sku¦identifier¦ {I} ~> sold as {I} on app-store
    <product> google¦google-play¦android¦play¦playstore play¦store¦ store¦product¦ id¦sku¦identifier¦ {I} ~> sold as {I} on google-play
    <product> stripe¦web price¦product¦ id¦key¦ {I} ~> sold as {I} on stripe
    <product> free¦ trial period¦ days¦duration¦length¦ {q} ~> trial {q}
    <product> free¦ trial period¦ days {q} ~> trial {q} days
    <product> tier¦plan¦level¦access¦entitlement¦entitlements¦includes¦include¦unlocks¦gives¦give¦contains¦grants to¦access¦ {e} ~> grants {e}
    <product> entitlement¦entitlements¦includes¦include¦unlocks¦gives¦give¦contains¦grants [¦ {e} ,¦and¦+ {g} ]¦ ~> grants {e} , {g}
    <product> requires¦needs¦only¦upgrade¦addon to¦for¦from¦with¦ {e} ~> for sale with {e}
    <product> requires¦needs¦only¦upgrade¦addon¦extends to¦for¦from¦with¦ {P} ~> only with {P}
    <product> price¦costs¦cost¦价格¦售价¦amount¦ {q} {C} ~> ? price {q} {C} per month
    <product> prices¦price¦costs¦cost¦价格¦售价¦amount¦ {q} {C} per¦/¦a¦each¦every {x} ~> price {q} {C} per {x}
    <product> costs¦cost¦amount¦价格¦售价¦ {q} {C} once ~> price {q} {C} once
    <product> price¦costs¦cost¦价格¦售价¦ {q} {C} per¦/¦a¦each¦for each¦ {S} per¦/¦a¦each¦every {x} ~> price {q} {C} per {x} for each of {S}
    <product> price¦costs¦cost¦价格¦售价¦ {q} {C} per¦/¦a¦each¦every {x} per¦/¦a¦each¦for each¦ of¦ {S} ~> price {q} {C} per {x} for each of {S}
    <product> price¦costs¦cost¦价格¦售价¦ {q} {C} per¦/¦a¦each¦for each¦ {S} per¦/¦a¦each¦every {x} ,¦( min¦minimum¦at¦from least¦of¦ {Q} members¦users¦seats¦people¦ )¦ ~> price {q} {C} per {x} for each of {S} , at least {Q}
    <product> price¦costs¦cost¦价格¦售价¦ {q} {C} per¦/¦a¦each¦every {x} per¦/¦a¦each¦for each¦ of¦ {S} ,¦( min¦minimum¦at¦from least¦of¦ {Q} members¦users¦seats¦people¦ )¦ ~> price {q} {C} per {x} for each of {S} , at least {Q}
    <product> price { {C} : {q} , {v} : {Q} } per {x} ~> price {q} {C} or {Q} {v} per {x}
    <product> family¦shared¦sharing sharing¦share¦members¦size¦with¦limit¦ family¦ for¦is¦up¦max¦of¦ up¦with¦of¦to¦ to¦of¦ {q} people¦members¦persons¦users¦ ~> shared with up to {q} people
    <once> give¦gives¦contain¦contains¦has¦gets¦get¦quantity¦amount¦consumable¦pack¦grants¦includes¦include¦adds¦add¦plus¦bonus¦extra¦topup¦+¦ of¦ {q} of¦more¦extra¦additional¦ {k} ~> adds {q} to {k} until used up
    <product> give¦gives¦contain¦contains¦has¦gets¦get¦quantity¦amount¦consumable¦pack¦grants¦includes¦include¦adds¦add¦plus¦bonus¦extra¦topup¦+¦ of¦ {q} of¦more¦extra¦additional¦ {k} ~> adds {q} to {k}
    <product> consumable¦pack {q} {k} ~> adds {q} to {k} until used up
    <product> billing¦payment¦renewal¦ grace period¦time¦days¦ of¦for¦is¦ {q} ~> grace {q}
    <product> billing¦payment¦renewal¦ grace period¦ days {q} ~> grace {q} days
    <product> {q} of¦ billing¦payment¦ grace period¦ [{x}] ~> grace {q}
    <product> status¦state¦visibility¦availability archived¦hidden¦inactive¦deprecated¦retired¦disabled¦discontinued¦unlisted ~> not for sale
    <product> is¦ active¦enabled¦visible¦available¦public¦sellable¦purchasable false¦no¦off¦0 ~> not for sale
    <product> is¦ archived¦hidden¦deprecated¦retired¦discontinued¦unlisted true¦yes¦on¦1 ~> not for sale
    <product> is¦ popular¦recommended¦highlight¦highlighted¦featured¦best¦default¦most plan¦popular¦value¦ true¦yes¦on¦1 ~> recommended
    <product> features¦benefits¦perks¦includes¦bullets {t} ,¦and¦; {u} ,¦and¦; and¦ {v} ~> benefit {t} ⏎ benefit {u} ⏎ benefit {v}
    <product> features¦benefits¦perks¦includes¦bullets {t} ,¦and¦; {u} ~> benefit {t} ⏎ benefit {u}
    setting {w} [{t}] is¦=¦:¦ one¦ of¦ {u} ,¦/¦|¦or {v} for¦with¦in {e} ~> setting {w} [{t}] is {u} < {v} ⏎ {v} with {e}
    setting {w} [{t}] is¦=¦:¦ {u} for¦with¦in @ ,¦/¦|¦and¦; {v} for¦with¦in {e} ~> setting {w} [{t}] is {u} < {v} ⏎ {v} with {e}
    setting {w} [{t}] is¦=¦:¦ {v} for¦with¦in {e} ,¦;¦and otherwise¦else¦default¦or {u} ~> setting {w} [{t}] is {u} < {v} ⏎ {v} with {e}
    setting {w} [{t}] is¦=¦:¦ {q} for¦with¦in @ ,¦/¦|¦and¦; {Q} for¦with¦in {e} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e}
    setting {w} [{t}] is¦=¦:¦ {q} for¦with¦in @ ,¦/¦|¦and¦; {Q} for¦with¦in {e} ,¦/¦|¦and¦; {u} for¦with¦in {g} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    setting {w} [{t}] is¦=¦:¦ {q} ,¦/¦|¦and¦; {Q} for¦with¦in {e} ,¦/¦|¦and¦; {u} for¦with¦in {g} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    setting {w} [{t}] is¦=¦:¦ {Q} for¦with¦in {e} ,¦;¦and otherwise¦else¦default¦or {q} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e}
    setting {w} [{t}] is¦=¦:¦ {q} ,¦;¦and {e} :¦=¦ {Q} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e}
    setting {w} [{t}] is¦=¦:¦ @ :¦=¦ {q} ,¦;¦/ {e} :¦=¦ {Q} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e}
    setting {w} [{t}] is¦=¦:¦ @ :¦=¦ {q} ,¦;¦/ {e} :¦=¦ {Q} ,¦;¦/ {g} :¦=¦ {u} ~> setting {w} [{t}] is {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    setting {w} [{t}] is¦=¦:¦ {q} / {Q} ~> setting {w} [{t}] is {q} ⏎ {Q} with {M2}
    setting {w} [{t}] is¦=¦:¦ {q} / {Q} / {u} ~> setting {w} [{t}] is {q} ⏎ {Q} with {T} ⏎ {u} with {M3}
    setting {w} [{t}] is¦=¦:¦ {u} ,¦/¦| {v} ,¦/¦|¦or {x} ~> setting {w} [{t}] is {u} < {v} < {x}
    setting {w} [{t}] is¦=¦:¦ {u} ,¦/¦| {v} ~> setting {w} [{t}] is {u} < {v}
    setting {w} [{t}] is¦:¦=¦ default¦ {u} , options¦choices¦values :¦ {u} , {v} ~> setting {w} [{t}] is {u} < {v}
    fact {w} is¦:¦=¦as¦ a¦ bool¦boolean¦flag¦true¦on¦yes or¦/¦,¦ false¦off¦no¦ ,¦ default¦otherwise¦else¦= is¦=¦to¦:¦ false¦no¦off ~> fact {w} is yes or no , otherwise no
    fact {w} is¦:¦=¦as¦ a¦ bool¦boolean¦flag¦true¦on¦yes or¦/¦,¦ false¦off¦no¦ ,¦ default¦otherwise¦else¦= is¦=¦to¦:¦ true¦yes¦on ~> fact {w} is yes or no , otherwise yes
    fact {w} is¦:¦=¦as¦ a¦ bool¦boolean¦flag ~> fact {w} is yes or no
    fact {w} :¦=¦as¦of¦,¦is¦ an¦a¦ int¦integer¦numeric¦num¦long¦number ~> fact {w} is a number
    fact {w} :¦=¦as¦of¦,¦is¦ a¦ datetime¦timestamp¦date ~> fact {w} is a date
    feature flag {w} [{t}] at¦to¦:¦=¦is¦ {q} of¦ users¦ ~> rollout {w} is {q} of users
    meter {w} [{t}] per¦for¦of each¦every¦ {x} ~> meter {w} [{t}] ⏎ counted per {x}

    """
}

extension OtherForm {
  /// Rows about the lines of scenarios, about clauses of rules, and about limits in one line.
  static let scenarios = """
    <scenario> given¦when¦with¦if a¦an¦the¦ user¦customer¦subscriber¦he¦she¦ is¦has¦with¦on¦in¦owns¦bought¦purchased¦buys¦holds¦subscribed¦subscribes¦ on¦to¦a¦an¦the¦ {P} plan¦subscription¦product¦purchase¦ is¦ active¦bought¦owned¦purchased¦ ~> given product {P}
    <scenario> given¦when¦with¦if a¦an¦the¦ user¦customer¦subscriber¦he¦she¦ is¦has¦with¦on¦in¦owns¦bought¦purchased¦had¦ a¦an¦the¦ {P} plan¦subscription¦product¦purchase¦ is¦has¦was¦ active¦ expired¦ended¦ends¦expires¦until¦till¦valid until¦on¦at¦in¦since¦ {i} ~> given product {P} until {i}
    <scenario> given¦when¦with¦if a¦an¦the¦ user¦customer¦subscriber¦he¦she¦ is¦has¦with¦on¦in¦owns¦had¦ a¦an¦the¦ {e} plan¦subscription¦tier¦ is¦has¦was¦ active¦ expired¦ended¦ends¦expires¦until¦till¦valid until¦on¦at¦in¦since¦ {i} ~> given {e} until {i}
    <scenario> given¦when¦with¦if subscription¦plan¦purchase¦the¦product¦ subscription¦ of¦to¦for¦ {P} is¦was¦has¦in¦on¦ been¦a¦in¦ {w} period¦state¦ ~> given product {P} {w}
    <scenario> given¦when¦with¦if subscription¦plan¦purchase¦the¦ of¦to¦for¦ {P} is¦was¦has¦in¦on¦ been¦a¦in¦on¦ canceled¦cancel ~> given product {P} cancelled
    <scenario> given¦when¦with¦if subscription¦plan¦purchase¦the¦ of¦to¦for¦ {P} is¦was¦has¦in¦on¦ been¦a¦in¦on¦ refund ~> given product {P} refunded
    <scenario> given¦when¦with¦if subscription¦plan¦purchase¦the¦ of¦to¦for¦ {P} is¦was¦has¦in¦on¦ been¦a¦in¦on¦ trialing¦trialling ~> given product {P} trial
    <scenario> given¦when¦with¦if payment¦billing¦renewal of¦for¦ failed¦fails¦declined of¦for¦on {P} ~> given product {P} hold
    <scenario> given¦when¦with¦if {P} is¦has¦payment¦ past¦failed¦unpaid¦payment due¦failed¦declined¦ ~> given product {P} hold
    <scenario> when¦if¦with¦given user¦customer¦he¦she¦there¦ has¦are¦ {k} is¦are¦=¦:¦==¦used¦reached¦reaches¦at¦count {q} ~> given {k} {q}
    <scenario> when¦if¦with¦given user¦customer¦he¦she¦there¦ has¦are¦used¦ already¦ {q} {k} already¦used¦ ~> given {k} {q}
    <scenario> when¦if¦with plan¦tier¦user¦customer is¦has¦=¦:¦on a¦an¦the¦ {e} plan¦tier¦user¦ ~> given {e}
    <scenario> given¦when¦with¦if a¦an¦the¦ user¦customer¦ is¦has¦on¦with¦in¦ a¦an¦the¦ {e} plan¦tier¦user¦customer¦subscription¦ with¦and¦,¦has¦who has¦used¦ already¦ {q} {k} already¦used¦ ~> given {e} , {k} {q}
    <scenario> given¦when¦with¦if {k} is¦=¦:¦==¦ {q} ,¦and¦; user¦plan¦tier is¦=¦:¦==¦ {e} ~> given {e} , {k} {q}
    <scenario> given¦when¦with¦if user¦plan¦tier is¦=¦:¦==¦ {e} ,¦and¦; {k} is¦=¦:¦==¦ {q} ~> given {e} , {k} {q}
    <scenario> then¦expect {s} should¦must¦is¦are¦will¦would be¦ blocked¦denied¦locked¦forbidden¦refused ~> expect {s} denied
    <scenario> then¦expect {s} should¦must¦is¦are¦will¦would be¦ allowed¦open¦unlocked¦available¦possible ~> expect {s} allowed
    <scenario> then¦expect creating¦adding¦using¦making¦one¦another¦opening a¦an¦another¦one¦more¦the¦ {k} is¦are¦to¦should be¦ denied¦blocked¦refused¦locked ~> expect {k} denied
    <scenario> then¦expect creating¦adding¦using¦making¦one¦another¦opening a¦an¦another¦one¦more¦the¦ {k} is¦are¦to¦should be¦ allowed¦possible¦ok ~> expect {k} allowed
    <scenario> then¦expect {w} to¦should¦must be¦equal {q} ~> expect {w} is {q}
    <rule> reminders¦reminder¦remind¦warn¦notify¦alert at¦when¦after¦on {q} ,¦and¦/ {Q} ,¦and¦/ and¦ {u} ~> reminder at {q} ⏎ reminder at {Q} ⏎ reminder at {u}
    <rule> reminders¦reminder¦remind¦warn¦notify¦alert at¦when¦after¦on {q} ,¦and¦/ {Q} ~> reminder at {q} ⏎ reminder at {Q}
    <rule> reminder¦remind¦warn¦notify¦alert¦show me¦us¦user¦users¦them¦the¦reminder¦ users¦user¦ when¦at¦if¦after¦for¦with only¦ {q} {k} are¦is¦ left¦remaining¦remain¦remains [{x}] ~> reminder at {L} [{x}]
    <rule> reminder¦remind¦warn¦notify¦alert¦show me¦us¦user¦users¦them¦the¦reminder¦ users¦user¦ when¦at¦if¦after¦for¦with only¦ {q} are¦is¦ left¦remaining¦remain¦remains [{x}] ~> reminder at {L} [{x}]
    <rule> show¦open¦display the¦a¦ paywall¦upsell¦popup¦dialog {x} ~> prompt as paywall ⏎ message {x}
    <rule> on¦at¦when the¦ limit¦denied¦reached¦block¦limit-reached reached¦is¦ reached¦ :¦,¦->¦ show¦open¦ the¦a¦ paywall ~> prompt as paywall
    <rule> show¦open¦display the¦a¦ paywall ~> prompt as paywall
    <rule> enforce¦enforcement¦mode¦type¦kind soft ~> soft
    {k} at most {q} for¦with¦on¦in @ user¦users¦plan¦tier¦ ~> {k} at most {q}
    {k} at most {q} for¦with¦on¦in¦ @ ,¦;¦/ {Q} for¦with¦on¦in¦ {e} ~> {k} at most {q} ⏎ {Q} with {e}
    {k} at most {q} for¦with¦on¦in¦ @ ,¦;¦/ {Q} for¦with¦on¦in¦ {e} ,¦;¦/ {u} for¦with¦on¦in¦ {g} ~> {k} at most {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    {k} @ at¦最多¦不超过¦: most¦ {q} ,¦; {e} 最多¦不超过¦:¦ {Q} ~> {k} at most {q} ⏎ {Q} with {e}
    {k} :¦is¦are¦at¦max most¦ {q} / {Q} ~> {k} at most {q} ⏎ {Q} with {M2}
    {k} :¦is¦are¦at¦max most¦ {q} / {Q} / {u} ~> {k} at most {q} ⏎ {Q} with {T} ⏎ {u} with {M3}
    {k} < {q} for¦with¦on¦in @ users¦ ~> {k} at most {n}
    {k} < {q} {u} for¦with¦on¦in @ users¦ ~> {k} at most {q} {u}
    maximum¦max¦at¦up¦only most¦to¦ {q} {k} for¦on¦in¦with @ users¦user¦plan¦tier¦ ~> {k} at most {q}
    maximum¦max¦at¦up¦only most¦to¦ {q} {k} per¦a¦each¦every {x} for¦on¦in¦with @ users¦user¦plan¦tier¦ ~> {k} at most {q} per {x}
    {q} {k} for¦on¦in¦with @ users¦user¦plan¦tier¦ ~> {k} at most {q}
    @ user¦users¦customer¦customers¦ gets¦get¦has¦have {q} {k} per¦a¦each¦every {x} ~> {k} at most {q} per {x}
    every¦each user¦customer gets¦get¦has¦have {q} {k} per¦a¦each¦every {x} ~> {k} at most {q} per {x}
    {q} {k} per¦/¦a¦each¦every {x} for¦with¦in¦on {e} ~> ? {k} at most 10 per {x} ⏎ {q} with {e}
    {k} limit¦at¦:¦max most¦ {q} ,¦and¦ reset¦resets¦renews¦refreshed¦refreshes daily ~> {k} at most {q} per day
    {k} limit¦at¦:¦max most¦ {q} ,¦and¦ reset¦resets¦renews¦refreshed¦refreshes weekly ~> {k} at most {q} per week
    {k} limit¦at¦:¦max most¦ {q} ,¦and¦ reset¦resets¦renews¦refreshed¦refreshes monthly ~> {k} at most {q} per month
    {k} limit¦at¦:¦max most¦ {q} ,¦and¦ reset¦resets¦renews¦refreshed¦refreshes yearly¦annually ~> {k} at most {q} per year
    {s} is¦are¦ available¦included¦enabled¦there¦allowed¦only in¦for¦on¦with¦from {e} plan¦plans¦tier¦tiers¦ and¦or above¦higher¦up¦better¦beyond plans¦tiers¦ ~> {s} requires {e}
    {s} :¦is enabled¦available¦allowed¦on for¦in¦with¦to {e} ~> {s} requires {e}
    {s} 只对¦仅对¦仅限 {e} 用户¦ 开放¦可用¦使用¦ ~> {s} requires {e}
    if¦when¦unless not¦no¦ {e} then¦,¦:¦ no¦hide¦block¦disable {f} ~> {f} requires {e}
    {s} is¦are coming soon¦later ~> {s} is off
    {f} rollout¦rolled :¦out¦ to¦is¦=¦at¦:¦ {q} of¦ users¦ ~> rollout {f}-rollout is {q} of users ⏎ {f} is off unless in {f}-rollout
    free¦ trial {q} of¦for¦: {e} ~> grant {e} for {q} after {d}

    """
}

extension OtherForm {
  /// Rows about limits and rules as people say them and as tables list them.
  static let speech = """
    {e} plan¦users¦tier¦ :¦=¦includes¦has¦gets¦unlocks¦with¦-> {f} ,¦and¦+ {t} ~> {f} , {t} requires {e}
    {e} plan¦users¦tier¦ :¦=¦includes¦has¦gets¦unlocks¦with¦-> {f} ,¦+ {t} ,¦and¦+ {u} ~> {f} , {t} , {u} requires {e}
    {e} plan¦users¦tier¦ :¦-¦=¦has¦get¦gets no¦not¦without {f} ~> {f} requires {^e}
    people¦users¦customers on¦with¦in {e} can¦may use¦see¦access¦ {f} ~> {f} requires {e}
    {e} plan¦users¦tier¦ :¦=¦gets¦get¦has¦have¦can {q} {k} per¦a¦/¦each {x} ~> ? {k} at most 10 per {x} ⏎ {q} with {e}
    {k} /¦per {x} :¦=¦ {q} (¦ @ )¦ ,¦;¦/ {Q} (¦ {e} )¦ ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {k} :¦=¦ {q} per¦/¦a {x} ,¦;¦and {e} :¦=¦ {Q} ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {k} :¦=¦ {q} per¦/¦a {x} ,¦;¦and {e} :¦=¦ {Q} per¦/¦a {y} ~> {k} at most {q} per {x} ⏎ {Q} with {e}
    {k} :¦max¦=¦ {q} (¦for¦ @ )¦ ,¦;¦/ {Q} (¦for¦ {e} )¦ ~> {k} at most {q} ⏎ {Q} with {e}
    {k} :¦max¦=¦ {q} (¦for¦ @ )¦ ,¦;¦/ {Q} (¦for¦ {e} )¦ ,¦;¦/ {u} (¦for¦ {g} )¦ ~> {k} at most {q} ⏎ {Q} with {e} ⏎ {u} with {g}
    {k} daily :¦=¦is¦limit¦max :¦=¦ {q} ~> {k} at most {q} per day
    {k} daily {q} ~> {k} at most {q} per day
    {k} weekly {q} ~> {k} at most {q} per week
    {k} monthly {q} ~> {k} at most {q} per month
    daily {k} :¦=¦is¦limit¦max¦ :¦=¦ {q} ~> {k} at most {q} per day
    monthly {k} :¦=¦is¦limit¦max¦ :¦=¦ {q} ~> {k} at most {q} per month
    require¦requires ( {f} ,¦ {e} )¦ ~> {f} requires {e}
    limit¦max ( {k} ,¦ {q} )¦ ~> {k} at most {q}
    {f} level¦min¦minimum¦plan¦tier¦entitlement¦access :¦=¦is¦ {e} ~> {f} requires {e}
    {f} is¦are¦ only¦ available¦included¦enabled¦allowed¦there¦ on¦in¦for¦with¦to {e} and¦or¦,¦/¦& {g} plans¦users¦tiers¦customers¦only ~> {f} requires {e} or {g}
    {s} is¦are¦ available¦only¦open¦included¦ only¦ for¦to¦in¦on¦with all¦any¦ paid¦paying¦subscribed users¦plans¦customers¦subscribers¦members¦accounts ~> {s} requires {T}
    {s} is¦are¦ available¦only¦open¦included¦ only¦ for¦to all¦any¦ subscribers¦customers ~> {s} requires {T}
    {s} requires¦require¦needs¦need a¦an¦any¦ subscription¦payment¦purchase¦upgrade¦paid plan¦subscription¦account¦ ~> {s} requires {T}
    {s} is¦are paid¦premium ~> {s} requires {T}
    {s} is¦are¦ available¦ for¦to nobody¦no-one¦none ~> {s} is off
    {z} requires¦require¦needs¦need {r} on¦in¦for¦when¦if {p} only ~> {z} requires {r} when {p}
    {z} requires¦require¦needs¦need {r} since¦from¦starting with¦from¦ {p} ~> {z} requires {r} when {p}
    {z} is¦are¦ off¦hidden¦disabled¦closed¦locked until¦till¦before {p} ~> {z} is off unless {p}
    {z} is¦are¦ coming¦launching¦starting¦planned¦arrives in¦on¦at¦from¦for¦ {i} ~> {z} is off until {i}
    {k} < {q} ~> ? {k} at most {q}
    {k} under¦below¦up¦< to¦ {q} is¦are free ~> {k} > {q} requires {T}
    {k} > {q} costs¦cost¦is¦are extra¦money¦paid¦more¦premium ~> {k} > {q} requires {T}
    {k} > {q} :¦->¦needs¦requires¦need¦require an¦a¦ upgrade to¦ {e} ~> {k} > {q} requires {e}
    {k} > {q} :¦->¦needs¦requires¦need¦require an¦a¦ upgrade ~> {k} > {q} requires {T}
    {k} > {q} and¦if¦when¦, not¦without {e} ~> {k} > {q} requires {e}
    {k} > {q} is¦are¦ denied¦blocked¦not¦forbidden¦off¦locked allowed¦ for¦on¦in¦with @0 ~> {k} > {q} requires {T}
    {k} > {q} for¦on¦in¦with @0 is¦are¦ denied¦blocked¦not¦forbidden¦off¦locked allowed¦ ~> {k} > {q} requires {T}
    you¦users¦user¦people¦customers can¦may¦gets¦get¦have¦has¦must have¦create¦use¦save¦make¦add¦ up¦at¦max¦only¦ to¦most¦ {q} {k} ~> {k} at most {q}
    you¦users¦user¦people¦customers can¦may¦gets¦get¦have¦has¦must have¦create¦use¦save¦make¦add¦ up¦at¦max¦only¦ to¦most¦ {q} {k} per¦a¦each¦every¦/ {x} ~> {k} at most {q} per {x}
    {q} {k} max¦maximum¦at¦limit¦tops most¦ ~> {k} at most {q}
    {q} {k} per¦a¦each¦every¦/ {x} for everyone¦everybody¦all users¦ ~> {k} at most {q} per {x}
    {k} {q} times¦time a¦per¦each¦every {x} ~> {k} at most {q} per {x}
    {k} per¦a¦each¦every {x} > {q} requires¦require¦needs¦need {r} ~> {k} > {q} per {x} requires {r}
    per¦each¦every {x} :¦ {k} > {q} requires¦require¦needs¦need {r} ~> {k} > {q} per {x} requires {r}
    daily {k} > {q} requires¦require¦needs¦need {r} ~> {k} > {q} per day requires {r}
    monthly {k} > {q} requires¦require¦needs¦need {r} ~> {k} > {q} per month requires {r}
    more {k} than {q} requires¦require¦needs¦need {r} ~> {k} > {q} requires {r}
    more {k} than {q} per¦a {x} requires¦require¦needs¦need {r} ~> {k} > {q} per {x} requires {r}

    """
}
