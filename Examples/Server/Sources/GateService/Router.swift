import Foundation
public import Hummingbird
import TollgateKit
import TollgateUsage

extension GateService {
  /// The longest body that describes a user, and that describes a use, in bytes.
  static let mostUserBytes = 1 << 20
  static let mostUseBytes = 1 << 12

  /// The routes of the service; every error is `{"error": "…"}`.
  public func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: JSONErrors())
    router.get("policy") { _, _ in self.about(self.present.policy) }
    router.post("policy/reload") { _, _ in self.about(try self.reload()) }
    let user = router.group("users/:user")
    user.put { request, context in
      let body = try await request.body.collect(upTo: GateService.mostUserBytes)
      let snapshot = try Snapshot(json: Data(buffer: body))
      try await self.set(snapshot, of: try context.user)
      return Response(status: .noContent)
    }
    user.get("can/:target") { request, context in
      let question = try Question(request, context)
      return Response.json(try await self.decide(question) { $0.json(policy: $1) })
    }
    user.get("explain/:target") { request, context in
      let question = try Question(request, context)
      return Response.text(
        try await self.decide(question) { decision, _ in
          decision.explanation(in: question.locale, timeZone: question.timeZone)
        })
    }
    user.post("use/:target") { request, context in
      let body = try await request.body.collect(upTo: GateService.mostUseBytes)
      let use = try Use(json: Data(buffer: body))
      return Response.json(try await self.count(use, try context.target, by: try context.user))
    }
    return router
  }

  private func about(_ policy: Policy) -> Response {
    .json(#"{"policy":\#(policy.name.json),"fingerprint":\#(policy.fingerprint.json)}"#)
  }

  /// Decides about a target with what is known and what was counted, and tells it.
  private func decide(
    _ question: Question, _ tell: (Decision, Policy) -> String
  ) async throws -> String {
    let present = present
    let policy = present.policy
    let person = try await person(
      question.user, in: question.timeZone, thing: question.thing)
    let known = try await present.counter.snapshot(of: person)
    let decision = policy.decide(
      question.target, adding: question.adding, for: known, at: .now)
    guard decision.reason != .undeclared else {
      throw HTTPError(.notFound, message: "the policy does not know `\(question.target)`")
    }
    return tell(decision, policy)
  }

  /// Uses a meter: decides and counts as one step.
  private func count(_ use: Use, _ target: String, by user: String) async throws -> String {
    let present = present
    let person = try await person(user, in: try use.zone, thing: use.thing)
    let answer = try await turns.take(user) {
      try await present.counter.use(target, adding: use.amount ?? 1, by: person, id: use.id)
    }
    let decision = answer.isRepeated ? "null" : answer.decision.json(policy: present.policy)
    return #"{"outcome":"\#(answer.outcome.rawValue)","reason":"\#(answer.reason.rawValue)","#
      + #""repeated":\#(answer.isRepeated),"decision":\#(decision)}"#
  }
}

extension BasicRequestContext {
  /// The user in the path.
  var user: String { get throws { try parameter("user") } }

  /// The target in the path.
  var target: String { get throws { try parameter("target") } }

  private func parameter(_ name: String) throws -> String {
    let text = parameters.get(name)?.removingPercentEncoding ?? ""
    guard (1...GateService.mostIDBytes).contains(text.utf8.count) else {
      throw BadRequest("the \(name) has 1 to \(GateService.mostIDBytes) bytes of UTF-8")
    }
    return text
  }
}
