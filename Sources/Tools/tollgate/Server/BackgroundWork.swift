import Dispatch
import TollgateEditor
import TollgateKit
import TollgateSyntax

/// Says to work in the background that nobody needs it any more.
final class Cancellation: Sendable {
  private let cause = Locked<ProtocolError?>(nil)

  var isCancelled: Bool { error != nil }

  /// The answer to a request that was cancelled; nil for one that goes on.
  var error: ProtocolError? { cause.withLock { $0 } }

  /// Cancels it. The first cause counts.
  func cancel(because error: ProtocolError = .cancelled) {
    cause.withLock { $0 = $0 ?? error }
  }
}

/// A request that is worked on in the background.
struct PendingRequest: Sendable {
  var cancellation: Cancellation
  /// The files that it is about: a change to one of them makes its answer stale.
  var paths: [FilePath]
}

extension LanguageServer {
  /// Answers a request from the background, so that the next message is taken at once. The answer
  /// is about the policy as it was when the request came.
  func answerLater(
    _ id: JSONValue, _ params: JSONValue, about projects: [Project], _ title: String,
    _ work: @escaping @Sendable (Cancellation) throws(ProtocolError) -> JSONValue
  ) {
    let cancellation = Cancellation()
    let paths = projects.flatMap { $0.paths }
    requests.withLock { $0[id] = PendingRequest(cancellation: cancellation, paths: paths) }
    let (outbox, requests) = (outbox, requests)
    let progress = WorkProgress(token: params["workDoneToken"], outbox)
    workers.async {
      progress?.begin(title)
      let result: Result<JSONValue, ProtocolError>
      do throws(ProtocolError) {
        if let error = cancellation.error { throw error }
        result = .success(try work(cancellation))
      } catch {
        result = .failure(error)
      }
      _ = requests.withLock { $0.removeValue(forKey: id) }
      progress?.end()
      switch (cancellation.error, result) {
      case (let error?, _), (nil, .failure(let error)): outbox.answer(id, error)
      case (nil, .success(let value)): outbox.answer(id, value)
      }
    }
  }

  /// Ends the requests about a file that has just changed.
  func cancelStale(_ path: FilePath) {
    let stale = requests.withLock { $0.values.filter { $0.paths.contains(path) } }
    for request in stale { request.cancellation.cancel(because: .stale) }
  }
}

/// Tells an editor that work goes on, where it gave a token for that.
struct WorkProgress: Sendable {
  private let token: JSONValue
  private let outbox: Outbox

  init?(token: JSONValue, _ outbox: Outbox) {
    switch token {
    case .integer, .text: (self.token, self.outbox) = (token, outbox)
    default: return nil
    }
  }

  func begin(_ title: String) {
    tell(["kind": .text("begin"), "title": .text(title), "cancellable": .boolean(true)])
  }

  func end() { tell(["kind": .text("end")]) }

  private func tell(_ value: KeyValuePairs<String, JSONValue?>) {
    outbox.notify(
      "$/progress", .dictionary(["token": token, "value": .dictionary(value)]))
  }
}

/// The progress of exact findings, which no request asks for: the editor is asked for a token once
/// they take a while.
final class FindingsProgress: Sendable {
  private enum Stage { case waiting, asked, shown, ended }

  private let token: String
  private let outbox: Outbox
  private let stage = Locked(Stage.waiting)

  init(_ number: Int, _ outbox: Outbox) {
    token = "findings-\(number)"
    self.outbox = outbox
  }

  /// The id of the request for the token.
  var id: JSONValue { .text(token) }

  /// Asks for a token if the work is not over by then.
  func begin(after patience: DispatchTimeInterval) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + patience) { [self] in
      let isWanted = stage.withLock { stage in
        guard stage == .waiting else { return false }
        stage = .asked
        return true
      }
      guard isWanted else { return }
      outbox.request(
        token, "window/workDoneProgress/create", .dictionary(["token": .text(token)]))
    }
  }

  /// The editor knows the token now.
  func accept() {
    let isWanted = stage.withLock { stage in
      guard stage == .asked else { return false }
      stage = .shown
      return true
    }
    if isWanted { progress?.begin("looking for findings") }
  }

  func end() {
    let wasShown = stage.withLock { stage in
      defer { stage = .ended }
      return stage == .shown
    }
    if wasShown { progress?.end() }
  }

  var isEnded: Bool { stage.withLock { $0 == .ended } }

  private var progress: WorkProgress? { WorkProgress(token: .text(token), outbox) }
}
