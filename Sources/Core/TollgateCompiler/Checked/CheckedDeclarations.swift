package import TollgateRuntime
package import TollgateSyntax

/// A name of a policy and where it comes from.
package struct CheckedName: Sendable, Hashable {
  package var text: String
  /// Where it is declared, or first used if it is not.
  package var span: Span
  /// Declared, rather than just used.
  package var isDeclared: Bool
}

package struct CheckedEntitlement: Sendable {
  package var name: CheckedName
  package var label: CheckedLabel?
  /// The place in the ladder; nil outside it.
  package var rank: Int32?
  /// The entitlements after `includes`.
  package var includes: [Reference] = []
  /// The entitlements that it gives: itself and the included ones: itself and what it includes; ascending.
  package var gives: [Int32] = []
  package var benefits: [CheckedLabel] = []
  /// The whole declaration.
  package var span: Span
}

/// A thing by its index, and where it is named.
package struct Reference: Sendable, Hashable {
  package var index: Int32
  package var span: Span

  package init(_ index: Int32, _ span: Span) {
    self.index = index
    self.span = span
  }
}

package struct CheckedProduct: Sendable {
  package var name: CheckedName
  package var label: CheckedLabel?
  package var storeIDs: [StoreID] = []
  /// Where the id for each store is written; the empty name is that of no store.
  var stores: [String: Span] = [:]
  package var grants: [Reference] = []
  package var adds: [Addition] = []
  package var settingAdds: [SettingAddition] = []
  /// `adds Q to METER until used up`
  package var packs: [Addition] = []
  package var price: Price?
  package var otherPrices: [Price] = []
  package var isPriceOnRequest = false
  package var priceSpan: Span?
  /// The meter of a price for each of it, where no quantity is told.
  package var eachSpan: Span?
  package var introduction: Product.Introduction?
  package var trial: Int64?
  /// A trial in months; `trial` is nil then.
  package var trialMonths: Int64?
  package var grace: Int64?
  package var graceSpan: Span?
  package var isSharedWithFamily = false
  /// `shared with up to N people`
  package var mostSharing: Int64?
  package var isRecommended = false
  package var isForSale = true
  /// `for sale …`: the users to whom it is offered; nil for everybody.
  package var sale: Sale?
  package var onlyWith: [Reference] = []
  package var notWith: [Reference] = []
  package var benefits: [CheckedLabel] = []
  package var span: Span

  package struct StoreID: Sendable, Hashable {
    package var id: String
    package var store: String
    package var span: Span
  }

  /// `adds 30 days to history`
  package struct SettingAddition: Sendable, Hashable {
    package var setting: Int32
    package var amount: Int64
    package var span: Span
  }

  package struct Addition: Sendable, Hashable {
    package var meter: Int32
    package var amount: Int64
    /// The window whose limits it raises; nil for all of the meter.
    package var window: Window?
    package var span: Span
  }

  /// The users to whom a product is offered.
  package struct Sale: Sendable, Hashable {
    /// Whether the requirement is written after `without`.
    package var isWithout = false
    package var requirement: CheckedExpression?
    package var applies = CheckedApplicability()
    /// The clause as it is written, white space evened out.
    package var text: String
    package var span: Span
  }
}

package struct CheckedMeter: Sendable {
  package var name: CheckedName
  package var label: CheckedLabel?
  package var unit: Meter.Unit = .count
  /// Whether its unit stands only behind the last meter of its list.
  package var hasUnitOfList = false
  package var windows = Meter.Windows.calendar
  /// `windows begin at 20:00`; nil for midnight.
  package var begin: Meter.Begin?
  package var countedPer = ""
  /// `counted for ever`
  package var isCountedForEver = false
  package var refill: Meter.Refill?
  /// The clause `refills`.
  package var refillSpan: Span?
  package var span: Span
}

/// A feature, or the members of a series.
package struct CheckedFeature: Sendable {
  /// The feature's name, or the range of the series: `L1..L18`.
  package var name: CheckedName
  /// Its targets; one for a feature.
  package var targets: Range<Int32> = 0..<0
  package var span: Span
  private var box = Box.empty

  package init(
    name: CheckedName, label: CheckedLabel? = nil, series: SeriesMembers? = nil, span: Span
  ) {
    self.name = name
    self.span = span
    if label != nil || series != nil { details = Details(label: label, series: series) }
  }

  package var label: CheckedLabel? { details.label }
  package var series: SeriesMembers? { details.series }

  package var benefits: [CheckedLabel] {
    get { details.benefits }
    set { if !newValue.isEmpty { details.benefits = newValue } }
  }

  /// Details that most features do not have.
  private struct Details: Sendable {
    var label: CheckedLabel?
    var series: SeriesMembers?
    var benefits: [CheckedLabel] = []
  }

  private indirect enum Box: Sendable {
    case empty
    case filled(Details)
  }

  private var details: Details {
    get {
      guard case .filled(let details) = box else { return Details() }
      return details
    }
    set { box = .filled(newValue) }
  }

  package struct SeriesMembers: Sendable, Hashable {
    package var prefix: String
    package var first: Int64
    package var last: Int64
  }
}

package struct CheckedGroup: Sendable {
  package var name: CheckedName
  package var label: CheckedLabel?
  package var members = TargetSet()
  package var span: Span
}

package struct CheckedFact: Sendable {
  package var name: CheckedName
  package var label: CheckedLabel?
  package var type: Fact.FactType
  package var choices: [String] = []
  package var isOpen = false
  package var otherwise: CheckedValue?
  package var span: Span
}

/// A value that a fact can have.
package enum CheckedValue: Sendable, Hashable {
  /// A choice by its index, 1 and 0 for yes and no, a number, or a date in milliseconds.
  case integer(Int64)
  case version(Version)
}

package struct CheckedRollout: Sendable {
  package var name: CheckedName
  package var label: CheckedLabel?
  /// How many of the 10,000 buckets are in.
  package var share: Int32
  package var span: Span
}

/// A `grant` statement.
package struct CheckedGrant: Sendable {
  package var entitlement: Reference
  package var period: Period?
  package var applies: CheckedApplicability
  package var row: SourceRow
  package var span: Span

  /// `for DURATION after FACT-OR-INSTANT`
  package struct Period: Sendable, Hashable {
    package var begin: CheckedMoment
    package var end: CheckedMoment
  }
}
