import TollgateRuntime
import TollgateSyntax

@testable import TollgateKit
@testable import tollgate

/// Histories of purchases, as `tollgate simulate` reads and plays them.
enum FuzzHistory {
  /// A policy in few words, since each history is read together with it.
  static let source = Source(
    name: "a.gate",
    text: """
      policy Fuzz
      tiers free < pro < max
      product monthly
        grants pro
        price 3 USD per month
        trial 7 days
      product annual
        grants max
        price 12 USD per year
        grace 16 days
        shared with family
      product space
        adds 10 to bills
        price 1 USD once
      meter bills
      feature export
      bills > 500 requires pro
      export requires max

      """)

  /// The policy above. Invariant: `CommandTests` compiles it.
  static let policy: Policy = {
    do {
      return try Policy(source)
    } catch {
      preconditionFailure("the policy of the histories does not compile: \(error)")
    }
  }()

  static func play(_ bytes: [UInt8]) {
    // A command reads no zero byte, and at most so much.
    guard !bytes.contains(0), bytes.count <= HistoryReader.longest else { return }
    let text = Source(name: "a.history", bytes: bytes)
    guard let history = try? History.read(text, for: (source, policy.graph)) else { return }
    let simulation = Waiting.result { try? await Simulation(history).run() }
    guard let simulation else { return }
    _ = SimulationText(simulation).text
    _ = SimulationJSON(simulation).text
  }
}
