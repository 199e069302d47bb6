#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Dispatch
import TollgateEditor
import TollgateFiles
import TollgateKit
import TollgateSyntax

/// A server of the language server protocol, version 3.17. It takes one message after the other and
/// sends answers to its outbox; it reads no stream, so tests need none. After the last message that
/// is there, ``refresh(everything:)`` sends the findings about what changed: once, however many
/// messages there were.
final class LanguageServer {
  /// The stage of a server's life.
  enum Stage { case fresh, running, shutDown, ended(status: Int32) }

  let outbox: Outbox
  var stage = Stage.fresh
  var encoding = TextEncoding.utf16
  var settings = ServerSettings()
  var workspace: Workspace
  /// The address of each file as the editor writes it.
  var uris: [FilePath: String] = [:]
  /// The policies that were looked at last, by their first file.
  var seen: [FilePath: Project] = [:]
  /// Where the last change ended: what is typed there may not be finished.
  var typing: (path: FilePath, offset: Int)?
  /// The work on exact findings, by the first file of the policy.
  var exact: [FilePath: Cancellation] = [:]
  /// The requests that are worked on in the background.
  let requests = Locked<[JSONValue: PendingRequest]>([:])
  /// The findings about each policy that was looked at, by its first file, from any thread.
  let known = Locked<[FilePath: KnownFindings]>([:])
  let background = DispatchQueue(label: "tollgate.exact", qos: .utility)
  /// Requests that may take long, beside each other.
  let workers = DispatchQueue(
    label: "tollgate.requests", qos: .userInitiated, attributes: .concurrent)
  /// The exact findings for which the editor is asked for a token, by the request's id.
  var progress: [JSONValue: FindingsProgress] = [:]
  var nextProgress = 1
  /// The policies of the last commit, by their paths.
  let committed = Locked<[FilePath: CommittedPolicy]>([:])
  var isTracing = false
  var canConfigure = false
  var canWatch = false
  var canShowProgress = false
  var canRefreshHints = false
  var tokens: [FilePath: (id: Int, data: [Int])] = [:]
  var nextTokens = 1

  /// How long the editor is quiet before exact findings are looked for.
  let pause: DispatchTimeInterval
  /// How long exact findings take before the editor shows that they are looked for.
  let patience: DispatchTimeInterval

  init(
    _ outbox: Outbox, pause: DispatchTimeInterval = .milliseconds(150),
    patience: DispatchTimeInterval = .milliseconds(500)
  ) {
    self.outbox = outbox
    self.pause = pause
    self.patience = patience
    workspace = Workspace { root, path, limit throws(UseFault) in
      guard root.text.hasPrefix("/") else { throw .noFiles }
      return try PolicyFolder(of: URL(fileURLWithPath: root.text)).read(path, limit: limit)
    }
  }

  // MARK: Messages

  /// Takes a message; false once the server has ended.
  func take(_ bytes: [UInt8]) -> Bool {
    let value: JSONValue
    do throws(JSONReader.Failure) {
      value = try JSONReader.read(bytes)
    } catch {
      outbox.answer(.null, ProtocolError.parse("not JSON, at byte \(error.offset) of the message"))
      return true
    }
    if case .list = value {
      outbox.answer(.null, ProtocolError.invalidRequest("messages come one by one, not in a list"))
      return true
    }
    let start = DispatchTime.now().uptimeNanoseconds
    take(Message(value))
    if isTracing, let method = value["method"].text {
      let spent = (DispatchTime.now().uptimeNanoseconds - start) / 1000
      outbox.notify("$/logTrace", .dictionary(["message": .text("\(method): \(spent) µs")]))
    }
    if case .ended = stage { return false }
    return true
  }

  /// Answers a message whose header could not be read, or that is too long.
  func take(_ fault: MessageReader.Fault) {
    let words: String
    switch fault {
    case .noLength: words = "the header has no `Content-Length` with a number"
    case .tooLong(let length):
      words = "a message of \(length) bytes is too long and is skipped; write at most 64 MiB"
    case .headerTooLong: words = "the header has no end"
    }
    outbox.answer(.null, ProtocolError.parse(words))
  }

  private func take(_ message: Message) {
    switch message {
    case .invalid(let id):
      outbox.answer(id, ProtocolError.invalidRequest("not a message of JSON-RPC 2.0"))
    case .response(let id, let result): take(result, of: id)
    case .notification("exit", _):
      if case .shutDown = stage { stage = .ended(status: 0) } else { stage = .ended(status: 1) }
    case .notification(let method, let params):
      guard case .running = stage else { return }
      notify(method, params)
    case .request(let id, let method, let params):
      do throws(ProtocolError) {
        if let result = try answer(id, method, params) { outbox.answer(id, result) }
      } catch {
        outbox.answer(id, error)
      }
    }
  }

  /// The answer to a request; nil where it comes later.
  private func answer(
    _ id: JSONValue, _ method: String, _ params: JSONValue
  ) throws(ProtocolError) -> JSONValue? {
    switch (stage, method) {
    case (.fresh, "initialize"): return initialize(params)
    case (.fresh, _): throw .notInitialized
    case (.running, "initialize"): throw .invalidRequest("the server is initialized already")
    case (.running, "shutdown"):
      stage = .shutDown
      for work in exact.values { work.cancel() }
      return .null
    case (.running, _): break
    case (.shutDown, _), (.ended, _): throw .invalidRequest("the server was shut down")
    }
    return try route(id, method, params)
  }

  private func take(_ result: JSONValue, of id: JSONValue) {
    if let progress = progress.removeValue(forKey: id) { return progress.accept() }
    guard id == .text("configuration"), let first = result.list.first else { return }
    configure(first)
  }

  /// Takes new settings, and lets the editor ask again for hints that they show or hide.
  private func configure(_ value: JSONValue) {
    let hadHints = settings.showsHints
    settings.read(value)
    refresh(everything: true)
    guard canRefreshHints, hadHints != settings.showsHints else { return }
    outbox.request("hints", "workspace/inlayHint/refresh", nil)
  }

  private func notify(_ method: String, _ params: JSONValue) {
    switch method {
    case "initialized": initialized()
    case "textDocument/didOpen": opened(params["textDocument"])
    case "textDocument/didChange": changed(params)
    case "textDocument/didClose": closed(params["textDocument"]["uri"].text)
    case "workspace/didChangeConfiguration":
      configure(params["settings"])
      if canConfigure { askConfiguration() }
    case "workspace/didChangeWatchedFiles":
      for change in params["changes"].list { noteOnDisk(change["uri"].text) }
    case "workspace/didChangeWorkspaceFolders":
      for folder in params["event"]["added"].list { look(into: folder["uri"].text) }
    case "$/cancelRequest": requests.withLock { $0[params["id"]] }?.cancellation.cancel()
    case "$/setTrace": isTracing = params["value"].text.map { $0 != "off" } ?? false
    default: break
    }
  }
}
