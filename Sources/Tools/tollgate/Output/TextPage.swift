import TollgateSyntax

/// The width that texts are wrapped at.
struct TextPage {
  let width: Int

  /// A page as wide as a terminal; 100 columns if there is none.
  init(width: Int? = nil) {
    self.width = max(1, width ?? 100)
  }

  /// A text whose lines are wrapped. Each line goes on below its own first letter, or further in if
  /// it begins with a number or a bullet.
  func wrapped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      wrap(String(line), indent: TextPage.indent(of: line)).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// A text whose lines fit into a terminal of so many columns; as it is if there is no terminal.
  static func fitted(_ text: String, _ columns: Int?) -> String {
    columns.map { TextPage(width: $0).wrapped(text) } ?? text
  }

  /// A line in pieces that fit: broken at spaces, between wide characters, and inside a word that
  /// no line has room for. All but the first have an indent. Only a wide character on a page of one
  /// column is too wide.
  func wrap(_ line: String, indent: @autoclosure () -> Int = 0) -> [String] {
    // No character takes more columns than bytes.
    guard line.utf8.count > width, TextPage.columns(of: line) > width else { return [line] }
    var filling = Filling(width: width, indent: indent())
    for piece in TextPage.pieces(line) { filling.add(piece) }
    return filling.end()
  }

  /// The columns of a line; its colours take none.
  static func columns(of line: some StringProtocol) -> Int {
    cells(of: line).reduce(0) { $0 + $1.columns }
  }

  /// The characters of a line; those of a colour take no columns.
  private static func cells(of line: some StringProtocol) -> [(character: Character, columns: Int)]
  {
    var isColour = false
    return line.map { character in
      if character == "\u{1B}" { isColour = true }
      guard isColour else { return (character, DisplayCell.width(of: character)) }
      if character.isLetter { isColour = false }
      return (character, 0)
    }
  }

  /// The spaces at the beginning of a line, with a number, a bullet or a mark that follows them.
  private static func indent(of line: Substring) -> Int {
    let shown = cells(of: line).filter { $0.columns > 0 }.map { $0.character }
    let spaces = shown.prefix { $0 == " " }
    let first = shown.dropFirst(spaces.count).prefix { $0 != " " }
    let isNumber = first.count > 1 && first.last == "." && first.dropLast().allSatisfy(\.isNumber)
    let isMark = isNumber || ["-", "•", "="].contains(String(first))
    return spaces.count + (isMark ? first.count + 1 : 2)
  }
}

// MARK: Pieces

extension TextPage {
  /// A word, a space or a wide character.
  private struct Piece {
    var text = ""
    var columns = 0

    mutating func append(_ character: Character, _ columns: Int) {
      text.append(character)
      self.columns += columns
    }
  }

  private static func pieces(_ line: String) -> [Piece] {
    var pieces: [Piece] = []
    var word = Piece()
    func end() {
      if !word.text.isEmpty { pieces.append(word) }
      word = Piece()
    }
    for (character, columns) in cells(of: line) {
      guard character == " " || columns > 1 else {
        word.append(character, columns)
        continue
      }
      end()
      // A closing sign never begins a line.
      if columns > 1, "，。；：、）”？！".contains(character), !pieces.isEmpty {
        pieces[pieces.count - 1].append(character, columns)
      } else {
        pieces.append(Piece(text: String(character), columns: columns))
      }
    }
    end()
    return pieces
  }

  /// Lines that are filled with pieces.
  private struct Filling {
    private let width: Int
    /// The spaces that a line may begin with; a wide character has room behind them.
    private let margin: Int
    private var lines: [String] = []
    private var text = ""
    private var columns = 0
    private var isBlank = true

    init(width: Int, indent: Int) {
      self.width = width
      margin = max(0, min(indent, width / 2, width - 2))
    }

    mutating func add(_ piece: Piece) {
      if piece.text == " " { return addSpace() }
      if !fits(piece.columns) { endLine() }
      for (character, columns) in cells(of: piece.text) {
        if !fits(columns) { endLine() }
        text.append(character)
        self.columns += columns
        isBlank = isBlank && columns == 0
      }
    }

    mutating func end() -> [String] {
      if !isBlank { endLine() }
      return lines
    }

    /// Whether there is room, or would be no more in the next line.
    private func fits(_ more: Int) -> Bool { isBlank || columns + more <= width }

    /// Spaces begin the first line only, and none ends a line.
    private mutating func addSpace() {
      guard isBlank ? lines.isEmpty && columns < max(0, min(width / 2, width - 2)) : columns < width
      else { return }
      text.append(" ")
      columns += 1
    }

    private mutating func endLine() {
      while text.last == " " { text.removeLast() }
      lines.append(text)
      text = String(repeating: " ", count: margin)
      columns = margin
      isBlank = true
    }
  }
}
