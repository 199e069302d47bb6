/// Where `watch` shows its pages: on a terminal each takes the place of the one before, without a
/// blank screen between them.
struct WatchScreen {
  private let output: Output
  private var isFresh = true

  init(_ output: Output) {
    self.output = output
  }

  /// Shows a page; `size` is that of the terminal, nil where there is none.
  mutating func show(_ page: String, _ size: Descriptor.Size?) throws(Failure) {
    defer { isFresh = false }
    if let size {
      try output.write(WatchScreen.drawing(page, size, isFresh: isFresh))
    } else {
      try output.write(isFresh ? page : "\n" + page)
    }
    try output.flush()
  }

  /// The page as a terminal takes it: it begins at the top, each line erases the rest of the old
  /// one, and the end erases what is below. A terminal that can shows all of it at once.
  static func drawing(_ page: String, _ size: Descriptor.Size, isFresh: Bool) -> String {
    let escape = "\u{1B}["
    var text = escape + "?2026h" + (isFresh ? escape + "2J" : "") + escape + "H"
    for line in lines(page, size) {
      // A line that fills its row has erased it, and a terminal would erase its last character.
      let width = TextPage.columns(of: line)
      let isFull = width > 0 && width % size.columns == 0
      text += line + (isFull ? "" : escape + "K") + "\n"
    }
    return text + escape + "J" + escape + "?2026l"
  }

  /// The lines that fit, with the number of those that do not. The last row is left for the cursor.
  private static func lines(_ page: String, _ size: Descriptor.Size) -> [String] {
    var lines = page.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.last == "" { lines.removeLast() }
    let heights = lines.map { max(1, (TextPage.columns(of: $0) + size.columns - 1) / size.columns) }
    let room = max(2, size.rows - 1)
    guard heights.reduce(0, +) > room else { return lines }
    var used = 0
    var count = 0
    while count < lines.count, used + heights[count] < room {
      used += heights[count]
      count += 1
    }
    let rest = lines.count - count
    return lines.prefix(count) + ["… \(rest) more line\(rest == 1 ? "" : "s")"]
  }
}
