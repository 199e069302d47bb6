/// A text in one or several languages; the first serves every locale that has none.
package struct Label: Sendable, Hashable {
  package var texts: [Localized]

  package init(_ texts: [Localized]) {
    self.texts = texts
  }

  package struct Localized: Sendable, Hashable {
    /// A BCP 47 tag; empty for the first text.
    package var locale: String
    package var text: String

    package init(locale: String, text: String) {
      self.locale = locale
      self.text = text
    }
  }
}

/// An index into the labels of a graph.
package typealias LabelIndex = Int32

/// A tier, or an entitlement outside the ladder.
package struct Entitlement: Sendable, Hashable {
  package var name: String
  package var label: LabelIndex?
  /// The place in the ladder from 0; nil outside of it.
  package var rank: Int32?
  /// Everything that who holds it holds: itself, and what it includes; ascending.
  package var gives: [Int32]
  package var benefits: [LabelIndex]

  package init(
    name: String, label: LabelIndex? = nil, rank: Int32? = nil, gives: [Int32],
    benefits: [LabelIndex] = []
  ) {
    self.name = name
    self.label = label
    self.rank = rank
    self.gives = gives
    self.benefits = benefits
  }
}

/// A product that users buy.
package struct Product: Sendable, Hashable {
  package var name: String
  package var label: LabelIndex?
  package var storeIDs: [StoreID] = []
  /// The entitlements that it grants as written; each says what it includes.
  package var grants: [Int32] = []
  package var adds: [Addition] = []
  package var settingAdds: [SettingAddition] = []
  /// The addition of a pack to the snapshot's own allowance when it is bought. A grant adds
  /// nothing: what is left is in that allowance.
  package var packs: [Addition] = []
  /// The first price: the one that orders, and that decisions carry.
  package var price: Price?
  /// The prices in other currencies.
  package var otherPrices: [Price] = []
  /// Whether the price is negotiated.
  package var isPriceOnRequest = false
  /// Milliseconds of an introductory free period; nil for none, or one in months.
  package var trial: Int64?
  /// Months of an introductory free period; 0 for none, or one of a fixed length.
  package var trialMonths: Int64 = 0
  package var hasTrial: Bool { trial != nil || trialMonths > 0 }
  /// The price at the beginning, which is offered once.
  package var introduction: Introduction?
  /// Milliseconds for which what it grants is kept after it ran out; 0 for none.
  package var grace: Int64 = 0
  package var isSharedWithFamily = false
  /// The place, among the allowances, of how many are bought of a meter that some quantity counts; -1
  /// where it sells none. The graph works it out.
  var soldPlace: Int32 = -1
  /// How many people may share it; 0 where no number is told.
  package var mostSharing: Int64 = 0
  package var isRecommended = false
  package var isForSale = true
  /// The users to whom it is offered; nil for everybody.
  package var sale: Sale?
  /// Sold only to users who have one of these, or buy one along with it; empty for everybody.
  package var onlyWith: [Int32] = []
  /// A user never has it together with these; both products name each other.
  package var notWith: [Int32] = []
  package var benefits: [LabelIndex] = []

  package init(name: String, label: LabelIndex? = nil) {
    self.name = name
    self.label = label
  }

  package struct StoreID: Sendable, Hashable {
    package var id: String
    /// The store's name; empty where none was named.
    package var store: String

    package init(id: String, store: String) {
      self.id = id
      self.store = store
    }
  }

  /// The users to whom a product is offered: those for whom all three conditions are surely true.
  package struct Sale: Sendable, Hashable {
    /// The requirement that they must meet.
    package var requirement: Int32
    /// From when and until when.
    package var inForce: Int32
    /// `when` and `unless`.
    package var condition: Int32
    /// The clause as it is written, white space evened out. Not part of what it means.
    package var text: String

    package init(requirement: Int32, inForce: Int32, condition: Int32, text: String) {
      self.requirement = requirement
      self.inForce = inForce
      self.condition = condition
      self.text = text
    }
  }

  /// All prices, the first one first.
  package var prices: [Price] { (price.map { [$0] } ?? []) + otherPrices }

  /// The price in a currency; without one in that currency the first.
  package func price(in currency: String?) -> Price? {
    guard let currency else { return price }
    return otherPrices.first { $0.currency == currency } ?? price
  }

  /// `introductory price 5 USD per month for 3 months`, `introductory price 10 USD for 3 months`
  package struct Introduction: Sendable, Hashable {
    /// One for each currency; each is paid once, ahead, where its period is `once`.
    package var prices: [Price]
    /// How long they count, in milliseconds; 0 where that is told in months.
    package var length: Int64
    /// How many months they count; 0 where that is no number of months.
    package var months: Int64

    package init(prices: [Price], length: Int64, months: Int64) {
      self.prices = prices
      self.length = length
      self.months = months
    }
  }

  /// The introductory price in the currency of the price that is shown; nil without one.
  package func introductoryPrice(in currency: String?) -> Price? {
    guard let shown = price(in: currency) else { return nil }
    return introduction?.prices.first { $0.currency == shown.currency }
  }

  package struct Addition: Sendable, Hashable {
    package var meter: Int32
    package var amount: Int64
    /// The window whose limits it raises; nil for all of the meter.
    package var window: Window?

    package init(meter: Int32, amount: Int64, window: Window? = nil) {
      self.meter = meter
      self.amount = amount
      self.window = window
    }

    /// Whether it raises a limit that reads a counter.
    package func raises(_ counter: CounterIndex) -> Bool {
      meter == counter.meter && (window == nil || window == counter.window)
    }
  }
}

package struct Meter: Sendable, Hashable {
  package var name: String
  package var label: LabelIndex?
  package var unit: Unit
  /// How its windows run, for whoever counts.
  package var windows = Windows.calendar
  /// The time of day at which its days, weeks, months and years begin; nil for midnight where the
  /// user is.
  package var begin: Begin?
  /// The thing that its counters belong to, as in `counted per team`; empty for the user.
  package var countedPer = ""
  /// How it falls by itself, for whoever counts; `nil` if it does not.
  package var refill: Refill?
  /// Whether what is counted is past, and cannot be taken away.
  package var isCountedForEver = false

  package init(name: String, label: LabelIndex? = nil, unit: Unit = .count) {
    self.name = name
    self.label = label
    self.unit = unit
  }

  package enum Windows: UInt8, Sendable, Hashable, CaseIterable {
    case calendar, subscription, firstUse, roll
  }

  /// `windows begin at 20:00 in "Asia/Shanghai"`
  package struct Begin: Sendable, Hashable {
    /// Of the day, from 0 to 1439.
    package var minute: Int32
    /// A name of the IANA time zone database; empty for where the user is.
    package var zone: String

    package init(minute: Int32, zone: String) {
      self.minute = minute
      self.zone = zone
    }

    /// `20:00`
    package var time: String {
      let (hour, minute) = minute.quotientAndRemainder(dividingBy: 60)
      return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
  }

  /// `refills 1 every 30min`
  package struct Refill: Sendable, Hashable {
    /// In the meter's unit; at least 1.
    package var amount: Int64
    /// In milliseconds; at least 1 second.
    package var interval: Int64

    package init(amount: Int64, interval: Int64) {
      self.amount = amount
      self.interval = interval
    }
  }

  package enum Unit: UInt8, Sendable, Hashable, CaseIterable {
    case count, bytes, seconds, minutes, hours, days

    /// How many seconds one is; `nil` for what is no time.
    package var seconds: Int64? {
      switch self {
      case .count, .bytes: nil
      case .seconds: 1
      case .minutes: 60
      case .hours: 3_600
      case .days: 86_400
      }
    }
  }
}

package struct Fact: Sendable, Hashable {
  package var name: String
  package var label: LabelIndex?
  package var type: FactType
  /// The names of the choices.
  package var choices: [String] = []
  /// `or anything else`
  package var isOpen = false
  /// The versions that the policy compares it with, ascending: a version's value is how many of
  /// them it has reached.
  package var versions: [Version] = []
  /// Its value when the app does not report it, or `Fact.unknown`.
  package var otherwise = Fact.unknown

  /// The value of a fact that is missing.
  package static let unknown = Int64.min

  package init(name: String, label: LabelIndex? = nil, type: FactType) {
    self.name = name
    self.label = label
    self.type = type
  }

  package enum FactType: UInt8, Sendable, Hashable, CaseIterable {
    case choice, date, yesOrNo, version, number
  }
}

package struct Rollout: Sendable, Hashable {
  package var name: String
  package var label: LabelIndex?
  /// How many of the 10,000 buckets are in.
  package var share: Int32

  package init(name: String, label: LabelIndex? = nil, share: Int32) {
    self.name = name
    self.label = label
    self.share = share
  }
}

/// A `grant` statement.
package struct StatementGrant: Sendable, Hashable {
  package var entitlement: Int32
  /// Its `.statement` node.
  package var node: Int32
  /// Where it is written, as in ``Rule/Place``.
  package var row: PolicyRow

  package init(entitlement: Int32, node: Int32, row: PolicyRow) {
    self.entitlement = entitlement
    self.node = node
    self.row = row
  }
}

extension Product {
  /// Whether it is sold in a way that edition 1 of the language cannot say.
  var hasTerms: Bool {
    !packs.isEmpty || !otherPrices.isEmpty || price?.each != nil || isPriceOnRequest
      || trialMonths != 0 || mostSharing != 0 || sale != nil
  }

  /// Whether its prices say what editions 1 and 2 of the language cannot say.
  var hasOffer: Bool {
    introduction != nil || price?.saysMore == true || otherPrices.contains { $0.saysMore }
  }

  /// Whether a purchase raises a limit: for as long as it is held, or until it is used up. Such a
  /// product may be bought again.
  package var raisesLimits: Bool { addsSomething || soldPlace >= 0 }

  /// Whether it adds to a limit or a value.
  var addsSomething: Bool { !adds.isEmpty || !packs.isEmpty || !settingAdds.isEmpty }
}

/// Where each counter is in a list that has those of all meters: first, meter by meter, the total,
/// the day, the week, the month and the year; then those of the other windows that rules read.
package struct CounterPlaces: Sendable {
  private let meterCount: Int
  /// In ascending order of their keys; and after them, once more and in such an order, those of which
  /// something is carried: how much is a number of its own, after all counters.
  private let others: [CounterIndex]
  private let otherCount: Int

  /// The counters that the conditions and limits of a policy read.
  init(_ parts: RuleGraph.Parts, cores: [RuleCore]) {
    var found: Set<CounterIndex> = []
    for place in cores.indices {
      if let limit = cores[place].limit, !limit.window.isCommon { found.insert(limit.counter) }
    }
    for node in parts.nodes {
      if case .usageAtLeast(let counter, _) = node, !counter.window.isCommon {
        found.insert(counter)
      }
    }
    meterCount = parts.meters.count
    otherCount = found.count
    let carried = parts.rollovers.compactMap { cores[Int($0.rule)].limit?.counter }
    others = found.sorted { $0.key < $1.key } + carried.sorted { $0.key < $1.key }
  }

  /// How many counters there are, and numbers of what is carried.
  package var count: Int { meterCount * Window.commonCount + others.count }

  /// The place of the first number of what is carried.
  var firstCarried: Int { meterCount * Window.commonCount + otherCount }

  /// The place of what is carried into the window of a counter; nil where nothing is.
  package func place(ofCarried counter: CounterIndex) -> Int? {
    carriedIndex(of: counter).map { firstCarried + $0 }
  }

  /// Where a counter is among those of which something is carried, in ascending order of their keys;
  /// nil where nothing is.
  func carriedIndex(of counter: CounterIndex) -> Int? {
    index(of: counter, in: otherCount..<others.count).map { $0 - otherCount }
  }

  /// The windows that the counters have, the total first, each once.
  package var windows: [Window] {
    var windows = Set(Window.common)
    for counter in others[..<otherCount] { windows.insert(counter.window) }
    return windows.sorted()
  }

  /// The place of a counter; nil for one that no rule reads.
  @inline(__always)
  package func place(of counter: CounterIndex) -> Int? {
    let place = place(ofRead: counter)
    return place < 0 ? nil : place
  }

  /// The place of a counter that a rule or a quota reads, which has one: that is not checked again.
  @inline(__always)
  package func place(ofRead counter: CounterIndex) -> Int {
    if counter.window.isCommon {
      return Int(counter.meter) * Window.commonCount + Int(counter.window.code)
    }
    return otherPlace(of: counter)
  }

  /// The place of a counter of an uncommon window; -1 for one that no rule reads.
  @inline(never)
  private func otherPlace(of counter: CounterIndex) -> Int {
    index(of: counter, in: 0..<otherCount).map { meterCount * Window.commonCount + $0 } ?? -1
  }

  private func index(of counter: CounterIndex, in places: Range<Int>) -> Int? {
    let key = counter.key
    var (low, high) = (places.lowerBound, places.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if others[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low < places.upperBound && others[low].key == key ? low : nil
  }
}

extension CounterIndex {
  /// Its place in an order of all counters.
  var key: Int64 { Int64(meter) << 16 | Int64(window.code) }
}
