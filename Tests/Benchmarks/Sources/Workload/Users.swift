public import TollgateKit

/// Prepared users, borrowed one after the other.
///
/// An app that asks about the user it holds pays for no reference count. To take an object out of
/// an array costs a retain and a release, twice what a decision costs; so the streams borrow, and
/// what it costs to take out is measured by itself.
public struct Users: Sendable {
  /// The users as an array.
  public let array: [PreparedSnapshot]
  /// Invariant: `array` keeps every one of them alive, as long as this value is.
  @usableFromInline let borrowed: UnsafeReferences

  public init(_ users: [PreparedSnapshot]) {
    array = users
    borrowed = UnsafeReferences(references: users.map(Unmanaged.passUnretained))
  }

  public var count: Int { array.count }

  /// Asks about a user.
  @inlinable @inline(__always)
  public func with<Result>(_ user: Int, _ ask: (PreparedSnapshot) -> Result) -> Result {
    borrowed.references[user]._withUnsafeGuaranteedRef { ask($0) }
  }
}

/// Invariant: what is referred to never changes, so it can be shared between threads.
@usableFromInline struct UnsafeReferences: @unchecked Sendable {
  @usableFromInline let references: [Unmanaged<PreparedSnapshot>]
}
