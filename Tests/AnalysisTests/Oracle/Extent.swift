import TollgateRuntime

/// Which snapshots are looked at.
enum Extent {
  /// Fresh, and everything in them known.
  case known
  /// All: things may be missing, purchase data may be stale.
  case all
  /// Everything known, and what is held comes from products and the policy's own grants.
  case buying
}

/// What a snapshot grants, however it does.
struct Holding: Hashable {
  /// What it gives, as a bit for each entitlement.
  var entitlements: UInt64 = 0
  /// Whether what it gives is too old to be believed.
  var isStale = false
  /// What is added to the allowance of each meter.
  var added: [Int64]
  /// What is added to the value of each setting.
  var addedToSettings: [Int64] = []
  /// How many of each product are held; empty where that does not matter.
  var products: [Int] = []

  init(added: [Int64]) { self.added = added }
}

/// Now, and the values of the date facts.
struct Moment: Hashable {
  var now: Int64
  /// By fact; missing where it is unknown.
  var dates: [Int32: Int64]
}

/// The values of the axes: what the representatives are.
struct AxisValues {
  var moments: [Moment] = []
  /// By subject: in which rollouts it is; empty for a missing one.
  var subjects: [[Int32: Bool]] = []
  /// Nothing for unknown.
  var facts: [Int32: [Int64?]] = [:]
  /// What is used, the snapshot's own allowance subtracted; nothing for unknown.
  var counters: [PolicyReadings.CounterName: [Int64?]] = [:]
  /// How much is asked for, by meter, 1 first; none where any amount comes to the same as 1.
  var amounts: [Int32: [Int64]] = [:]
}
