import TollgateCompiler
import TollgateKit
import TollgateOpenFeature
import TollgateRuntime
import TollgateSyntax

/// The key of a flag: a name of the policy, or one of the things that are known about it. The
/// protocol carries no type, so each key has one of its own.
///
/// | key | type | value |
/// |---|---|---|
/// | `csv-export`, `bills`, a group | boolean | whether it may be used; of a meter, one more |
/// | `history` | integer or text | the value of a setting in its unit; the name of a choice |
/// | `bills.remaining`, `bills.limit` | integer | what is left of a meter, and its limit |
/// | `csv-export.reason` | text | the code of the reason |
/// | `csv-export.decision` | object | the whole decision |
///
/// Units are those of `FlagSource`: bytes, seconds, months, hundredths of a percent. Unlimited and
/// unknown have no value: the default of the caller's code counts then.
struct FlagKey: Sendable, Hashable {
  enum Aspect: String, Sendable, CaseIterable {
    /// The name alone.
    case answer = ""
    case remaining = ".remaining"
    case limit = ".limit"
    case reason = ".reason"
    case decision = ".decision"
  }

  let target: String
  let aspect: Aspect

  var text: String { target + aspect.rawValue }

  /// The flag with a key; nil for a key that means nothing to the policy. A name of the policy goes
  /// before what its end would mean.
  init?(_ key: String, in graph: RuleGraph) {
    if graph.members(of: key) != nil {
      self.init(key, .answer)
      return
    }
    let aspect = Aspect.allCases.first { $0 != .answer && key.hasSuffix($0.rawValue) }
    guard let aspect else { return nil }
    let target = String(key.dropLast(aspect.rawValue.count))
    guard FlagKey.aspects(of: target, in: graph).contains(aspect) else { return nil }
    self.init(target, aspect)
  }

  init(_ target: String, _ aspect: Aspect) {
    self.target = target
    self.aspect = aspect
  }

  /// The things that are told about a name of the policy; none of any other name.
  private static func aspects(of name: String, in graph: RuleGraph) -> [Aspect] {
    guard graph.members(of: name) != nil else { return [] }
    return graph.names.meter(name, in: graph.parts) == nil
      ? [.answer, .reason, .decision] : Aspect.allCases
  }

  /// The flags of a policy by their targets: features, meters and settings in order of declaration,
  /// then groups.
  static func all(of graph: RuleGraph) -> [(target: String, keys: [FlagKey])] {
    let names =
      graph.targets.map { graph[target: $0.index].name } + graph.parts.groups.map { $0.name }
    return names.map { name in
      let keys = aspects(of: name, in: graph).map { FlagKey(name, $0) }
      // A name that ends like this is a flag by itself.
      return (name, keys.filter { $0.aspect == .answer || graph.members(of: $0.text) == nil })
    }
  }
}

/// Why a flag, or all of them, have no answer: the caller's mistake, in the words of the protocol.
struct FlagFailure: Error, Sendable, Hashable {
  enum Code: String, Sendable {
    case parseError = "PARSE_ERROR"
    case targetingKeyMissing = "TARGETING_KEY_MISSING"
    case invalidContext = "INVALID_CONTEXT"
    case flagNotFound = "FLAG_NOT_FOUND"
    case general = "GENERAL"
  }

  let code: Code
  let details: String

  /// - Parameter key: That of the flag; nil for all of them.
  func write(key: String?, to writer: inout JSONWriter) {
    writer.object { writer in
      if let key { writer.member("key", key) }
      writer.member("errorCode", code.rawValue)
      writer.member("errorDetails", details)
    }
  }

  /// The answer of status 400.
  func answer(key: String?) -> ServerAnswer {
    var writer = JSONWriter()
    write(key: key, to: &writer)
    return .json(writer.utf8, status: 400)
  }

  /// A problem as the protocol tells it. Each has a code: a client that finds none loses the words.
  static func answer(_ problem: Problem, key: String?) -> ServerAnswer {
    let code: Code =
      switch problem.kind {
      case .unreadable: .parseError
      // Of all flags there is none that could be missing.
      case _ where problem.kind.status == 404 && key != nil: .flagNotFound
      default: .general
      }
    var writer = JSONWriter()
    FlagFailure(code: code, details: problem.detail).write(key: key, to: &writer)
    var answer = problem.answer
    answer.headers["content-type"] = "application/json"
    answer.body = .bytes(writer.utf8)
    return answer
  }
}

/// The context of a request for flags, in the terms of a policy.
///
/// - `targetingKey` is the user; without one, nothing is known of anybody.
/// - A property with the name of a `fact` is that fact.
/// - `usage.bills`, or `bills` in the object `usage`, is how much of a meter is used.
/// - Both go before what is stored. Every other property is passed over: a context is for all that
///   an app asks.
struct FlagContext: Sendable {
  /// Nil for nobody.
  let user: String?
  let line: BatchLine
  /// The parts that mean something, as a context that says the same.
  let json: JSONValue

  /// Reads the member `context` of a request; a call without context may leave it out.
  init(ofRequest body: JSONValue, for graph: RuleGraph) throws {
    let request = try JSONObject(body)
    try self.init(request["context"] ?? .object([]), for: graph)
  }

  init(_ context: JSONValue, for graph: RuleGraph) throws(FlagFailure) {
    do {
      let object = try JSONObject(context.withWholeNumbers)
      let key = try object.read("targetingKey", Read.text)
      user = try key.flatMap { try $0.isEmpty ? nil : UserID.checked($0, "targetingKey") }
      let facts = object.members.filter {
        graph.names.facts[$0.key] != nil && ($0.key != "usage" || !$0.value.isObject)
      }
      let usage = FlagContext.usage(in: object, for: graph)
      let (line, problems) = try BatchLine(
        json: .object([
          .init("target", .text("")), .init("facts", .object(facts)),
          .init("usage", .object(usage)),
        ])
      ).resolvingFacts(for: graph)
      if let problem = problems.first { throw problem }
      self.line = line
      let person = user.map { [JSONValue.Member("targetingKey", .text($0))] } ?? []
      let counters = usage.map { JSONValue.Member("usage.\($0.key)", $0.value) }
      // A fact may have the name of a counter: then one member is both.
      json = .object(person + facts + counters.filter { graph.names.facts[$0.key] == nil })
    } catch {
      throw FlagFailure(code: .invalidContext, details: "context: \(Problem(error).detail)")
    }
  }

  /// The counters of the policy's meters; a flat key goes before one in the object.
  private static func usage(in object: JSONObject, for graph: RuleGraph) -> [JSONValue.Member] {
    let start = "usage."
    var found: [JSONValue.Member] = []
    let flat = object.members.filter { $0.key.hasPrefix(start) }
      .map { JSONValue.Member(String($0.key.dropFirst(start.count)), $0.value) }
    var nested: [JSONValue.Member] = []
    if case .object(let members)? = object["usage"] { nested = members }
    for member in flat + nested where graph.names.meter(member.key, in: graph.parts) != nil {
      if !found.contains(where: { $0.key == member.key }) { found.append(member) }
    }
    return found
  }
}

extension JSONValue {
  fileprivate var isObject: Bool {
    if case .object = self { true } else { false }
  }

  /// The value with `5.0` as 5: some senders know no other numbers, and for JSON Schema both are one.
  var withWholeNumbers: JSONValue { hasFractions ? converted : self }

  private var converted: JSONValue {
    switch self {
    case .number(let text): JSONValue.wholeNumber(text).map(JSONValue.integer) ?? self
    case .list(let values): .list(values.map { $0.converted })
    case .object(let members): .object(members.map { .init($0.key, $0.value.converted) })
    case .null, .boolean, .integer, .text: self
    }
  }

  private var hasFractions: Bool {
    switch self {
    case .number: true
    case .list(let values): values.contains { $0.hasFractions }
    case .object(let members): members.contains { $0.value.hasFractions }
    case .null, .boolean, .integer, .text: false
    }
  }

  /// The whole number that `5.0` or `1e3` is, digit by digit, because a `Double` would round a long
  /// one; nil for any other.
  private static func wholeNumber(_ text: String) -> Int64? {
    let parts = text.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
    let digits = parts[0].split(separator: ".", maxSplits: 1)
    let fraction = digits.count > 1 ? digits[1] : ""
    var whole = String(digits[0]) + fraction
    guard whole.contains(where: { ("1"..."9").contains($0) }) else { return 0 }
    guard let exponent = parts.count > 1 ? Int(parts[1]) : 0, abs(exponent) < 1_000 else {
      return nil
    }
    var behind = fraction.count - exponent
    while behind > 0, whole.last == "0" {
      whole.removeLast()
      behind -= 1
    }
    guard (-20...0).contains(behind) else { return nil }
    return Int64(whole + String(repeating: "0", count: -behind))
  }
}

/// A decision as the protocol tells it: the flags of one target.
struct FlagAnswer: Sendable {
  private let event: DecisionEvent
  private let reason: FlagReason
  private let metadata: String
  /// Why the flags have no value; nil if they have.
  let failure: FlagFailure?

  init(_ decision: Decision, of question: Question) {
    event = DecisionEvent(
      decision, ask: question.line.ask, usage: question.line.usage, facts: question.line.facts,
      snapshot: question.snapshot, policy: question.policy, at: question.now)
    // The protocol knows no reason for data that is too old.
    let reason = FlagReason(event)
    self.reason = reason == .stale ? .unknown : reason
    let rollout = event.rollouts.first { $0.isIn == nil }
    if let rollout, decision.reason == .unknownFact || decision.value != nil {
      failure = FlagFailure(
        code: .targetingKeyMissing,
        details: "the rollout `\(rollout.name)` needs to know the user: set a targeting key")
    } else {
      failure = nil
    }
    metadata = FlagAnswer.metadata(of: event)
  }

  /// The further data, which are scalars; one that is not there is left out.
  private static func metadata(of event: DecisionEvent) -> String {
    JSONWriter.document { writer in
      writer.member("policy", event.policy.name)
      writer.member("outcome", event.decision.outcome.rawValue)
      writer.member("reason", event.decision.reason.rawValue)
      if let rule = event.rule {
        writer.member("rule", rule.rule)
        writer.member("place", "\(rule.file):\(rule.line)")
      }
      if let end = event.decision.validUntil { writer.member("validUntil", end.text) }
      guard event.decision.outcome != .allowed,
        let way = event.decision.message(in: "en").waysIn.first
      else { return }
      writer.member("wayIn", way)
    }
  }

  /// Writes the flag with a key: its value and how it came about, or why there is none.
  func write(_ key: FlagKey, to writer: inout JSONWriter) {
    if let failure { return failure.write(key: key.text, to: &writer) }
    writer.object { writer in
      writer.member("key", key.text)
      writeValue(of: key.aspect, to: &writer)
      writer.member("reason", reason.rawValue)
      writer.member("variant", variant(of: key.aspect))
      writer.key("metadata")
      writer.raw(metadata)
    }
  }

  /// The outcome; of a setting, its value as a policy writes it.
  private func variant(of aspect: FlagKey.Aspect) -> String {
    guard aspect == .answer, let setting = event.decision.value else {
      return event.decision.outcome.rawValue
    }
    return SettingLiteral.print(setting.value)
  }

  private func writeValue(of aspect: FlagKey.Aspect, to writer: inout JSONWriter) {
    let decision = event.decision
    switch aspect {
    case .answer:
      switch decision.value?.value {
      case nil: writer.member("value", decision.isAllowed)
      case .choice(let name, _)?: writer.member("value", name)
      case let value?: FlagAnswer.write(value.number, to: &writer)
      }
    case .remaining: FlagAnswer.write(decision.quota?.remaining, to: &writer)
    case .limit: FlagAnswer.write(decision.quota?.limit, to: &writer)
    case .reason: writer.member("value", decision.reason.rawValue)
    case .decision:
      writer.key("value")
      decision.write(to: &writer, policy: event.policy)
    }
  }

  /// A number; without one there is no value, and the default of the caller's code counts.
  private static func write(_ number: Int64?, to writer: inout JSONWriter) {
    if let number { writer.member("value", number: number) }
  }
}

extension Question {
  /// The same question about another target.
  func about(_ target: String) -> Question {
    var question = self
    question.line.target = target
    return question
  }
}
