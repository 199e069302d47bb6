#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateRuntime

/// The gate of an app: a policy with typed names, and the user's data.
///
/// ```swift
/// let gate = Gate<Shop>()
/// gate.update { $0.grants = [Grant(product: "annual")] }
/// if gate.can(.csvExport) { export() }
/// if gate.allows(.bills, adding: 1) { save() }
/// let days = gate.value(of: .history) / 86_400
/// ```
///
/// The same gate sells, if it has a store (`launch`, in the library TollgatePurchases), and counts
/// what is used, if it has a book (`count`, in TollgateUsage).
///
/// `Shop` is a type that the build-tool plugin writes for the file `Shop.gate`, so a typo does not
/// compile. A gate may be used from any thread; it is a thin layer over its ``store``.
public final class Gate<Names: PolicyNames>: Sendable {
  /// The policy and the snapshot in use.
  public let store: PolicyStore
  package let clock: any StoreClock
  /// Of the policy that the app was built with: typed names know their places in it.
  let graph: RuleGraph
  /// The additions of other libraries: a store that sells, a book that counts.
  private let parts = Locked<[ObjectIdentifier: any Sendable]>([:])
  private let memory: GateMemory?
  /// The language and the time zone that the app chose; nil for the device's.
  private let chosenLocale: String?
  private let chosenTimeZone: TimeZone?

  /// A gate that forgets everything when the app ends.
  ///
  /// - Parameters:
  ///   - snapshot: The user's data so far.
  ///   - clock: Where the time comes from.
  ///   - observer: Is told every decision.
  ///   - locale: A BCP 47 tag for the texts that the gate gives; by default, the first language of
  ///     the device at that time.
  ///   - timeZone: The time zone of the dates in them; by default, that of the device.
  public init(
    snapshot: Snapshot = Snapshot(), clock: any StoreClock = SystemClock(),
    observer: (any DecisionObserver)? = nil, locale: String? = nil, timeZone: TimeZone? = nil
  ) {
    store = PolicyStore(Names.policy, snapshot: snapshot, clock: clock, observer: observer)
    self.clock = clock
    graph = Names.policy.graph
    memory = nil
    chosenLocale = locale
    chosenTimeZone = timeZone
  }

  /// A gate that remembers: the snapshot, the prompts that were dismissed and the latest time seen
  /// are kept in a file, and are there again after a restart.
  ///
  /// ```swift
  /// let gate = try Gate<Shop>(remembering: .applicationSupportDirectory.appending(path: "gate.json"))
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file, written whole or not at all. Its folder must exist; the file may be missing.
  ///   - clock: Where the time comes from.
  ///   - observer: Is told every decision.
  ///   - locale: A BCP 47 tag for the texts that the gate gives; by default, the first language of
  ///     the device at that time.
  ///   - timeZone: The time zone of the dates in them; by default, that of the device.
  /// - Throws: ``GateMemoryError`` for a file that cannot be read, or does not hold a snapshot. It is
  ///   left as it is.
  public init(
    remembering url: URL, clock: any StoreClock = SystemClock(),
    observer: (any DecisionObserver)? = nil, locale: String? = nil, timeZone: TimeZone? = nil
  ) throws(GateMemoryError) {
    let memory = GateMemory(url)
    store = PolicyStore(
      Names.policy, snapshot: try memory.load(), clock: clock, observer: observer)
    self.clock = clock
    graph = Names.policy.graph
    self.memory = memory
    chosenLocale = locale
    chosenTimeZone = timeZone
  }

  /// The policy in use: that of the app, or a newer one that the ``store`` was given.
  public var policy: Policy { store.policy }

  /// The user's data.
  public var snapshot: Snapshot { store.snapshot }

  /// The BCP 47 tag of the language of the texts that the gate gives.
  public var locale: String { chosenLocale ?? Locale.preferredLanguages.first ?? "en" }

  /// The time zone of the dates in them.
  public var timeZone: TimeZone { chosenTimeZone ?? .current }

  /// Changes the user's data, in one step: nothing that another thread wrote is lost.
  ///
  /// - Parameter change: Changes the snapshot and does nothing else; it may run more than once.
  public func update(_ change: (inout Snapshot) -> Void) {
    let now = clock.now()
    store.update { snapshot in
      change(&snapshot)
      snapshot.latestSeen = max(snapshot.latestSeen ?? now, now)
    }
  }

  /// Takes what a store or a server knows of the user. The device's own data stays: the
  /// prompts that were dismissed, and the latest time seen. If the snapshot confirms the purchases
  /// anew (it has another `asOf`), the latest time begins anew with it: a clock that was once in the
  /// future is forgotten.
  public func update(_ snapshot: Snapshot) {
    update { known in
      let (dismissed, asOf, seen) = (known.dismissed, known.asOf, known.latestSeen)
      known = snapshot
      known.dismissed.merge(dismissed) { max($0, $1) }
      guard snapshot.asOf == nil || snapshot.asOf == asOf else { return }
      known.latestSeen = [known.latestSeen, seen].compactMap { $0 }.max()
    }
  }

  /// A part that another library has added; nil if it has not.
  package func part<Part: Sendable>(_ type: Part.Type) -> Part? {
    parts.withLock { $0[ObjectIdentifier(type)] } as? Part
  }

  /// Adds a part, in the place of an earlier one of its type.
  package func add<Part: Sendable>(_ part: Part) {
    parts.withLock { $0[ObjectIdentifier(Part.self)] = part }
  }

  /// Writes down what a restart needs. Call it when the app goes to the background.
  ///
  /// - Throws: ``GateMemoryError/unwritable(path:reason:)``. A gate without a file has nothing to do.
  public func save() throws(GateMemoryError) {
    guard let memory else { return }
    update { _ in }
    try memory.save { store.snapshot }
  }
}
