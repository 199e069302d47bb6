import TollgateKit
import TollgateAnalysis
import TollgateRuntime

/// A difference of two policies, to be written.
struct DiffReport {
  let old: Policy
  let new: Policy
  let difference: PolicyDifference

  /// Targets as they are written in a rule: neighbours of one series are a range.
  func names(of targets: [String], in policy: Policy) -> [String] {
    let graph = policy.graph
    let indices = targets.compactMap { graph.target($0)?.index }.sorted()
    return graph.runs(of: indices).map { run in
      let first = graph.parts.targets[Int(run.lowerBound)].name
      let last = graph.parts.targets[Int(run.upperBound)].name
      return first == last ? first : "\(first)..\(last)"
    }
  }

  /// Everyone for whom a side is so, and how many more there are.
  func people(_ side: PolicyDifference.Side) -> [String] {
    let more = side.count - side.boxes.count
    if side.isMore { return side.boxes + ["and more than \(more) more"] }
    return more > 0 ? side.boxes + ["and \(more) more"] : side.boxes
  }

  /// From which line to which line, in a sentence.
  func words(of source: PolicyDifference.Source, isLoss: Bool) -> String {
    switch (source.old, source.new) {
    case (let before?, let after?) where before.text == after.text:
      let moved = before.number == after.number ? "" : ", which was line \(before.number)"
      return "line \(after.number) `\(after.text)`\(moved) is the same; what it names is not"
    case (let before?, let after?):
      return isLoss
        ? "line \(after.number) now says `\(after.text)`; line \(before.number) said "
          + "`\(before.text)`"
        : "line \(before.number) said `\(before.text)`; line \(after.number) now says "
          + "`\(after.text)`"
    case (nil, let after?): return "line \(after.number) `\(after.text)` is new"
    case (let before?, nil): return "line \(before.number) `\(before.text)` is gone"
    case (nil, nil): return ""
    }
  }

  /// What both policies decide about an example.
  func outcomes(of example: PolicyDifference.Example) -> String {
    "\(example.before.outcome.rawValue) before (\(example.before.reason.rawValue)), "
      + "\(example.after.outcome.rawValue) now (\(example.after.reason.rawValue))"
  }
}
