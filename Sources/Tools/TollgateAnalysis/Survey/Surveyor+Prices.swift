import TollgateCompiler
import TollgateRuntime

extension Surveyor {
  /// Finds the products of which another one costs no more for the same period, promises as much to
  /// as many people, and opens as much. Of two that do the same at one price, the one that came
  /// later is too many.
  mutating func findDominated() {
    guard hasRivals else { return }
    if let openPricing {
      leaveOpen("TG0404", .product(Int(offers[0].index)), openPricing)
      return
    }
    let idle = Set(survey.idleProducts)
    // A product that changes nothing is dominated by every other; one finding is enough.
    let worth = offers.filter { !idle.contains($0.index) }
    var pointless: [(offer: Offer, by: Offer)] = []
    for offer in worth {
      let rival = find("TG0404", offer) { surveyor throws(Exhausted) in
        try surveyor.rival(of: offer, idle)
      }
      if let rival { pointless.append((offer, rival)) }
    }
    let found = Set(pointless.map { $0.offer.index })
    let sensible = offers.filter { !found.contains($0.index) }
    for (offer, rival) in pointless {
      // Compared with one that is worth its price itself, if there is one.
      let best = find("TG0404", offer) { surveyor throws(Exhausted) in
        try surveyor.first(of: sensible, thatIsARivalOf: offer)
      }
      survey.dominated.append((offer.index, (best ?? rival).index))
    }
  }

  /// The finding of somebody about an offer; `nil` if it is nothing, or if it is left open.
  private mutating func find<Found>(
    _ code: String, _ offer: Offer, _ find: (inout Surveyor) throws(Exhausted) -> Found?
  ) -> Found? {
    do throws(Exhausted) {
      try budget.run.check()
      return try find(&self)
    } catch {
      leaveOpen(code, .product(Int(offer.index)), error)
      return nil
    }
  }

  /// The first offer that makes another one pointless.
  private mutating func rival(
    of offer: Offer, _ idle: Set<Int32>
  ) throws(Exhausted) -> Offer? {
    guard leastPrices.hasRival(of: offer) else { return nil }
    for place in try mayRival(offer) {
      let rival = offers[place]
      guard try isRival(rival, of: offer) else { continue }
      if rival.index < offer.index || idle.contains(rival.index) { return rival }
      if try !isRival(offer, of: rival) { return rival }
    }
    return nil
  }

  private mutating func first(
    of rivals: [Offer], thatIsARivalOf offer: Offer
  ) throws(Exhausted) -> Offer? {
    let reach = try pricing.reach(of: kinds.firsts[Int(offer.index)])
    for rival in rivals {
      if let reach, !reach.contains(kinds.firsts[Int(rival.index)]) { continue }
      if try isRival(rival, of: offer) { return rival }
    }
    return nil
  }

  /// The places of the offers that may open what another one opens, in the order of the policy.
  private mutating func mayRival(_ offer: Offer) throws(Exhausted) -> [Int] {
    let own = kinds.firsts[Int(offer.index)]
    if let known = mayRivals[own] { return known }
    guard let reach = try pricing.reach(of: own) else { return Array(offers.indices) }
    let places = kinds.all(like: reach.union([own])).compactMap { offerPlaces[$0] }
    mayRivals[own] = places
    return places
  }

  /// Whether an offer costs no more than another one, and does as much for everybody.
  private mutating func isRival(_ rival: Offer, of offer: Offer) throws(Exhausted) -> Bool {
    guard rival.index != offer.index, rival.costsAtMost(as: offer),
      rival.promisesAsMuch(as: offer), [rival].mayBeHeldWithAsMuch(as: offer)
    else { return false }
    let (own, other) = (kinds.firsts[Int(offer.index)], kinds.firsts[Int(rival.index)])
    return own == other ? true : try pricing.isDominated(own, by: other)
  }

  /// Looks for parts of every product that is worth something and has no better rival.
  mutating func findBundles() {
    guard offers.contains(where: { leastPrices.hasParts(of: $0) }) else { return }
    if let openPricing {
      leaveOpen("TG0405", .product(Int(offers[0].index)), openPricing)
      return
    }
    let settled = Set(survey.idleProducts + survey.dominated.map { $0.product })
    for offer in offers where !settled.contains(offer.index) && leastPrices.hasParts(of: offer) {
      let parts = find("TG0405", offer) { surveyor throws(Exhausted) in
        try surveyor.parts(of: offer)
      }
      if let parts { survey.bundles.append((offer.index, parts)) }
    }
  }

  private mutating func parts(of offer: Offer) throws(Exhausted) -> [Int32]? {
    let own = kinds.firsts[Int(offer.index)]
    for place in pricing.narrow(own) where pricing.groups[place].isMonotone {
      let others = kinds.all(like: pricing.groups[place].products)
      let mayBeParts = others.contains { product in
        offerPlaces[product].map { offers[$0].costsLess(than: offer) } ?? false
      }
      // These targets are opened by no part.
      if !mayBeParts, try !pricing.opens([], as: own, place) { return nil }
    }
    let places = pricing.places(besides: own)
    var search = PartSearch(
      of: offer, among: offers, kinds, places, limit: max(1, budget.nodes / 100))
    switch search?.run(&pricing) {
    case .parts(let parts): return parts
    case .some(.none), nil: return nil
    case .undecided(let exhausted): throw exhausted
    }
  }
}
