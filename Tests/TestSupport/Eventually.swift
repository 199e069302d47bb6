/// Waits until something is so: for half a minute at the most, on a machine that is busy.
///
/// ```swift
/// let isSo = await eventually { clock.sleepers == 2 }
/// ```
///
/// - Returns: Whether it became so.
public func eventually(_ condition: @Sendable () async -> Bool) async -> Bool {
  for _ in 0..<30_000 {
    if await condition() { return true }
    try? await Task.sleep(nanoseconds: 1_000_000)
  }
  return false
}
