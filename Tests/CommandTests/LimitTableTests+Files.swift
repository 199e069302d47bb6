import Foundation
import TestSupport
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateSeals
import TollgateSyntax
import TollgateUpdates
import TollgateUsage

@testable import TollgateCompiler
@testable import tollgate

/// Files, documents, and what comes over the network, as long as the table of limits says.
extension LimitTableTests {
  /// A text behind so many spaces that it has this many bytes.
  static func padded(_ text: String, to count: Int) -> [UInt8] {
    [UInt8](repeating: 0x20, count: count - text.utf8.count) + Array(text.utf8)
  }

  /// A file of so many zeros, which takes no space.
  static func zeros(_ count: Int, _ read: (String) throws -> Void) throws -> String {
    let folder = try Folder(["zeros": ""])
    let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent("zeros"))
    try file.truncate(atOffset: UInt64(count))
    try file.close()
    return outcome { try read(folder["zeros"]) }
  }

  static func compiledFile(_ count: Int) throws -> String {
    try zeros(count) { _ = try PolicyFile.policy(at: $0) }
  }

  static func journal(_ count: Int) throws -> String {
    try zeros(count) { _ = try FileJournal(path: $0) }
  }

  static func batch(_ count: Int) throws -> String {
    let folder = try Folder(["a.gate": "feature a\na requires nothing\n"])
    let line = padded("{\"target\":\"a\"}", to: count)
    let input = folder.url.appendingPathComponent("lines")
    try Data(line + [0x0A]).write(to: input)
    return try Command.run("check", folder["a.gate"], "--batch", input.path).output
  }

  static func use(id: String) async throws -> String {
    let policy = try Policy(source: "meter m\nm > 5 requires pro\n")
    let counter = UsageCounter(policy, in: MemoryUsageStore(), device: "phone")
    do throws(UsageError) {
      _ = try await counter.use("m", by: UsageCounter.Person("u"), id: id)
      return "taken"
    } catch {
      return name(of: error)
    }
  }

  private struct OneAnswer: PolicyTransport {
    let body: Data
    func fetch(_ request: PolicyRequest) async throws -> PolicyResponse {
      PolicyResponse(status: 200, body: body)
    }
  }

  static func served(_ count: Int) async throws -> String {
    let policy = try Policy(source: "policy A\n")
    let server = OneAnswer(
      body: Data("policy A\n#".utf8 + [UInt8](repeating: 0x23, count: count - 10)))
    let folder = try Folder()
    let url = folder.url.appendingPathComponent("kept")
    let updater = PolicyUpdater(
      PolicyStore(policy), from: url, keeping: url, issued: nil, transport: server)
    if case .refused(let error) = await updater.check() { return name(of: error) }
    return "taken"
  }

  static func message(header: String) -> String {
    var reader = MessageReader()
    reader.append(Array("\(header)\r\n\r\n".utf8)[...])
    if case .fault(let fault) = reader.next() { return name(of: fault) }
    return "taken"
  }

  /// A subscription that renews so often: each day after the one on which it was bought.
  static func renewals(_ count: Int) throws -> String {
    let folder = try Folder([
      "Shop.gate": Sample.shop,
      "a.history": """
      product annual renews every 1 day
      at 2026-01-31 buy annual
      after \(count + 1) days

      """,
    ])
    return try Command.run("simulate", folder["Shop.gate"], folder["a.history"]).errors
  }

  // MARK: Documents

  static func snapshot(_ bytes: [UInt8]) -> String {
    do throws(SnapshotError) {
      _ = try Snapshot(json: Data(bytes))
      return "taken"
    } catch {
      return error.description(in: "en")
    }
  }

  static func history(_ text: String) -> String {
    do {
      let file = try Folder(["a.history": text])
      _ = try History.read(
        file["a.history"], for: (FuzzHistory.source, FuzzHistory.policy.graph))
      return "taken"
    } catch {
      return (error as? Failure)?.message ?? name(of: error)
    }
  }

  static func seal(_ count: Int) -> String {
    outcome {
      let sealed = SealedPolicy(file: [], seal: text(count))
      _ = try sealed.open(keys: try SealKeys([]), named: "a")
    }
  }

  static func sealedSnapshot(_ count: Int) -> String {
    outcome {
      let sealed = SealedSnapshot(text(count))
      _ = try sealed.open(keys: try SealKeys([]), policy: "a", subject: "a")
    }
  }

  static func outcome(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "taken"
    } catch {
      return name(of: error)
    }
  }

  /// `SealError.tooLong`; the words of a command's failure.
  static func name(of error: any Error) -> String {
    if let failure = error as? Failure { return failure.message }
    let label = Mirror(reflecting: error).children.first?.label
    return "\(type(of: error)).\(label ?? "\(error)")"
  }
}
