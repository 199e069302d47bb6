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
