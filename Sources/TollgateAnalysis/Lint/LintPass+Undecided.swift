import TollgateSyntax

extension LintPass {
  /// Makes one finding of all that the budget left undecided, at the place of the first: a policy
  /// that is too large for the budget has one cause, not thousands.
  mutating func joinUndecided() {
    let open = findings.filter { $0.diagnostic.isUndecided }.sorted {
      $0.diagnostic.span.start < $1.diagnostic.span.start
    }
    guard open.count > 1, var joined = open.first else { return }
    var codes: [String] = []
    for finding in open where !codes.contains(finding.diagnostic.code) {
      codes.append(finding.diagnostic.code)
    }
    joined.subjects = []
    joined.diagnostic.notes = []
    joined.diagnostic.help = []
    for finding in open {
      joined.subjects += finding.subjects
      for note in finding.diagnostic.notes where !joined.diagnostic.notes.contains(note) {
        joined.diagnostic.notes.append(note)
      }
      for help in finding.diagnostic.help where !joined.diagnostic.help.contains(help) {
        joined.diagnostic.help.append(help)
      }
    }
    joined.diagnostic.headline += ", and \(open.count - 1) more questions"
    joined.diagnostic.notes += codes.sorted().map { code in
      let lines = open.filter { $0.diagnostic.code == code }.map {
        source.line(at: $0.diagnostic.span.start)
      }
      return "`\(code)` is undecided for \(LintPass.some(lines))"
    }
    findings.removeAll { $0.diagnostic.isUndecided }
    findings.append(joined)
  }

  /// `line 3`, `lines 3, 4 and 5`, `lines 3, 4, 5 and 812 more`.
  private static func some(_ lines: [Int]) -> String {
    let all = Set(lines).sorted()
    var words = all.prefix(all.count > 5 ? 4 : 5).map { String($0) }
    if all.count > words.count { words.append("\(all.count - words.count) more") }
    return (all.count == 1 ? "line " : "lines ") + list(words)
  }
}
