import TollgateSyntax

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
