/// A version of an app: `major.minor.patch`, compared number by number.
public struct Version: Sendable, Hashable, Comparable {
  /// The first number.
  public var major: Int64
  /// The second number.
  public var minor: Int64
  /// The third number.
  public var patch: Int64

  /// A version; parts that are left out are 0.
  public init(_ major: Int64, _ minor: Int64 = 0, _ patch: Int64 = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Whether one version comes before another.
  public static func < (a: Version, b: Version) -> Bool {
    (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
  }
}
