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
      let places = open.filter { $0.diagnostic.code == code }.map { $0.diagnostic.span }
      return "`\(code)` is undecided for \(lines(places, most: 5))"
    }
    findings.removeAll { $0.diagnostic.isUndecided }
    findings.append(joined)
  }
}
