import TollgateKit
import TollgateCompiler
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
