/// Joins lines that continue in the next one.
struct Lines {
  let lexemes: [Lexeme]

  /// The state of a sentence at the end of a line.
  struct Joint {
    private var depth = 0
    /// Whether no `requires` may follow in the sentence: it has one, or is not a rule.
    private var isComplete = false

    /// Takes the next line of a text; true if it continues `last`, the lines before it.
    mutating func joins(_ line: Range<Int>, to last: Range<Int>?, _ lines: Lines) -> Bool {
      let goesOn =
        last.map { lines.goesOn($0, depth: depth, isComplete: isComplete, in: line) } ?? false
      if !goesOn {
        depth = 0
        isComplete = lines.leads(line, alone: true)
      }
      isComplete = isComplete || lines.looksLikeRule(line) || lines.looksLikeStep(line)
      depth = lines.depth(behind: line, depth)
      return goesOn
    }
  }

  /// How many parentheses are open at the end of a line.
  func depth(behind line: Range<Int>, _ start: Int) -> Int {
    var depth = start
    for index in line {
      switch lexemes[index].kind {
      case .openParenthesis: depth += 1
      case .closeParenthesis: depth = max(0, depth - 1)
      default: break
      }
    }
    return depth
  }

  private func goesOn(
    _ line: Range<Int>,
    depth: Int,
    isComplete: Bool,
    in next: Range<Int>
  ) -> Bool {
    guard isOpen(behind: line.upperBound - 1) || depth > 0 else { return false }
    guard mayBegin(next, of: line.lowerBound) else { return false }
    // A parenthesis that somebody forgot to close, or a comma too many, must not swallow the
    // rules below it.
    return !(isComplete || depth > 0) || !looksLikeRule(next)
  }

  /// Whether a sentence continues after the last lexeme of a line.
  func isOpen(behind place: Int) -> Bool {
    let last = lexemes[place]
    return last.kind == .comma || last.word == .and || last.word == .or
  }

  /// Whether a line continues the sentence that begins with the lexeme `first`, and begins none
  /// of its own.
  func mayBegin(_ line: Range<Int>, of first: Int) -> Bool {
    let word = lexemes[line.lowerBound].word
    // A meter may be called `then`.
    let isGiven = lexemes[first].word == .given && (word == .product || word == .then)
    return isGiven || !leads(line, alone: false)
  }

  func looksLikeRule(_ line: Range<Int>) -> Bool {
    for index in line {
      switch lexemes[index].word {
      case .requires, .require: return true
      case .most:
        // `guests at most 10` is a ladder; `is at most` speaks of a value.
        let isLadder = index > line.lowerBound + 1 && lexemes[index - 1].word == .at
        if isLadder, lexemes[index - 2].word != .is, lexemes[index - 2].word != .are {
          return true
        }
      case .off: if index > line.lowerBound, lexemes[index - 1].word == .are { return true }
      case .uses, .use:
        let next = index + 1 < line.upperBound ? lexemes[index + 1].kind : nil
        if index > line.lowerBound, next == .numeral { return true }
      default: break
      }
    }
    return false
  }

  /// Whether a line has `with` after its first word, as a step has.
  func looksLikeStep(_ line: Range<Int>) -> Bool {
    line.count > 1 && lexemes[line.lowerBound + 1].word == .with
  }

  /// Whether a line is a declaration or a clause by its first word. The next token tells it from a
  /// rule whose subject has a word of the language for a name (`price > 5 requires pro`). `alone`
  /// says what a single such word is.
  func leads(_ line: Range<Int>, alone: Bool) -> Bool {
    guard let word = lexemes[line.lowerBound].word else { return beginsStep(line) }
    if word == .setting { return leadsSetting(line) }
    if word == .for { return leadsSale(line) }
    if line.count > 1, word.leadsClause(before: lexemes[line.lowerBound + 1]) { return true }
    let second = line.lowerBound + 1
    // `use` before a text; in a list that goes on it is a name with its label.
    if word == .use { return alone && second < line.upperBound && lexemes[second].kind == .text }
    guard word.isLead else { return beginsStep(line) }
    guard second < line.upperBound else { return alone || word.standsAlone }
    let next = lexemes[second]
    if word == .not { return next.word == .with || next.word == .for }
    // `for each of seats, at least 5`; the instant of a scenario is no word.
    if word == .at, next.word == .least || next.word == .most { return false }
    switch next.kind {
    case .comma, .more, .moreOrEqual, .less, .lessOrEqual, .range: return false
    default: break
    }
    switch next.word {
    case .requires, .require, .except: return false
    case .and:
      // `feature and, b` declares a name that is a word.
      return second + 1 < line.upperBound && lexemes[second + 1].kind == .comma
    case .is, .are:
      let third = second + 1 < line.upperBound ? lexemes[second + 1].word : nil
      return third != .off && third != .not
    case .at where word != .at:
      // `price at most 10`: a ladder of a meter whose name is a word.
      return second + 1 >= line.upperBound || lexemes[second + 1].word != .most
    default: return true
    }
  }

  /// Whether a line that begins with `setting` declares one: edition 1 reads a rule where a word
  /// of a rule follows.
  private func leadsSetting(_ line: Range<Int>) -> Bool {
    guard line.count > 1 else { return false }
    let next = lexemes[line.lowerBound + 1]
    guard next.kind == .name || next.kind == .quotedName else { return false }
    switch next.word {
    case .requires, .require, .is, .are, .and, .except, .at: return false
    default: return true
    }
  }

  /// Whether a line that begins with `for` says to whom a product is for sale; `for` is a name
  /// elsewhere.
  private func leadsSale(_ line: Range<Int>) -> Bool {
    line.count > 1 && lexemes[line.lowerBound + 1].word == .sale
  }

  /// Whether a line is a step for certain: a quantity or `unlimited`, and `with`.
  private func beginsStep(_ line: Range<Int>) -> Bool {
    let first = lexemes[line.lowerBound]
    let second = line.lowerBound + 1
    guard second < line.upperBound else { return false }
    if lexemes[second].word == .with { return first.kind == .numeral || first.word == .unlimited }
    return first.kind == .numeral && lexemes[second].kind == .name
      && second + 1 < line.upperBound && lexemes[second + 1].word == .with
  }
}
