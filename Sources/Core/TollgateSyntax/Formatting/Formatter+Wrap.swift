extension Formatter {
  /// A word of a sentence that takes several lines, or a comment inside it.
  private struct Piece {
    var token: Int
    var width: Int
    var isSpaced: Bool
    var isComment = false
    /// Whether a comment has a line for itself.
    var isAlone = false
    /// How many parentheses are open after it.
    var depth = 0
    /// Whether the sentence may continue in the next line after it.
    var canEndLine = false
  }

  /// A break near the margin is worth more than one between longer parts, from this column on.
  private static let late = 50

  /// The margin of lines that continue a sentence: deeper than that of clauses.
  private static let continued = 4

  /// A sentence in several lines: the first at `indent`, those that continue it deeper.
  ///
  /// A comment inside ends its line, as its author had it. Other lines end where they are full,
  /// outside parentheses if that can be; where no sentence may continue in the next line, a line
  /// stays long.
  mutating func wrap(_ sentence: Sentence, indent: Int) {
    let pieces = pieces(of: sentence)
    var start = 0
    var margin = indent
    while start < pieces.count {
      let end = lineEnd(pieces, from: start, margin)
      add(pieces[start..<end], margin)
      start = end
      margin = Formatter.continued
    }
  }

  private func pieces(of sentence: Sentence) -> [Piece] {
    var pieces: [Piece] = []
    var lexemes: [Lexeme] = []
    // The pieces that are words, one for each lexeme.
    var words: [Int] = []
    var depth = 0
    var isLineStart = false
    for index in sentence.tokens {
      let token = syntax.tokens[index]
      switch token.kind {
      case .whitespace: continue
      case .newline:
        isLineStart = true
        continue
      case .openParenthesis: depth += 1
      case .closeParenthesis: depth -= 1
      default: break
      }
      var piece = Piece(token: index, width: width(of: token), isSpaced: true, depth: depth)
      if token.kind == .comment {
        piece.isComment = true
        piece.isAlone = isLineStart
      } else {
        if let last = words.last {
          let before = syntax.tokens[pieces[last].token].kind
          piece.isSpaced = Formatter.isSpaced(before, token.kind)
        }
        words.append(pieces.count)
        lexemes.append(lexeme(token, index))
      }
      pieces.append(piece)
      isLineStart = false
    }
    markEnds(&pieces, words, lexemes)
    return pieces
  }

  private func lexeme(_ token: Token, _ index: Int) -> Lexeme {
    let word =
      token.kind == .name
      ? WordTable.shared.word(syntax.source.bytes, token.span.start, token.span.end) : nil
    return Lexeme(kind: token.kind, word: word, token: index, span: token.span)
  }

  /// Marks where a sentence may continue in the next line.
  private func markEnds(_ pieces: inout [Piece], _ words: [Int], _ lexemes: [Lexeme]) {
    let lines = Lines(lexemes: lexemes)
    for index in lexemes.indices.dropLast() {
      let lexeme = lexemes[index]
      guard lexeme.kind == .comma || lexeme.word == .and || lexeme.word == .or else { continue }
      // `, and` stays together.
      let next = lexemes[index + 1].word
      if lexeme.kind == .comma, next == .and || next == .or { continue }
      pieces[words[index]].canEndLine = lines.mayBegin(index + 1..<lexemes.count, of: 0)
    }
  }

  /// The end of the line that begins with the piece `start`.
  private func lineEnd(_ pieces: [Piece], from start: Int, _ margin: Int) -> Int {
    if pieces[start].isAlone { return start + 1 }
    var column = margin
    var best: (end: Int, depth: Int, column: Int)?
    for index in start..<pieces.count {
      let piece = pieces[index]
      if piece.isComment { return piece.isAlone ? index : index + 1 }
      column += piece.width + (index > start && piece.isSpaced ? 1 : 0)
      if column > Formatter.columns, let best { return best.end }
      guard piece.canEndLine else { continue }
      if let best, best.column >= Formatter.late, best.depth < piece.depth { continue }
      best = (index + 1, piece.depth, column)
    }
    return pieces.count
  }

  private mutating func add(_ pieces: ArraySlice<Piece>, _ margin: Int) {
    var line = OutputLine(code: code.count..<code.count)
    for (index, piece) in zip(pieces.indices, pieces) {
      if piece.isComment {
        line.comment = piece.token
        line.indent = margin
        continue
      }
      if index == pieces.startIndex {
        appendSpaces(margin)
        line.width = margin
      } else if piece.isSpaced {
        code.append(0x20)
        line.width += 1
      }
      let span = syntax.tokens[piece.token].span
      code.append(contentsOf: syntax.source.bytes[span.start..<span.end])
      line.width += piece.width
    }
    line.code = line.code.lowerBound..<code.count
    lines.append(line)
  }
}
