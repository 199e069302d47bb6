public import Foundation
import TollgateKit
import TollgateRuntime
public import TollgateSeals
public import TollgateUpdates
public import TollgateUsage

/// A sealed policy at an address, with its seal beside it (`….seal`). The server asks again and again;
/// the seal is asked for first, because it is short and says whether anything is new.
///
/// ```swift
/// let address = SealedAddress(url, named: "Shop", keys: keys, in: store)
/// try await address.fetch()
/// let server = try DecisionServer(policies: [.sealed(address)], in: store)
/// ```
///
/// An older policy never comes back, also after a restart: the store keeps the number of the newest.
public actor SealedAddress {
  /// The address of the compiled policy.
  public nonisolated let url: URL
  /// The name of the policy.
  public nonisolated let name: String
  private let keys: SealKeys
  private let store: any DocumentStore
  private let transport: any PolicyTransport
  private var etag: String?
  private nonisolated let newest = Locked<Policy?>(nil)

  /// How often it is asked for, in seconds.
  public static let seconds = 60
  /// The longest policy, in bytes.
  static let most = 16 << 20
  /// The kind of the documents that keep the number of the newest.
  static let kind = "floor"

  /// A policy at an address.
  ///
  /// - Parameters:
  ///   - name: Its name; a seal of another policy is refused.
  ///   - keys: The keys of seals that are accepted.
  ///   - store: Keeps the number of the newest.
  public init(
    _ url: URL, named name: String, keys: SealKeys, in store: any DocumentStore,
    transport: any PolicyTransport = URLSessionTransport()
  ) {
    self.url = url
    self.name = name
    self.keys = keys
    self.store = store
    self.transport = transport
  }

  /// The newest policy that was fetched; nil if none was yet.
  nonisolated var policy: Policy? { newest.withLock { $0 } }

  /// Asks the address, and takes a policy that is genuine and not older.
  ///
  /// - Returns: Whether there is a new one.
  /// - Throws: ``ServerError/address(_:_:)``; the newest stays as it was.
  @discardableResult
  public func fetch() async throws -> Bool {
    let seal = try await answer(url.appendingPathExtension("seal"), etag: etag)
    guard let seal else { return false }
    guard let file = try await answer(url, etag: nil), file.body.count <= SealedAddress.most else {
      throw ServerError.address(name, "it is longer than \(SealedAddress.most) bytes")
    }
    let sealed = SealedPolicy(
      file: [UInt8](file.body), seal: String(decoding: seal.body, as: UTF8.self))
    var opened: (policy: Policy, claims: SealClaims)
    repeat {
      let stored = try await store.document(name, of: SealedAddress.kind)
      var floor = try stored.map { try SealFloor(json: $0.text) } ?? SealFloor()
      do throws(SealError) {
        opened = try sealed.open(keys: keys, named: name, floor: floor)
      } catch {
        throw ServerError.address(name, error.description(in: "en"))
      }
      if opened.claims.sequence <= floor.policy { break }
      floor.policy = opened.claims.sequence
      // Somebody who was faster may have written a higher number, or a lower one.
      let version = try await store.write(
        floor.json, as: name, of: SealedAddress.kind, at: stored?.version)
      if version != nil { break }
    } while true
    etag = seal.etag
    let isNew = opened.policy.fingerprint != policy?.fingerprint
    newest.withLock { $0 = opened.policy }
    return isNew
  }

  /// The answer of the address; nil if nothing changed since.
  private func answer(_ url: URL, etag: String?) async throws -> PolicyResponse? {
    let response: PolicyResponse
    do {
      response = try await transport.fetch(
        PolicyRequest(url: url, headers: etag.map { ["If-None-Match": $0] } ?? [:]))
    } catch {
      throw ServerError.address(name, "the server does not answer")
    }
    switch response.status {
    case 200: return response
    case 304: return nil
    default: throw ServerError.address(name, "the server answers with status \(response.status)")
    }
  }
}
