public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// Asks the App Store Server API, and verifies the signed answers. It is a verifier for a server:
/// the proof is only a transaction's id, which anybody may claim, and the record is Apple's current
/// answer.
///
/// ```swift
/// let server = AppStoreServer(appStore, credentials: credentials) { request in
///   let (status, body) = try await client.get(request.url, headers: request.headers)
///   return AppStoreServer.Response(status: status, body: body)
/// }
/// let result = await server.verify("2000000000000001")
/// ```
///
/// The requests replace `verifyReceipt` and its shared secret, which Apple no longer supports.
public struct AppStoreServer: PurchaseVerifier {
  /// An answer to a request.
  public struct Response: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The body.
    public var body: [UInt8]

    /// Creates an answer.
    public init(status: Int, body: [UInt8]) {
      self.status = status
      self.body = body
    }
  }

  private let verifier: AppStoreVerifier
  private let credentials: AppStoreCredentials
  private let clock: @Sendable () -> Instant
  private let send: @Sendable (AppStoreRequest) async throws -> Response

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - verifier: Verifies the answers. Its environments are asked.
  ///   - credentials: The app's key.
  ///   - clock: The time for tokens.
  ///   - send: Sends a request and returns the answer with any status; throws without an answer.
  public init(
    _ verifier: AppStoreVerifier, credentials: AppStoreCredentials,
    clock: @escaping @Sendable () -> Instant = { .now },
    send: @escaping @Sendable (AppStoreRequest) async throws -> Response
  ) {
    self.verifier = verifier
    self.credentials = credentials
    self.clock = clock
    self.send = send
  }

  /// Creates a request about a transaction.
  ///
  /// - Returns: Nil for an invalid id, for an environment other than production and the sandbox,
  ///   and if the key cannot sign.
  public func request(
    _ endpoint: AppStoreRequest.Endpoint, of transactionID: String,
    in environment: StoreEnvironment = .production
  ) -> AppStoreRequest? {
    guard let token = try? credentials.token(bundleID: verifier.app.bundleID, at: clock()) else {
      return nil
    }
    return AppStoreRequest(endpoint, of: transactionID, in: environment, token: token)
  }

  /// Asks about a transaction in production; then in the sandbox, if the app accepts it and
  /// production does not know the transaction.
  ///
  /// - Returns: `invalid` for a transaction that the App Store does not know, `unavailable` if it
  ///   did not answer or could not be asked.
  public func verify(_ transactionID: String) async -> VerificationResult {
    let environments = [StoreEnvironment.production, .sandbox].filter {
      verifier.app.environments.contains($0)
    }
    for environment in environments {
      guard let request = request(.transaction, of: transactionID, in: environment) else {
        return .invalid(.malformed)
      }
      guard let answer = try? await send(request) else { return .unavailable(.networkError) }
      switch answer.status {
      case 200: return await record(in: answer.body, of: transactionID, environment)
      case 404 where AppStoreServer.isRetryable(answer.body):
        return .unavailable(
          .unknownError(description: "the App Store has no answer yet; try again later"))
      case 404: continue
      case 400: return .invalid(.malformed)
      default:
        let said = "the App Store answered with status \(answer.status)"
        return .unavailable(.unknownError(description: said))
      }
    }
    return .invalid(.malformed)
  }

  /// Whether the App Store asks to try again later.
  private static func isRetryable(_ body: [UInt8]) -> Bool {
    guard let value = try? JSONReader.read(body), let error = try? JSONObject(value) else {
      return false
    }
    let codes: [JSONValue] = [.integer(4_040_002), .integer(4_040_004), .integer(4_040_006)]
    return error["errorCode"].map { codes.contains($0) } ?? false
  }

  /// The record in an answer, if it is about that transaction.
  private func record(
    in body: [UInt8], of transactionID: String, _ environment: StoreEnvironment
  ) async -> VerificationResult {
    do throws(AppStoreError) {
      let reading = try await verifier.read(body)
      guard let record = reading.records.first, reading.records.count == 1,
        record.transactionID == transactionID, record.environment == environment
      else { return .invalid(.malformed) }
      return .genuine(record)
    } catch {
      return .invalid(error.refusal.invalidProof)
    }
  }
}
