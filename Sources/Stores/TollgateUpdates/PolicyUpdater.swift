public import Foundation
public import TollgateKit
public import TollgateRuntime
import TollgateSyntax

/// Keeps a policy up to date from a server, between two versions of an app.
///
/// ```swift
/// let updater = PolicyUpdater(
///   gate.store, from: url, keeping: file, issued: releaseDate, transport: URLSessionTransport())
/// await updater.load()                  // the last good one, at the launch
/// let update = await updater.check()    // and now and then
/// ```
///
/// - A served policy takes the place of the one in use only when it is whole: a text must compile, a
///   compiled file must be intact, it must have the name of the policy in the app and all that the
///   app asks for, and ``verify`` must agree.
/// - The server is asked with the validators that it gave (`ETag`, `Last-Modified`), so that an
///   unchanged policy costs next to nothing.
/// - The last good policy is kept in a file, and is there again at the next launch, also without a
///   network.
/// - Nothing is used that is older than the policy in the app: see ``issued``.
public actor PolicyUpdater {
  /// The store whose policy is kept up to date.
  public nonisolated let store: PolicyStore
  /// The address of the policy.
  public nonisolated let url: URL
  /// The file of the last good policy.
  public nonisolated let file: URL
  /// When the policy in the app was issued. A served one must say in `Last-Modified` that it is not
  /// older; nil to take any.
  public nonisolated let issued: Instant?
  private let transport: any PolicyTransport
  private let verify: @Sendable (Policy, Data) throws -> Void
  private let allowed: PolicyDifferences
  private var kept: KeptPolicy?
  private var underWay: Task<PolicyUpdate, Never>?

  /// The longest policy that is taken, in bytes: 16 MiB.
  public static let most = 16 << 20

  /// An updater of a store; nothing is read or asked yet.
  ///
  /// - Parameters:
  ///   - store: The store, with the policy in the app.
  ///   - url: The address of the policy.
  ///   - file: The file of the last good policy; its folder must exist.
  ///   - issued: When the policy in the app was issued.
  ///   - transport: How to ask the server.
  ///   - allowed: The differences from the policy in the app that do not matter.
  ///   - verify: Throws if a policy must not be used: a check of a signature over the bytes, of a
  ///     list of fingerprints, of the scenarios.
  public init(
    _ store: PolicyStore, from url: URL, keeping file: URL, issued: Instant?,
    transport: any PolicyTransport, allowing allowed: PolicyDifferences = [],
    verify: @escaping @Sendable (Policy, Data) throws -> Void = { _, _ in }
  ) {
    self.store = store
    self.url = url
    self.file = file
    self.issued = issued
    self.transport = transport
    self.verify = verify
    self.allowed = allowed
  }

  /// Puts the last good policy into use, at the launch. A file that is damaged, older than the app's
  /// policy, or refused by ``PolicyUpdater/init(_:from:keeping:issued:transport:allowing:verify:)``'s
  /// `verify` is as good as none.
  public func load() -> PolicyUpdate {
    guard let found = KeptPolicy(contentsOf: file) else { return .unchanged }
    do throws(PolicyUpdateError) {
      let policy = try policy(in: found.body, modified: found.lastModified)
      kept = found
      return try use(policy)
    } catch {
      return .refused(error)
    }
  }

  /// Asks the server whether there is another policy, and puts it into use. Several callers share
  /// one request. Whatever goes wrong, the policy in use stays.
  public func check() async -> PolicyUpdate {
    if let underWay { return await underWay.value }
    let task = Task { await ask() }
    underWay = task
    defer { underWay = nil }
    return await task.value
  }

  private func ask() async -> PolicyUpdate {
    do throws(PolicyUpdateError) {
      let request = PolicyRequest(url: url, headers: kept?.validators ?? [:])
      guard let response = try await transport.answer(to: request) else { return .unchanged }
      let policy = try policy(in: response.body, modified: response.lastModified)
      let next = KeptPolicy(response.body, validatorsOf: response)
      try next.write(to: file)
      kept = next
      return try use(policy)
    } catch {
      return .refused(error)
    }
  }

  private func use(_ policy: Policy) throws(PolicyUpdateError) -> PolicyUpdate {
    guard policy.fingerprint != store.policy.fingerprint else { return .unchanged }
    do throws(PolicyError) {
      try store.replace(policy, allowing: allowed)
    } catch {
      throw .invalid(error)
    }
    return .updated(policy)
  }

  /// The policy in an answer, if it may be used.
  private func policy(
    in body: Data, modified: String?
  ) throws(PolicyUpdateError) -> Policy {
    guard body.count <= PolicyUpdater.most else { throw .tooLong(bytes: body.count) }
    if let issued {
      guard let modified, let date = HTTPDate.instant(modified) else { throw .undated }
      guard date >= issued else { throw .older(date) }
    }
    let policy: Policy
    do throws(PolicyError) {
      policy = try Policy(served: body, name: url.lastPathComponent)
    } catch {
      throw .invalid(error)
    }
    if let mismatch = store.original.mismatch(with: policy, allowing: allowed) {
      throw .mismatch(mismatch)
    }
    do {
      try verify(policy, body)
    } catch {
      throw .notVerified(reason: "\(error)")
    }
    return policy
  }
}

extension Policy {
  /// Reads what a server gave: the text of a policy, or a compiled one, which must be genuine.
  fileprivate init(served body: Data, name: String) throws(PolicyError) {
    let bytes = [UInt8](body)
    if CompiledPolicy.isCompiled(bytes) {
      try self.init(compiled: bytes, name: name)
    } else {
      try self.init(Source(name: name, bytes: bytes))
    }
  }
}

/// The result of asking for another policy.
///
/// ```swift
/// if case .updated(let policy) = await updater.check() { log("now \(policy.fingerprint)") }
/// ```
public enum PolicyUpdate: Sendable {
  /// Another policy is in use now.
  case updated(Policy)
  /// There is no other one.
  case unchanged
  /// There is one, and it is not used; or nobody answered. The policy in use stays.
  case refused(PolicyUpdateError)
}

/// A served policy with the validators of its answer, as it is kept in a file: a line of JSON, and
/// then the bytes of the policy.
struct KeptPolicy: Sendable {
  let body: Data
  /// The seal of a sealed policy.
  let seal: String?
  let etag: String?
  let lastModified: String?

  init(_ body: Data, seal: String? = nil, validatorsOf response: PolicyResponse) {
    self.body = body
    self.seal = seal
    etag = response.etag
    lastModified = response.lastModified
  }

  /// The headers that ask the server whether there is another one.
  var validators: [String: String] {
    var headers: [String: String] = [:]
    headers["If-None-Match"] = etag
    headers["If-Modified-Since"] = lastModified
    return headers
  }

  /// Reads a file; nil if there is none, or it is something else.
  init?(contentsOf file: URL) {
    guard let data = try? Data(contentsOf: file), let end = data.firstIndex(of: 0x0A),
      let value = try? JSONReader.read([UInt8](data[..<end])),
      let object = try? JSONObject(value), object["kept"] == .integer(1)
    else { return nil }
    body = Data(data[data.index(after: end)...])
    seal = try? object.read("seal", Read.text)
    etag = try? object.read("etag", Read.text)
    lastModified = try? object.read("lastModified", Read.text)
  }

  /// Writes the file, whole or not at all.
  func write(to file: URL) throws(PolicyUpdateError) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("kept", 1)
      writer.member("seal", seal)
      writer.member("etag", etag)
      writer.member("lastModified", lastModified)
    }
    do {
      try (Data(writer.text.utf8) + [0x0A] + body).write(to: file, options: .atomic)
    } catch {
      throw .unwritable(path: file.path, reason: "\(error)")
    }
  }
}
