import TollgateAnalysis
package import TollgateSyntax

/// Lines that an editor can fold into the first of them; lines count from 0.
package struct Fold: Sendable, Hashable {
  package var first: Int
  package var last: Int
  package var isComment: Bool
}

extension Project {
  /// The statements with clauses, the blocks of comments, and the sections that begin with a comment
  /// line such as `# --- Packs ---`.
  package func folds(in path: FilePath) -> [Fold] {
    guard let file = file(path) else { return [] }
    var folds: [Fold] = []
    for statement in syntax.statements where isIn(statement.span, path) {
      let place = place(of: whole(statement)).span
      let fold = Fold(
        first: file.line(at: place.start) - 1, last: file.line(at: place.end) - 1,
        isComment: false)
      if fold.last > fold.first { folds.append(fold) }
    }
    return folds + commentFolds(file)
  }

  private func commentFolds(_ file: Source) -> [Fold] {
    var folds: [Fold] = []
    var block: Int?
    var section: Int?
    let count = file.lineStarts.count
    for line in 0...count {
      let isComment = line < count && file.isComment(line: line)
      if isComment, block == nil { block = line }
      if !isComment, let first = block {
        if line - 1 > first { folds.append(Fold(first: first, last: line - 1, isComment: true)) }
        block = nil
      }
      guard line == count || isComment && file.isSectionTitle(line: line) else { continue }
      if let first = section, let last = file.lastFilled(before: line), last > first {
        folds.append(Fold(first: first, last: last, isComment: false))
      }
      section = line
    }
    return folds.sorted { ($0.first, $0.last) < ($1.first, $1.last) }
  }

  /// The pieces around an offset, each inside the next: the word, the sentence, the statement with
  /// its clauses, the file.
  package func selections(at offset: Int) -> [FilePlace] {
    var spans: [Span] = []
    if let token = token(at: offset) { spans.append(token.span) }
    if let statement = statement(at: offset) {
      for clause in statement.clauses {
        if clause.span.start <= offset, offset <= clause.span.end { spans.append(clause.span) }
      }
      if offset <= statement.span.end { spans.append(statement.span) }
      spans.append(whole(statement))
    }
    var places: [FilePlace] = []
    for span in spans {
      let place = place(of: span)
      guard let last = places.last else {
        places.append(place)
        continue
      }
      let isLarger =
        place.span.start <= last.span.start && place.span.end >= last.span.end
        && place.span != last.span
      if isLarger { places.append(place) }
    }
    let path = paths[source.fileIndex(at: offset)]
    let all = FilePlace(path: path, span: Span(0, file(path)?.bytes.count ?? 0))
    if places.last != all { places.append(all) }
    return places
  }

  /// The statement that an offset is in, its clauses among it.
  func statement(at offset: Int) -> StatementSyntax? {
    guard let found = syntax.statement(at: offset) else { return nil }
    return offset <= whole(found).end ? found : nil
  }

  /// The token that an offset is in.
  func token(at offset: Int) -> Token? {
    let low = syntax.tokens.partitioningIndex { $0.span.start > offset }
    return low > 0 ? syntax.tokens[low - 1] : nil
  }
}

extension Source {
  /// Whether a line, counted from 0, holds a comment and nothing else.
  fileprivate func isComment(line: Int) -> Bool {
    let span = span(of: SourceRow(line + 1))
    for place in span.start..<span.end where bytes[place] != 0x20 && bytes[place] != 0x09 {
      return bytes[place] == 0x23
    }
    return false
  }

  /// Whether a comment line has a rule of `-` or `=`, as titles of sections have.
  fileprivate func isSectionTitle(line: Int) -> Bool {
    let span = span(of: SourceRow(line + 1))
    var run = 0
    for place in span.start..<span.end {
      run = bytes[place] == 0x2D || bytes[place] == 0x3D ? run + 1 : 0
      if run == 3 { return true }
    }
    return false
  }

  /// The last line before a line that is not blank.
  fileprivate func lastFilled(before line: Int) -> Int? {
    var line = line - 1
    while line >= 0 {
      let span = span(of: SourceRow(line + 1))
      for place in span.start..<span.end where bytes[place] != 0x20 && bytes[place] != 0x09 {
        return line
      }
      line -= 1
    }
    return nil
  }
}
