import Foundation

/// Which reader this process tries, from the variable `TOLLGATE_FUZZ`.
private let target = FuzzTarget(
  rawValue: ProcessInfo.processInfo.environment["TOLLGATE_FUZZ"] ?? "")

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let target else {
    fatalError("TOLLGATE_FUZZ must be one of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  // Invariant: libFuzzer gives `count` bytes from `start` on.
  target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
