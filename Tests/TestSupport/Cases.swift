import Foundation

/// How many random cases the tests try.
public enum Cases {
  /// So many times as many as usual: the environment variable `TOLLGATE_CASES`, 1 unless told.
  /// CI tries 3 times as many.
  public static let factor =
    max(1, Int(ProcessInfo.processInfo.environment["TOLLGATE_CASES"] ?? "1") ?? 1)
}
