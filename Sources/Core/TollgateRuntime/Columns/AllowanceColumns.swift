/// The allowances that raise the limits of a meter, for many users.
struct AllowanceColumns: Sendable {
  private var own: Column
  private var known: Column
  private var perhaps: Column
  /// The allowance that everybody has; nil if they differ.
  private(set) var shared: Allowance?

  /// Nobody has one.
  init() {
    self.init(
      own: Column(same: PackedAmount(nil).raw), known: Column(same: 0), perhaps: Column(same: 0))
  }

  init(_ allowances: [Allowance]) {
    self.init(
      own: Column(allowances.map { $0.brought.raw }), known: Column(allowances.map { $0.known }),
      perhaps: Column(allowances.map { $0.perhaps }))
  }

  init(own: Column, known: Column, perhaps: Column) {
    self.own = own
    self.known = known
    self.perhaps = perhaps
    if let own = own.shared, let known = known.shared, let perhaps = perhaps.shared {
      shared = Allowance(brought: PackedAmount(raw: own), known: known, perhaps: perhaps)
    }
  }

  /// The snapshots' own, what is added surely, and what is added perhaps.
  var columns: [Column] { [own, known, perhaps] }

  subscript(user: Int) -> Allowance {
    shared
      ?? Allowance(
        brought: PackedAmount(raw: own[user]), known: known[user], perhaps: perhaps[user])
  }
}
