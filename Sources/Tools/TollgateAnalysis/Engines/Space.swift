/// The variables of a group of questions, in the order in which they were first met.
package struct Space: Sendable {
  package private(set) var variables: [Variable] = []
  private var places: [VariableKey: Int32] = [:]

  package init() {}

  package var count: Int { variables.count }

  package subscript(variable: Int32) -> Variable { variables[Int(variable)] }

  /// The variable of a quantity, if it was met.
  package func place(of quantity: VariableKey) -> Int32? { places[quantity] }

  /// The variable of a quantity, made when it is first met.
  package mutating func place(
    of quantity: VariableKey, make: () -> Variable
  ) -> Int32 {
    if let known = places[quantity] { return known }
    let place = Int32(variables.count)
    variables.append(make())
    places[quantity] = place
    return place
  }

  /// The point at which nothing is out of the ordinary.
  package var usual: Point {
    Point(values: variables.map { $0.usual })
  }
}

/// A quantity that a snapshot or an ask has, as an integer.
package struct Variable: Sendable, Hashable {
  package var quantity: VariableKey
  package var range: ClosedRange<Int64>
  /// Whether the first value of the range means "not known".
  package var canBeMissing: Bool
  /// The value of a new user of whom nothing special is known.
  package var usual: Int64
  /// The cost for an example to have another value.
  package var weight: Int64

  package init(
    _ quantity: VariableKey, _ range: ClosedRange<Int64>, canBeMissing: Bool = false, usual: Int64,
    weight: Int64
  ) {
    self.quantity = quantity
    self.range = range
    self.canBeMissing = canBeMissing
    self.usual = usual
    self.weight = weight
  }

  /// The value of an interval that is nearest to the usual one, and what it costs.
  func nearest(in interval: ClosedRange<Int64>) -> (value: Int64, cost: Int64) {
    if interval.contains(usual) { return (usual, 0) }
    let value = usual < interval.lowerBound ? interval.lowerBound : interval.upperBound
    if canBeMissing, value == range.lowerBound {
      // Rather a known value, where there is one.
      guard interval.upperBound > interval.lowerBound else { return (value, 2 * weight) }
      return (value + 1, weight)
    }
    // Of two values of one thing the nearer one: a tier below the highest, a smaller number.
    let distance = value.subtractingReportingOverflow(usual)
    let steps = distance.overflow ? 63 : 64 - distance.partialValue.magnitude.leadingZeroBitCount
    return (value, weight + Int64(steps))
  }
}

/// The quantity of a variable. The indices are those of the policy, or of both policies of a
/// comparison together.
package struct VariableKey: Sendable, Hashable {
  package var kind: Kind
  package var a: Int32
  package var b: Int32

  package init(_ kind: Kind, _ a: Int32 = 0, _ b: Int32 = 0) {
    self.kind = kind
    self.a = a
    self.b = b
  }

  package enum Kind: UInt8, Sendable {
    /// The highest tier that is granted, by its place in the ladder.
    case tier
    /// Whether the entitlement `a` is granted.
    case entitlement
    /// How the product `a` is held: 0 not at all; the last value of the range, that it counts now;
    /// those between, that it ended so long before the longest grace is over.
    case product
    /// Whether a family-shared purchase of product `a` counts where it may.
    case family
    /// Whether the product `a` is bought now.
    case purchase
    /// The highest tier that is paid for, if it is granted.
    case paidTier
    /// Whether the entitlement `a` is granted in a trial only, or (`b` is 1) the product `a` held so.
    case trial
    /// How old the purchase data is, in milliseconds; the last value is "never confirmed".
    case age
    /// The counter of meter `a` in window `b`, the snapshot's allowance subtracted.
    case used
    /// The value of the counter after the use that is asked for.
    case after
    /// How much is asked for.
    case growth
    /// The counter of meter `a` in window `b` itself, with no allowance subtracted.
    case whole
    /// The allowance of meter `a`, with what products add.
    case allowance
    /// Whether the snapshot says nothing about the allowance of meter `a`.
    case noAllowance
    /// The additions of the user's products to setting `a`.
    case added
    /// The fact `a` of type `b`.
    case fact
    /// How long ago the date fact `a` was, in milliseconds; in whole months where `b` is 1.
    case since
    /// Now.
    case now
    /// The bucket in rollout `a`.
    case bucket
    /// Whether the use is already running.
    case continuing
    /// The value of setting `a` that is asked for, the snapshot's own allowance subtracted; the
    /// last value of the range is `unlimited`.
    case asked
    /// How much was carried into the window `b` of meter `a`, by its place among the amounts that stand
    /// for all.
    case carried
    /// How many of meter `a` are bought, by its place among the numbers that stand for all.
    case bought

    /// Whether what it can be may depend on other quantities.
    var hangsTogether: Bool {
      switch self {
      case .product, .whole, .noAllowance, .added, .fact, .since, .after, .bucket, .bought: true
      case .tier, .entitlement, .family, .purchase, .paidTier, .trial, .age, .used, .growth,
        .allowance, .now, .continuing, .asked, .carried:
        false
      }
    }
  }
}

/// One value for each variable of a space.
package struct Point: Sendable, Hashable {
  package var values: [Int64]

  package subscript(variable: Int32) -> Int64 {
    get { values[Int(variable)] }
    set { values[Int(variable)] = newValue }
  }
}

/// An interval for each of some variables; the others may have any value.
package struct Box: Sendable, Hashable {
  /// By variable, ascending.
  package private(set) var sides: [Side] = []

  package struct Side: Sendable, Hashable {
    package var variable: Int32
    package var interval: ClosedRange<Int64>
  }

  package init() {}

  package subscript(variable: Int32) -> ClosedRange<Int64>? {
    get {
      for side in sides where side.variable == variable { return side.interval }
      return nil
    }
    set {
      sides.removeAll { $0.variable == variable }
      guard let newValue else { return }
      let place = sides.firstIndex { $0.variable > variable } ?? sides.count
      sides.insert(Side(variable: variable, interval: newValue), at: place)
    }
  }
}
