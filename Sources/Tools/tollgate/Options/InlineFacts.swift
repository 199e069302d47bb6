import TollgateCompiler
import TollgateKit
import TollgateRuntime

/// Reads the user's data from the options. A name that the policy does not know is an error: a typo
/// would silently deny.
struct InlineFacts {
  let graph: RuleGraph

  /// Adds the data of the options to a snapshot.
  func add(_ options: SnapshotOptions, to known: inout Snapshot) throws(Failure) {
    if let subject = options.subject { known.subject = subject }
    for text in options.has { known.grants.append(try entitlement(text)) }
    for text in options.bought { known.grants.append(try product(text)) }
    try InlineFacts.checkOnce(options.using, .meter)
    try InlineFacts.checkOnce(options.fact, .fact)
    for text in options.using { try addUsage(text, to: &known.usage) }
    for text in options.fact {
      let (name, value) = try fact(text)
      known.facts[name] = value
    }
  }

  /// Refuses two values of one counter or one fact: only one of them could count.
  private static func checkOnce(_ texts: [String], _ kind: KnownName) throws(Failure) {
    var seen: Set<String> = []
    for text in texts {
      let name = split(text).name
      guard seen.insert(name).inserted else {
        throw .usage("\(kind.option) \(name) is given twice; give it once")
      }
    }
  }

  private func entitlement(_ text: String) throws(Failure) -> Grant {
    let (name, until) = try nameAndEnd(text, .entitlement)
    return Grant(entitlement: name, until: until)
  }

  private func product(_ text: String) throws(Failure) -> Grant {
    let (name, until) = try nameAndEnd(text, .product)
    return Grant(product: name, until: until)
  }

  /// `pro` or `pro=2027-01-01`.
  private func nameAndEnd(
    _ text: String, _ kind: KnownName
  ) throws(Failure) -> (name: String, until: Instant?) {
    let parts = InlineFacts.split(text)
    try kind.check(parts.name, in: graph)
    guard let end = parts.value else { return (parts.name, nil) }
    return (parts.name, try QuantityArgument.instant(end, behind: "\(kind.option) \(parts.name)="))
  }

  /// `bills=500` or `exports/day=3`.
  private func addUsage(_ text: String, to usage: inout [String: Usage]) throws(Failure) {
    let parts = InlineFacts.split(text)
    var name = parts.name
    var window = Window.total
    if let slash = name.firstIndex(of: "/") {
      let word = String(name[name.index(after: slash)...])
      name = String(name[..<slash])
      guard let known = Window(name: word) else {
        throw .usage(
          "--using \(text): a window is a unit such as day or several such as `3 hours`, not `\(word)`"
        )
      }
      window = known
    }
    try KnownName.meter.check(name, in: graph)
    guard let meter = graph.names.meter(name, in: graph.parts), let value = parts.value else {
      throw .usage("--using \(text) does not say how much: write `--using \(parts.name)=500`")
    }
    let option = "--using \(parts.name)="
    usage[name, default: Usage()][window] = try CounterArgument.read(
      value, of: graph.parts.meters[Int(meter)], behind: option)
  }

  private func fact(_ text: String) throws(Failure) -> (String, FactValue) {
    let parts = InlineFacts.split(text)
    try KnownName.fact.check(parts.name, in: graph)
    guard let index = graph.names.facts[parts.name] else {
      throw .usage("the policy has no fact called `\(parts.name)`")
    }
    let fact = graph.parts.facts[Int(index)]
    guard let value = parts.value else {
      throw .usage("--fact \(text) has no value: write `--fact \(parts.name)=\(fact.example)`")
    }
    return (parts.name, try fact.value(of: value))
  }

  /// A name, and the text after the first `=`.
  private static func split(_ text: String) -> (name: String, value: String?) {
    guard let sign = text.firstIndex(of: "=") else { return (text, nil) }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }
}

extension Fact {
  /// An example of a value, as an option takes it.
  var example: String {
    switch type {
    case .choice: choices.first ?? "other"
    case .date: "2026-01-05"
    case .yesOrNo: "yes"
    case .version: "1.4.2"
    case .number: "500"
    }
  }

  /// Reads a value of the fact's type.
  func value(of text: String) throws(Failure) -> FactValue {
    let option = "--fact \(name)="
    switch type {
    case .choice: return try choice(text)
    case .date: return .date(try QuantityArgument.instant(text, behind: option))
    case .number:
      return .number(try QuantityArgument.read(text, of: Meter(name: name), behind: option))
    case .yesOrNo:
      switch text {
      case "yes", "true": return .yesOrNo(true)
      case "no", "false": return .yesOrNo(false)
      default: throw .usage("\(option) takes yes or no, not `\(text)`")
      }
    case .version:
      guard case .success(let version) = VersionText.parse(text) else {
        throw .usage("\(option) takes a version such as 1.4.2, not `\(text)`")
      }
      return .version(version)
    }
  }

  private func choice(_ text: String) throws(Failure) -> FactValue {
    if isOpen || choices.contains(text) { return .choice(text) }
    throw .usage(
      "`\(text)` is not a choice of the fact `\(name)`" + KnownName.hint(text, among: choices))
  }
}

/// Reads a counter of the command line as a scenario writes it.
enum CounterArgument {
  /// `40`, `40 carried 10`, `40 resets 2026-06-02`, or `40 then 12 at 2026-06-01T12:00Z then 0 at 2026-06-01T13:00Z`,
  /// in the meter's unit. `option` is what it was written behind.
  static func read(
    _ text: String, of meter: Meter, behind option: String
  ) throws(Failure) -> Counter {
    var words = text.split(separator: " ").map { String($0) }[...]
    let used = try quantity(&words, of: meter, behind: option)
    var carried: Int64 = 0
    if words.first == "carried" {
      words.removeFirst()
      carried = try quantity(&words, of: meter, behind: option)
    }
    if words.first == "resets", words.count == 2, let instant = words.last {
      return Counter(
        used, carried: carried, resets: try QuantityArgument.instant(instant, behind: "resets"))
    }
    var steps: [Counter.Step] = []
    while !words.isEmpty {
      guard words.removeFirst() == "then" else { throw shape(text, option) }
      let later = try quantity(&words, of: meter, behind: option)
      guard words.first == "at", words.count > 1 else { throw shape(text, option) }
      words.removeFirst()
      let at = try QuantityArgument.instant(words.removeFirst(), behind: "at")
      steps.append(Counter.Step(at: at, used: later))
    }
    do throws(CounterError) {
      return try Counter(used, carried: carried, then: steps)
    } catch {
      throw .usage("\(option)\(text): \(error)")
    }
  }

  /// The words of a quantity, up to `then`, `at` or `resets`: `40` or `2 GB`.
  private static func quantity(
    _ words: inout ArraySlice<String>, of meter: Meter, behind option: String
  ) throws(Failure) -> Int64 {
    var text: [String] = []
    while let word = words.first, !["then", "at", "resets", "carried"].contains(word) {
      text.append(word)
      words.removeFirst()
    }
    return try QuantityArgument.read(text.joined(separator: " "), of: meter, behind: option)
  }

  private static func shape(_ text: String, _ option: String) -> Failure {
    .usage(
      "\(option) takes a counter such as `40`, `40 resets 2026-06-02` or "
        + "`40 then 12 at 2026-06-02`, not `\(text)`")
  }
}

/// Reads quantities and instants of the command line as the language reads them.
enum QuantityArgument {
  /// A quantity of a meter, in its unit: `500`, `10_000`, `1.5GB`, `2h`. `option` is what it was
  /// written behind.
  static func read(_ text: String, of meter: Meter, behind option: String) throws(Failure) -> Int64
  {
    if let value = Int64(text), value >= 0 { return value }
    let takes = "\(option) takes \(example(of: meter.unit))"
    if text.isEmpty { throw .usage("\(takes), and there is none") }
    if text.hasPrefix("-") { throw .usage("\(option) takes 0 or more, and \(text) is negative") }
    do throws(QuantityText.ParseError) {
      return try QuantityText.parse(text, of: meter)
    } catch {
      let why = error.headline.map { ": \($0)" } ?? ""
      throw .usage("\(takes), not `\(text)`\(why)")
    }
  }

  /// An instant: `2026-03-01` or `2026-03-01T08:00Z`.
  static func instant(_ text: String, behind option: String) throws(Failure) -> Instant {
    let takes = "\(option) takes a date or time such as 2026-03-01 or 2026-03-01T08:00Z"
    switch InstantText.parse(text) {
    case .success(let instant): return instant
    case .failure(let fault):
      switch fault {
      case .shape:
        throw .usage(text.isEmpty ? "\(takes), and there is none" : "\(takes), not `\(text)`")
      case .noSuchDay: throw .usage("\(takes); there is no such day as `\(text)`")
      case .noSuchTime: throw .usage("\(takes); there is no such time as `\(text)`")
      case .noOffset:
        throw .usage("\(takes); `\(text)` has no time zone: add `Z` for UTC, or an offset")
      case .tooFine: throw .usage("\(takes); `\(text)` is finer than a millisecond")
      }
    }
  }

  /// The instant of an option, if it is given.
  static func instant(given text: String?, behind option: String) throws(Failure) -> Instant? {
    guard let text else { return nil }
    return try instant(text, behind: option)
  }

  private static func example(of unit: Meter.Unit) -> String {
    switch unit {
    case .count: "a whole number such as 500"
    case .bytes: "a number of bytes or a size such as 5GB"
    case .seconds: "a number of seconds or a duration such as 2h"
    case .minutes: "a number of minutes or a duration such as 2h"
    case .hours: "a number of hours or a duration such as 24h"
    case .days: "a number of days or a duration such as 2weeks"
    }
  }
}

extension Instant {
  /// The midnight in UTC before it, as an instant without a time is read.
  var startOfDay: Instant {
    Instant(milliseconds: milliseconds - max(milliseconds % 86_400_000, 0))
  }
}

extension KnownName {
  /// The option that takes names of this kind.
  var option: String {
    switch self {
    case .entitlement: "--has"
    case .product: "--bought"
    case .meter: "--using"
    case .fact: "--fact"
    }
  }

  /// Complains about an option's name that the policy does not know, with a suggestion.
  func check(_ name: String, in graph: RuleGraph) throws(Failure) {
    guard let problem = problem(with: name, in: graph) else { return }
    let other = KnownName.kind(of: name, in: graph)
    let fix = other.map { ": write `\($0.option) \(name)\($0.ending)`" }
    throw .usage(problem + (fix ?? ""))
  }

  private var ending: String {
    switch self {
    case .entitlement, .product: ""
    case .meter, .fact: "=…"
    }
  }
}
