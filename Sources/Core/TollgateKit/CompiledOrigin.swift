/// Where a compiled policy comes from, and with it how much of it is worked out again.
///
/// ```swift
/// // Shipped with the app, and signed with it: the fingerprint need not be worked out again.
/// let policy = try Policy(contentsOf: url, trusting: .ownBundle)
/// ```
public enum CompiledOrigin: Sendable, Hashable {
  /// From a network, a folder that others may write to, or anywhere else. The fingerprint is worked
  /// out from all that the file says, in time in proportion to its size.
  case anywhere
  /// From the app's own bundle, which nobody but its developer writes to. Damage is found, and the
  /// fingerprint is believed.
  case ownBundle
}
