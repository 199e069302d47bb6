package import TollgateRuntime

/// Which snapshots and asks a question speaks of.
package struct Scope: Sendable {
  /// Whether everything is known and fresh; otherwise facts, counters and subjects may be missing
  /// and purchase data may be too old.
  package var isKnown: Bool
  /// Through what an entitlement can be held, besides the policy's own grants.
  package var holding: PurchaseScope
  /// How much of a meter is asked for; `nil` for any amount.
  package var amount: Int64?
  /// The value that is asked for with `reaching`, in place of an amount. Only where everything is
  /// known.
  package var reaching: Ladder.Value?
  /// Whether a product may have been bought several times; then what it adds to meters is not
  /// judged.
  package var buysOften = false
  /// Whether the use may be one that is already running.
  package var mayContinue = false
  /// Whether what is granted may be in a trial. Who buys something has paid for it.
  var mayBeInTrial: Bool { holding != .products }
  /// The time of an example in which the time does not matter.
  package var now = Scope.usualNow

  package enum PurchaseScope: Sendable, Hashable {
    /// Any entitlement may be granted, whatever is for sale.
    case entitlements
    /// Only through products.
    case products
    /// Both: the products are those that two policies see differently, by their terms.
    case both(products: Set<Int32>)
  }

  /// 2026-01-01, as in a scenario without `at`.
  package static let usualNow: Int64 = 1_767_225_600_000

  package init(
    isKnown: Bool, holding: PurchaseScope, amount: Int64? = 1, mayContinue: Bool = false
  ) {
    self.isKnown = isKnown
    self.holding = holding
    self.amount = amount
    self.mayContinue = mayContinue
  }

  /// Whether what a product adds to a meter is asked about.
  func counts(_ product: Int32) -> Bool {
    switch holding {
    case .entitlements: false
    case .products: true
    case .both(let products): products.contains(product)
    }
  }

  // The linter asks about any use, new or running, of any amount.

  /// Every snapshot that is fresh and in which everything is known.
  package static let known = Scope(
    isKnown: true, holding: .entitlements, amount: nil, mayContinue: true)
  /// Every snapshot there is.
  package static let all = Scope(
    isKnown: false, holding: .entitlements, amount: nil, mayContinue: true)
  /// Every snapshot of a person who has what can be bought, and nothing else.
  package static let buying = Scope(
    isKnown: true, holding: .products, amount: nil, mayContinue: true)
  /// The known ones, asked for one more: what is used after it goes up with what is used before.
  package static let oneMore = Scope(isKnown: true, holding: .entitlements, mayContinue: true)
}

/// The instants that can be written: the years 0001 to 9999.
enum Calendar {
  static let first: Int64 = -62_135_596_800_000
  static let last: Int64 = 253_402_300_799_999
  /// The longest time between two of them.
  static let longest = last - first
  /// More months than lie between two of them.
  static let mostMonths: Int64 = 120_000
}
