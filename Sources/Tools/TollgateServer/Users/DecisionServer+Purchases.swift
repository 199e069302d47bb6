import TollgateKit
import TollgateRuntime

// Purchases come to the record of the user to whom the links of their customer lead. A link that is
// made or changed later takes them to another record. Each step may be repeated, so a server that
// ends in the middle, or two that do the same, leave nothing wrong: the sender sends again.
extension DecisionServer {
  /// Takes news of a service in.
  ///
  /// - Returns: Whether they changed anything.
  func take(_ news: SenderNews, _ served: ServedPolicy) async throws -> Bool {
    var isChanged = false
    for hint in news.hints {
      let source = UserRecord.Source(sender: news.sender, id: hint.customer)
      let isNew = try await changeLink(of: source, served) { $0.note(hint.same) }
      isChanged = isNew || isChanged
    }
    for transfer in news.transfers {
      let source = UserRecord.Source(sender: news.sender, id: transfer.from)
      let isNew = try await changeLink(of: source, served) { $0.note(transfer.move) }
      isChanged = isNew || isChanged
    }
    for customer in Set(news.hints.map { $0.customer } + news.transfers.map { $0.from }).sorted() {
      try await noteLinks(of: UserRecord.Source(sender: news.sender, id: customer), served)
    }
    for part in news.parts {
      let source = UserRecord.Source(sender: news.sender, id: part.customer)
      let isNew = try await add(part.sold, of: source, served)
      isChanged = isNew || isChanged
    }
    return isChanged
  }

  /// The user to whom the links of a customer lead now.
  func user(of source: UserRecord.Source, _ served: ServedPolicy) async throws -> String {
    var walk = LinkWalk(users.links, of: served.name)
    return try await walk.places(of: source).last?.user ?? source.id
  }

  private func add(
    _ sold: SoldPurchases, of source: UserRecord.Source, _ served: ServedPolicy
  ) async throws -> Bool {
    var walk = LinkWalk(users.links, of: served.name)
    let places = try await walk.places(of: source)
    var isChanged = false
    for (place, part) in places.parts(of: sold) {
      let isNew = try await changeUser(place.user, served) { record in
        record.merge(part, of: source)
        record.links.formUnion(place.links)
      }
      isChanged = isNew || isChanged
    }
    // A link that was changed meanwhile has not seen what was added just now.
    var second = LinkWalk(users.links, of: served.name)
    if try await second.places(of: source) != places {
      for place in places { try await settle(place.user, served) }
    }
    return isChanged
  }

  /// Lets the users to whom links lead know of them, so that the links are forgotten with a user.
  private func noteLinks(of source: UserRecord.Source, _ served: ServedPolicy) async throws {
    var walk = LinkWalk(users.links, of: served.name)
    for place in try await walk.places(of: source) where place.user != source.id {
      _ = try await changeUser(place.user, served) { $0.links.formUnion(place.links) }
    }
  }

  /// Changes a user who is known or not, and wakes those who wait for it.
  private func changeUser(
    _ user: String, _ served: ServedPolicy, _ body: (inout UserRecord) -> Void
  ) async throws -> Bool {
    let key = served.key(user)
    var isChanged = false
    try await users.change(key) { record in
      let before = record
      body(&record)
      isChanged = record != before
    }
    if isChanged { streams.wake(key) }
    return isChanged
  }

  // MARK: Links

  /// Changes the link of a customer, and takes what was bought to where it belongs then.
  ///
  /// - Returns: Whether it was changed.
  @discardableResult
  func changeLink(
    of source: UserRecord.Source, _ served: ServedPolicy, _ body: (inout SenderLink) -> Void
  ) async throws -> Bool {
    for _ in 0..<Users.mostAttempts {
      let (link, version) = try await users.links.link(source, of: served.name)
      var changed = link
      body(&changed)
      guard changed != link || !link.unsettled.isEmpty else { return false }
      var before = LinkWalk(users.links, of: served.name, instead: [source: link])
      var after = LinkWalk(users.links, of: served.name, instead: [source: changed])
      let (old, new) = (try await before.places(of: source), try await after.places(of: source))
      if old.map({ $0.user }) != new.map({ $0.user })
        || old.map({ $0.until }) != new.map({ $0.until })
      {
        changed.unsettled.formUnion(old.map { $0.user })
      }
      guard try await users.links.write(changed, for: source, of: served.name, at: version) else {
        continue
      }
      for user in changed.unsettled.sorted() { try await settle(user, served) }
      if !changed.unsettled.isEmpty { try await noteSettled(changed.unsettled, source, served) }
      return changed != link
    }
    throw Problem(.unavailable, "others change the link at the same moment", retryAfter: 1)
  }

  private func noteSettled(
    _ done: Set<String>, _ source: UserRecord.Source, _ served: ServedPolicy
  ) async throws {
    for _ in 0..<Users.mostAttempts {
      var (link, version) = try await users.links.link(source, of: served.name)
      link.unsettled.subtract(done)
      if try await users.links.write(link, for: source, of: served.name, at: version) { return }
    }
  }

  /// Takes from a user what belongs to others by the links of its customers.
  func settle(_ user: String, _ served: ServedPolicy) async throws {
    for _ in 0..<Users.mostAttempts {
      let known = try await users.known(served.key(user))
      guard known.version != nil else { return }
      var walk = LinkWalk(users.links, of: served.name)
      var kept: [UserRecord.Source: SoldPurchases] = [:]
      var links: Set<UserRecord.Source> = []
      for (source, sold) in known.record.purchases.sorted(by: { $0.key < $1.key }) {
        var own = SoldPurchases()
        for (place, part) in try await walk.places(of: source).parts(of: sold) {
          if place.user == user {
            own.merge(part)
            links.formUnion(place.links)
          } else {
            // First it is there, then it goes from here: whoever fails in between repeats it.
            _ = try await changeUser(place.user, served) { record in
              record.merge(part, of: source)
              record.links.formUnion(place.links)
            }
          }
        }
        kept[source] = own
      }
      for link in known.record.links.sorted() {
        for place in try await walk.places(of: link) {
          if place.user == user {
            links.formUnion(place.links)
          } else if place.user != link.id {
            _ = try await changeUser(place.user, served) { $0.links.formUnion(place.links) }
          }
        }
      }
      let before = known.record
      var isDone = false
      _ = try await changeUser(user, served) { record in
        isDone = record.purchases == before.purchases && record.links == before.links
        guard isDone else { return }
        for (source, own) in kept where own != before.purchases[source] {
          record.replace(source, with: own)
        }
        record.links = links
      }
      if isDone { return try await users.drop(served.key(user)) }
    }
    throw Problem(.unavailable, "others change the user at the same moment", retryAfter: 1)
  }
}
