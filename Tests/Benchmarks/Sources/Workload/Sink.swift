/// Where results go. A value that is stored into memory that others can see has to be worked out
/// in full, whatever the optimiser sees of how it is made.
///
/// Invariant: `slots` holds `Sink.count` values from `init` to `deinit`, and an index is below it.
public final class Sink<Value> {
  @usableFromInline let slots: UnsafeMutablePointer<Value>

  @inlinable public init(_ value: Value) {
    slots = .allocate(capacity: SinkSize.count)
    slots.initialize(repeating: value, count: SinkSize.count)
    publish(UnsafeRawPointer(slots))
  }

  deinit {
    slots.deinitialize(count: SinkSize.count)
    slots.deallocate()
  }

  /// Few enough to stay in the fastest cache.
  @inlinable @inline(__always)
  public func store(_ value: Value, at index: Int) {
    slots[index & (SinkSize.count - 1)] = value
  }
}

@usableFromInline enum SinkSize {
  @inlinable static var count: Int { 64 }
}

/// Lets the memory escape from what the optimiser can see.
@inline(never) @usableFromInline
func publish(_ memory: UnsafeRawPointer) {
  if memory == published { published = nil } else { published = memory }
}

/// Invariant: nothing reads what it points to.
nonisolated(unsafe) private var published: UnsafeRawPointer?

/// Uses a number, without saying how.
@inline(never)
public func consume(_ value: Int) {
  if value == consumed { consumed = value &+ 1 }
}

/// Invariant: only the thread that measures writes it.
nonisolated(unsafe) private var consumed = Int.min
