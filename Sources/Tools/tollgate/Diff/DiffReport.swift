import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateSyntax
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
  ///
  /// - Parameter target: What is asked for, if it is known.
  func words(of source: PolicyDifference.Source, for target: String?) -> String {
    switch (source.old, source.new) {
    case (let before?, let after?) where before.text == after.text:
      let isThere = before.number == after.number && before.file == after.file
      let moved = isThere ? "" : ", which was \(place(before))"
      return "\(place(after)) `\(short(after))`\(moved) is the same; "
        + whatIsNot(before, after, for: target)
    case (let before?, let after?):
      return "\(place(before)) said `\(short(before))`; \(place(after)) now says "
        + "`\(short(after))`"
    case (nil, let after?): return "\(place(after)) `\(short(after))` is new"
    case (let before?, nil): return "\(place(before)) `\(short(before))` is gone"
    case (nil, nil): return ""
    }
  }

  /// The change of a rule whose line is the same: a clause below it, what a use takes, or else
  /// something that it names.
  private func whatIsNot(
    _ before: PolicyDifference.SourceLine, _ after: PolicyDifference.SourceLine,
    for target: String?
  ) -> String {
    let clauses = sentences(old.clauses(ofRule: before.rule), new.clauses(ofRule: after.rule))
    let taken = target.map { sentences(old.taken(by: $0), new.taken(by: $0)) } ?? []
    let changes =
      clauses.map { "its clause \($0)" } + taken.map { "of `\(target ?? "")`, \($0)" }
    return changes.isEmpty ? "what it names is not" : changes.joined(separator: "; ")
  }

  /// `“It only warns” is new`, for each sentence that one list has and the other has not.
  private func sentences(_ old: [String], _ new: [String]) -> [String] {
    let gone = old.filter { !new.contains($0) }.map { $0.dropLast() }
    let added = new.filter { !old.contains($0) }.map { $0.dropLast() }
    let both = min(gone.count, added.count)
    return zip(gone, added).map { "“\($0)” is now “\($1)”" }
      + gone.dropFirst(both).map { "“\($0)” is gone" }
      + added.dropFirst(both).map { "“\($0)” is new" }
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

extension DiffReport {
  /// For programs: schema 1, every key always present. An example has a snapshot that can be asked
  /// about again.
  var json: String {
    var writer = JSONWriter(pretty: true)
    write(to: &writer)
    return writer.text
  }

  /// Writes it as part of another document.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", 1)
      write("old", old, to: &writer)
      write("new", new, to: &writer)
      writer.array("changes", difference.changes) { change, writer in write(change, to: &writer) }
      writer.array("values", difference.values) { change, writer in write(change, to: &writer) }
      writer.member("equal", difference.equal)
      writer.member("added", difference.added)
      writer.member("removed", difference.removed)
      writer.array("undecided", difference.undecided) { undecided, writer in
        writer.object { writer in
          writer.member("targets", undecided.targets)
          writer.member("values", undecided.values)
          writer.member("stoppedAfter", undecided.exhausted.words)
        }
      }
      writeLists(to: &writer)
    }
  }

  private func write(_ key: String, _ policy: Policy, to writer: inout JSONWriter) {
    writer.object(key) { writer in
      writer.member("policy", policy.graph.name)
      writer.member("file", policy.graph.parts.file)
      writer.member("fingerprint", policy.graph.fingerprint)
    }
  }

  private func write(_ change: PolicyDifference.Change, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("targets", change.targets)
      write("loss", change.loss, to: &writer)
      write("gain", change.gain, to: &writer)
    }
  }

  private func write(_ change: PolicyDifference.ValueChange, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("setting", change.setting)
      writer.member("change", change.direction.rawValue)
      writer.key("old")
      write(change.old, of: change.setting, in: old, to: &writer)
      writer.key("new")
      write(change.new, of: change.setting, in: new, to: &writer)
      write("users", change.side, to: &writer)
    }
  }

  private func write(
    _ value: SettingValue?, of name: String, in policy: Policy, to writer: inout JSONWriter
  ) {
    let graph = policy.graph
    let setting = graph.target(name).flatMap { graph.setting(of: $0.index) }
    guard let value, let setting else { return writer.null() }
    value.write(to: &writer, unit: graph.parts.settings[Int(setting)].kind.unit)
  }

  private func write(
    _ key: String, _ side: PolicyDifference.Side?, to writer: inout JSONWriter
  ) {
    writer.key(key)
    guard let side else { return writer.null() }
    writer.object { writer in
      writer.member("for", side.boxes)
      writer.member("count", side.count)
      writer.member("isMore", side.isMore)
      writer.array("lines", side.sources) { source, writer in
        writer.object { writer in
          write("old", source.old, to: &writer)
          write("new", source.new, to: &writer)
        }
      }
      writer.member("example", side.example) { example, writer in write(example, to: &writer) }
    }
  }

  private func write(
    _ key: String, _ line: PolicyDifference.SourceLine?, to writer: inout JSONWriter
  ) {
    writer.key(key)
    guard let line else { return writer.null() }
    let policy = key == "old" ? old : new
    writer.object { writer in
      writer.member("file", line.file.isEmpty ? policy.graph.parts.file : line.file)
      writer.member("line", line.number)
      writer.member("rule", line.text)
    }
  }

  private func write(_ example: PolicyDifference.Example, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("target", example.target)
      writer.member("words", example.words)
      ExampleJSON.write(example.snapshot, example.ask, example.now, to: &writer)
      write("before", example.before, to: &writer)
      write("after", example.after, to: &writer)
      writer.member("scenario", example.scenario)
    }
  }

  private func write(_ key: String, _ decision: Decision, to writer: inout JSONWriter) {
    writer.object(key) { writer in
      writer.member("outcome", decision.outcome.rawValue)
      writer.member("reason", decision.reason.rawValue)
    }
  }

  private func writeLists(to writer: inout JSONWriter) {
    writer.array("alsoChanged", difference.lists) { change, writer in
      writer.object { writer in
        writer.member("what", change.subject)
        writer.member("old", change.old)
        writer.member("new", change.new)
      }
    }
  }
}

/// A question that an example asks, in the words of a batch line.
enum ExampleJSON {
  static func write(
    _ snapshot: Snapshot, _ ask: Ask, _ now: Instant, to writer: inout JSONWriter
  ) {
    switch ask.growth {
    case .adding(let amount):
      writer.member("adding", number: amount)
    case .reaching(let value):
      writer.member("reaching", number: value)
    case .reachingUnlimited: writer.member("reaching", "unlimited")
    }
    writer.member("continuing", ask.isContinuing)
    writer.member("at", InstantText.print(now))
    writer.key("snapshot")
    writer.raw(snapshot.json())
  }
}
