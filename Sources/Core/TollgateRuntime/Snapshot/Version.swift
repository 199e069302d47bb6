/// A version of an app: `major.minor.patch`, compared number by number.
///
/// ```swift
/// let snapshot = Snapshot(facts: ["version": .version(Version(2, 4))])
/// print(Version(2, 4) < Version(2, 10))  // true
/// ```
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

extension Version: CustomStringConvertible {
  /// The version as text: major and minor always, the patch only when it is not zero.
  public var description: String {
    let text = "\(major).\(minor)"
    return patch == 0 ? text : "\(text).\(patch)"
  }
}
