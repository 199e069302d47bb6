public import TollgateRuntime

#if canImport(Darwin)
  import Foundation
#else
  import Synchronization
#endif

/// Where a ``PolicyStore`` takes the time from. Apps use ``SystemClock``; a test brings its own,
/// and moves it by hand.
///
/// ```swift
/// /// The time of the server, which a user cannot set.
/// struct ServerClock: StoreClock {
///   let ahead: Int64  // milliseconds
///   func now() -> Instant { Instant.now.advanced(by: ahead) }
///   func sleep(until instant: Instant) async throws {
///     try await SystemClock().sleep(until: instant.advanced(by: -ahead))
///   }
/// }
/// ```
public protocol StoreClock: Sendable {
  /// The present time.
  func now() -> Instant

  /// Returns when this instant has come, or at once if it is past. Throws as soon as the task is
  /// cancelled.
  func sleep(until instant: Instant) async throws
}

/// The clock of this device.
///
/// ```swift
/// // A gate that is told no clock has this one.
/// let gate = Gate<Shop>(clock: SystemClock())
/// ```
public struct SystemClock: StoreClock {
  /// The clock of this device.
  public init() {}

  /// The present time.
  public func now() -> Instant { .now }

  /// Sleeps until the clock shows this instant. A clock that is set meanwhile, or a device that
  /// sleeps, delays it; a store asks for no more than 15 minutes at once.
  public func sleep(until instant: Instant) async throws {
    let milliseconds = instant.milliseconds.saturatingAdd(-now().milliseconds)
    guard milliseconds > 0 else { return try Task.checkCancellation() }
    // A day is more than any store asks for, and far from what overflows.
    let nanoseconds = UInt64(min(milliseconds, 86_400_000)) * 1_000_000
    try await Task.sleep(nanoseconds: nanoseconds)
  }
}

/// A value that threads share. (`Mutex` would do, from iOS 18 on.)
// Invariant: `value` is read and written in `withLock` alone, where one thread is at a time; work that
// would enter the same lock again waits for ever and never meets itself there.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  #if canImport(Darwin)
    private let lock = NSLock()
  #else
    // Not a `Mutex<Value>`: where this type is generic, the runtime would look that type up each time.
    private let lock = Mutex(())
  #endif
  // Invariant: as above, so the runtime need not look for overlapping access.
  @exclusivity(unchecked) private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  /// Works on the value, which must take next to no time.
  @inline(__always)
  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    #if canImport(Darwin)
      lock.lock()
      defer { lock.unlock() }
      return body(&value)
    #else
      lock.withLock { _ in body(&value) }
    #endif
  }

  /// The same for work that may fail. (Apart, so that work that cannot fail is inlined.)
  package func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if canImport(Darwin)
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    #else
      try lock.withLock { (_) throws(Failure) in try body(&value) }
    #endif
  }
}
