/// The allowances that raise the limits of a meter, for many users.
struct AllowanceColumns: Sendable {
  private var own: Column
  private var known: Column
  private var perhaps: Column
  /// The allowance that everybody has; nil if they differ.
  private(set) var shared: Allowance?

  /// Nobody has one.
  init() {
    self.init([])
  }

  init(_ allowances: [Allowance]) {
    let none = Allowance(own: nil, known: 0, perhaps: 0)
    own = Column(allowances.map { $0.brought.raw })
    known = Column(allowances.map { $0.known })
    perhaps = Column(allowances.map { $0.perhaps })
    let first = allowances.first ?? none
    let areSame = own.shared != nil && known.shared != nil && perhaps.shared != nil
    shared = areSame ? first : nil
  }

  /// The snapshots' own, what is added surely, and what is added perhaps.
  var columns: [Column] { [own, known, perhaps] }

  subscript(user: Int) -> Allowance {
    shared
      ?? Allowance(
        brought: PackedAmount(raw: own[user]), known: known[user], perhaps: perhaps[user])
  }
}
