import TollgateKit
import TollgateRuntime

// Answers without JSON. A verdict is a number: the outcome (2 bits from the lowest; allowed, warned,
// denied), the reason (5 bits, in the order of the documentation), whether the clock is behind (1),
// the kind of quota (2: none, limited, undecided, unlimited). -1 is a number that is nothing.

/// The verdict about a target, by its place among the `targets` of the policy. `at` is in
/// milliseconds since 1970.
@_expose(wasm, "tollgate_verdict") @_cdecl("tollgate_verdict")
public func verdict(_ snapshot: Int32, _ target: Int32, _ adding: Double, _ at: Double) -> Int32 {
  guard let known = snapshots[Int(snapshot)], target >= 0, Int(target) < known.count,
    let adding = Int64(exactly: adding), let at = Int64(exactly: at)
  else { return -1 }
  let ask = Ask(.adding(adding))
  let now = Instant(milliseconds: at)
  return code(known.graph.verdict(Target(index: target), ask: ask, for: known.snapshot, at: now))
}

/// Writes the verdict about each target, in their order, as three numbers of 64 bits with a point:
/// the verdict, the limit and what is used, each NaN where there is none. `room` is how many targets
/// there is room for.
///
/// - Returns: How many were written; -1 for a snapshot that is nothing.
@_expose(wasm, "tollgate_verdicts") @_cdecl("tollgate_verdicts")
public func verdicts(
  _ snapshot: Int32, _ at: Double, _ results: UnsafeMutablePointer<Double>?, _ room: Int32
) -> Int32 {
  guard let known = snapshots[Int(snapshot)], let at = Int64(exactly: at), let results else {
    return -1
  }
  let now = Instant(milliseconds: at)
  let count = min(Int(room), known.count)
  for place in 0..<max(0, count) {
    let target = Target(index: Int32(place))
    let verdict = known.graph.verdict(target, ask: Ask(), for: known.snapshot, at: now)
    results[3 * place] = Double(code(verdict))
    results[3 * place + 1] = verdict.highest == .min ? .nan : Double(verdict.highest)
    results[3 * place + 2] = verdict.used.map { Double($0) } ?? .nan
  }
  return Int32(max(0, count))
}

private func code(_ verdict: Verdict) -> Int32 {
  Int32(truncatingIfNeeded: verdict.finding.bits & 0x3FF)
}
