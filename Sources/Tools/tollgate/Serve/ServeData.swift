import ArgumentParser
import TollgateAppStore
import TollgateImports
import TollgateKit
import TollgateLog
import TollgatePurchases
import TollgateServer
import TollgateUsage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if Postgres
  import TollgatePostgres
#endif
#if SQLite
  import TollgateSQLite
#endif

/// The data of a server, and who may use it.
struct ServeData: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Where users and counts are kept: memory, a SQLite file, or postgres://…; also in the \
      environment, TOLLGATE_USERS, where a password is not seen.
      """, valueName: "place"))
  var users: String?

  @Option(
    help: ArgumentHelp(
      "The keys that callers show (`tollgate key api` makes one); read again when it changes.",
      valueName: "file"))
  var keys: String?

  @Option(
    help: ArgumentHelp(
      "A policy that is asked, too, and never answers: /v1/shadow says who would gain and lose.",
      valueName: "policy"), completion: .policies)
  var shadow: [String] = []

  @Option(
    help: ArgumentHelp(
      "A sealed policy at an address, with its seal beside it (.seal); needs --seal-keys.",
      valueName: "name=address"))
  var sealed: [String] = []

  @Option(
    help: ArgumentHelp("The public keys of seals that are accepted.", valueName: "file"))
  var sealKeys: String?

  @Option(
    help: ArgumentHelp(
      "A file that decisions are logged in, with what was known: personal data.",
      valueName: "file"))
  var decisions: String?

  @Option(
    help: ArgumentHelp("The share of decisions that are logged, from 0 to 1.", valueName: "n"))
  var sampling = 1.0

  @Flag(help: "A line of the log for each answer; it names the page, not the user.")
  var logRequests = false

  func validate() throws {
    guard (0...1).contains(sampling) else {
      throw ValidationError("--sampling takes a number from 0 to 1.")
    }
    guard sealed.isEmpty == (sealKeys == nil) else {
      throw ValidationError("--sealed and --seal-keys are given together.")
    }
  }

  /// The keys in the file; nil without one.
  func readKeys() throws(Failure) -> APIKeys? {
    guard let keys else { return nil }
    return try ServeData.keys(at: keys)
  }

  static func keys(at path: String) throws(Failure) -> APIKeys {
    let bytes = try InputFile.contents(of: path, limit: 1 << 20)
    do throws(SnapshotError) {
      return try APIKeys(json: Data(bytes))
    } catch {
      throw .unreadable("\(InputFile.name(of: path)): \(error.description(in: "en"))")
    }
  }

  /// Writes a file of keys, which only its user may read, in the place of the one before.
  static func write(_ keys: APIKeys, to path: String) throws(Failure) {
    guard Descriptor.status(of: path) == nil else {
      return try OutputFile.write(Array(keys.json.utf8), to: path)
    }
    let file = try OutputFile(secretAt: path)
    try file.write(Array(keys.json.utf8))
    try file.close()
  }

  /// The sealed policies, each fetched once.
  func origins(in store: any DocumentStore) throws(Failure) -> [PolicyOrigin] {
    guard let sealKeys else { return [] }
    let keys = try Seals.keys(at: sealKeys)
    var origins: [PolicyOrigin] = []
    for text in sealed {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let url = URL(string: String(parts[1])), url.scheme != nil else {
        throw .usage(
          "--sealed takes a name and an address, such as Shop=https://example.com/shop.tgc")
      }
      let address = SealedAddress(url, named: String(parts[0]), keys: keys, in: store)
      let fault = Waiting.result { () -> String? in
        do {
          try await address.fetch()
          return nil
        } catch {
          return "\(error)"
        }
      }
      if let fault { throw .unreadable(fault) }
      origins.append(.sealed(address))
    }
    return origins
  }

  /// The log of decisions; nil for none.
  func log() throws(Failure) -> DecisionLog? {
    guard let decisions else { return nil }
    do throws(DecisionLogError) {
      return try DecisionLog(URL(fileURLWithPath: decisions), sampling: sampling)
    } catch {
      throw .unreadable("\(error)")
    }
  }

  /// The store that users and counts are kept in.
  func store(connections: Int) throws(Failure) -> any DocumentStore {
    let place = users ?? ProcessInfo.processInfo.environment["TOLLGATE_USERS"] ?? "memory"
    if place == "memory" { return MemoryUsageStore() }
    if place.hasPrefix("postgres://") || place.hasPrefix("postgresql://") {
      return try postgres(place, connections)
    }
    return try sqlite(place)
  }

  private func postgres(
    _ address: String, _ connections: Int
  ) throws(Failure) -> any DocumentStore {
    #if Postgres
      let opened = Waiting.result { () -> Result<any DocumentStore, UsageError> in
        var stores: [any DocumentStore] = []
        do throws(UsageError) {
          for _ in 0..<connections { stores.append(try await PostgresUsageStore.open(address)) }
          return .success(ShardedStore(stores))
        } catch {
          return .failure(error)
        }
      }
      do throws(UsageError) {
        return try opened.get()
      } catch {
        throw .unreadable(error.description(in: "en"))
      }
    #else
      throw .unreadable(
        "this `tollgate` knows no PostgreSQL; run one that does with "
          + "`swift run --traits Server,Postgres tollgate serve …`")
    #endif
  }

  private func sqlite(_ path: String) throws(Failure) -> any DocumentStore {
    #if SQLite
      do throws(UsageError) {
        return try SQLiteUsageStore(path: path)
      } catch {
        throw .unreadable(error.description(in: "en"))
      }
    #else
      throw .unreadable(
        "this `tollgate` knows no SQLite; run one that does with "
          + "`swift run --traits Server,SQLite tollgate serve …`")
    #endif
  }
}

/// How the server speaks the protocols of others.
struct ServeProtocols: ParsableArguments {
  @Option(
    help:
      "Which part of an AuthZEN request names the target: action (its name) or resource (its id).",
    transform: { try Words.read($0, "--authzen") })
  var authzen = ServerOptions.AuthZENTarget.action

  @Option(
    help: ArgumentHelp(
      "An origin whose pages may read OFREP's answers in a browser; * for all.",
      valueName: "origin"))
  var allowOrigin: [String] = []

  @Option(
    help: ArgumentHelp(
      "Whose midnight begins a day where a request names no zone (default: UTC).",
      valueName: "zone"))
  var timeZone: String?

  @Option(
    help: ArgumentHelp(
      "The secrets of services that send webhooks (JSON), as the page about the server shows it.",
      valueName: "file"))
  var webhooks: String?

  func set(_ options: inout ServerOptions) throws(Failure) {
    if let webhooks { try ServeWebhooks(at: webhooks).set(&options) }
    options.authZEN = authzen
    options.origins = allowOrigin
    if let timeZone, let zone = TimeZone(identifier: timeZone) { options.timeZone = zone }
  }
}

/// Options whose values are words of a type of the library.
enum Words {
  static func read<Word>(_ text: String, _ option: String) throws -> Word
  where Word: CaseIterable & RawRepresentable<String> {
    if let word = Word(rawValue: text) { return word }
    let known = Word.allCases.map { $0.rawValue }.joined(separator: ", ")
    throw ValidationError("\(option) takes one of \(known).")
  }
}

extension DecisionServer {
  /// Reads the file of keys again whenever it changes, until the task is cancelled. One with a mistake
  /// is told, and the keys stay.
  func followKeys(at path: String?) async {
    guard let path else { return }
    var mark = Descriptor.mark(of: path)
    while !Task.isCancelled {
      try? await Task.sleep(nanoseconds: 1_000_000_000)
      let now = Descriptor.mark(of: path)
      guard now != mark else { continue }
      mark = now
      do throws(Failure) {
        use(try ServeData.keys(at: path))
        options.log?(ServerEvent(.info, "the keys are read again"))
      } catch {
        options.log?(
          ServerEvent(.error, "the keys are refused; those before count", ["reason": error.message])
        )
      }
    }
  }
}

/// The file of the secrets of services that send webhooks.
struct ServeWebhooks {
  private let path: String
  private let object: JSONObject

  init(at path: String) throws(Failure) {
    self.path = path
    let bytes = try InputFile.contents(of: path, limit: 1 << 20)
    object = try ServeWebhooks.reading(path) { () throws(SnapshotError) in
      let object = try JSONObject(try SnapshotError.read(bytes))
      guard object["schema"] == .integer(1) else {
        throw SnapshotError(.schema(found: object["schema"]))
      }
      return object
    }
  }

  /// Sets the secrets of the services that the file names.
  func set(_ options: inout ServerOptions) throws(Failure) {
    try ServeWebhooks.reading(path) { () throws(SnapshotError) in
      options.webhooks.stripe = try object.read("stripe", Self.texts) ?? []
      options.webhooks.revenueCat = try object.read("revenuecat", Self.texts) ?? []
      options.acceptsTestPurchases =
        try object.read("acceptsTestPurchases", Read.boolean) ?? false
    }
    if object["app-store"] != nil { options.webhooks.appStore = try appStore() }
    if object["google-play"] != nil { options.webhooks.googlePlay = try googlePlay() }
  }

  private func appStore() throws(Failure) -> AppStoreVerifier {
    #if AppStore
      let app = try ServeWebhooks.reading(path) { () throws(SnapshotError) in
        try object.require("app-store", .object) { value throws(SnapshotError) in
          let app = try JSONObject(value)
          return AppStoreApp(
            bundleID: try app.require("bundleID", .text, Read.text),
            appleID: try app.read("appleID", Read.amount))
        }
      }
      return AppStoreVerifier(app, signatures: AppleSignatureCheck(), as: .server)
    #else
      throw .unreadable(
        "this `tollgate` cannot check Apple's signatures; run one that can with "
          + "`swift run --traits Server,AppStore tollgate serve …`")
    #endif
  }

  private func googlePlay() throws(Failure) -> GooglePlayPush {
    #if Server
      return try ServeWebhooks.reading(path) { () throws(SnapshotError) in
        try object.require("google-play", .object) { value throws(SnapshotError) in
          let push = try JSONObject(value)
          let keys = try push.require("keys", .object) { value throws(SnapshotError) in
            try GooglePlayKeys(json: Data(value.json().utf8))
          }
          return GooglePlayPush(
            audience: try push.require("audience", .text, Read.text),
            email: try push.require("email", .text, Read.text),
            packageName: try push.read("packageName", Read.text), verify: keys.verify)
        }
      }
    #else
      throw .unreadable("this `tollgate` has no server")
    #endif
  }

  private static func texts(_ value: JSONValue) throws(SnapshotError) -> [String] {
    try value.readList(Read.text)
  }

  private static func reading<Value>(
    _ path: String, _ body: () throws(SnapshotError) -> Value
  ) throws(Failure) -> Value {
    do throws(SnapshotError) {
      return try body()
    } catch {
      // A text in the wrong place may be a secret.
      throw .unreadable(
        "\(InputFile.name(of: path)): \(error.withoutContent.description(in: "en"))")
    }
  }
}
