import ArgumentParser
import TollgateKit
import TollgateServer
import TollgateSyntax
import TollgateUsage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `tollgate serve POLICY…`
struct Serve: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Answers other programs over HTTP: who may do what, why not, and what is used.",
    discussion: """
      Users and counts are in memory unless --users names a database. Without --keys everybody who \
      reaches the server may do everything, so it listens on this machine alone. \
      http://127.0.0.1:8080/openapi.json describes every page. A policy that is saved comes into use \
      within seconds; one with a mistake never does. SIGTERM ends the server: what runs is finished \
      first. Standard error is its log, a line of JSON for each event.

      It needs a build with the trait Server (`swift run --traits Server tollgate serve …`), and with \
      SQLite or Postgres for a database.

      Exit status: 0 it was ended by a signal; 2 a policy, a file or a database that cannot be \
      opened, or a port that is taken; 64 wrong usage.
      """
  )

  @Argument(help: "Policies, or folders with policies.", completion: .policies)
  var policies: [String] = []

  @OptionGroup(title: "Where") var place: ServePlace

  @OptionGroup(title: "Data") var data: ServeData

  @OptionGroup(title: "Protocols") var protocols: ServeProtocols

  @OptionGroup(title: "Limits") var limits: ServeLimits

  func validate() throws {
    if policies.isEmpty, data.sealed.isEmpty {
      throw ValidationError("Name a policy, or a folder with policies.")
    }
    if policies.contains("-") {
      throw ValidationError("serve reads policies again when they change: name files or folders.")
    }
    if data.keys == nil, !place.isLoopback {
      throw ValidationError(
        "Without --keys it listens on 127.0.0.1 alone: give --keys, or leave --host out.")
    }
    if let zone = protocols.timeZone, TimeZone(identifier: zone) == nil {
      throw ValidationError("--time-zone: there is no time zone '\(zone)', such as Asia/Shanghai.")
    }
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    #if Server
      // A few more than connections: policies, logs and the database.
      Descriptor.allow(limits.maxConnections + 100)
      let server = try makeServer()
      let place = place
      let keys = data.keys
      let shown = server.policyNames.joined(separator: ", ")
      let failure = Waiting.result { () -> Failure? in
        let watch = Task { await server.followKeys(at: keys) }
        defer { watch.cancel() }
        do {
          try await server.listen(host: place.host, port: place.port) { port in
            Console.say(
              ServerEvent(
                .info, "listening",
                ["address": "http://\(place.name):\(port)", "policies": shown]
              ).line(at: .now))
          }
          return nil
        } catch {
          return .unreadable("it cannot listen on \(place.host):\(place.port): \(error)")
        }
      }
      if let failure { throw failure }
      return .success
    #else
      throw .unreadable(
        "this `tollgate` has no server; run one that has it with "
          + "`swift run --traits Server tollgate serve …`")
    #endif
  }

  /// The server that the options ask for.
  func makeServer() throws(Failure) -> DecisionServer {
    let search = PolicySearch(policies)
    if let failure = search.failures.first { throw failure }
    let files = search.policies
    guard !files.isEmpty || policies.isEmpty else {
      throw .unreadable("there is no policy in \(policies[0])")
    }
    for path in files { _ = try PolicyFile.policy(at: path) }
    var shadows: [Policy] = []
    for path in data.shadow { shadows.append(try PolicyFile.policy(at: path)) }
    let store = try data.store(connections: limits.connections)
    let keys = try data.readKeys()
    let origins = try data.origins(in: store)
    let options = try options()
    do {
      return try DecisionServer(
        policies: files.map { .file(URL(fileURLWithPath: $0)) } + origins, shadows: shadows,
        in: store, keys: keys, options: options)
    } catch {
      throw .unreadable("\(error)")
    }
  }

  private func options() throws(Failure) -> ServerOptions {
    var options = ServerOptions()
    limits.set(&options)
    try protocols.set(&options)
    options.publicAddress = place.publicAddress
    if data.keys == nil { options.hosts = ["127.0.0.1", "localhost", "[::1]"] }
    options.observer = try data.log()
    options.logsRequests = data.logRequests
    options.log = { Console.say($0.line(at: .now)) }
    options.schemas = Dictionary(
      uniqueKeysWithValues: SchemaList.all.map { ($0.name, $0.json) })
    return options
  }
}

/// Where the server listens.
struct ServePlace: ParsableArguments {
  @Option(help: "The address to listen at; another one than this machine's own needs --keys.")
  var host = "127.0.0.1"

  @Option(help: "The port; 0 for one that is free.")
  var port = 8080

  @Option(
    help: ArgumentHelp(
      "The address that clients reach it at, if there is a proxy before it.",
      valueName: "address"))
  var publicAddress: String?

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port takes a number from 0 to 65535.")
    }
  }

  var isLoopback: Bool { ["127.0.0.1", "localhost", "::1"].contains(host) }

  /// The host as a part of an address.
  var name: String { host.contains(":") ? "[\(host)]" : host }
}

/// The limits of the server.
struct ServeLimits: ParsableArguments {
  @Option(help: ArgumentHelp("The longest body, in bytes.", valueName: "bytes"))
  var maxBody = ServerOptions().mostBytes

  @Option(help: ArgumentHelp("The longest batch, in bytes.", valueName: "bytes"))
  var maxBatch = ServerOptions().mostBatchBytes

  @Option(help: ArgumentHelp("How many streams may be open.", valueName: "n"))
  var maxStreams = ServerOptions().mostStreams

  @Option(help: ArgumentHelp("How many connections may be open.", valueName: "n"))
  var maxConnections = ServerOptions().mostConnections

  @Option(help: ArgumentHelp("How long a request may take to arrive, in seconds.", valueName: "s"))
  var timeout = ServerOptions().mostSeconds

  @Option(
    help: ArgumentHelp("How long an answer may wait for the database, in seconds.", valueName: "s"))
  var answerTimeout = ServerOptions().mostSecondsToAnswer

  @Option(help: ArgumentHelp("How long SIGTERM waits for what runs, in seconds.", valueName: "s"))
  var grace = ServerOptions().mostSecondsToEnd

  @Option(help: ArgumentHelp("How many connections to PostgreSQL.", valueName: "n"))
  var connections = 4

  func validate() throws {
    for (name, value) in [
      ("--max-body", maxBody), ("--max-batch", maxBatch), ("--max-streams", maxStreams),
      ("--max-connections", maxConnections), ("--timeout", timeout),
      ("--answer-timeout", answerTimeout), ("--grace", grace),
      ("--connections", connections),
    ] where !(1...1_000_000_000).contains(value) {
      throw ValidationError("\(name) takes a number from 1 on.")
    }
  }

  func set(_ options: inout ServerOptions) {
    options.mostBytes = maxBody
    options.mostBatchBytes = maxBatch
    options.mostStreams = maxStreams
    options.mostConnections = maxConnections
    options.mostSeconds = timeout
    options.mostSecondsToAnswer = answerTimeout
    options.mostSecondsToEnd = grace
  }
}
