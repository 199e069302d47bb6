package import TollgateRuntime
package import TollgateSyntax

/// A policy whose names are resolved to indices and whose values are exact integers. It holds the
/// places it was read from, and no syntax; durations are milliseconds.
package struct CheckedPolicy: Sendable {
  package var name = ""
  package var label: CheckedLabel?
  /// The name after `policy`, if there is such a statement.
  package var nameSpan: Span?
  /// `trust snapshots for D`
  package var trust: Int64?
  /// `snooze prompts for D`
  package var promptSnooze: Int64?
  /// The tiers in the order of the ladder, then the others in order of declaration.
  package var entitlements: [CheckedEntitlement] = []
  package var tierCount = 0
  package var products: [CheckedProduct] = []
  package var meters: [CheckedMeter] = []
  /// Features and series, in order of declaration or first use.
  package var features: [CheckedFeature] = []
  package var settings: [CheckedSetting] = []
  package var groups: [CheckedGroup] = []
  package var facts: [CheckedFact] = []
  package var rollouts: [CheckedRollout] = []
  package var grants: [CheckedGrant] = []
  package var rules: [CheckedRule] = []
  package var uses: [CheckedUses] = []
  package var scenarios: [CheckedScenario] = []
  package var claims: [CheckedClaim] = []
  package var valueClaims: [CheckedValueClaim] = []

  /// How many targets the features and series have; those of the meters follow, then those of the
  /// settings.
  package var featureTargetCount: Int32 {
    features.last?.targets.upperBound ?? 0
  }

  /// The target of a meter.
  package func target(ofMeter meter: Int32) -> Int32 {
    featureTargetCount + meter
  }

  /// The target of a setting.
  package func target(ofSetting setting: Int32) -> Int32 {
    target(ofMeter: Int32(meters.count)) + setting
  }
}

/// A label and where it is written.
package struct CheckedLabel: Sendable, Hashable {
  package var label: Label
  package var span: Span
}
