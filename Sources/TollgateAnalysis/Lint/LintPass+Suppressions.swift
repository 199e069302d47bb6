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
    for finding in findings.sorted(by: { $0.diagnostic.span.start < $1.diagnostic.span.start }) {
      let diagnostic = finding.diagnostic
      let key = CodeOfLine(code: diagnostic.code, line: lines.first(at: diagnostic.span.start))
      let place = (places[key] ?? []).first { !suppressions[$0.comment].codes[$0.code].isUsed }
      guard let place, diagnostic.level != .error else {
        left.append(finding)
        continue
      }
      suppressions[place.comment].codes[place.code].isUsed = true
      let reason = suppressions[place.comment].reason
      allowed.append(LintResult.Allowed(finding: diagnostic, reason: reason))
    }
    findings = left
    return allowed
  }

  private struct CodeOfLine: Hashable {
    var code: String
    var line: Int
  }

  /// Where each code of each line is allowed, in the order of the text.
  private func codesByLine() -> [CodeOfLine: [(comment: Int, code: Int)]] {
    let lines = StatementLines(syntax)
    var places: [CodeOfLine: [(comment: Int, code: Int)]] = [:]
    for (comment, suppression) in suppressions.enumerated() where !suppression.reason.isEmpty {
      let line = lines.first(ofLine: suppression.line)
      for (index, code) in suppression.codes.enumerated() {
        places[CodeOfLine(code: code.text, line: line), default: []].append((comment, index))
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
        let line = source.line(at: token.span.start)
        guard let suppression = Suppression(comment: token.span, of: source, speakingOf: line)
        else {
          isBlank = false
          continue
        }
        if isBlank { waiting.append(read.count) }
        isBlank = false
        read.append(suppression)
      default:
        for index in waiting { read[index].line = source.line(at: token.span.start) }
        waiting = []
        isBlank = false
      }
    }
    return read
  }
}

/// Which lines are one sentence: a statement or a clause may go on over several.
private struct StatementLines {
  private let source: Source
  /// The first and the last line of each sentence of several lines, ascending.
  private var ranges: [(first: Int, last: Int)] = []

  init(_ syntax: PolicySyntax) {
    source = syntax.source
    for statement in syntax.statements {
      add(statement.span)
      for clause in statement.clauses { add(clause.span) }
    }
  }

  private mutating func add(_ span: Span) {
    let first = source.line(at: span.start)
    let last = source.line(at: span.end)
    if last > first { ranges.append((first, last)) }
  }

  /// The first line of the sentence that holds the byte at `offset`.
  func first(at offset: Int) -> Int { first(ofLine: source.line(at: offset)) }

  /// The first line of the sentence that holds a line.
  func first(ofLine line: Int) -> Int {
    let low = ranges.partitioningIndex { $0.first > line }
    guard low > 0, ranges[low - 1].last >= line else { return line }
    return ranges[low - 1].first
  }
}
