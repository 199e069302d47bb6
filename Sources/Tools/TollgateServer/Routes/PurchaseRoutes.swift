import TollgateAppStore
import TollgateImports
import TollgateKit
import TollgateRuntime
import TollgateSyntax

extension Route {
  /// The pages for backends that know purchases which services sold.
  static let purchases: [Route] = [
    Route(
      "PUT", "/v1/users/{id}/links/{sender}/{customer}", by: .key(.write),
      Operation(
        id: "linkCustomer",
        summary: "Says which user a customer of a service is; what came before goes to the user.",
        parameters: [.user, .sender, customer],
        answers: [Operation.Answer(status: 204, summary: "They are linked.")])
    ) { asked in
      let (user, source, served) = try asked.link()
      // First the user knows of the link, so that it is forgotten with the user.
      let key = served.key(user)
      _ = try await asked.server.users.change(key) { $0.links.insert(source) }
      try await asked.server.changeLink(of: source, served) { $0.user = user }
      asked.server.streams.wake(key)
      return .done
    },
    Route(
      "DELETE", "/v1/users/{id}/links/{sender}/{customer}", by: .key(.write),
      Operation(
        id: "unlinkCustomer",
        summary: "Takes a link back; what the customer bought goes with it.",
        parameters: [.user, .sender, customer],
        answers: [Operation.Answer(status: 204, summary: "They are not linked.")])
    ) { asked in
      let (user, source, served) = try asked.link()
      guard try await asked.server.user(of: source, served) == user,
        try await !asked.server.users.links.link(source, of: served.name).link.isEmpty
      else { throw Problem(.notFound, "the customer is not linked to the user") }
      try await asked.server.changeLink(of: source, served) { $0.unlink() }
      try await asked.server.settle(user, served)
      asked.server.streams.wake(served.key(user))
      return .done
    },
    Route(
      "POST", "/v1/users/{id}/purchases/{sender}", by: .key(.write), mostBytes: 1 << 20,
      Operation(
        id: "addPurchases",
        summary: "Takes in a document of a service, as its API returns it: the newest one counts.",
        parameters: [
          .user, .sender,
          .query(
            "asOf", "When the service returned it, where it does not say so; now without it.",
            schema: #"{"type": "string", "format": "date-time"}"#),
          .query(
            "customer",
            "The customer at the service, where the document does not say it: active "
              + "entitlements of Stripe, a subscriber that events call otherwise."),
          .header(
            "Purchase-Token",
            "Google Play: the token of the purchase, by which notifications find it."),
        ],
        body: Operation.Content(
          schema: #"{"type": ["object", "array"]}"#,
          example: #"{"object": "list", "url": "/v1/subscriptions", "has_more": false, "data": []}"#
        ),
        answers: [
          Operation.Answer(
            status: 200, summary: "It is merged with what is known.",
            content: Operation.Content(
              schema: """
                {"type": "object", "required": ["result"], "properties": {\
                "result": {"enum": ["used", "repeated", "ignored", "test", "unreadable", \
                "needs-document", "nobody"]}}}
                """))
        ], problems: [409])
    ) { asked in try await asked.addPurchases() },
  ]

  private static let customer = Operation.Parameter(
    place: .path, name: "customer",
    summary:
      "The customer by the service's id: `cus_…`, an app user id, an `appAccountToken` or an "
      + "original transaction id, a purchase token.",
    schema: #"{"type": "string", "minLength": 1}"#, isRequired: true)
}

extension Operation.Parameter {
  fileprivate static let sender = Operation.Parameter(
    place: .path, name: "sender", summary: "The service.",
    schema: #"{"enum": ["stripe", "revenuecat", "app-store", "google-play"]}"#, isRequired: true)
}

extension Asked {
  fileprivate func sender() throws(Problem) -> Sender {
    guard let sender = Sender(rawValue: parts["sender"] ?? "") else {
      let names = Sender.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw Problem(.notFound, "the services are \(names)")
    }
    return sender
  }

  /// The user and the customer of a link.
  fileprivate func link() throws -> (String, UserRecord.Source, ServedPolicy) {
    let (user, sender, served) = (try id("id"), try sender(), try policy)
    let text = parts["customer"] ?? ""
    let isToken = sender == .googlePlay && !text.hasPrefix("sha256:")
    guard let customer = isToken && !text.isEmpty ? Sender.token(text) : sender.id(text) else {
      throw Problem(.unreadable, "customer: expected the customer's id")
    }
    return (user, UserRecord.Source(sender: sender, id: customer), served)
  }

  fileprivate func addPurchases() async throws -> ServerAnswer {
    let (user, sender, served) = (try id("id"), try sender(), try policy)
    let now = server.now
    var instant = now
    if let text = self["asOf"] { instant = try Read.instant(.text(text)) }
    var news: SenderNews
    do {
      news = try await read(sender, of: user, served, at: instant)
    } catch let error as AppStoreError {
      throw Problem(.unreadable, error.description(in: "en"))
    } catch let error as SnapshotError {
      throw error.withoutContent
    }
    guard !instant.isAfter(now), news.latest.map({ !$0.isAfter(now) }) ?? true else {
      throw Problem(.unreadable, "asOf: it is ahead of the server's clock")
    }
    if !server.options.acceptsTestPurchases { news = news.withoutTests }
    for part in news.parts {
      news.hint(part.customer, is: user, .given, at: part.sold.latest ?? instant)
    }
    for hint in news.hints where hint.same.rank == .given {
      let source = UserRecord.Source(sender: sender, id: hint.customer)
      let (link, _) = try await server.users.links.link(source, of: served.name)
      guard link.user == nil || link.user == user else {
        throw Problem(
          .conflict, "the customer is linked to another user; take that link back first")
      }
    }
    let isChanged = try await server.take(news, served)
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("result", news.note?.rawValue ?? (isChanged ? "used" : "repeated"))
    }
    return page(writer.utf8)
  }

  private func read(
    _ sender: Sender, of user: String, _ served: ServedPolicy, at instant: Instant
  ) async throws -> SenderNews {
    switch sender {
    case .stripe:
      return try SenderNews.stripe(
        document: request.body, of: try await customer(sender, of: user, served), at: instant)
    case .googlePlay:
      let token = request.headers["purchase-token"].flatMap { $0.isEmpty ? nil : $0 }
      return try SenderNews.googlePlay(
        document: request.body, token: token, of: user, at: instant)
    case .appStore:
      guard let verifier = server.options.webhooks.appStore else {
        throw Problem(.notFound, "the server has no app whose signatures it could check")
      }
      return try await SenderNews.appStore(document: request.body, verifier)
    case .revenueCat:
      // Events come under the id of the app; the document must replace what they told.
      let news = try SenderNews.revenueCat(document: request.body, of: sender.id(self["customer"]))
      if self["customer"] == nil, let owner = news.parts.first?.customer {
        let source = UserRecord.Source(sender: sender, id: owner)
        if try await server.user(of: source, served) == user { return news }
      } else if !news.parts.isEmpty {
        return news
      }
      return try SenderNews.revenueCat(document: request.body, of: user)
    }
  }

  /// The customer of a document that names none: the one in the query, the only one that is known
  /// of the user, or else one with the id of the user.
  private func customer(
    _ sender: Sender, of user: String, _ served: ServedPolicy
  ) async throws -> String {
    if let customer = sender.id(self["customer"]) { return customer }
    let record = try await server.users.known(served.key(user)).record
    let known = record.links.union(record.purchases.keys).filter {
      $0.sender == sender && $0.id.hasPrefix("cus_")
    }
    return known.count == 1 ? known.first?.id ?? user : user
  }
}

extension Instant {
  /// Whether it is after another one, by more than clocks differ.
  fileprivate func isAfter(_ now: Instant) -> Bool {
    milliseconds > now.milliseconds + Asked.mostAhead
  }
}
