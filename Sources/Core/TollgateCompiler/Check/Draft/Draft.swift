import TollgateRuntime
import TollgateSyntax

/// A policy while it is checked: the meaning of its names, what has been read so far, and all
/// mistakes. A part that is wrong is left out, so that nothing follows from it.
final class Draft {
  let pages: PolicyPages
  let source: Source
  /// The tokens of the page that is checked.
  var tokens: [Token] = []
  /// The checked policy, without its rules.
  var policy = CheckedPolicy()
  var names = NameTable()
  private(set) var mistakes: [(span: Span, mistake: Mistake)] = []
  /// The names in the lines that could not be read: they may have been declared there.
  var unreadNames: Set<String> = []
  /// Whether a series could not be read; then any feature may have been its member.
  var hasUnreadSeries = false
  /// By date fact, how long after it something first begins or ends, and where that is written.
  var lapses: [Int32: (first: Lapse, span: Span)] = [:]
  /// Names that have been reported as confusable.
  var confusing: Set<String> = []
  /// The names beyond ASCII by what they look like.
  var skeletons: [String: String] = [:]
  /// The choices of each fact by name, made when first asked for.
  var choiceIndices: [Int: [String: Int64]] = [:]
  /// The packs of each meter: the first one.
  var packs: [Int32: Span] = [:]
  /// The first limit of each meter that has packs.
  private var packLimits: [Int32: (window: Window, span: Span)] = [:]
  /// The meters that go beyond a limit for money, with the place that says so.
  var overages: [Int32: Span] = [:]
  /// The limits of each counter: where they stand, and where one says that unused rolls over.
  private var counterLimits: [CounterIndex: [Span]] = [:]
  private var rollovers: [CounterIndex: Span] = [:]
  /// The things that quantities of counters and settings are for each of, where they first say it.
  var countedThings: [Counting: (source: Ladder.Source, name: NameSyntax)] = [:]
  /// Products that are `only with` a name that is not declared.
  var unknownPartners: Set<String> = []
  /// Whether a use takes from meters anywhere.
  private(set) lazy var hasUses = pages.statements(.rules).contains { statement in
    if case .uses = statement.kind { return true }
    return false
  }
  /// How many more entries the lists of the graph may have.
  private var budget = Draft.mostEntries

  /// How many entries the lists of a graph may have in all: members of groups, rules of targets,
  /// and the like.
  private static let mostEntries = 20_000_000
  static let mostSeriesMembers: Int64 = 1_000_000
  static let mostTargets = 4_000_000

  init(_ pages: PolicyPages) {
    self.pages = pages
    source = pages.source
    noteUnread(pages.diagnostics)
  }

  /// The meaning of a name, if it is not a member of a series.
  func entry(_ name: String, isProduct: Bool = false) -> NameTable.Entry? {
    // Passed as `inout`, the table is read where it is; else each of its parts would be retained.
    func entry(in names: inout NameTable) -> NameTable.Entry? {
      names.entry(name, isProduct: isProduct)
    }
    return entry(in: &names)
  }

  /// Notes a limit. Where what is unused of its counter rolls over, it is the only one.
  private func enter(limitOf counter: CounterIndex, _ meter: String, at span: Span) {
    counterLimits[counter, default: []].append(span)
    guard rollovers[counter] != nil, let first = counterLimits[counter]?.first else { return }
    report(.rollover(.otherLimit(meter, first)), at: span)
  }

  /// Notes that what is unused of a counter rolls over. Says whether no other limit reads it so far.
  func enter(rolloverOf counter: CounterIndex, _ meter: String, at span: Span) -> Bool {
    guard let limits = counterLimits[counter], limits.count < 2 else {
      report(.rollover(.otherLimit(meter, counterLimits[counter]?.first ?? span)), at: span)
      return false
    }
    rollovers[counter] = span
    return true
  }

  /// Reports a limit with another window than the one before it: a pack is used up over one.
  func checkPacks(of meter: NameSyntax, _ index: Int32, _ window: Window, at span: Span) {
    enter(limitOf: CounterIndex(index, window), meter.text, at: span)
    guard let pack = packs[index] else { return }
    guard let first = packLimits[index] else {
      packLimits[index] = (window, span)
      return
    }
    guard first.window != window else { return }
    let mistake = CountingMistake.packOfTwoWindows(meter.text, pack: pack, limit: first.span)
    report(.counting(mistake), at: span)
  }

  func report(_ mistake: Mistake, at span: Span) {
    mistakes.append((span, mistake))
  }

  /// Counts entries of the graph; false, with a report, when there are too many.
  func spend(_ amount: Int, at span: Span) -> Bool {
    guard budget > 0 else { return false }
    budget -= max(amount, 0)
    if budget > 0 { return true }
    report(.size(.work), at: span)
    return false
  }
}

/// The jobs that others ask something of.
extension Draft {
  var expressions: ExpressionChecker { ExpressionChecker(draft: self) }
  var targets: TargetFinder { TargetFinder(draft: self) }
}

extension Draft {
  /// Names that mix scripts, and pairs of names that cannot be told apart by eye.
  func checkConfusables() {
    let unusual = names.entries.filter { !isPlain($0.name) }
    for kind in NameKind.allCases {
      for entry in unusual where entry.kind == kind {
        checkScripts(of: NameSyntax(entry.name, span: entry.span))
        if !confusing.contains(entry.name) { checkLookalikes(of: entry.name, kind, entry) }
      }
    }
  }

  private func isPlain(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 < 0x80 }
  }

  private func anyEntry(_ name: String) -> NameTable.Entry? {
    entry(name) ?? entry(name, isProduct: true)
  }

  /// Reports a name that mixes scripts, once; false if it does.
  @discardableResult
  func checkScripts(of name: NameSyntax) -> Bool {
    if isPlain(name.text) { return true }
    let scripts = Script.all(in: name.text)
    guard scripts.count > 1 else { return true }
    guard confusing.insert(name.text).inserted else { return false }
    let skeleton = Skeleton.of(name.text)
    let meant = anyEntry(skeleton) == nil || skeleton == name.text ? nil : skeleton
    report(.name(.mixedScripts(name.text, scripts, meant: meant)), at: name.span)
    return false
  }

  private func checkLookalikes(
    of name: String, _ kind: NameKind, _ entry: NameTable.Entry
  ) {
    let skeleton = Skeleton.of(name)
    var other = skeleton == name ? nil : anyEntry(skeleton).map { (skeleton, $0) }
    if other == nil, let known = skeletons[skeleton], known != name {
      other = anyEntry(known).map { (known, $0) }
    }
    if skeletons[skeleton] == nil { skeletons[skeleton] = name }
    guard let (otherName, otherEntry) = other else { return }
    let isLater = entry.span.start >= otherEntry.span.start
    let (late, early) = isLater ? (name, otherName) : (otherName, name)
    confusing.insert(late)
    report(
      .name(
        .lookalike(
          late, other: early, isLater ? otherEntry.span : entry.span, isUndeclared: false)),
      at: isLater ? entry.span : otherEntry.span)
  }

  /// The declared name that an undeclared one looks like.
  func lookalike(of name: String) -> (name: String, entry: NameTable.Entry)? {
    let skeleton = Skeleton.of(name)
    if skeleton != name, let entry = anyEntry(skeleton) { return (skeleton, entry) }
    guard let other = skeletons[skeleton], other != name else { return nil }
    return anyEntry(other).map { (other, $0) }
  }
}

extension Draft {
  /// All findings, those of the parser among them, in the order of the text and up to the ceiling.
  func diagnostics() -> [Diagnostic] {
    let parsed = pages.diagnostics
    let mistakes = MistypedDeclarations(draft: self).folded()
    let places = mistakes.indices.sorted { a, b in
      let (first, second) = (mistakes[a].span, mistakes[b].span)
      return first.start == second.start ? a < b : first.start < second.start
    }
    var words = MistakeWords(self)
    let found = places.prefix(Limits.diagnostics).map { place in
      words.diagnostic(for: mistakes[place].mistake, at: mistakes[place].span)
    }
    let hidden = places.dropFirst(found.count)
    return Draft.merged(
      parsed, found, more: hidden.count, next: hidden.first.map { mistakes[$0].span })
  }

  /// Two lists in order become one in order; what is beyond the ceiling is counted.
  private static func merged(
    _ first: [Diagnostic], _ second: [Diagnostic], more: Int, next: Span?
  ) -> [Diagnostic] {
    var merged: [Diagnostic] = []
    var (a, b) = (first[...], second[...])
    // The parser's own word about its ceiling stays last, whatever its place.
    let ceiling = a.last?.code == "TG0015" ? a.popLast() : nil
    while let left = a.first, let right = b.first {
      if left.span.start <= right.span.start {
        merged.append(left)
        a.removeFirst()
      } else {
        merged.append(right)
        b.removeFirst()
      }
    }
    merged += a + b
    let hidden = merged.count - Limits.diagnostics + more
    guard hidden > 0 || ceiling != nil else { return merged }
    let last = merged.count > Limits.diagnostics ? merged[Limits.diagnostics].span : nil
    merged = Array(merged.prefix(Limits.diagnostics))
    if let ceiling, hidden <= 0 { return merged + [ceiling] }
    let atLeast = ceiling == nil ? "" : "at least "
    let count = max(hidden, 1)
    return merged + [
      Diagnostic(
        code: "TG0015",
        headline: "too many errors: \(atLeast)\(count) more \(count == 1 ? "is" : "are") not shown",
        span: last ?? ceiling?.span ?? next ?? Span(0, 0), label: "the first of them")
    ]
  }
}

extension Draft {
  /// The index of a choice of a fact.
  func choice(_ name: NameSyntax, of fact: Int32) -> Int64? {
    if let index = choiceIndex(name.text, of: fact) { return index }
    let checked = policy.facts[Int(fact)]
    guard isWorthReporting(name) else { return nil }
    if checked.isOpen {
      // The value is not among those declared, and need not be: it becomes one of them.
      policy.facts[Int(fact)].choices.append(name.text)
      choiceIndices[Int(fact)]?[name.text] = Int64(checked.choices.count)
      return Int64(checked.choices.count)
    }
    report(
      .name(
        .undeclaredChoice(
          name.text, fact: checked.name.text, choices: checked.choices, checked.name.span)),
      at: name.span)
    return nil
  }

  /// The index of a choice that a fact is known to have.
  func choiceIndex(_ choice: String, of fact: Int32) -> Int64? {
    if let table = choiceIndices[Int(fact)] { return table[choice] }
    var table: [String: Int64] = [:]
    for (index, choice) in policy.facts[Int(fact)].choices.enumerated() {
      table[choice] = Int64(index)
    }
    choiceIndices[Int(fact)] = table
    return table[choice]
  }

  /// A fact by itself: it must be yes or no.
  func yesOrNo(_ name: NameSyntax, _ entry: NameTable.Entry) -> CheckedExpression? {
    let fact = policy.facts[Int(entry.index)]
    if fact.type == .yesOrNo { return .factIs(entry.index, 1, name.span) }
    report(
      .fact(
        .notYesOrNo(name.text, fact.type, fact.name.span, isDeclared: fact.name.isDeclared)),
      at: name.span)
    return nil
  }

  /// A fact that is a date.
  func dateFact(_ name: NameSyntax) -> Int32? {
    guard let entry = resolve(name, .fact) else { return nil }
    if policy.facts[Int(entry.index)].type == .date { return entry.index }
    reportType(of: name, entry, found: .anchor, at: name.span)
    return nil
  }

  /// Reports a fact that is compared with what it is not.
  func reportType(
    of name: NameSyntax, _ entry: NameTable.Entry, found: FactMistake.Found, at span: Span
  ) {
    let fact = policy.facts[Int(entry.index)]
    report(
      .fact(
        .type(name.text, fact.type, found: found, fact.name.span, isDeclared: entry.isDeclared)),
      at: span)
  }
}

extension Draft {
  /// The meaning of a name, if its kind fits the place. Otherwise nil, with a report, unless the
  /// cause has been reported already.
  func resolve(_ name: NameSyntax, _ wanted: NameKind...) -> NameTable.Entry? {
    resolve(name, anyOf: wanted)
  }

  func resolve(_ name: NameSyntax, anyOf wanted: [NameKind]) -> NameTable.Entry? {
    guard let entry = entry(name.text, isProduct: wanted == [.product]) else {
      reportUnknown(name, wanted)
      return nil
    }
    if entry.isDisputed { return nil }
    if wanted.contains(entry.kind) { return entry }
    reportKind(name, entry, wanted)
    return nil
  }

  func reportKind(
    _ name: NameSyntax, _ entry: NameTable.Entry, _ wanted: [NameKind]
  ) {
    report(
      .name(
        .wrongKind(
          name.text, entry.kind, wanted: wanted, entry.span, isDeclared: entry.isDeclared)),
      at: name.span)
  }

  /// Reports a name without a meaning in its name space.
  func reportUnknown(_ name: NameSyntax, _ wanted: [NameKind]) {
    guard isWorthReporting(name) else { return }
    if wanted.contains(.feature), hasUnreadSeries { return }
    if let other = otherMeaning(of: name.text, wanted) {
      reportKind(name, other, wanted)
    } else {
      report(.name(.undeclared(name.text, wanted)), at: name.span)
    }
  }

  /// False if an unknown name has its explanation elsewhere: in what could not be read, or in
  /// letters that look like others, which is reported here.
  func isWorthReporting(_ name: NameSyntax) -> Bool {
    if unreadNames.contains(name.text) { return false }
    guard checkScripts(of: name) else { return false }
    guard let (other, entry) = lookalike(of: name.text) else { return true }
    report(
      .name(.lookalike(name.text, other: other, entry.span, isUndeclared: true)), at: name.span)
    return false
  }

  /// The meaning of a name in the other name space, or as a member of a series.
  private func otherMeaning(of name: String, _ wanted: [NameKind]) -> NameTable.Entry? {
    if wanted == [.product] { return entry(name) }
    if let product = entry(name, isProduct: true) { return product }
    guard !wanted.contains(.feature), let member = SeriesName.ifAny(name),
      let series = names.series(of: member)
    else { return nil }
    return NameTable.Entry(
      name: name, kind: .feature, index: series.index, span: series.span,
      isDeclared: series.isDeclared,
      isQuoted: false)
  }

  /// The references of a list, each thing once.
  func references(_ list: [NameSyntax], _ kind: NameKind) -> [Reference] {
    var known: Set<Int32> = []
    var references: [Reference] = []
    for name in list {
      guard let entry = resolve(name, kind), known.insert(entry.index).inserted else { continue }
      references.append(Reference(entry.index, name.span))
    }
    return references
  }

  /// The index of the thing that this very name declares; nil if it was declared before.
  func own(_ name: NameSyntax, _ kind: NameKind) -> Int? {
    let entry = entry(name.text, isProduct: kind == .product)
    guard let entry, entry.kind == kind, entry.span == name.span else { return nil }
    return Int(entry.index)
  }
}

/// The values of settings; nil, with a report, where a text is none.
extension Draft {
  /// A value of a setting: a quantity of its kind, a choice by its place, or `unlimited`.
  func value(_ syntax: SettingValueSyntax, of setting: CheckedSetting) -> Ladder.Value? {
    if setting.kind == .choice { return choice(syntax, of: setting).map { .quantity($0) } }
    if case .unlimited(let span) = syntax {
      guard setting.isSmallerBetter else { return .unlimited }
      report(.value(.unlimited(setting.name.text, .smaller)), at: span)
      return nil
    }
    return quantity(syntax, of: setting).map { .quantity($0) }
  }

  /// A value of a setting that is a quantity, without `unlimited`.
  func quantity(_ syntax: SettingValueSyntax, of setting: CheckedSetting) -> Int64? {
    let name = setting.name.text
    switch syntax {
    case .literal(let literal), .each(let literal, _): return quantity(literal, of: setting)
    case .choice(let choice):
      report(.value(.notQuantity(choice.text, setting: name, setting.kind)), at: choice.span)
    case .unlimited(let span): report(.value(.unlimited(name, .base)), at: span)
    case .undecided(let span), .allowance(let span):
      report(.value(.open(source.text(span), .setting(name))), at: span)
    }
    return nil
  }

  private func quantity(_ literal: LiteralSyntax, of setting: CheckedSetting) -> Int64? {
    guard let measure = measure(literal) else { return nil }
    if measure.isBareZero || Setting.Kind(measure.dimension) == setting.kind {
      return measure.value
    }
    report(
      .value(
        .otherKind(
          setting: setting.name.text, setting.kind, found: Setting.Kind(measure.dimension),
          setting.baseSpan)),
      at: literal.span)
    return nil
  }

  /// The place of a choice.
  private func choice(_ syntax: SettingValueSyntax, of setting: CheckedSetting) -> Int64? {
    let names = setting.choices.map { $0.name }
    let text: String
    switch syntax {
    case .choice(let name): text = name.text
    case .undecided(let span), .allowance(let span): text = source.text(span)
    case .unlimited(let span):
      report(
        .value(.unlimited(setting.name.text, names.contains("unlimited") ? .quoted : .choices)),
        at: span)
      return nil
    case .literal(let literal), .each(let literal, _):
      report(
        .value(.notChoice(setting: setting.name.text, names, setting.baseSpan)), at: literal.span)
      return nil
    }
    if let place = names.firstIndex(of: text) { return Int64(place) }
    report(
      .value(.undeclaredChoice(text, setting: setting.name.text, names, setting.baseSpan)),
      at: syntax.span)
    return nil
  }
}

extension Draft {
  /// Notes the names in statements that could not be read, or not to their end: they may have
  /// been declared there, and one cause has one message.
  func noteUnread(_ diagnostics: [Diagnostic]) {
    guard !diagnostics.isEmpty else { return }
    let errors = diagnostics.filter { $0.level == .error }.map { $0.span.start }.sorted()
    var next = 0
    for page in pages.having(StatementKinds.declarations.union(.broken)) {
      tokens = page.tokens
      for statement in page.statements {
        if case .broken = statement.kind {
          noteNames(of: statement)
          if tokenText(statement.tokens.lowerBound) == "series" { hasUnreadSeries = true }
        }
        while next < errors.count, errors[next] < statement.span.start { next += 1 }
        guard next < errors.count, errors[next] <= statement.span.end else { continue }
        if declares(statement.kind) { noteNames(of: statement) }
      }
    }
  }

  private func noteNames(of statement: StatementSyntax) {
    for index in statement.tokens {
      switch tokens[index].kind {
      case .name: unreadNames.insert(tokenText(index))
      case .quotedName: unreadNames.insert(String(tokenText(index).dropFirst().dropLast()))
      default: break
      }
    }
  }

  private func tokenText(_ index: Int) -> String {
    index < tokens.count ? source.text(tokens[index].span) : ""
  }

  private func declares(_ kind: StatementSyntax.Kind) -> Bool {
    !StatementKinds(kind).isDisjoint(with: .declarations)
  }
}

/// The values of literals; nil, with a report, where one has none.
extension Draft {
  /// A quantity of a meter, in the meter's unit.
  func quantity(_ literal: LiteralSyntax, of meter: Int32) -> Int64? {
    value { () throws(LiteralReader.Misread) in
      try LiteralReader.quantity(literal, of: policy.meters[Int(meter)])
    }
  }

  /// A number without a unit.
  func count(_ literal: LiteralSyntax) -> Int64? {
    value { () throws(LiteralReader.Misread) in try LiteralReader.count(literal) }
  }

  /// A number without a unit that is not too small.
  func count(
    _ literal: LiteralSyntax, atLeast least: Int64, _ zero: LiteralMistake.Zero
  ) -> Int64? {
    guard let count = count(literal) else { return nil }
    if count >= least { return count }
    report(.literal(.zero(zero)), at: literal.span)
    return nil
  }

  /// A number with the unit it has.
  func measure(_ literal: LiteralSyntax) -> Measure? {
    value { () throws(LiteralReader.Misread) in try LiteralReader.measure(literal, .value) }
  }

  /// A length of time in milliseconds.
  func duration(_ literal: LiteralSyntax, orZero: Bool = false) -> Int64? {
    value { () throws(LiteralReader.Misread) in
      try LiteralReader.duration(literal, orZero: orZero)
    }
  }

  /// How long before an end, as it is written.
  func lead(_ literal: LiteralSyntax) -> Reminder.Lead? {
    duration(literal).map {
      Reminder.Lead(
        milliseconds: $0, unit: literal.unit?.text ?? Numeral(literal.numeral)?.suffix ?? "")
    }
  }

  /// How long after something: a duration, or months. From one date fact either is counted.
  func lapse(_ literal: LiteralSyntax, after fact: Int32? = nil, orZero: Bool = false) -> Lapse? {
    let read = value { () throws(LiteralReader.Misread) in
      try LiteralReader.lapse(literal, orZero: orZero)
    }
    guard let lapse = read, let fact else { return read }
    guard let (first, span) = lapses[fact] else {
      lapses[fact] = (lapse, literal.span)
      return lapse
    }
    if first.isMonths == lapse.isMonths { return lapse }
    let name = policy.facts[Int(fact)].name.text
    report(.fact(.otherLapse(name, inMonths: lapse.isMonths, first: span)), at: literal.span)
    return nil
  }

  /// A percentage in hundredths of a percent, at most `most`.
  func percentage(_ literal: LiteralSyntax, most: Int64) -> Int64? {
    value { () throws(LiteralReader.Misread) in
      try LiteralReader.percentage(literal, most: most)
    }
  }

  func instant(_ literal: LiteralSyntax?) -> Instant? {
    guard let literal else { return nil }
    return value { () throws(LiteralReader.Misread) in try LiteralReader.instant(literal) }
  }

  func version(_ literal: LiteralSyntax) -> Version? {
    value { () throws(LiteralReader.Misread) in try LiteralReader.version(literal) }
  }

  func money(_ literal: LiteralSyntax, decimals: Int?) -> Money? {
    value { () throws(LiteralReader.Misread) in
      try LiteralReader.money(literal, decimals: decimals)
    }
  }

  private func value<Value>(_ read: () throws(LiteralReader.Misread) -> Value) -> Value? {
    do throws(LiteralReader.Misread) {
      return try read()
    } catch {
      report(.literal(error.mistake), at: error.span)
      return nil
    }
  }
}
