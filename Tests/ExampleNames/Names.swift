import Foundation
import TollgateAppStore
import TollgateImports
import TollgateKit
import TollgateLog
import TollgateOpenFeature
import TollgatePurchases
import TollgateSeals
import TollgateTesting
import TollgateUpdates
import TollgateUsage

// What an app has at hand where an example begins. Nothing here runs: the examples are only
// type-checked, each as a function of its own.

/// Stands for a value of the app.
func given<Value>(_ type: Value.Type = Value.self) -> Value { fatalError("an example ran") }

// The policy and the person.
var url: URL { given() }
var folder: URL { given() }
var data: Data { given() }
var text: String { given() }
var answer: String { given() }
var start: Instant { given() }
var bytes: [UInt8] { given() }
var bundle: [String: String] { given() }
var policy: Policy { given() }
var newPolicy: Policy { given() }
var snapshot: Snapshot { given() }
var prepared: PreparedSnapshot { given() }
var target: Target { given() }
var targets: [Target] { given() }
var decision: Decision { given() }
var event: DecisionEvent { given() }
var listing: ProductListing { given() }
var now: Instant { given() }
var tomorrow: Instant { given() }
var gate: Gate<Shop> { given() }
var store: PolicyStore { given() }
var users: [Snapshot] { given() }
var csvExport: Target { given() }
var paidUntil: [Instant] { given() }
var billCounts: [Int64] { given() }
var steps: [Usage.Counter.Step] { given() }
var usage: Usage {
  get { given() }
  set {}
}
var cohort: Cohort {
  get { given() }
  set {}
}

// Purchases.
var account: String? { given() }
var terms: PurchaseTerms { given() }
var record: PurchaseRecord { given() }
var records: [PurchaseRecord] { given() }
var isPaid: Bool { given() }
var isTapped: Bool { given() }
var isOnline: Bool { given() }
var change: StatusChange { given() }
var clock: TestClock { given() }
var simulation: SimulatedStore { given() }
var transaction: StoreTransaction<SimulatedProof> { given() }
var verifier: SimulatedVerifier { given() }
var proof: SimulatedProof { given() }
var device: SimulatedDevice { given() }
var sealedPolicy: SealedPolicy { given() }
var session: StoreSession<SimulatedDevice, SimulatedVerifier> { given() }
var journal: any PurchaseJournal { given() }
var freshness: Freshness { given() }
var app: SimulatedApp { given() }
var ledger: Ledger {
  get { given() }
  set {}
}
var tracker: StatusTracker {
  get { given() }
  set {}
}
var intents: RetryQueue<PurchaseIntent> {
  get { given() }
  set {}
}
var queue: RetryQueue<PurchaseRecord> {
  get { given() }
  set {}
}

// Counts.
var counts: FileUsageStore { given() }
var person: UsageCounter.Person { given() }
var phone: UsageBook { given() }
var tablet: UsageBook { given() }
var changes: [UsageChange] { given() }
var deviceID: String { given() }
var path: String { given() }

// The log, seals, and what comes from elsewhere.
var decisionLog: DecisionLog { given() }
var loggedDecisions: [LoggedDecision] { given() }
var logged: LoggedDecision { given() }
var keys: SealKeys { given() }
var newKey: SealKey { given() }
var oldKey: SealKey { given() }
var floor: SealFloor { given() }
var imported: PurchaseImport { given() }
var flags: FlagSource { given() }
var releaseDate: Instant { given() }
var file: URL { given() }
var updater: PolicyUpdater { given() }

// The App Store.
var shop: AppStoreApp { given() }
var appStore: AppStoreVerifier { given() }
var server: AppStoreServer { given() }
var body: [UInt8] { given() }
var signedTransaction: String { given() }
var signedRenewal: String { given() }
var issuer: String { given() }
var credentials: AppStoreCredentials { given() }

// The functions of an app.
func show(_ things: Any...) {}
func show(progress: Double) {}
func alert(_ text: String) {}
func log(_ text: String) {}
func banner(_ text: String) {}
func save() {}
func export() {}
func recommend() {}
func refresh() {}
func keep(_ text: String) {}
func newPath() -> String { given() }
func upload(_ record: PurchaseRecord) async -> Bool { given() }
func upload(_ members: [String: String]) {}
func isSigned(_ message: [UInt8], by chain: [[UInt8]], _ signature: [UInt8]) async -> Bool {
  given()
}

/// The client of a library for HTTP.
enum client {
  static func get(_ url: String, headers: [String: String]) async throws -> (Int, [UInt8]) {
    given()
  }
}

/// Where a private key is kept.
enum keyService {
  static func signES256(_ message: [UInt8]) throws -> [UInt8] { given() }
}

/// A server of the app's own, for books.
enum bookServer {
  static func book(_ person: String) async throws(UsageError) -> StoredUsage { given() }
  static func send(
    _ change: UsageChange, _ person: String, _ version: Int64
  ) async throws(UsageError) -> Bool { given() }
}

/// Where the examples of each library stand: its own names go before those above.
struct TollgateKitApp {}
struct TollgateRuntimeApp {}
struct TollgatePurchasesApp {
  /// An app with a store of its own.
  struct Own: Sendable {
    var transactions: AsyncStream<(record: PurchaseRecord, signed: SimulatedProof)> { given() }
    func finish(_ id: String) async {}
  }
  var app: Own { given() }
  var store: SimulatedDevice { given() }
}
struct TollgateUsageApp {}
struct TollgateTestingApp {}
struct TollgateUpdatesApp {}
struct TollgateSealsApp {}
struct TollgateLogApp {}
struct TollgateImportsApp {}
struct TollgateAppStoreApp {}
struct TollgateOpenFeatureApp {}

/// A page of an app.
enum page {
  static func show(_ things: Any...) async {}
}

#if !canImport(SwiftUI)
  // As in SwiftUI, where there is none.
  @resultBuilder enum ViewBuilder {
    static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    static func buildOptional<Content: View>(_ content: Content?) -> Content? { content }
  }
  protocol View {
    associatedtype Body
    @ViewBuilder var body: Body { get }
  }
  extension Never: View {
    var body: Never { fatalError("an example ran") }
  }
  extension Optional: View where Wrapped: View {
    var body: Never { fatalError("an example ran") }
  }
  struct ExportButton: View {
    var body: Never { fatalError("an example ran") }
  }
  extension URL {
    static var applicationSupportDirectory: URL { given() }
  }
  // The App Store's own, where there is none.
  func StoreKitStore() -> SimulatedDevice { given() }
  func StoreKitVerifier() -> SimulatedVerifier { given() }
#endif
