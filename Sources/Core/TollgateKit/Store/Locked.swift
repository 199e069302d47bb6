#if canImport(Darwin)
  import Foundation
#else
  import Synchronization
#endif

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
