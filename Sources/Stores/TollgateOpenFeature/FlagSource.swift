public import TollgateKit
import TollgateRuntime

/// The flags of a policy: what an OpenFeature provider answers, free of the SDK.
///
/// ```swift
/// let flags = FlagSource(try PolicyStore(Policy(contentsOf: url)))
/// guard case .open = flags.open() else { return }
/// let days = try flags.integer("history").value ?? 604_800
/// if try flags.boolean("csv-export").value == true { save() }
/// ```
///
/// | the app asks for | of | and gets |
/// |---|---|---|
/// | boolean | a feature, a meter, a group | whether the user may use it, or one more of it |
/// | integer | a number, size, duration or percentage | the value: bytes, seconds, hundredths of a percent; unlimited is `Int64.max` |
/// | integer | a meter | how much is left by its limits; unlimited is `Int64.max` |
/// | double | the same | the same, a percentage in percent; unlimited is infinity |
/// | string | a setting | the value as a policy writes it: `30 days`, `high`, `unlimited` |
/// | object | anything | the whole decision, as `tollgate schema decision` describes it |
///
/// Everything else is a type mismatch. ``FlagContext`` says what a context means.
public final class FlagSource: Sendable {
  /// The provider's current state.
  public enum State: Sendable {
    /// Nothing was loaded yet.
    case unopened
    /// It answers.
    case open(PolicyStore)
    /// The policy could not be loaded, for this reason.
    case failed(String)
    /// It answers no more.
    case closed
  }

  private struct Inside: Sendable {
    var state = State.unopened
    var context = FlagContext()
    var follower: Task<Void, Never>?
  }

  private let load: @Sendable () throws -> PolicyStore
  private let inside = Locked(Inside())

  /// The flags of a store; `gate.store` is that of a gate.
  ///
  /// - Parameter store: Worked out by ``open()``, so that a policy that cannot be read is told there.
  public init(_ store: @autoclosure @escaping @Sendable () throws -> PolicyStore) {
    load = store
  }

  deinit { close() }

  /// The provider's current state.
  public var state: State { inside.withLock { $0.state } }

  /// Loads the policy, the first time.
  public func open() -> State {
    guard case .unopened = state else { return state }
    let opened: State
    do {
      opened = .open(try load())
    } catch {
      opened = .failed((error as? PolicyError)?.description ?? "\(error)")
    }
    return inside.withLock { inside in
      guard case .unopened = inside.state else { return inside.state }
      inside.state = opened
      return opened
    }
  }

  /// Stops answering and following.
  public func close() {
    let follower = inside.withLock { inside in
      inside.state = .closed
      defer { inside.follower = nil }
      return inside.follower
    }
    follower?.cancel()
  }

  /// Notes the context that is in use now, for which ``follow(_:)`` tells changes.
  public func use(_ context: FlagContext) {
    inside.withLock { $0.context = context }
  }

  /// The context in use.
  var context: FlagContext { inside.withLock { $0.context } }

  /// The store that answers.
  func store() throws(FlagError) -> PolicyStore {
    switch state {
    case .open(let store): return store
    case .failed(let reason): throw FlagError(code: .providerFatal, message: reason)
    case .unopened, .closed:
      throw FlagError(
        code: .providerNotReady, message: "the policy is not loaded: wait for `setProviderAndWait`")
    }
  }

  /// Tells each change of an answer until it is closed: because of a purchase, a use, another policy,
  /// or only because time passes; first of all, purchase data that is too old already. Of two callers
  /// the later one is told.
  public func follow(_ tell: @escaping @Sendable (FlagChange) -> Void) {
    guard let store = try? store() else { return }
    let first = FlagChanges(store, in: context)
    if first.isStale { tell(FlagChange(flags: [], isStale: true)) }
    let task = Task { [weak self] in
      var changes = first
      while let state = await changes.wait(), let self {
        if let change = changes.next(state, in: self.context) { tell(change) }
      }
    }
    inside.withLock { inside in
      guard case .open = inside.state else { return task.cancel() }
      inside.follower?.cancel()
      inside.follower = task
    }
  }
}
