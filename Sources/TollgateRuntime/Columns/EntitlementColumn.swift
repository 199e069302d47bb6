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

  /// By user: what is true of each.
  init(_ truths: [Truth]) {
    isEverybodys = false
    guard truths.contains(where: { $0 != .no }) else { return }
    for start in stride(from: 0, to: truths.count, by: TruthBlock.width) {
      var block = TruthBlock.no
      for user in start..<min(start + TruthBlock.width, truths.count) {
        block.surely[user: user - start] = truths[user] == .yes
        block.possibly[user: user - start] = truths[user] != .no
      }
      surely.append(block.surely)
      possibly.append(block.possibly)
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
