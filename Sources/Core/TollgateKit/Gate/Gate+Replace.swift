extension Gate {
  /// Puts another policy into use, if it has all that the app asks for by name.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - allowed: The differences that do not matter.
  /// - Throws: ``PolicyError/mismatch(_:)`` with the list of what it lacks; the policy in use stays
  ///   then.
  public func replace(
    _ policy: Policy, allowing allowed: PolicyDifferences = []
  ) throws(PolicyError) {
    try store.replace(policy, allowing: allowed)
  }
}
