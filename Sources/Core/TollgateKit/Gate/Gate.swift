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
/// A gate is one account's at a time: the one that it is made for, until ``changeAccount(to:adopting:)``
/// names another. Of what it knew of the one before nothing is left in it, and all of it is there
/// again when they come back.
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
  let parts = Locked<[GatePart]>([])
  /// The data of the accounts that are not in use, by the account; "" is nobody's.
  let others: Locked<[String: Snapshot]>
  /// The ids of the purchases that the gate's own store brought.
  package let ownGrants = Locked<Set<String>>([])
  /// The order in which tasks read the purchases, and the books.
  package let (purchaseReads, bookReads) = (ReadOrder(), ReadOrder())
  let memory: GateMemory?
  /// The language and the time zone that the app chose; nil for the device's.
  private let chosenLocale: String?
  private let chosenTimeZone: TimeZone?

  /// A gate that forgets everything when the app ends.
  ///
  /// - Parameters:
  ///   - snapshot: The user's data so far.
  ///   - account: Whose data it is: the app's account; nil, or an empty text, for nobody.
  ///   - clock: Where the time comes from.
  ///   - observer: Is told every decision.
  ///   - locale: A BCP 47 tag for the texts that the gate gives; by default, the first language of
  ///     the device at that time.
  ///   - timeZone: The time zone of the dates in them; by default, that of the device.
  public init(
    snapshot: Snapshot = Snapshot(), account: String? = nil,
    clock: any StoreClock = SystemClock(), observer: (any DecisionObserver)? = nil,
    locale: String? = nil, timeZone: TimeZone? = nil
  ) {
    store = PolicyStore(
      Names.policy, snapshot: snapshot, account: Gate.named(account), clock: clock,
      observer: observer)
    self.clock = clock
    graph = Names.policy.graph
    others = Locked([:])
    memory = nil
    chosenLocale = locale
    chosenTimeZone = timeZone
  }

  /// A gate that remembers: the data of each account, the prompts that were dismissed and the latest
  /// time seen are kept in a file, and are there again after a restart. The file does not say who is
  /// there now; the app does.
  ///
  /// ```swift
  /// let gate = try Gate<Shop>(remembering: .applicationSupportDirectory.appending(path: "gate.json"))
  /// ```
  ///
  /// - Parameters:
  ///   - url: The file, written whole or not at all. Its folder must exist; the file may be missing.
  ///     An app and its extension may share it: see ``save()``.
  ///   - account: Who is there: the app's account; nil, or an empty text, for nobody.
  ///   - clock: Where the time comes from.
  ///   - observer: Is told every decision.
  ///   - locale: A BCP 47 tag for the texts that the gate gives; by default, the first language of
  ///     the device at that time.
  ///   - timeZone: The time zone of the dates in them; by default, that of the device.
  /// - Throws: ``GateMemoryError`` for a file that cannot be read, or does not hold a snapshot. It is
  ///   left as it is.
  public init(
    remembering url: URL, account: String? = nil, clock: any StoreClock = SystemClock(),
    observer: (any DecisionObserver)? = nil, locale: String? = nil, timeZone: TimeZone? = nil
  ) throws(GateMemoryError) {
    let memory = GateMemory(url)
    var known = try memory.load()
    let account = Gate.named(account)
    let own = known.removeValue(forKey: account ?? "") ?? Snapshot(subject: account)
    store = PolicyStore(
      Names.policy, snapshot: own.on(deviceOf: known[""]), account: account, clock: clock,
      observer: observer)
    self.clock = clock
    graph = Names.policy.graph
    others = Locked(known)
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
    store.update { $0.change(at: now, change) }
  }

  /// The same if the gate is still this account's: what is late for one never reaches another.
  ///
  /// - Returns: Whether it is.
  @discardableResult
  package func update(of account: String?, _ change: (inout Snapshot) -> Void) -> Bool {
    let now = clock.now()
    return store.update(of: account) { $0.change(at: now, change) }
  }
}

extension Snapshot {
  /// Changes the data, and notes the time.
  fileprivate mutating func change(at now: Instant, _ change: (inout Snapshot) -> Void) {
    change(&self)
    latestSeen = max(latestSeen ?? now, now)
  }
}
