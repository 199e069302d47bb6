import TollgateAppStore
import TollgateKit
import TollgateRuntime
import TollgateSyntax

// Each sender sees a status as it understands it. All of them repeat for hours or days what is not
// answered with 200, so 200 also answers what can never be used, and the log tells of it; 503 is
// for a store that is away, and whatever is repeated then changes nothing twice.
extension Route {
  /// The pages for services that sell.
  static let webhooks: [Route] = [
    Route(
      "POST", "/v1/webhooks/stripe", by: .sender, mostBytes: 1 << 20,
      operation(
        id: "stripeWebhook", summary: "Takes an event of Stripe in.",
        parameters: [
          .header(
            "Stripe-Signature",
            "The time and the signature: `t=…,v1=…`, at most 5 minutes from the server's clock.")
        ],
        example: """
          {"object": "event", "id": "evt_1", "type": "customer.subscription.deleted", \
          "created": 1780315200, "data": {"object": {}}}
          """,
        // Stripe's own libraries answer 400; Stripe repeats it for three days and shows it.
        problems: [])
    ) { asked in
      try await asked.receive(
        from: .stripe, isAwaited: !asked.server.options.webhooks.stripe.isEmpty
      ) { body in
        let header = asked.request.headers["stripe-signature"] ?? ""
        let secrets = asked.server.options.webhooks.stripe
        guard let signature = StripeSignature(header), signature.proves(body, secrets: secrets)
        else {
          throw SenderRefusal(.unreadable, "Stripe-Signature does not prove that Stripe sent it")
        }
        guard signature.isTimely(at: asked.server.now) else {
          throw SenderRefusal(
            .unreadable, "Stripe-Signature is more than 5 minutes from the server's clock")
        }
        return try SenderNews.stripe(event: body)
      }
    },
    Route(
      "POST", "/v1/webhooks/revenuecat", by: .sender, mostBytes: 1 << 20,
      operation(
        id: "revenueCatWebhook",
        summary:
          "Takes an event of RevenueCat in; `Authorization` has the value that is set there.",
        parameters: [],
        example: """
          {"api_version": "1.0", "event": {"type": "TEST", "id": "1", \
          "event_timestamp_ms": 1780315200000}}
          """,
        // RevenueCat repeats five times: a value that is replaced on one side first loses nothing.
        problems: [401])
    ) { asked in
      let values = asked.server.options.webhooks.revenueCat
      return try await asked.receive(from: .revenueCat, isAwaited: !values.isEmpty) { body in
        let shown = HMACSHA256.hash(Array((asked.request.headers["authorization"] ?? "").utf8))
        var isGenuine = false
        // Hashes have one length, so the time tells nothing about the value.
        for value in values where !value.isEmpty {
          if HMACSHA256.hash(Array(value.utf8)).isSame(as: shown) { isGenuine = true }
        }
        guard isGenuine else {
          throw SenderRefusal(
            .unauthorized, "Authorization is not the value that is set in RevenueCat")
        }
        return try SenderNews.revenueCat(event: body)
      }
    },
    Route(
      "POST", "/v1/webhooks/app-store", by: .sender, mostBytes: 1 << 20,
      operation(
        id: "appStoreWebhook",
        summary: "Takes a notification of the App Store in (Server Notifications, version 2).",
        parameters: [], example: #"{"signedPayload": "eyJhbGciOiJFUzI1NiJ9.e30.c2ln"}"#,
        // Apple repeats whatever is not 200 for three days. A forged text needs no repetition, but a
        // server with another app's id, or without the trait, would lose what Apple did sign; so
        // both are 401.
        problems: [401])
    ) { asked in
      let verifier = asked.server.options.webhooks.appStore
      return try await asked.receive(from: .appStore, isAwaited: verifier != nil) { body in
        guard let verifier else { throw Problem(.notFound, "") }
        do {
          return try await SenderNews.appStore(notification: body, verifier)
        } catch let error as AppStoreError {
          let problem = Problem(error)
          throw problem.kind == .unauthorized ? SenderRefusal(problem) : problem
        }
      }
    },
    Route(
      "POST", "/v1/webhooks/google-play", by: .sender, mostBytes: 1 << 20,
      operation(
        id: "googlePlayWebhook",
        summary: "Takes a notification of Google Play in, as Cloud Pub/Sub pushes it; "
          + "`Authorization` has the token that Google signed.",
        parameters: [],
        example: #"{"message": {"data": "e30=", "messageId": "1"}, "subscription": "s"}"#,
        // Pub/Sub repeats for as long as the subscription keeps messages: newer keys of Google can
        // be brought meanwhile.
        problems: [401])
    ) { asked in
      let push = asked.server.options.webhooks.googlePlay
      return try await asked.receive(from: .googlePlay, isAwaited: push != nil) { body in
        guard let push,
          push.accepts(asked.request.headers["authorization"] ?? "", at: asked.server.now)
        else { throw SenderRefusal(.unauthorized, "the token does not prove that Google sent it") }
        return try SenderNews.googlePlay(push: body, packageName: push.packageName)
      }
    },
  ]

  private static func operation(
    id: String, summary: String, parameters: [Operation.Parameter], example: String,
    problems: [Int]
  ) -> Operation {
    Operation(
      id: id, summary: summary, parameters: parameters,
      body: Operation.Content(schema: #"{"type": "object"}"#, example: example),
      answers: [
        Operation.Answer(
          status: 200,
          summary:
            "It came. `result` says whether it was used, was known before, or why it is not.",
          content: Operation.Content(
            schema: """
              {"type": "object", "required": ["result"], "properties": {"result": {"enum": \
              ["used", "repeated", "ignored", "test", "needs-document", "unreadable", "nobody"]}}}
              """))
      ], problems: problems)
  }
}

/// Nothing proves that the sender is who it says.
private struct SenderRefusal: Error {
  let problem: Problem

  init(_ problem: Problem) { self.problem = problem }

  init(_ kind: Problem.Kind, _ detail: String) { problem = Problem(kind, detail) }
}

extension Problem {
  /// The problem of a document of the App Store.
  init(_ error: AppStoreError) {
    switch error.refusal {
    case .empty, .tooLong, .notJSON, .unknownDocument, .missing, .wrong, .kind, .renewalAlone,
      .mismatch, .length:
      self.init(.unreadable, error.description(in: "en"))
    // Its words would tell which app or key is expected.
    default: self.init(.unauthorized, "Apple did not sign it for this app")
    }
  }
}

extension Asked {
  /// How far the time of news may be ahead of the server's clock, in milliseconds.
  static let mostAhead: Int64 = 300_000

  /// Answers what a service sent.
  ///
  /// - Parameters:
  ///   - isAwaited: Whether there is something that can prove who sent it.
  ///   - read: Checks who sent it, and then reads it.
  fileprivate func receive(
    from sender: Sender, isAwaited: Bool, _ read: ([UInt8]) async throws -> SenderNews
  ) async throws -> ServerAnswer {
    let served = try policy
    guard isAwaited else {
      throw Problem(.notFound, "the server does not listen to \(sender.rawValue)")
    }
    var news: SenderNews
    do {
      news = try await read(request.body)
    } catch let refusal as SenderRefusal {
      server.metrics.received(from: sender.rawValue, "refused")
      // Whoever runs the server must see a wrong secret.
      server.options.log?(
        ServerEvent(
          .warning, "a webhook is refused: nothing proves who sent it",
          ["policy": served.name, "sender": sender.rawValue]))
      throw refusal.problem
    } catch {
      server.metrics.received(from: sender.rawValue, "unreadable")
      throw error
    }
    if !server.options.acceptsTestPurchases { news = news.withoutTests }
    let result: String
    do {
      try news.checkTime(at: server.now)
      let isChanged = try await server.take(news, served)
      result = news.note?.rawValue ?? (isChanged ? "used" : "repeated")
    } catch {
      server.metrics.received(from: sender.rawValue, "failed")
      throw error
    }
    server.metrics.received(from: sender.rawValue, result)
    if let note = news.note {
      server.options.log?(
        ServerEvent(
          note == .unreadable ? .error : .info, note.words,
          ["policy": served.name, "sender": sender.rawValue, "kind": news.kind]))
    }
    var writer = JSONWriter()
    writer.object { $0.member("result", result) }
    return page(writer.utf8)
  }
}

extension SenderNews {
  /// Throws for news of the future: they would count before all that is told until then. One of the
  /// clocks is wrong, so the sender is asked to say it again.
  func checkTime(at now: Instant) throws(Problem) {
    guard let latest, latest.milliseconds > now.milliseconds + Asked.mostAhead else { return }
    throw Problem(
      .unavailable, "it is of a time that is more than 5 minutes ahead of the server's clock",
      retryAfter: 300)
  }
}
