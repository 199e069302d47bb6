#if canImport(Observation)
  public import Observation
  public import TollgateRuntime

  /// A gate whose answers a view follows: it asks while it is drawn, and is drawn again when the
  /// answers may be others, because of a purchase, a use, a new policy, or only because time passes.
  ///
  /// ```swift
  /// struct Toolbar: View {
  ///   let live: LiveGate<Shop>
  ///   var body: some View {
  ///     if live.can(.csvExport) { ExportButton() }
  ///   }
  /// }
  /// ```
  ///
  /// It works wherever `Observation` does (`withObservationTracking`), and costs nothing until
  /// somebody asks. The gate itself needs none of this.
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
  public final class LiveGate<Names: PolicyNames>: Observable, Sendable {
    /// The gate that answers.
    public let gate: Gate<Names>
    private let registrar = ObservationRegistrar()
    /// The task that waits for the next change; it begins with the first question.
    private let follower = Locked<Task<Void, Never>?>(nil)

    /// Follows a gate.
    public init(_ gate: Gate<Names>) {
      self.gate = gate
    }

    deinit { follower.withLock { $0 }?.cancel() }

    /// Stands for everything that an answer depends on.
    private var answers: Int { gate.store.state.version }

    private func noteQuestion() {
      registrar.access(self, keyPath: \.answers)
      let reference = Weak(live: self)
      follower.withLock { task in
        guard task == nil else { return }
        // The state that the question will read: a change from here on is told.
        let state = reference.live?.gate.store.state
        task = Task { await reference.follow(from: state) }
      }
    }

    /// A reference that keeps nothing alive.
    private struct Weak: Sendable {
      // Invariant: written once, when it is made; `weak` makes it a variable.
      nonisolated(unsafe) weak var live: LiveGate?

      /// Tells those who asked, at every change after a state and at every instant at which time
      /// alone may change something.
      func follow(from known: PolicyStore.State?) async {
        guard let store = live?.gate.store, var state = known else { return }
        while !Task.isCancelled {
          let next = state.nextLook(after: store.clock.now())
          await store.wait(after: state.version, until: next)
          guard !Task.isCancelled, let live else { return }
          state = store.state
          live.registrar.withMutation(of: live, keyPath: \.answers) {}
        }
      }
    }

    /// Whether the user may use a feature now; for a group, all of its members.
    public func can(_ feature: FeatureName<Names>) -> Bool {
      noteQuestion()
      return gate.can(feature)
    }

    /// Whether the user may use more of a meter, in its unit.
    public func allows(_ meter: MeterName<Names>, adding amount: Int64 = 1) -> Bool {
      noteQuestion()
      return gate.allows(meter, adding: amount)
    }

    /// The value that the user surely has of a setting.
    public func value<Value>(of setting: SettingName<Names, Value>) -> Value {
      noteQuestion()
      return gate.value(of: setting)
    }

    /// The decision about a feature, with its reason and every way in.
    public func decision(_ feature: FeatureName<Names>) -> Decision {
      noteQuestion()
      return gate.decision(feature)
    }

    /// The decision about using more of a meter, in its unit.
    public func decision(_ meter: MeterName<Names>, adding amount: Int64 = 1) -> Decision {
      noteQuestion()
      return gate.decision(meter, adding: amount)
    }

    /// Whether the user may use a meter up to a value, in its unit.
    public func allows(_ meter: MeterName<Names>, reaching value: Int64) -> Bool {
      noteQuestion()
      return gate.allows(meter, reaching: value)
    }

    /// The decision about using a meter up to a value, in its unit.
    public func decision(_ meter: MeterName<Names>, reaching value: Int64) -> Decision {
      noteQuestion()
      return gate.decision(meter, reaching: value)
    }

    /// The decision about a setting, with its value and the better ones that can be bought.
    public func decision<Value>(_ setting: SettingName<Names, Value>) -> Decision {
      noteQuestion()
      return gate.decision(setting)
    }

    /// The decision about every target; see ``Gate/access``.
    public var access: [Decision] {
      noteQuestion()
      return gate.access
    }

    /// How much of a meter there is and how much is left; see ``Gate/quota(of:)``.
    public func quota(of meter: MeterName<Names>) -> Quota? {
      noteQuestion()
      return gate.quota(of: meter)
    }

    /// The amounts that one use of a feature takes from meters; see ``Gate/cost(of:)``.
    public func cost(of feature: FeatureName<Names>) -> [TakenAmount] {
      noteQuestion()
      return gate.cost(of: feature)
    }

    /// The reminders that are due; see ``Gate/reminders``.
    public var reminders: [DueReminder] {
      noteQuestion()
      return gate.reminders
    }

    /// The name of the highest tier that is surely held; see ``Gate/tier``.
    public var tier: String? {
      noteQuestion()
      return gate.tier
    }

    /// The products to buy; see ``Gate/paywall(in:currency:storePrices:)``.
    public func paywall(
      in locale: String? = nil, currency: String? = nil, storePrices: [String: String] = [:]
    ) -> Paywall {
      noteQuestion()
      return gate.paywall(in: locale, currency: currency, storePrices: storePrices)
    }

    /// The products to buy, for a user who asked for a feature; see ``Gate``.
    public func paywall(
      for feature: FeatureName<Names>, in locale: String? = nil, currency: String? = nil,
      storePrices: [String: String] = [:]
    ) -> Paywall {
      noteQuestion()
      return gate.paywall(
        for: feature, in: locale, currency: currency, storePrices: storePrices)
    }

    /// The products to buy, for a user who asked for more of a meter; see ``Gate``.
    public func paywall(
      for meter: MeterName<Names>, adding amount: Int64 = 1, in locale: String? = nil,
      currency: String? = nil, storePrices: [String: String] = [:]
    ) -> Paywall {
      noteQuestion()
      return gate.paywall(
        for: meter, adding: amount, in: locale, currency: currency, storePrices: storePrices)
    }

    /// The comparison of the plans; see ``Gate/planTable(in:currency:storePrices:all:)``.
    public func planTable(
      in locale: String? = nil, currency: String? = nil, storePrices: [String: String] = [:],
      all: Bool = false
    ) -> PlanTable {
      noteQuestion()
      return gate.planTable(in: locale, currency: currency, storePrices: storePrices, all: all)
    }

    /// A decision for the person who asked, in the gate's language and time zone.
    public func message(for decision: Decision, currency: String? = nil) -> CustomerMessage {
      gate.message(for: decision, currency: currency)
    }

    /// Notes that the user dismissed a prompt: it stays away as long as the policy says.
    public func dismiss(_ prompt: Prompt) { gate.dismiss(prompt) }

    /// Notes that the user dismissed a reminder, likewise.
    public func dismiss(_ reminder: DueReminder) { gate.dismiss(reminder) }

    /// Notes that the user dismissed a paywall, likewise.
    public func dismiss(_ paywall: Paywall) { gate.dismiss(paywall) }

    /// The user's data.
    public var snapshot: Snapshot {
      noteQuestion()
      return gate.snapshot
    }
  }
#endif
