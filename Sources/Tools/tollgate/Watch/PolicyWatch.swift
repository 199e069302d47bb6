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
