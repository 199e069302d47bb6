import Foundation

/// Which reader this process tries, from the variable `TOLLGATE_FUZZ`.
private let target = FuzzTarget(
  rawValue: ProcessInfo.processInfo.environment["TOLLGATE_FUZZ"] ?? "")

/// What libFuzzer calls with each input.
private func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Invariant: libFuzzer gives `count` bytes from `start` on.
  target?.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// libFuzzer, for a program that has its own `main`: SwiftPM gives an executable no other.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main struct Entry {
  static func main() {
    guard target != nil else {
      fatalError("TOLLGATE_FUZZ must be one of \(FuzzTarget.allCases.map(\.rawValue))")
    }
    // What all inputs are used with is made before the first of them is timed.
    target?.run([])
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments) { tryInput($0, $1) })
  }
}
