public import Foundation
public import TollgateKit
import TollgateRuntime
public import TollgateSeals

/// Keeps a policy up to date from a server, as ``PolicyUpdater`` does, and takes sealed ones only.
///
/// ```swift
/// let updater = SealedPolicyUpdater(
///   gate.store, keys: keys, floor: floor, from: url, keeping: file,
///   transport: URLSessionTransport())
/// await updater.load()                  // the last good one, at the launch
/// let update = await updater.check()    // and now and then
/// keep(await updater.floor.json)
/// ```
///
/// The server has the compiled file at the address, and its seal at the same address and `.seal`, as
/// `tollgate seal` writes them. The updater asks for the seal first, and for the file if the seal is
/// another one. Whatever is refused, the policy in use stays.
public actor SealedPolicyUpdater {
  /// The address of the compiled file.
  public nonisolated let url: URL
  /// The file of the last good policy and its seal.
  public nonisolated let file: URL
  private nonisolated let store: Destination
  private nonisolated let allowed: PolicyDifferences
  private let transport: any PolicyTransport
  private var kept: KeptPolicy?
  private var underWay: Task<PolicyUpdate, Never>?

  /// An updater of a store that takes sealed ones only; nothing is read or asked yet.
  ///
  /// - Parameters:
  ///   - store: The store; its keys, its name and its floor count.
  ///   - url: The address of the compiled file.
  ///   - file: The file of the last good policy; its folder must exist.
  ///   - transport: How to ask the server.
  ///   - allowed: The differences from the policy in the app that do not matter.
  public init(
    _ store: SealedStore, from url: URL, keeping file: URL, transport: any PolicyTransport,
    allowing allowed: PolicyDifferences = []
  ) {
    self.store = .sealed(store)
    self.allowed = allowed
    self.url = url
    self.file = file
    self.transport = transport
  }

  /// An updater of a store, such as a gate's, whose snapshot the app works out itself.
  ///
  /// The end of a seal counts when its policy is taken. One that is in use stays so until the app
  /// ends.
  ///
  /// - Parameters:
  ///   - store: The store, with the policy in the app.
  ///   - keys: The keys that are accepted.
  ///   - floor: The lowest that is accepted, as the app kept it.
  ///   - url: The address of the compiled file.
  ///   - file: The file of the last good policy; its folder must exist.
  ///   - transport: How to ask the server.
  ///   - allowed: The differences from the policy in the app that do not matter.
  public init(
    _ store: PolicyStore, keys: SealKeys, floor: SealFloor, from url: URL, keeping file: URL,
    transport: any PolicyTransport, allowing allowed: PolicyDifferences = []
  ) {
    self.store = .open(store, keys, name: store.original.name, Locked(floor))
    self.allowed = allowed
    self.url = url
    self.file = file
    self.transport = transport
  }

  /// The lowest that is accepted now. The app keeps it, and gives it back at the next start.
  public nonisolated var floor: SealFloor { store.floor }

  /// Puts the last good policy into use, at the launch.
  public func load() -> PolicyUpdate {
    guard let found = KeptPolicy(contentsOf: file) else { return .unchanged }
    let sealed = SealedPolicy(file: [UInt8](found.body), seal: found.seal ?? "")
    do throws(SealError) {
      try store.check(sealed, allowed)
      kept = found
      return try store.use(sealed, allowed)
    } catch {
      return .refused(.seal(error))
    }
  }

  /// Asks the server whether there is another policy, and puts it into use. Several callers share
  /// one request.
  public func check() async -> PolicyUpdate {
    if let underWay { return await underWay.value }
    let task = Task { await ask() }
    underWay = task
    defer { underWay = nil }
    return await task.value
  }

  private func ask() async -> PolicyUpdate {
    do throws(PolicyUpdateError) {
      let address = url.appendingPathExtension("seal")
      let asked = PolicyRequest(url: address, headers: kept?.validators ?? [:])
      guard let seal = try await transport.answer(to: asked) else { return .unchanged }
      let request = PolicyRequest(url: url, headers: [:])
      guard let answer = try await transport.answer(to: request) else { throw .status(304) }
      guard answer.body.count <= PolicyUpdater.most else {
        throw .tooLong(bytes: answer.body.count)
      }
      return try take(answer.body, seal)
    } catch {
      return .refused(error)
    }
  }

  /// Checks a policy, keeps it, and puts it into use, in this order.
  private func take(
    _ body: Data, _ response: PolicyResponse
  ) throws(PolicyUpdateError) -> PolicyUpdate {
    let sealed = SealedPolicy(
      file: [UInt8](body), seal: String(decoding: response.body, as: UTF8.self))
    do throws(SealError) {
      try store.check(sealed, allowed)
    } catch {
      throw .seal(error)
    }
    let next = KeptPolicy(body, seal: sealed.seal, validatorsOf: response)
    try next.write(to: file)
    kept = next
    do throws(SealError) {
      return try store.use(sealed, allowed)
    } catch {
      throw .seal(error)
    }
  }

  /// Where a policy comes into use.
  private enum Destination: Sendable {
    case sealed(SealedStore)
    case open(PolicyStore, SealKeys, name: String, Locked<SealFloor>)

    var floor: SealFloor {
      switch self {
      case .sealed(let store): store.floor
      case .open(_, _, _, let floor): floor.withLock { $0 }
      }
    }

    /// The policy and what its seal says, if it may come into use.
    @discardableResult
    func check(
      _ sealed: SealedPolicy, _ allowed: PolicyDifferences
    ) throws(SealError) -> (policy: Policy, claims: SealClaims) {
      switch self {
      case .sealed(let store): try store.check(sealed, allowing: allowed)
      case .open(let store, let keys, let name, _):
        try sealed.open(
          keys: keys, named: name, floor: floor, at: store.clock.now(), instead: store.original,
          allowing: allowed)
      }
    }

    func use(
      _ sealed: SealedPolicy, _ allowed: PolicyDifferences
    ) throws(SealError) -> PolicyUpdate {
      let old = policy.fingerprint
      switch self {
      case .sealed(let store): try store.replace(sealed, allowing: allowed)
      case .open(let store, _, _, let floor):
        let (policy, claims) = try check(sealed, allowed)
        let now = store.clock.now()
        floor.withLock { $0.accept(claims, at: now) }
        store.put(policy)
      }
      return policy.fingerprint == old ? .unchanged : .updated(policy)
    }

    private var policy: Policy {
      switch self {
      case .sealed(let store): store.policy
      case .open(let store, _, _, _): store.policy
      }
    }
  }
}
