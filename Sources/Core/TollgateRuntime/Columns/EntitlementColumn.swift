/// Which of many users hold an entitlement at one time, by a grant.
struct EntitlementColumn: Sendable {
  /// By block; empty for nobody.
  private var surely: [TruthBlock.Bits] = []
  private var possibly: [TruthBlock.Bits] = []
  /// Whether everybody holds it, as they do the first tier.
  private let isEverybodys: Bool

  /// Nobody holds it, or everybody does.
  init(everybody isEverybodys: Bool) {
    self.isEverybodys = isEverybodys
  }

  /// The truths of so many users, as numbers.
  init(_ column: Column, count: Int) {
    // Read once: read twice, the optimiser of Swift 6.3 fails for WebAssembly.
    let shared = column.shared
    isEverybodys = shared == Int64(Truth.yes.rawValue) && count > 0
    guard shared != Int64(Truth.no.rawValue), !isEverybodys else { return }
    for block in 0..<(count + TruthBlock.width - 1) / TruthBlock.width {
      surely.append(column.isAtLeast(Int64(Truth.yes.rawValue), block: block))
      possibly.append(column.isAtLeast(Int64(Truth.unknown.rawValue), block: block))
    }
  }

  /// More users hold it, surely.
  mutating func add(_ users: [TruthBlock.Bits]) {
    guard !surely.isEmpty else {
      surely = users
      possibly = users
      return
    }
    for block in users.indices {
      surely[block] |= users[block]
      possibly[block] |= users[block]
    }
  }

  func truth(block: Int) -> TruthBlock {
    if isEverybodys { return .yes }
    guard block < surely.count else { return .no }
    return TruthBlock(surely: surely[block], possibly: possibly[block])
  }
}
