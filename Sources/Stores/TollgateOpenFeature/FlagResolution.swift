package import TollgateKit
public import TollgateRuntime

/// The value of a flag, and how it came about.
///
/// ```swift
/// let resolution = try flags.boolean("csv-export")
/// show(resolution.value ?? false)
/// log("\(resolution.metadata["rule"] ?? "no rule"), \(resolution.reason.rawValue)")
/// ```
public struct FlagResolution<Value: Sendable>: Sendable {
  /// The value; nil where what is known gives none, and the app's own default counts.
  public let value: Value?
  /// The outcome (`allowed`, `warned`, `denied`), and for a setting its value as a policy writes it.
  public let variant: String?
  /// The reason of OpenFeature.
  public let reason: FlagReason
  /// The further data of Tollgate: `policy`, `fingerprint`, `outcome`, `reason`, and where there is
  /// one `rule`, its `place` (`Shop.gate:12`) and `validUntil`.
  public let metadata: [String: String]
}

/// The reasons of OpenFeature's specification that a policy gives.
///
/// ```swift
/// let resolution = try flags.boolean("csv-export")
/// if resolution.reason == .stale { refresh() }
/// ```
///
/// `CACHED` is none of them: nothing is kept from one question to the next. `ERROR` is said by a
/// ``FlagError``.
public enum FlagReason: String, Sendable, Hashable, CaseIterable {
  /// No rule asks anybody for anything.
  case fixed = "STATIC"
  /// The rules decided, about this user.
  case targetingMatch = "TARGETING_MATCH"
  /// The rules decided, and read a rollout.
  case split = "SPLIT"
  /// It is switched off, or how much is free is still undecided.
  case disabled = "DISABLED"
  /// The purchase data is too old to be believed.
  case stale = "STALE"
  /// A rule reads a fact or a counter that nobody told.
  case unknown = "UNKNOWN"
  /// The data gives no value, so the app's own default counts.
  case byDefault = "DEFAULT"

  package init(_ event: DecisionEvent) {
    let decided: FlagReason = event.rollouts.isEmpty ? .targetingMatch : .split
    let setting = event.decision.value
    switch event.decision.reason {
    case .off, .undecided: self = .disabled
    case .stale: self = .stale
    case .unknownFact, .unknownUsage, .undeclared: self = .unknown
    // The value of a setting is not surely the best that the user has.
    case _ where setting.map { $0.value != $0.possible } ?? false:
      self = event.isStale ? .stale : .unknown
    case .ungated where event.isForEverybody: self = .fixed
    default: self = decided
    }
  }
}

extension DecisionEvent {
  /// Whether no rule about the target can fail, whoever asks and whenever.
  fileprivate var isForEverybody: Bool {
    guard let inquiry = decision.inquiry, decision.value == nil else { return false }
    return inquiry.subject.rules.allSatisfy { rule in
      inquiry.graph[node: inquiry.graph[rule: rule].requirement] == .always
    }
  }

  /// Whether the purchase data was too old to be believed.
  fileprivate var isStale: Bool {
    decision.inquiry.map { at.milliseconds >= $0.prepared.input.staleAt } ?? false
  }
}

extension FlagResolution {
  /// A value that a decision gives; without one, the app's own default counts.
  init(_ value: Value?, variant: String?, of event: DecisionEvent) {
    self.value = value
    self.variant = value == nil ? nil : variant
    reason = value == nil ? .byDefault : FlagReason(event)
    var metadata = [
      "policy": event.policy.name, "fingerprint": event.policy.fingerprint,
      "outcome": event.decision.outcome.rawValue, "reason": event.decision.reason.rawValue,
    ]
    if let rule = event.rule {
      metadata["rule"] = rule.rule
      metadata["place"] = "\(rule.file):\(rule.line)"
    }
    metadata["validUntil"] = event.decision.validUntil?.text
    self.metadata = metadata
  }
}

extension FlagResolution: CustomStringConvertible {
  /// The value and the reason: `true (TARGETING_MATCH)`; `no value (DEFAULT)` where the app's own
  /// default counts.
  public var description: String {
    (value.map { "\($0)" } ?? "no value") + " (\(reason.rawValue))"
  }
}

/// Why a flag has no value; the app then gets its own default.
///
/// ```swift
/// do {
///   show(try flags.boolean("csv-exprot").value ?? false)
/// } catch {
///   log("\(error)")  // FLAG_NOT_FOUND: …
/// }
/// ```
public struct FlagError: Error, Sendable, Hashable {
  /// The code of OpenFeature.
  public let code: Code
  /// The error, and what to do, in English.
  public let message: String

  /// The codes of OpenFeature's specification that a policy gives. `PARSE_ERROR` is none of them: a
  /// policy that cannot be read is fatal.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The policy has no such target.
    case flagNotFound = "FLAG_NOT_FOUND"
    /// The target has no value of this type.
    case typeMismatch = "TYPE_MISMATCH"
    /// An attribute cannot be read, or the context is about another user.
    case invalidContext = "INVALID_CONTEXT"
    /// A rollout decides, and nobody said for whom.
    case targetingKeyMissing = "TARGETING_KEY_MISSING"
    /// The policy is not loaded yet, or not any more.
    case providerNotReady = "PROVIDER_NOT_READY"
    /// The policy cannot be loaded.
    case providerFatal = "PROVIDER_FATAL"
  }

  static func invalidContext(_ message: String) -> FlagError {
    FlagError(code: .invalidContext, message: message)
  }

  static func typeMismatch(_ message: String) -> FlagError {
    FlagError(code: .typeMismatch, message: message)
  }
}

extension FlagError: CustomStringConvertible {
  /// The code, and the error in English: `FLAG_NOT_FOUND: the policy has no target called …`.
  public var description: String { "\(code.rawValue): \(message)" }
}

/// A value of OpenFeature, free of the SDK: an attribute of an evaluation context, or a flag's value.
///
/// ```swift
/// let context = FlagContext(
///   targetingKey: "ada", attributes: ["platform": .string("ios"), "installed": .date(now)])
/// ```
public enum FlagValue: Sendable, Hashable {
  /// True or false.
  case boolean(Bool)
  /// A text.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// Any number.
  case double(Double)
  /// A point in time.
  case date(Instant)
  /// Several values.
  case list([FlagValue])
  /// Values by name.
  case structure([String: FlagValue])
  /// Nothing.
  case null
}

extension FlagValue {
  /// A value of a JSON document.
  init(json value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .boolean(let isTrue): .boolean(isTrue)
      case .integer(let number): .integer(number)
      case .number(let text): Double(text).map(FlagValue.double) ?? .string(text)
      case .text(let text): .string(text)
      case .list(let values): .list(values.map(FlagValue.init(json:)))
      case .object(let members):
        .structure(
          Dictionary(uniqueKeysWithValues: members.map { ($0.key, FlagValue(json: $0.value)) }))
      }
  }

  /// The value as JSON. A number without a fraction is a whole one: many senders know no other.
  var json: JSONValue {
    switch self {
    case .boolean(let isTrue): .boolean(isTrue)
    case .string(let text): .text(text)
    case .integer(let number): .integer(number)
    case .double(let number): Int64(exactly: number).map(JSONValue.integer) ?? .number("\(number)")
    case .date(let instant): .text(instant.text)
    case .list(let values): .list(values.map { $0.json })
    case .structure(let values):
      .object(values.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value.json) })
    case .null: .null
    }
  }
}
