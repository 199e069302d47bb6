import TollgateCompiler
@_exported public import TollgateRuntime
@_exported public import struct TollgateSyntax.Diagnostic
@_exported public import struct TollgateSyntax.Source
@_exported public import struct TollgateSyntax.Span
@_exported public import TollgateWords

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif

#if canImport(Foundation)
  import TollgateFiles
#endif

/// A policy that compiled: what may be done, by whom, and how to get in.
///
/// ```swift
/// let policy = try Policy(contentsOf: url)
/// let decision = policy.decide("bills", adding: 1, for: snapshot, at: .now)
/// if decision.isAllowed { save() } else { show(decision.explanation(in: "zh-Hans")) }
/// ```
///
/// A policy never changes and can be shared between threads freely.
public struct Policy: Sendable {
  /// The compiled rules.
  @usableFromInline package let graph: RuleGraph

  /// A policy of compiled rules.
  package init(graph: RuleGraph) {
    self.graph = graph
  }

  #if canImport(Foundation)
    /// Reads a policy: a `.gate` file with the files that it uses, or one that `tollgate compile`
    /// wrote.
    ///
    /// Throws a ``PolicyError`` that carries every diagnostic; a policy with an error does not
    /// compile.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - origin: Where a compiled file comes from. Its fingerprint is worked out again unless it is
    ///     ``CompiledOrigin/ownBundle``. It changes nothing for a `.gate` file.
    public init(
      contentsOf url: URL, trusting origin: CompiledOrigin = .anywhere
    ) throws(PolicyError) {
      let bytes = try Policy.bytes(of: url)
      if CompiledPolicy.isCompiled(bytes) {
        try self.init(compiled: bytes, name: url.lastPathComponent, trusting: origin)
      } else {
        try self.init(Source(name: url.lastPathComponent, bytes: bytes).joined(at: url))
      }
    }

    /// The bytes of a file, read once: a policy may be long.
    private static func bytes(of url: URL) throws(PolicyError) -> [UInt8] {
      do {
        return try [UInt8](Data(contentsOf: url))
      } catch {
        throw .unreadable(path: url.path, reason: Policy.reason(of: error))
      }
    }

    static func reason(of error: any Error) -> String { FileFault.reason(of: error) }
  #endif

  /// Compiles the text of a policy; `name` is the file's name in messages. A text that says `use` is
  /// compiled by ``init(source:name:files:)``.
  public init(source: String, name: String = "policy.gate") throws(PolicyError) {
    try self.init(Source(name: name, text: source))
  }

  /// Compiles the text of a policy.
  public init(_ source: Source) throws(PolicyError) {
    let result = Compiler.graph(of: source, mending: true)
    guard let graph = result.graph else {
      throw .rejected(source: source, diagnostics: result.diagnostics)
    }
    self.init(graph: graph)
  }

  /// Reads the bytes of a compiled policy; nothing is parsed.
  ///
  /// Damage is always found, and whatever the bytes say, nothing of the policy is out of range. A
  /// forged file is refused as ``GraphError/notGenuine`` unless its origin is trusted.
  ///
  /// - Parameters:
  ///   - bytes: The compiled policy.
  ///   - name: The file's name in messages.
  ///   - origin: Where the bytes come from.
  public init(
    compiled bytes: [UInt8], name: String = "policy", trusting origin: CompiledOrigin = .anywhere
  ) throws(PolicyError) {
    do throws(GraphError) {
      let graph = try RuleGraph(compiled: bytes)
      guard origin == .ownBundle || graph.isGenuine() else { throw .notGenuine }
      self.init(graph: graph)
    } catch {
      throw .damaged(name: name, error)
    }
  }

  /// The policy compiled, as `tollgate compile` writes it: for a cache, a server or a seal.
  /// ``init(compiled:name:trusting:)`` reads it.
  public func compiled() -> [UInt8] { graph.compiled() }

  /// Every feature, member of a series, setting and meter, in order of declaration.
  public var targets: [Target] { graph.targets }

  /// The same policy with what these targets ask for worked out first when a snapshot is prepared.
  ///
  /// It makes a difference for a policy whose targets have more than 1024 different requirements:
  /// then a snapshot holds the answers for those that most targets have, and the others take a
  /// closer look each time. Targets stay what they are; snapshots are to be prepared anew.
  public func favoring(_ targets: [Target]) -> Policy {
    Policy(graph: graph.favoring(targets))
  }

  /// The policy's name, as in `policy ExpenseTracker`; empty where it has none.
  public var name: String { graph.name }

  /// Identifies what the policy means: `sha256:` and 64 hexadecimal digits. Comments, layout and
  /// places do not count.
  public var fingerprint: String { graph.fingerprint }
}

extension Policy {
  /// Many users at one time, of whom nothing is known yet: fill it in from a backend's own arrays,
  /// and ask about all of them at once.
  public func cohort(count: Int, at now: Instant) -> Cohort {
    Cohort(count: count, at: now, in: graph)
  }

  /// The users that these snapshots are about, at a time; user `i` is that of the snapshot `i`.
  public func cohort(of snapshots: [PreparedSnapshot], at now: Instant) -> Cohort {
    graph.cohort(of: snapshots, at: now)
  }
}

extension Policy {
  /// The feature, member of a series or meter called `name`, looked up once for many asks; nothing
  /// if the policy has none.
  public func target(_ name: String) -> Target? {
    graph.target(name)
  }

  /// A snapshot in the terms of this policy, worked out once for many asks.
  ///
  /// A text for a fact that is a date, a version or `yes or no` is read as one. A fact that cannot
  /// be read so is unknown.
  public func prepare(_ snapshot: Snapshot) -> PreparedSnapshot {
    graph.prepareTyped(resolved(snapshot))
  }

  private func resolved(_ snapshot: Snapshot) -> Snapshot {
    var resolved = snapshot
    resolved.facts = graph.resolve(snapshot.facts)
    return resolved
  }

  /// A snapshot for one question, and facts and counters of the thing at hand: no answer is worked
  /// out ahead.
  package func prepareOnce(
    _ snapshot: Snapshot, usage: [String: Usage] = [:], facts: [String: FactValue] = [:]
  ) -> PreparedSnapshot {
    prepare(graph.prepareOnce(resolved(snapshot)), usage: usage, facts: facts)
  }

  /// The same snapshot with one counter of a meter changed, as after a use: cheaper than preparing
  /// anew. Nothing changes for a target that is no meter.
  ///
  /// - Parameters:
  ///   - snapshot: A snapshot that this policy prepared.
  ///   - target: The meter.
  ///   - window: The counter's window; by default, the total.
  ///   - counter: The counter from now on, in the meter's unit.
  public func prepare(
    _ snapshot: PreparedSnapshot, counting target: Target, in window: Usage.Window = .total,
    _ counter: Usage.Counter
  ) -> PreparedSnapshot {
    graph.prepare(snapshot, counting: target, in: window, counter)
  }

  /// The same snapshot with the data of the thing at hand: its counters and facts go before
  /// the snapshot's, counter by counter.
  public func prepare(
    _ prepared: PreparedSnapshot, usage: [String: Usage] = [:], facts: [String: FactValue] = [:]
  ) -> PreparedSnapshot {
    graph.prepareTyped(prepared, usage: usage, facts: graph.resolve(facts))
  }

  /// The verdict about a target: the outcome, the reason and the figures of the quota. This is the
  /// fast path, for a target and a snapshot that were looked up before: nothing is allocated,
  /// locked, counted or written on the way.
  ///
  /// - Parameters:
  ///   - target: A target of this policy.
  ///   - ask: The question about it; by default, one more of it.
  ///   - snapshot: A snapshot that this policy prepared; one of another policy stops the program.
  ///   - now: The time. One before what the snapshot has seen is not believed.
  @inlinable
  public func verdict(
    _ target: Target, ask: Ask = Ask(), for snapshot: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    graph.verdict(target, ask: ask, for: snapshot, at: now)
  }

  /// The verdict about a name: a target, or all members of a group or a range at once. A name that
  /// the policy does not know is denied as ``Reason/undeclared``.
  @inlinable
  public func verdict(
    _ name: String, ask: Ask = Ask(), for snapshot: PreparedSnapshot, at now: Instant
  ) -> Verdict {
    graph.verdict(name, ask: ask, for: snapshot, at: now)
  }

  /// Where the policy says it: the rule that gives a verdict its reason. Nothing where every rule
  /// holds, for several targets at once, and for a name that the policy does not know.
  public func place(of verdict: Verdict) -> RulePlace? {
    graph.place(of: verdict)
  }

  /// The verdict about every target: features and series in order of declaration, then meters. They
  /// take the place of what `verdicts` holds; whoever hands in the same array again pays for no
  /// memory.
  @inlinable
  public func verdicts(
    for snapshot: PreparedSnapshot, at now: Instant, into verdicts: inout [Verdict]
  ) {
    graph.verdicts(for: snapshot, at: now, into: &verdicts)
  }

  /// The value that the user surely has of a setting, which is a case for each kind; nil for a target
  /// that is no setting. It is as cheap as a verdict: nothing is allocated or locked.
  ///
  /// - Parameters:
  ///   - setting: A setting of this policy, looked up once: `policy.target("history")`.
  ///   - snapshot: A snapshot that this policy prepared; one of another policy stops the program.
  ///   - now: The time. One before what the snapshot has seen is not believed.
  public func value(
    of setting: Target, for snapshot: PreparedSnapshot, at now: Instant
  ) -> SettingValue? {
    graph.value(of: setting, for: snapshot, at: now)
  }

  /// The value that the user surely has of a setting; nil for a name that is no setting.
  public func value(
    of setting: String, for snapshot: Snapshot, at now: Instant
  ) -> SettingValue? {
    guard let target = graph.setting(setting) else { return nil }
    return graph.value(of: target, for: prepareOnce(snapshot), at: now)
  }

  /// Whether the use may go ahead; as fast as ``verdict(_:ask:for:at:)-(Target,_,_,_)``.
  @inlinable
  public func isAllowed(
    _ target: Target, ask: Ask = Ask(), for snapshot: PreparedSnapshot, at now: Instant
  ) -> Bool {
    graph.isAllowed(target, ask: ask, for: snapshot, at: now)
  }

  /// Decides about a feature, a member of a series or a meter.
  ///
  /// - Parameters:
  ///   - target: Its name; one that the policy does not know is denied as ``Reason/undeclared``.
  ///   - adding: For a meter, how much more is to be used, in the meter's unit. 0 or less raises
  ///     nothing, and passes every limit.
  ///   - continuing: Whether a use that began while it was allowed is still running.
  ///   - usage: Counters of the thing at hand; they go before the snapshot's for this ask.
  ///   - facts: Facts of the thing at hand; they go before the snapshot's for this ask.
  ///   - snapshot: The user's data.
  ///   - now: The time. One before what the snapshot has seen is not believed.
  public func decide(
    _ target: String, adding: Int64 = 1, continuing: Bool = false, usage: [String: Usage] = [:],
    facts: [String: FactValue] = [:], for snapshot: Snapshot, at now: Instant
  ) -> Decision {
    let prepared = prepareOnce(snapshot, usage: usage, facts: facts)
    return graph.decide(
      target, ask: Ask(.adding(adding), continuing: continuing), for: prepared, at: now)
  }

  /// Decides about using a meter up to a value: `reaching` is in the meter's unit, and is compared
  /// with every limit of the meter.
  public func decide(
    _ target: String, reaching: Int64, continuing: Bool = false, usage: [String: Usage] = [:],
    facts: [String: FactValue] = [:], for snapshot: Snapshot, at now: Instant
  ) -> Decision {
    let prepared = prepareOnce(snapshot, usage: usage, facts: facts)
    return graph.decide(
      target, ask: Ask(.reaching(reaching), continuing: continuing), for: prepared, at: now)
  }

  /// Decides about a setting: whether `reaching`, as a policy writes it (`30 days`, `high`,
  /// `unlimited`), is within the value that the user has.
  ///
  /// - Returns: The decision; nil if the text is not a value of the target.
  public func decide(
    _ target: String, reaching: String, continuing: Bool = false, usage: [String: Usage] = [:],
    facts: [String: FactValue] = [:], for snapshot: Snapshot, at now: Instant
  ) -> Decision? {
    guard let growth = try? ReachText.parse(reaching, of: target, in: graph) else { return nil }
    let prepared = prepareOnce(snapshot, usage: usage, facts: facts)
    return graph.decide(
      target, ask: Ask(growth, continuing: continuing), for: prepared, at: now)
  }

  /// Decides about a target with a snapshot that was prepared before.
  public func decide(
    _ target: Target, ask: Ask = Ask(), for snapshot: PreparedSnapshot, at now: Instant
  ) -> Decision {
    graph.decide(target, ask: ask, for: snapshot, at: now)
  }

  /// Decides about every member of a group or a range such as `L1..L3`, in order of declaration; a
  /// single name gives one decision, and a name that is neither gives one that is `undeclared`.
  public func decide(
    each name: String, ask: Ask = Ask(), for snapshot: PreparedSnapshot, at now: Instant
  ) -> [Decision] {
    guard let members = graph.members(of: name) else {
      return [graph.decide(name, ask: ask, for: snapshot, at: now)]
    }
    return members.map { graph.decide($0, ask: ask, for: snapshot, at: now) }
  }

  /// Decides about every target of the policy: features and series in order of declaration, then
  /// meters.
  public func access(in snapshot: PreparedSnapshot, at now: Instant) -> [Decision] {
    graph.targets.map { graph.decide($0, for: snapshot, at: now) }
  }

  /// How much of a meter there is and how much is left; nothing for a name that is no meter.
  public func quota(_ meter: String, in snapshot: PreparedSnapshot, at now: Instant) -> Quota? {
    graph.decide(meter, ask: Ask(.adding(0)), for: snapshot, at: now).quota
  }

  /// The reminders that are due as things stand, one a target at the most, in order of declaration.
  public func reminders(in snapshot: PreparedSnapshot, at now: Instant) -> [DueReminder] {
    graph.targets.compactMap {
      graph.decide($0, ask: Ask(.adding(0)), for: snapshot, at: now).reminder
    }
  }

  /// The name of the highest tier that is surely held; nothing where the policy has no tiers.
  public func tier(in snapshot: PreparedSnapshot, at now: Instant) -> String? {
    graph.tier(for: snapshot, at: now)
  }
}

// The same for a snapshot that is not prepared: simpler where one question is asked.
extension Policy {
  /// Decides about every target of the policy.
  public func access(in snapshot: Snapshot, at now: Instant) -> [Decision] {
    access(in: prepare(snapshot), at: now)
  }

  /// How much of a meter there is and how much is left; nothing for a name that is no meter.
  public func quota(_ meter: String, in snapshot: Snapshot, at now: Instant) -> Quota? {
    quota(meter, in: prepareOnce(snapshot), at: now)
  }

  /// The reminders that are due as things stand.
  public func reminders(in snapshot: Snapshot, at now: Instant) -> [DueReminder] {
    reminders(in: prepare(snapshot), at: now)
  }

  /// The name of the highest tier that is surely held; nothing where the policy has no tiers.
  public func tier(in snapshot: Snapshot, at now: Instant) -> String? {
    tier(in: prepareOnce(snapshot), at: now)
  }

  /// Decides about every member of a group or a range such as `L1..L3`.
  public func decide(
    each name: String, ask: Ask = Ask(), for snapshot: Snapshot, at now: Instant
  ) -> [Decision] {
    decide(each: name, ask: ask, for: prepareOnce(snapshot), at: now)
  }
}

extension Policy: CustomStringConvertible {
  /// The name and the beginning of the fingerprint: `Shop (sha256:5f3a2c81)`.
  public var description: String {
    let mark = String(fingerprint.prefix("sha256:".count + 8))
    return name.isEmpty ? "policy (\(mark))" : "\(name) (\(mark))"
  }
}

extension CustomerMessage: CustomStringConvertible {
  /// Everything, line by line.
  public var description: String { text }
}

extension PolicyDescription: CustomStringConvertible {
  /// The whole as text.
  public var description: String { text }
}

extension BatchLine: CustomStringConvertible {
  /// The question: `bills: 1 more`.
  public var description: String { "\(target): " + (reaching.map { "up to \($0)" } ?? "\(ask)") }
}

/// Where a compiled policy comes from, and with it how much of it is worked out again.
///
/// ```swift
/// // Shipped with the app, and signed with it: the fingerprint need not be worked out again.
/// let policy = try Policy(contentsOf: url, trusting: .ownBundle)
/// ```
public enum CompiledOrigin: Sendable, Hashable {
  /// From a network, a folder that others may write to, or anywhere else. The fingerprint is worked
  /// out from all that the file says, in time in proportion to its size.
  case anywhere
  /// From the app's own bundle, which nobody but its developer writes to. Damage is found, and the
  /// fingerprint is believed.
  case ownBundle
}

extension Policy {
  /// A policy that was compiled into an app: the text that `TollgatePlugin` writes. The app vouches
  /// for its own bytes, so the fingerprint is not worked out again.
  ///
  /// - Parameters:
  ///   - text: A compiled policy in base64.
  ///   - name: The file's name in messages.
  /// - Throws: ``PolicyError/damaged(name:_:)`` where the text was changed, or is of another version
  ///   of Tollgate than the one that the app is built with.
  public init(embedded text: StaticString, name: String) throws(PolicyError) {
    let bytes = text.withUTF8Buffer { Base64.decode($0, .standard) }
    guard let bytes else { throw .damaged(name: name, .notACompiledPolicy) }
    try self.init(compiled: bytes, name: name, trusting: .ownBundle)
  }
}
