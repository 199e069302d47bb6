import TollgateKit
import TollgateAnalysis
import TollgateRuntime
import TollgateWords

/// A difference of two policies, to be written.
struct DiffReport {
  let old: Policy
  let new: Policy
  /// Of the people who gain and lose, and of the plans. The rest is in English.
  var language = Language.english
  let difference: PolicyDifference
  /// The plans of both policies; `nil` for a program, which gets the exact cases alone, and if there
  /// was no time for them.
  private let plans: PlanTables?
  /// The questions that there was no time for before the exact cases, in a line; nil for none.
  let unfinished: String?

  /// The report of a comparison; a program gets the exact cases alone, without the plans.
  static func comparing(
    _ old: Policy, _ new: Policy, budget: Budget, withPlans: Bool,
    extent: PolicyDifference.Extent = .short, at now: Instant, in locale: String = "en"
  ) -> DiffReport {
    // The plans come first, for the exact cases may take all the time there is.
    let plans =
      withPlans ? PlanTables(old, new, at: now, in: locale, within: budget.run.firstHalf) : nil
    let language = Language(locale)
    let difference = PolicyDifference.compare(
      old.graph, new.graph, budget: budget, extent: extent, in: language)
    return DiffReport(
      old: old, new: new, language: language, difference: difference, plans: plans,
      unfinished: withPlans && plans == nil
        ? "The plans are not compared: they took half of the time. Give more with --within." : nil)
  }

  /// The changes for the owner: plan by plan, product by product.
  var owner: PlanChanges { PlanChanges(self, plans) }

  /// The other changes that decide nothing. Labels of what is new, or gone, are no change.
  var lists: [PolicyDifference.ListedChange] {
    difference.lists.filter { $0.product == nil && !$0.isOfNew && !$0.isOfGone }
  }

  /// Whether there is more than is told of somebody who gains or loses.
  var isShortened: Bool {
    let sides =
      difference.changes.flatMap { [$0.loss, $0.gain] } + difference.values.map { $0.side }
    return sides.contains { side in side.map { $0.isMore || $0.count > $0.boxes.count } ?? false }
  }

  /// Everyone for whom a side is so, and how many more there are.
  func people(_ side: PolicyDifference.Side) -> [String] {
    let more = side.count - side.boxes.count
    if side.isMore { return side.boxes + ["and more than \(more) more"] }
    return more > 0 ? side.boxes + ["and \(more) more"] : side.boxes
  }

  /// From which line to which line, in a sentence.
  func words(of source: PolicyDifference.Source) -> String {
    switch (source.old, source.new) {
    case (let before?, let after?) where before.text == after.text:
      let isThere = before.number == after.number && before.file == after.file
      let moved = isThere ? "" : ", which was \(place(before))"
      return "\(place(after)) `\(short(after))`\(moved) is the same; what it names is not"
    case (let before?, let after?):
      return "\(place(before)) said `\(short(before))`; \(place(after)) now says "
        + "`\(short(after))`"
    case (nil, let after?): return "\(place(after)) `\(short(after))` is new"
    case (let before?, nil): return "\(place(before)) `\(short(before))` is gone"
    case (nil, nil): return ""
    }
  }

  /// `line 3`, or `line 3 of prices.gate` in a policy of several files.
  func place(_ line: PolicyDifference.SourceLine) -> String {
    line.file.isEmpty ? "line \(line.number)" : "line \(line.number) of \(line.file)"
  }

  /// A rule as it is quoted: of a long one the beginning and the end.
  func short(_ line: PolicyDifference.SourceLine) -> String {
    let words = line.text.split(separator: " ")
    guard line.text.count > 100, words.count > 8 else { return line.text }
    var start = words.prefix(3).joined(separator: " ")
    while start.last == "," { start.removeLast() }
    return start + " … " + words.suffix(5).joined(separator: " ")
  }

  /// The decisions of both policies about an example.
  func outcomes(of example: PolicyDifference.Example) -> String {
    "\(example.before.outcome.rawValue) before (\(example.before.reason.rawValue)), "
      + "\(example.after.outcome.rawValue) now (\(example.after.reason.rawValue))"
  }
}

extension Policy {
  /// Targets as they are written in a rule: neighbours of one series are a range.
  func names(of targets: [String]) -> [String] {
    let indices = targets.compactMap { graph.target($0)?.index }.sorted()
    return graph.runs(of: indices).map { run in
      let first = graph.parts.targets[Int(run.lowerBound)].name
      let last = graph.parts.targets[Int(run.upperBound)].name
      return first == last ? first : "\(first)..\(last)"
    }
  }
}
