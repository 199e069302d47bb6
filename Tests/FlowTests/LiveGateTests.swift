#if canImport(Observation)
  import Observation
  import Testing
  import TollgateKit
  import TollgatePurchases
  import TollgateRuntime
  import TollgateTesting

  /// Views that follow a gate by themselves.
  @Suite struct LiveGateTests {
    /// Asks, and returns when the answer may be another.
    private func untilChanged(_ ask: () -> Void) async {
      let (changes, continuation) = AsyncStream<Void>.makeStream()
      withObservationTracking(ask) { continuation.finish() }
      for await _ in changes {}
    }

    @Test("who asked is told when a purchase comes in")
    func purchases() async throws {
      let flow = Flow()
      try await flow.launch()
      let live = LiveGate(flow.gate)
      var wasOpen = true
      async let bought = flow.gate.buy(.annual)
      await untilChanged { wasOpen = live.can(.csvExport) }
      #expect(await bought.code == .purchased)
      if !wasOpen { #expect(live.can(.csvExport)) }
      #expect(live.decision(.csvExport).reason == .granted)
    }

    @Test("who asked is told when only time passes")
    func time() async throws {
      let monthly = Grant(product: "monthly", until: "2026-02-01")
      let flow = Flow(snapshot: Snapshot(asOf: "2026-01-31", grants: [monthly]))
      let live = LiveGate(flow.gate)
      async let told: Void = untilChanged { #expect(live.can(.csvExport)) }
      await flow.clock.untilAwaited()
      flow.clock.advance(by: .days(1))
      await told
      #expect(!live.can(.csvExport))
    }

    @Test("whatever a view asks, it is told when the answer may be another")
    func everyQuestion() async throws {
      let questions: [(LiveGate<Shop>) -> Void] = [
        { _ = $0.allows(.recommendations, reaching: 3) },
        { _ = $0.decision(.recommendations, reaching: 3) },
        { _ = $0.access }, { _ = $0.quota(of: .recommendations) }, { _ = $0.reminders },
        { _ = $0.tier }, { _ = $0.paywall() }, { _ = $0.paywall(for: .recommendations) },
        { _ = $0.planTable() },
      ]
      for ask in questions {
        let flow = Flow()
        let live = LiveGate(flow.gate)
        async let told: Void = untilChanged { ask(live) }
        await flow.clock.untilAwaited()
        let now = flow.clock.now()
        flow.gate.update { ($0.asOf, $0.grants) = (now, [Grant(product: "annual")]) }
        await told
        #expect(live.tier == "pro")
      }
    }

    @Test("a view dismisses a prompt, and shows it no more")
    func dismissal() throws {
      let flow = Flow()
      let live = LiveGate(flow.gate)
      let prompt = try #require(live.decision(.csvExport).prompt)
      live.dismiss(prompt)
      #expect(flow.gate.snapshot.dismissed[prompt.id] != nil)
      let decision = live.decision(.csvExport)
      #expect(live.message(for: decision) == flow.gate.message(for: decision))
    }

    @Test("a view that is gone leaves nothing running")
    func gone() async throws {
      let flow = Flow()
      var live: LiveGate<Shop>? = LiveGate(flow.gate)
      weak let reference = live
      withObservationTracking {
        _ = live?.can(.csvExport)
      } onChange: {
      }
      await flow.clock.untilAwaited()
      live = nil
      #expect(reference == nil)
    }
  }
#endif
