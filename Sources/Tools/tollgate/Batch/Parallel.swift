#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Spreads work over the cores.
enum Parallel {
  /// The number of cores.
  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The results of `body` for each number, in order, computed by `jobs` tasks at once.
  ///
  /// Each task takes every `jobs`-th number, so that all have about the same work, and has its own
  /// copy of `state`.
  static func map<State: Sendable, Result: Sendable>(
    _ numbers: Range<Int>, jobs: Int, with state: State,
    _ body: @escaping @Sendable (inout State, Int) -> Result
  ) -> [Result] {
    let jobs = min(jobs, numbers.count)
    guard jobs > 1 else {
      var state = state
      return numbers.map { body(&state, $0) }
    }
    return Waiting.result {
      await withTaskGroup(of: (job: Int, results: [Result]).self) { group in
        for job in 0..<jobs {
          group.addTask {
            var state = state
            let own = stride(from: numbers.lowerBound + job, to: numbers.upperBound, by: jobs)
            return (job, own.map { body(&state, $0) })
          }
        }
        var shares: [[Result]] = Array(repeating: [], count: jobs)
        for await share in group { shares[share.job] = share.results }
        return (0..<numbers.count).map { shares[$0 % jobs][$0 / jobs] }
      }
    }
  }
}
