#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateRuntime

extension Gate {
  /// Tells how much of a meter is used in all, in its unit.
  ///
  /// Where the policy only counts in windows, as in `questions > 3 per day`, no window has more than
  /// that: each window that it reads is set to it. To tell them apart, say which:
  /// `gate.set(.questions, to: 3, in: .day)`.
  public func set(_ meter: MeterName<Names>, to used: Int64) {
    let now = clock.now()
    let read = store.policy.graph.windowsRead(ofMeter: meter.name)
    let windows = read.contains(.total) ? [] : read
    update { snapshot in
      var usage = snapshot.usage[meter.name] ?? Usage()
      usage.total = Counter(used)
      for window in windows { usage.set(window, to: used, at: now) }
      snapshot.usage[meter.name] = usage
    }
  }

  /// Tells how much of a meter is used in one of its windows, in its unit.
  ///
  /// ```swift
  /// gate.set(.questions, to: 3, in: .day)
  /// ```
  ///
  /// - Parameters:
  ///   - meter: The meter.
  ///   - used: How much is used in the present window.
  ///   - window: The window, as the policy says: `per day` is ``Usage/Window/day``.
  ///   - end: When the window ends, and its counter begins again at 0. By default, the end that was
  ///     told before; where there is none, the count stays until another is told.
  public func set(
    _ meter: MeterName<Names>, to used: Int64, in window: Usage.Window, resets end: Instant? = nil
  ) {
    let now = clock.now()
    update { snapshot in
      snapshot.usage[meter.name, default: Usage()].set(window, to: used, at: now)
      if let end { snapshot.usage[meter.name]?[window]?.resets = end }
    }
  }

  /// Tells a fact of the user or the device, in the type that it has in the policy.
  ///
  /// ```swift
  /// gate.set(.beta, to: true)
  /// gate.set(.installed, to: .now)
  /// ```
  public func set<Value>(_ fact: FactName<Names, Value>, to value: Value) {
    update { $0.facts[fact.name] = value.factValue }
  }

  /// Tells a fact that is a date.
  @_disfavoredOverload
  public func set(_ fact: FactName<Names, Instant>, to date: Date) {
    set(fact, to: Instant(date))
  }
}

extension Usage {
  /// Sets a counter. It begins again when it would have, unless that is past.
  fileprivate mutating func set(_ window: Window, to used: Int64, at now: Instant) {
    let end = self[window]?.resets.flatMap { $0 > now ? $0 : nil }
    self[window] = Counter(used, resets: end)
  }
}

extension RuleGraph {
  /// The windows in which limits and conditions read a meter, the total among them.
  fileprivate func windowsRead(ofMeter name: String) -> Set<Window> {
    guard let meter = names.meter(name, in: parts) else { return [] }
    var windows: Set<Window> = []
    for core in cores {
      if let limit = core.limit, limit.meter == meter { windows.insert(limit.window) }
    }
    for node in parts.nodes {
      if case .usageAtLeast(let counter, _) = node, counter.meter == meter {
        windows.insert(counter.window)
      }
    }
    return windows
  }
}
