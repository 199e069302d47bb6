/// Who asks for what.
public struct Request<Key> {
  public let key: Key
  public let user: Int
}

/// Pre-generated requests, read from an array while the clock runs, so that nothing about them can
/// be known when the loop is compiled.
public enum Requests {
  /// How many there are in a stream unless told.
  public static let count = 65_536

  /// The same few over and over: a branch predictor learns them.
  public static func predictable<Key>(
    _ keys: [Key], users: Int, count: Int = count
  ) -> [Request<Key>] {
    (0..<count).map { index in
      Request(key: keys[index % keys.count], user: index / keys.count % min(users, 8))
    }
  }

  /// Random ones: no predictor learns so many.
  public static func unlearnable<Key>(
    _ keys: [Key], users: Int, count: Int = count
  ) -> [Request<Key>] {
    var random = SplitMix64(seed: 20_261_121)
    return (0..<count).map { _ in
      Request(key: keys[random.pick(keys.count)], user: random.pick(users))
    }
  }
}
