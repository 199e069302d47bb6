package import TollgateCompiler
package import TollgateRuntime
package import TollgateSyntax

/// A policy that compiles, as the rules see it, and what they find in it.
///
/// Values that several rules need are made when the first asks for them, and kept.
package struct LintPass: Sendable {
  package let syntax: PolicySyntax
  package let policy: CheckedPolicy
  package let graph: RuleGraph
  package let options: LintOptions
  /// The names of the policy and who gives what, worked out once for all questions.
  let terms: Terms
  let vocabulary: Vocabulary
  /// The rule that looks at the policy.
  package internal(set) var rule: LintRule
  var findings: [Finding] = []
  /// The comments that allow findings, once all other rules have spoken.
  var suppressions: [Suppression] = []
  private(set) var surveyed: Survey?

  /// The exact findings about the policy: worked out when the first rule asks for them.
  var survey: Survey {
    mutating get {
      if let surveyed { return surveyed }
      let made = Surveyor.survey(policy, graph, budget: options.exactBudget)
      surveyed = made
      return made
    }
  }

  /// A finding, and what it is about.
  struct Finding: Sendable {
    var diagnostic: Diagnostic
    var subjects: [LintTopic]
    /// The possible causes.
    var causes: [LintTopic] = []
    var shared: Shared?
    /// The findings that it tells as one; empty for a single one.
    var parts: [Finding] = []
    /// The rule that found it.
    var rule: LintRule
  }

  /// The common cause of several findings, which are told as one.
  struct Shared: Sendable {
    /// The same for all of them.
    var key: [LintTopic]
    /// The one finding about all subjects.
    var tell: @Sendable (LintPass, [LintTopic]) -> Diagnostic
  }

  init(
    _ syntax: PolicySyntax, _ policy: CheckedPolicy, _ graph: RuleGraph, _ options: LintOptions
  ) {
    self.syntax = syntax
    self.policy = policy
    self.graph = graph
    self.options = options
    (terms, vocabulary) = Vocabulary.alone(graph)
    rule = .unusedSuppression
  }

  package var source: Source { syntax.source }

  /// Lets a rule look at the policy.
  mutating func run(_ rule: LintRule) {
    self.rule = rule
    rule.find(&self)
  }

  /// Reports a finding of the rule at work: its code and level are the rule's, unless the finding
  /// names another level. `subjects` is what it is about.
  package mutating func report(
    _ finding: Diagnostic, about subjects: [LintTopic] = [], causes: [LintTopic] = []
  ) {
    findings.append(
      Finding(diagnostic: finding, subjects: subjects, causes: causes, rule: rule))
  }

  /// Reports something that may have one cause with other findings of the rule at work: those with
  /// the same key become one finding, which is told of all their subjects.
  mutating func report(
    sharing key: [LintTopic], about subjects: [LintTopic], causes: [LintTopic] = [],
    _ tell: @escaping @Sendable (LintPass, [LintTopic]) -> Diagnostic
  ) {
    var finding = tell(self, subjects)
    finding.names = hiddenNames(of: subjects.targets)
    report(finding, about: subjects, causes: causes)
    findings[findings.count - 1].shared = Shared(key: key, tell: tell)
  }

  /// Reports what the rule at work found, in its code and level.
  package mutating func report(
    _ headline: String, at span: Span, _ label: String = "", about subjects: [LintTopic] = [],
    causes: [LintTopic] = [], related: [Diagnostic.Related] = [], notes: [String] = [],
    help: [String] = [], edits: [Diagnostic.Edit] = [], example: Diagnostic.Example? = nil,
    names: [String] = []
  ) {
    report(
      Diagnostic(
        code: rule.code, level: rule.page.level, headline: headline, span: span, label: label,
        related: related, notes: notes, help: help, edits: edits, example: example, names: names),
      about: subjects, causes: causes)
  }

  /// Reports that the budget was used up before an answer was known. `question` goes on after
  /// "undecided: whether". It is a warning whatever the level of the rule: never as if all was
  /// fine.
  package mutating func reportUndecided(
    whether question: String, at span: Span, _ label: String = "",
    about subjects: [LintTopic] = [], notes: [String] = [], help: [String] = []
  ) {
    report(
      Diagnostic(
        code: rule.code, level: .warning, headline: "undecided: whether " + question, span: span,
        label: label, notes: notes, help: help, isUndecided: true),
      about: subjects)
  }
}

/// One cause, one finding.
extension LintPass {
  /// Leaves out the findings whose subject has a finding of a code that they yield to.
  mutating func settle() {
    leaveOut {
      $0.rule.yieldsTo
    } about: {
      $0.subjects
    }
  }

  /// Leaves out the findings that another one brings about, and makes one finding of those that
  /// have one cause, at the place of the first.
  mutating func join() {
    leaveOut {
      $0.rule.followsFrom
    } about: {
      $0.subjects + $0.causes
    }
    var places: [Joint: Int] = [:]
    var joined: [Finding] = []
    for finding in findings {
      guard let shared = finding.shared else {
        joined.append(finding)
        continue
      }
      let joint = Joint(code: finding.diagnostic.code, key: shared.key)
      guard let place = places[joint] else {
        places[joint] = joined.count
        joined.append(finding)
        continue
      }
      if joined[place].parts.isEmpty { joined[place].parts = [joined[place]] }
      joined[place].parts.append(finding)
    }
    for place in joined.indices where !joined[place].parts.isEmpty {
      joined[place] = whole(of: joined[place].parts)
    }
    findings = joined
  }

  /// One finding of several with one cause.
  func whole(of parts: [Finding]) -> Finding {
    var whole = parts[0]
    guard let shared = whole.shared, parts.count > 1 else { return whole }
    whole.parts = parts
    whole.subjects = parts.flatMap { $0.subjects }
    var pass = self
    pass.rule = whole.rule
    whole.diagnostic = shared.tell(pass, whole.subjects)
    whole.diagnostic.names = hiddenNames(of: whole.subjects.targets)
    return whole
  }

  private mutating func leaveOut(
    _ codes: (Finding) -> [String], about subjects: (Finding) -> [LintTopic]
  ) {
    var told: Set<Telling> = []
    for finding in findings where !finding.diagnostic.isUndecided {
      for subject in finding.subjects {
        told.insert(Telling(code: finding.diagnostic.code, subject: subject))
      }
    }
    findings.removeAll { finding in
      let stronger = codes(finding)
      return !stronger.isEmpty
        && subjects(finding).contains { subject in
          stronger.contains { told.contains(Telling(code: $0, subject: subject)) }
        }
    }
  }

  /// A code that has a finding about a subject.
  private struct Telling: Hashable {
    var code: String
    var subject: LintTopic
  }

  /// Findings of one code with one cause.
  private struct Joint: Hashable {
    var code: String
    var key: [LintTopic]
  }
}

extension [LintTopic] {
  /// The targets among them, ascending.
  var targets: [Int32] {
    var targets: Set<Int32> = []
    for case .target(let target) in self { targets.insert(target) }
    return targets.sorted()
  }
}

extension LintPass {
  /// Reports the questions of the rule at work that the budget did not suffice for.
  mutating func reportUndecided(whether question: String) {
    for open in survey.undecided where open.code == rule.code {
      reportUndecided(
        whether: question, at: span(of: open.subject), "stopped here", about: [open.subject],
        notes: [open.exhausted.ending], help: [open.exhausted.help])
    }
  }

  /// Where a subject is written.
  func span(of subject: LintTopic) -> Span {
    switch subject {
    case .rule(let index): policy.rules[index].subjectSpan
    case .grant(let index): policy.grants[index].span
    case .product(let index): policy.products[index].name.span
    case .meter(let index): policy.meters[Int(index)].name.span
    case .entitlement(let index): policy.entitlements[Int(index)].name.span
    case .target(let index): span(ofTarget: index)
    case .label(let index): policy.labels[index].span
    case .reminder(let rule, let index): policy.rules[rule].reminders[index].span
    }
  }

  /// Where a target is declared, or first used.
  func span(ofTarget target: Int32) -> Span {
    let settings = policy.target(ofSetting: 0)
    guard target < settings else { return policy.settings[Int(target - settings)].name.span }
    guard target < policy.featureTargetCount else {
      let meter = Int(target - policy.featureTargetCount)
      let count = policy.meters.count
      return meter < count
        ? policy.meters[meter].name.span : policy.settings[meter - count].name.span
    }
    return feature(of: target)?.name.span ?? Span(0, 0)
  }

  /// The feature or series that a target belongs to.
  private func feature(of target: Int32) -> CheckedFeature? {
    let low = policy.features.partitioningIndex { $0.targets.upperBound > target }
    return low < policy.features.count ? policy.features[low] : nil
  }

  /// Targets in backquotes; of many the first few.
  func names(of targets: [Int32]) -> String {
    let names = ranges(of: targets).map { "`\($0)`" }
    guard names.count > LintPass.mostNames else { return LintPass.list(names) }
    return names.prefix(3).joined(separator: ", ") + " and \(names.count - 3) more"
  }

  /// All names of targets, where ``names(of:)`` shows only some.
  func hiddenNames(of targets: [Int32]) -> [String] {
    let names = ranges(of: targets)
    return names.count > LintPass.mostNames ? names : []
  }

  private static let mostNames = 4

  /// Names of targets: members of a series that follow each other as a range.
  private func ranges(of targets: [Int32]) -> [String] {
    var names: [String] = []
    var place = 0
    while place < targets.count {
      let first = targets[place]
      var last = place
      if let series = feature(of: first), series.series != nil {
        while last + 1 < targets.count, targets[last + 1] == targets[last] + 1,
          series.targets.contains(targets[last + 1])
        {
          last += 1
        }
      }
      let name = graph.parts.targets[Int(first)].name
      let end = graph.parts.targets[Int(targets[last])].name
      names.append(last == place ? name : "\(name)..\(end)")
      place = last + 1
    }
    return names
  }

  /// `a`, `b` and `c`.
  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The lines of rules, as people speak of them: `line 3`, `lines 3 and 5`.
  func lines(of rules: [Int32]) -> String {
    lines(rules.map { policy.rules[Int($0)].subjectSpan })
  }

  /// Places of rules, with what to know about them.
  func places(of rules: [Int32], _ label: String) -> [Diagnostic.Related] {
    rules.map { Diagnostic.Related(policy.rules[Int($0)].subjectSpan, label) }
  }

  /// A witness in words, and as a scenario that can be pasted and in which something is so;
  /// `nil` if no snapshot shows it.
  func example(
    _ witness: Witness, of target: Int32,
    showing shows: (Snapshot, Instant) -> Bool = { _, _ in true }
  ) -> Diagnostic.Example? {
    guard witness.isFaithful else { return nil }
    let scenario = witness.scenario(of: Target(index: target), in: graph, showing: shows)
    return Diagnostic.Example(witness.words, scenario: scenario ?? "")
  }

  /// The engine's decision about a target for an example, asked as it was.
  func decision(
    about target: Int32, _ snapshot: Snapshot, at now: Instant, as witness: Witness
  ) -> Decision {
    let name = graph.parts.targets[Int(target)].name
    return graph.decide(
      Target(index: target), ask: witness.ask(about: name), for: graph.prepareTyped(snapshot),
      at: now)
  }

  /// The rule that refuses somebody a target, by the engine itself; `nil` if no snapshot
  /// shows the witness.
  func refusal(of snapshot: Snapshot, _ target: Int32, _ witness: Witness) -> Int32? {
    guard witness.isFaithful else { return nil }
    let decision = decision(about: target, snapshot, at: witness.now, as: witness)
    return decision.outcome == .denied ? decision.blockers.deciding?.index : nil
  }

  /// The requirement of a rule, or the place where it says that something is off.
  func effectSpan(of rule: Int32) -> Span {
    switch policy.rules[Int(rule)].effect {
    case .requires(let expression): expression.span
    case .requiresNothing(let span), .off(let span), .steps(let span): span
    }
  }

  /// When a rule applies, or what it is about where it does not say.
  func conditionSpan(of rule: Int32) -> Span {
    let checked = policy.rules[Int(rule)]
    return checked.applies.when?.span ?? checked.applies.unless?.span ?? checked.applies.fromSpan
      ?? checked.applies.untilSpan ?? checked.subjectSpan
  }
}

extension LintPass {
  /// A place as people speak of it: `line 12`, or `line 12 of prices.gate` where the policy has
  /// several files.
  func line(_ span: Span) -> String {
    let line = "line \(source.line(at: span.start))"
    return source.layout == nil ? line : "\(line) of \(source.file(at: span.start).name)"
  }

  /// The lines of places: `line 3`, `lines 3 and 5`, `lines 3, 4, 5, 6 and 812 more`, file by file
  /// where the policy has several. Each is told once, and of more than `most` in a file the first.
  func lines(_ spans: [Span], most: Int = .max) -> String {
    var files: [Int] = []
    var rows: [Int: [SourceRow]] = [:]
    var known: Set<SourceRow> = []
    for span in spans {
      let (file, row) = (source.fileIndex(at: span.start), source.row(at: span.start))
      guard known.insert(row).inserted else { continue }
      if rows[file] == nil { files.append(file) }
      rows[file, default: []].append(row)
    }
    let parts = files.map { file in
      let own = rows[file] ?? []
      var words = own.prefix(own.count > most ? most - 1 : most).map { row in
        "\(source.line(at: source.span(of: row).start))"
      }
      if own.count > words.count { words.append("\(own.count - words.count) more") }
      let lines = (own.count == 1 ? "line " : "lines ") + LintPass.list(words)
      return source.layout == nil ? lines : "\(lines) of \(source.files[file].name)"
    }
    return LintPass.list(parts)
  }

  /// An edit that takes a statement away with its clauses, if it has lines of its own.
  func edits(removing span: Span, safety: Diagnostic.Edit.Safety, title: String)
    -> [Diagnostic.Edit]
  {
    guard let statement = syntax.statement(at: span.start), let lines = syntax.lines(of: statement)
    else { return [] }
    return [Diagnostic.Edit(lines, "", safety: safety, title: title)]
  }

  /// Offers to take a clause away that has lines of its own.
  func edits(removingClauseAt span: Span, title: String) -> [Diagnostic.Edit] {
    guard let statement = syntax.statement(at: span.start),
      let clause = statement.clauses.first(where: {
        $0.span.start <= span.start && span.end <= $0.span.end
      })
    else { return [] }
    let start = source.lineSpan(at: clause.span.start).start
    let end = source.span(of: source.row(at: clause.span.end).next).start
    guard end > start else { return [] }
    return [Diagnostic.Edit(Span(start, end), "", safety: .unsafe, title: title)]
  }
}

extension LintPass {
  /// Takes the findings away that comments allow, and returns them. A code in a comment silences
  /// one finding: the first on the lines of which the comment speaks. Without a reason it silences
  /// none, and errors cannot be silenced.
  mutating func applyAllowances() -> [LintResult.Allowed] {
    suppressions = readSuppressions()
    guard !suppressions.isEmpty else { return [] }
    let places = codesByLine()
    let lines = StatementLines(syntax)
    var allowed: [LintResult.Allowed] = []
    var left: [Finding] = []
    /// The reason why a finding is allowed where it stands; nil if it is not.
    func reason(for diagnostic: Diagnostic) -> String? {
      let key = CodeOfLine(code: diagnostic.code, row: lines.first(at: diagnostic.span.start))
      let place = (places[key] ?? []).first { !suppressions[$0.comment].codes[$0.code].isUsed }
      guard let place, diagnostic.level != .error else { return nil }
      suppressions[place.comment].codes[place.code].isUsed = true
      return suppressions[place.comment].reason
    }
    for finding in findings.sorted(by: { $0.diagnostic.span.start < $1.diagnostic.span.start }) {
      let own = reason(for: finding.diagnostic)
      if let own { allowed.append(LintResult.Allowed(finding: finding.diagnostic, reason: own)) }
      // Of a finding about several places, each may be allowed where it stands.
      var open: [Finding] = []
      for part in finding.parts where part.diagnostic.span != finding.diagnostic.span {
        guard let other = reason(for: part.diagnostic), own == nil else {
          open.append(part)
          continue
        }
        allowed.append(LintResult.Allowed(finding: part.diagnostic, reason: other))
      }
      guard own == nil else { continue }
      let first = finding.parts.filter { $0.diagnostic.span == finding.diagnostic.span }
      let isPart = open.count + first.count < finding.parts.count
      left.append(isPart ? whole(of: first + open) : finding)
    }
    findings = left
    return allowed
  }

  private struct CodeOfLine: Hashable {
    var code: String
    var row: SourceRow
  }

  /// Where each code of each line is allowed, in the order of the text.
  private func codesByLine() -> [CodeOfLine: [(comment: Int, code: Int)]] {
    let lines = StatementLines(syntax)
    var places: [CodeOfLine: [(comment: Int, code: Int)]] = [:]
    for (comment, suppression) in suppressions.enumerated() where !suppression.reason.isEmpty {
      let row = lines.first(of: suppression.row)
      for (index, code) in suppression.codes.enumerated() {
        places[CodeOfLine(code: code.text, row: row), default: []].append((comment, index))
      }
    }
    return places
  }

  /// The comments that allow something, in the order of the text.
  private func readSuppressions() -> [Suppression] {
    var read: [Suppression] = []
    // The comments above a line speak of it; an empty line between ends that.
    var waiting: [Int] = []
    var isBlank = true
    var boundary = source.layout?.boundary(after: 0) ?? .max
    for token in syntax.tokens {
      // A comment at the end of a file does not speak of the next file.
      if token.span.start >= boundary {
        boundary = source.layout?.boundary(after: token.span.start) ?? .max
        waiting = []
        isBlank = true
      }
      switch token.kind {
      case .newline:
        if isBlank { waiting = [] }
        isBlank = true
      case .whitespace: break
      case .comment:
        let row = source.row(at: token.span.start)
        guard let suppression = Suppression(comment: token.span, of: source, speakingOf: row)
        else {
          isBlank = false
          continue
        }
        if isBlank { waiting.append(read.count) }
        isBlank = false
        read.append(suppression)
      default:
        for index in waiting { read[index].row = source.row(at: token.span.start) }
        waiting = []
        isBlank = false
      }
    }
    return read
  }
}

/// Which lines are one sentence: a statement or a clause may go on over several.
struct StatementLines {
  private let source: Source
  /// The first and the last line of each sentence of several lines, ascending.
  private var ranges: [(first: SourceRow, last: SourceRow)] = []

  init(_ syntax: PolicySyntax) {
    source = syntax.source
    for statement in syntax.statements {
      add(statement.span)
      for clause in statement.clauses { add(clause.span) }
    }
  }

  private mutating func add(_ span: Span) {
    let first = source.row(at: span.start)
    let last = source.row(at: span.end)
    if last > first { ranges.append((first, last)) }
  }

  /// The first line of the sentence that holds the byte at `offset`.
  func first(at offset: Int) -> SourceRow { first(of: source.row(at: offset)) }

  /// The first line of the sentence that holds a line.
  func first(of row: SourceRow) -> SourceRow {
    let low = ranges.partitioningIndex { $0.first > row }
    guard low > 0, ranges[low - 1].last >= row else { return row }
    return ranges[low - 1].first
  }
}

extension LintPass {
  /// Makes one finding of all that the budget left undecided, at the place of the first: a policy
  /// that is too large for the budget has one cause, not thousands.
  mutating func joinUndecided() {
    let open = findings.filter { $0.diagnostic.isUndecided }.sorted {
      $0.diagnostic.span.start < $1.diagnostic.span.start
    }
    guard open.count > 1, var joined = open.first else { return }
    var codes: [String] = []
    for finding in open where !codes.contains(finding.diagnostic.code) {
      codes.append(finding.diagnostic.code)
    }
    joined.subjects = []
    joined.diagnostic.notes = []
    joined.diagnostic.help = []
    for finding in open {
      joined.subjects += finding.subjects
      for note in finding.diagnostic.notes where !joined.diagnostic.notes.contains(note) {
        joined.diagnostic.notes.append(note)
      }
      for help in finding.diagnostic.help where !joined.diagnostic.help.contains(help) {
        joined.diagnostic.help.append(help)
      }
    }
    joined.diagnostic.headline += ", and \(open.count - 1) more questions"
    joined.diagnostic.notes += codes.sorted().map { code in
      let places = open.filter { $0.diagnostic.code == code }.map { $0.diagnostic.span }
      return "`\(code)` is undecided for \(lines(places, most: 5))"
    }
    findings.removeAll { $0.diagnostic.isUndecided }
    findings.append(joined)
  }
}
