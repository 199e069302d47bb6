import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateTesting
import TollgateUsage

/// Several people on one device: nothing of one is ever seen by another, and nothing is lost when
/// they come back.
@Suite struct AccountTests {
  enum App: PolicyNames {
    // Invariant: the text compiles.
    static let policy = try! Policy(
      source: """
        policy App
        snooze prompts for 24h
        tiers free < pro
        product annual
          grants pro
          price 12 CNY per year
        feature export
        meter questions
        fact beta is yes or no, otherwise no
        export requires pro or beta
        questions > 3 per day requires pro
        """)
    static let export = FeatureName<App>("export")
    static let questions = MeterName<App>("questions")
    static let annual = ProductName<App>("annual")
  }

  /// What a person sees.
  struct Screen: Equatable {
    var tier: String
    var plan: String?
    var canExport: Bool
    var used: Int64
    var isDismissed: Bool
    var isBeta: Bool
  }

  /// Where the data of the app is kept.
  enum Files: CaseIterable {
    /// Nothing is remembered but the journal and the counts.
    case none
    /// All accounts have one file.
    case one
    /// Each account has a file of its own, and a gate of its own.
    case each
  }

  enum Step: CaseIterable {
    case ada, bob, nobody, restart, launchAgain, network

    var account: String?? {
      switch self {
      case .ada: .some("ada")
      case .bob: .some("bob")
      case .nobody: .some(nil)
      case .restart, .launchAgain, .network: .none
      }
    }
  }

  /// A device, its app, and what each person should see.
  final class Life {
    let clock = TestClock("2026-01-31T08:00:00Z")
    let store: SimulatedStore
    let device: SimulatedDevice
    let folder: URL
    let files: Files
    var gate: Gate<App>
    var account: String? = "ada"
    private(set) var screens: [String?: Screen] = [:]

    init(_ files: Files, in folder: URL) async throws {
      (self.files, self.folder) = (files, folder)
      store = SimulatedStore(policy: App.policy, clock: clock)
      device = store.device()
      gate = Gate(clock: clock)
      try await start()
    }

    private func start() async throws {
      let name = files == .each ? "gate-\(account ?? "")" : "gate"
      gate =
        files == .none
        ? Gate(account: account, clock: clock)
        : try Gate(
          remembering: folder.appendingPathComponent(name), account: account, clock: clock)
      try await launch()
    }

    private func launch() async throws {
      // The file's lock must be free: the gate before was closed.
      let path = folder.path
      try await gate.launch(
        device, verifier: SimulatedVerifier(store), journal: FileJournal(path: path + "/purchases"))
      try await gate.count(
        in: FileUsageStore(path: path + "/counts"), device: "phone",
        in: TimeZone(secondsFromGMT: 0))
    }

    private func end() async throws {
      try gate.save()
      await gate.close()
    }

    func take(_ step: Step) async throws {
      switch step {
      case .ada, .bob, .nobody:
        let next = step.account ?? nil
        if files == .each, next != account {
          try await end()
          account = next
          try await start()
        } else {
          account = next
          await gate.changeAccount(to: next)
        }
      case .restart:
        try await end()
        if files == .none {
          for key in screens.keys { screens[key]?.isDismissed = false }
          for key in screens.keys { screens[key]?.isBeta = false }
        }
        try await start()
      case .launchAgain:
        await gate.close()
        try await launch()
      case .network:
        device.isOnline.toggle()
        await gate.note(device.isOnline ? .networkRestored : .networkLost)
      }
    }

    func buy() async {
      #expect(await gate.buy(App.annual).code == .purchased)
      change {
        ($0.tier, $0.plan, $0.canExport) = ("pro", "annual", true)
      }
    }

    /// The person uses the app.
    func use() async throws {
      let isAllowed = try await gate.use(App.questions).isAllowed
      #expect(isAllowed == (expected.tier == "pro" || expected.used < 3))
      if isAllowed { change { $0.used += 1 } }
      if let prompt = gate.decision(App.export).prompt {
        gate.dismiss(prompt)
        change { $0.isDismissed = true }
      }
      if account == "bob" {
        gate.update { $0.facts["beta"] = .yesOrNo(true) }
        change { ($0.isBeta, $0.canExport) = (true, true) }
      }
    }

    private func change(_ change: (inout Screen) -> Void) {
      var screen = expected
      change(&screen)
      screens[account] = screen
    }

    var expected: Screen {
      var screen =
        screens[account]
        ?? Screen(
          tier: "free", plan: nil, canExport: false, used: 0, isDismissed: false, isBeta: false)
      screen.canExport = screen.tier == "pro" || screen.isBeta
      return screen
    }

    func screen() async -> Screen {
      let status = await gate.status
      let export = gate.decision(App.export)
      return Screen(
        tier: status.tier ?? "", plan: status.plan?.product, canExport: gate.can(App.export),
        used: gate.snapshot.usage["questions"]?.day?.used ?? 0,
        isDismissed: gate.snapshot.dismissed.isEmpty == false
          || export.prompt?.snoozedUntil != nil,
        isBeta: gate.snapshot.facts["beta"] == .yesOrNo(true))
    }

    func check(_ steps: [Step]) async {
      let seen = await screen()
      #expect(seen == expected, "\(account ?? "nobody") after \(steps), files: \(files)")
      #expect(gate.account == account)
    }
  }

  static let orders = Step.allCases.flatMap { first in
    Step.allCases.flatMap { second in Step.allCases.map { [first, second, $0] } }
  }

  @Test(
    "each order of three steps, with every value that a screen shows", arguments: Files.allCases)
  func everyOrder(_ files: Files) async throws {
    for steps in Self.orders {
      try await withFolder { folder in
        let life = try await Life(files, in: folder)
        await life.buy()
        try await life.use()
        await life.check([])
        for (count, step) in steps.enumerated() {
          try await life.take(step)
          await life.check(Array(steps.prefix(count + 1)))
          try await life.use()
        }
        for step in [Step.ada, .bob, .nobody, .ada] {
          try await life.take(step)
          await life.check(steps + [step])
        }
        await life.gate.close()
      }
    }
  }
}
