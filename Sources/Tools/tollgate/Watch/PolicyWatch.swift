import TollgateAnalysis
import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// Looks at files again and again, and shows a page when one of them changed.
struct PolicyWatch {
  let paths: [String]
  let page: WatchPage

  /// Goes on until nobody reads the output, or `isEnded` says so.
  ///
  /// - Parameter pause: Waits a little. An editor that saves a file may empty it first, so files
  ///   are read only once they are the same before and after a pause.
  func run(
    on output: Output, isEnded: () -> Bool = { false }, pause: () -> Void
  ) throws(Failure) {
    var screen = WatchScreen(output)
    var shown: WatchedFiles?
    var size: Descriptor.Size?
    while !output.isClosed, !isEnded() {
      let before = WatchedFiles(paths)
      pause()
      let files = WatchedFiles(paths)
      let isResized = size != nil && Descriptor.size(of: Descriptor.output) != size
      guard files == before, files != shown || isResized else { continue }
      size = Descriptor.size(of: Descriptor.output)
      try screen.show(try page.text(of: files, output.columns), size)
      shown = files
    }
  }
}

/// The policies below some paths, and what tells that one of them changed.
struct WatchedFiles: Equatable {
  /// The files, and the reasons why a folder cannot be read.
  private(set) var files: [String]
  private(set) var failures: [String]
  /// The time, size and identity of each file; nil for one that is gone.
  private var marks: [Descriptor.FileMark?]

  init(_ paths: [String]) {
    let search = PolicySearch(paths)
    files = search.files
    failures = search.failures.map { $0.message }
    marks = search.files.map { Descriptor.mark(of: $0) }
    // A file that is named by itself may use others.
    for path in search.files where paths.contains(path) {
      guard let source = try? PolicyFile.source(at: path) else { continue }
      marks += source.files.dropFirst().map { Descriptor.mark(of: $0.name) }
    }
  }

  /// The policies, the one that was saved last first; parts of another policy are not among them.
  var policies: [String] {
    let times = Dictionary(
      zip(files, marks.map { $0?.modified ?? [] }), uniquingKeysWith: { first, _ in first })
    let roots = PolicySearch(files).policies
    // Parts that were saved count for the policy that uses them.
    let saved = roots.map { path in
      let parts = (try? PolicyFile.source(at: path).files.map { $0.name }) ?? []
      return (parts + [path]).map { times[$0] ?? [] }.max { $0.lexicographicallyPrecedes($1) } ?? []
    }
    return zip(roots, saved).sorted { $1.1.lexicographicallyPrecedes($0.1) }.map { $0.0 }
  }
}

/// The page of `watch`: findings, failed scenarios and claims, plan tables.
struct WatchPage {
  let isStrict: Bool
  let showsTable: Bool
  /// The language of a policy's plan table.
  let locale: (Policy) -> String
  let within: String

  /// The page for files as they are now, for a terminal of so many columns; nil for none.
  func text(of files: WatchedFiles, _ columns: Int?) throws(Failure) -> String {
    let run = try RunOptions.begin(within)
    var failures = files.failures
    var linted: [LintedFile] = []
    var tested: [TestedFile] = []
    let tester = PolicyTester(filter: nil, measuresCoverage: true, run: run)
    let options = LintOptions(today: Instant.now.startOfDay, isStrict: isStrict, run: run)
    for path in files.policies {
      do throws(Failure) {
        let source = try PolicyFile.source(at: path)
        let result = Linter.lint(source, options)
        linted.append(
          LintedFile(source: source, findings: result.findings, allowed: result.allowed))
        tested.append(try tester.test(path))
      } catch {
        failures.append(error.message)
      }
    }
    return try WatchPage.kept(columns) { output throws(Failure) in
      try output.show(Descriptor.clock + "\n\n")
      for failure in failures { try output.show("Error: \(failure)\n") }
      var lint = LintReport(format: .text, failingOn: .error)
      for file in linted { try lint.add(file, to: output) }
      if linted.contains(where: { !$0.findings.isEmpty }) { try output.write("\n") }
      try output.show(lint.summary + "\n")
      var test = TestReport(format: .text, showsCoverage: false, minimum: nil)
      if tested.contains(where: { $0.hasFailed }) { try output.write("\n") }
      for file in tested { try test.add(file, to: output) }
      if tested.contains(where: { $0.hasFailed }) { try output.write("\n") }
      // Errors were told above.
      if tested.contains(where: { $0.result != nil }) { try output.show(test.summary + "\n") }
      if showsTable { try tables(of: tested, to: output) }
    }
  }

  private func tables(of files: [TestedFile], to output: Output) throws(Failure) {
    for file in files {
      guard let policy = file.result?.policy else { continue }
      try output.show("\n\(Escape.name(file.source.name))\n")
      let table = policy.planTable(in: locale(policy), at: .now)
      try output.show(TextTable(table, on: output.page).text, isPainted: true)
    }
  }

  /// The text that `body` writes to the output it is given.
  private static func kept(
    _ columns: Int?, _ body: (Output) throws(Failure) -> Void
  ) throws(Failure) -> String {
    var bytes: [UInt8] = []
    let output = Output(columns: columns) { bytes += $0 }
    try body(output)
    try output.flush()
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension TestedFile {
  fileprivate var hasFailed: Bool { result?.reports.contains { !$0.failures.isEmpty } ?? false }
}

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
