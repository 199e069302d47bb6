public import TollgateKit

/// The 22 gates as the plugin writes them for an app.
public enum GateNames: PolicyNames {
  // Invariant: `GateWorkload` has compiled the same text, or nothing is measured.
  public static let policy = try! Policy(source: Gate.policy, name: "gates.gate")

  /// The features among the gates, with their places.
  public static let features: [FeatureName<GateNames>] = Gate.allCases.compactMap { gate in
    guard gate != .bills, let target = policy.target(gate.name) else { return nil }
    let place = policy.targets.firstIndex(of: target) ?? -1
    return FeatureName(gate.name, place: Int32(place))
  }
}
