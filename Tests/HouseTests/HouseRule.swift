import TestSupport
import Testing

/// A rule that every file of a list must keep.
struct HouseRule: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The paths of the files.
  let files: @Sendable () -> [String]
  /// The number of files that there are at least: a list that lost its files fails.
  let least: Int
  /// A file that breaks the rule once.
  let broken: HouseFile
  /// The places in a file that break the rule.
  let faults: @Sendable (HouseFile) -> [String]

  /// The places in these files that break the rule.
  func faults(in files: [HouseFile]) throws(TooFewFiles) -> [String] {
    guard files.count >= least else { throw TooFewFiles(count: files.count, least: least) }
    return files.flatMap(faults)
  }
}

/// A rule has fewer files to look at than there are.
struct TooFewFiles: Error, Equatable {
  let count: Int
  let least: Int
}

/// A file that a rule looks at.
struct HouseFile: Sendable {
  let path: String
  let lines: [Substring]

  init(_ path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  init(_ path: String) throws {
    self.init(path, text: try Repository.text(path))
  }

  /// The place of a line as an editor shows it, and a text.
  func place(_ index: Int, _ text: some StringProtocol) -> String {
    "\(path):\(index + 1): \(text)"
  }

  /// The places of the lines that satisfy a condition.
  func places(where condition: (Int, Substring) -> Bool) -> [String] {
    lines.enumerated().filter(condition).map { place($0.offset, $0.element) }
  }
}
