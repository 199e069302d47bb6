extension Naive {
  /// The answer, field by field as in the Decision JSON; instants are milliseconds since 1970.
  public struct Decision: Equatable, Sendable {
    public var target: String
    public var outcome: String
    public var reason: String
    public var flags: [String] = []
    public var quota: Quota?
    public var uses: [Taken] = []
    public var blockers: [Blocker] = []
    public var waysIn: [WayIn] = []
    public var instead: [String] = []
    public var reminder: Reminder?
    public var prompt: Prompt?
    public var validUntil: Int?
    /// Of a setting.
    public var value: SettingState?

    public init(
      target: String,
      outcome: String,
      reason: String,
      flags: [String] = [],
      quota: Quota? = nil,
      blockers: [Blocker] = [],
      waysIn: [WayIn] = [],
      reminder: Reminder? = nil,
      prompt: Prompt? = nil,
      validUntil: Int? = nil
    ) {
      self.target = target
      self.outcome = outcome
      self.reason = reason
      self.flags = flags
      self.quota = quota
      self.blockers = blockers
      self.waysIn = waysIn
      self.reminder = reminder
      self.prompt = prompt
      self.validUntil = validUntil
    }

    /// True for `allowed` and `warned`.
    public var isAllowed: Bool {
      outcome != "denied"
    }
  }

  /// How much of a meter is left (4.9).
  public struct Quota: Equatable, Sendable {
    public var meter: String
    public var uses: Int?
    /// How much of the limit was carried over.
    public var carried = 0
    public var beyond: Beyond?
    public var limit: Int?
    public var undecided = false
    public var used: Int?
    public var requested: Int?
    public var remaining: Int?
    public var over: Int?
    public var unlimited = false
    public var window: String?
    public var resets: Int?

    public init(
      meter: String,
      limit: Int? = nil,
      undecided: Bool = false,
      used: Int? = nil,
      requested: Int? = nil,
      remaining: Int? = nil,
      over: Int? = nil,
      unlimited: Bool = false,
      window: String? = nil,
      resets: Int? = nil
    ) {
      self.meter = meter
      self.limit = limit
      self.undecided = undecided
      self.used = used
      self.requested = requested
      self.remaining = remaining
      self.over = over
      self.unlimited = unlimited
      self.window = window
      self.resets = resets
    }
  }

  /// An amount that the ask takes from a meter.
  public struct Taken: Equatable, Sendable {
    public var meter: String
    public var amount: Int
  }

  /// A rule that fails, and why.
  public struct Blocker: Equatable, Sendable {
    /// The line of the rule in `Policy.source()`.
    public var line: Int
    public var reason: String
    public var needs: [[String]]
    public var soft: Bool
    /// The text of the rule's own `message` clause.
    public var message: String?
    public var charge: Charge?

    public init(line: Int, reason: String, needs: [[String]], soft: Bool, message: String? = nil) {
      self.line = line
      self.reason = reason
      self.needs = needs
      self.soft = soft
      self.message = message
    }
  }

  /// What turns a denial into a use.
  public struct WayIn: Equatable, Sendable {
    /// `refresh`, `fix-payment`, `buy`, `trial-ends`, `wait` or `reduce`.
    public var kind: String
    /// Of `fix-payment` and `trial-ends`.
    public var product: String?
    /// Of `buy`.
    public var products: [String] = []
    /// Of `buy`, one for each product.
    public var prices: [PriceTag?] = []
    /// Of `buy`: it is not enough while its trials run.
    public var isAfterTrial = false
    /// Of `wait` and `trial-ends`.
    public var until: Int?
    /// Of `reduce`.
    public var meter: String?
    /// Of `reduce`.
    public var by: Int?
    /// Of `refresh`.
    public var missing: Missing?

    public init(
      kind: String,
      product: String? = nil,
      products: [String] = [],
      prices: [PriceTag?] = [],
      until: Int? = nil,
      meter: String? = nil,
      by: Int? = nil
    ) {
      self.kind = kind
      self.product = product
      self.products = products
      self.prices = prices
      self.until = until
      self.meter = meter
      self.by = by
    }
  }

  /// What a refresh can bring, each list sorted.
  public struct Missing: Equatable, Sendable {
    public var purchases = false
    public var facts: [String] = []
    public var usage: [String] = []
    public var allowances: [String] = []
  }

  /// A price as the JSON has it.
  public struct PriceTag: Equatable, Sendable {
    public var amount: String
    public var currency: String
    public var period: String?
    public var each: String?
    public var atLeast: Int?
    public var of = 1
    public var perMonth: String?

    /// The price of a product whose price is negotiated.
    static let onRequest = PriceTag(amount: "on request", currency: "")

    public init(
      amount: String, currency: String, period: String? = nil, each: String? = nil,
      atLeast: Int? = nil, of: Int = 1, perMonth: String? = nil
    ) {
      self.amount = amount
      self.currency = currency
      self.period = period
      self.each = each
      self.atLeast = atLeast
      self.of = of
      self.perMonth = perMonth
    }
  }

  /// A reminder that is due.
  public struct Reminder: Equatable, Sendable {
    public var id: String
    public var at: Int
    public var level: String
    public var text: String?
    public var snoozedUntil: Int?
    /// The meter, and the share that is used of its limit in both parts; null if there is none.
    var meter = ""
    var share: (used: Int, of: Int)?

    /// Of one meter the higher goes first, of several the one with the least share left.
    func goes(before other: Reminder) -> Bool {
      if meter == other.meter { return at > other.at }
      guard let share, let rest = other.share, share.of > 0, rest.of > 0 else { return false }
      return share.used.multipliedFullWidth(by: rest.of)
        > rest.used.multipliedFullWidth(by: share.of)
    }

    public static func == (a: Reminder, b: Reminder) -> Bool {
      a.id == b.id && a.at == b.at && a.level == b.level && a.text == b.text
        && a.snoozedUntil == b.snoozedUntil
    }

    public init(id: String, at: Int, level: String, text: String? = nil, snoozedUntil: Int? = nil) {
      self.id = id
      self.at = at
      self.level = level
      self.text = text
      self.snoozedUntil = snoozedUntil
    }
  }

  /// How the app presents a denial or a warning.
  public struct Prompt: Equatable, Sendable {
    public var id: String
    public var `as`: String
    public var dismissible: Bool
    public var snoozedUntil: Int?

    public init(id: String, `as`: String, dismissible: Bool, snoozedUntil: Int? = nil) {
      self.id = id
      self.as = `as`
      self.dismissible = dismissible
      self.snoozedUntil = snoozedUntil
    }
  }
}
