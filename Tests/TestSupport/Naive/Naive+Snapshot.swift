extension Naive {
  /// What is known of one user.
  public struct Snapshot: Equatable, Sendable {
    public var subject: String?
    public var asOf: Int?
    public var latestSeen: Int?
    public var grants: [Grant] = []
    public var usage: [String: Usage] = [:]
    public var allowances: [String: Int] = [:]
    public var facts: [String: FactValue] = [:]
    public var dismissed: [String: Int] = [:]

    public init() {}

    /// One purchase line, as the JSON has it: null is absent.
    public struct Grant: Equatable, Sendable {
      /// A product's name or one of its store ids.
      public var product: String?
      public var entitlement: String?
      public var state: String?
      public var start: Int?
      public var until: Int?
      public var trial: Bool?
      public var renews: Bool?
      public var ownership: String?
      public var quantity: Int?

      public init(product: String? = nil, entitlement: String? = nil) {
        self.product = product
        self.entitlement = entitlement
      }
    }
  }

  /// The counters of a meter.
  public struct Usage: Equatable, Sendable {
    public var total: Counter?
    public var windows: [Window: Counter] = [:]

    public init(total: Counter? = nil) {
      self.total = total
    }

    /// The counter of a window; of the total without one.
    public subscript(window: Window?) -> Counter? {
      get {
        if let window { return windows[window] }
        return total
      }
      set {
        if let window { windows[window] = newValue } else { total = newValue }
      }
    }
  }

  /// A count, and when it starts again.
  public struct Counter: Equatable, Sendable {
    public var used: Int
    /// Over from the window before.
    public var carried = 0
    public var resets: Int?
    /// What it holds later if nothing is used, in the place of `resets`.
    public var then: [Fall] = []

    public init(used: Int, resets: Int? = nil) {
      self.used = used
      self.resets = resets
    }

    /// What it holds at a time.
    func value(at time: Int) -> Int {
      if let resets, resets <= time { return 0 }
      return then.last { $0.at <= time }?.used ?? used
    }

    /// How much is carried at a time; nothing from `resets` on.
    func amountCarried(at time: Int) -> Int {
      if let resets, resets <= time { return 0 }
      return then.last { $0.at <= time }?.carried ?? carried
    }

    /// Every instant that is told about it.
    var instants: [Int] { [resets].compactMap { $0 } + then.map(\.at) }
  }

  /// A later value of a counter.
  public struct Fall: Equatable, Sendable {
    public var at: Int
    public var used: Int
    public var carried: Int

    public init(at: Int, used: Int, carried: Int = 0) {
      self.at = at
      self.used = used
      self.carried = carried
    }
  }

  /// One question.
  public struct Ask: Equatable, Sendable {
    public var target: String
    /// Absent: `adding 1`.
    public var change: Change?
    public var continuing = false
    public var facts: [String: FactValue] = [:]
    public var usage: [String: Usage] = [:]
    public var now: Int

    public init(target: String, now: Int) {
      self.target = target
      self.now = now
    }

    /// Whether it asks for a value.
    var isReaching: Bool {
      switch change {
      case .adding?, nil: return false
      case .reaching?, .reachingChoice?, .reachingUnlimited?: return true
      }
    }

    /// What the ask does to the value of its meter.
    public enum Change: Equatable, Sendable {
      case adding(Int)
      case reaching(Int)
      /// A choice of a setting, by its place and name.
      case reachingChoice(Int, String)
      case reachingUnlimited
    }
  }
}
