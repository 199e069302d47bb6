import TollgateRuntime

extension PolicyStore.State: CustomStringConvertible {
  /// The policy, then the user's data line by line. It shows who the user is.
  public var description: String { "\(policy)\n\(snapshot)" }
}
