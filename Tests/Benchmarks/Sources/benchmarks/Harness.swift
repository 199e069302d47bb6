import Benchmark
import Figures
import Foundation
import Workload

/// Takes the times of a run. A body works through many operations, so that the cost of reading the
/// clock does not count; what is kept is the median of its repetitions, for one operation.
struct Harness {
  private var suite = BenchmarkSuite(name: "")
  private var operations: [String: Int] = [:]

  /// Adds something to time: a body that does so many `operations`.
  mutating func time(
    _ figure: Figure, operations count: Int = 1, iterations: Int? = nil,
    _ body: @escaping () -> Void
  ) {
    operations[figure.name] = count
    if let iterations {
      suite.benchmark(figure.name, settings: Iterations(iterations), WarmupIterations(0)) {
        body()
      }
    } else {
      suite.benchmark(figure.name) { body() }
    }
  }

  /// Adds something that is timed between `begin` and `end` only.
  mutating func time(
    _ figure: Figure, operations count: Int, begin: @escaping () -> Void,
    _ body: @escaping () -> Void, end: @escaping () -> Void
  ) {
    operations[figure.name] = count
    suite.benchmark(figure.name) { state in
      begin()
      defer { end() }
      try state.measure(f: body)
    }
  }

  /// Runs those whose name contains `filter`.
  func run(filter: String?, seconds: Double) throws -> Measurements {
    var settings: [any BenchmarkSetting] = [
      Format(.none), WarmupIterations(1), MinTime(seconds: seconds),
    ]
    if let filter { settings.append(Filter(NSRegularExpression.escapedPattern(for: filter))) }
    var runner = BenchmarkRunner(suites: [suite], settings: [], customDefaults: settings)
    try runner.run()
    var measurements = Measurements()
    for result in runner.results {
      let sorted = result.measurements.sorted()
      guard let count = operations[result.benchmarkName], !sorted.isEmpty else { continue }
      measurements[Figure(result.benchmarkName)] = sorted[sorted.count / 2] / Double(count)
    }
    return measurements
  }
}

extension RequestStream {
  /// Requests of this kind.
  func requests<Key>(_ keys: [Key], users: Int) -> [Request<Key>] {
    switch self {
    case .predictable: Requests.predictable(keys, users: users)
    case .unlearnable: Requests.unlearnable(keys, users: users)
    }
  }
}
