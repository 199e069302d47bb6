public import TollgateRuntime

// Counts of an app are of the type `Int`. They are taken as they are; a number that is written out
// is read as `Int64`, as without these.
extension Gate {
  /// Whether the user may use more of a meter, in its unit.
  @_disfavoredOverload
  public func allows(_ meter: MeterName<Names>, adding amount: Int) -> Bool {
    allows(meter, adding: Int64(amount))
  }

  /// Whether the user may use a meter up to a value, in the meter's unit:
  /// `gate.allows(.notes, reaching: notes.count)`.
  @_disfavoredOverload
  public func allows(_ meter: MeterName<Names>, reaching value: Int) -> Bool {
    allows(meter, reaching: Int64(value))
  }

  /// The decision about using more of a meter, in its unit.
  @_disfavoredOverload
  public func decision(_ meter: MeterName<Names>, adding amount: Int) -> Decision {
    decision(meter, adding: Int64(amount))
  }

  /// Tells how much of a meter is used in all, in its unit: `gate.set(.notes, to: notes.count)`.
  @_disfavoredOverload
  public func set(_ meter: MeterName<Names>, to used: Int) {
    set(meter, to: Int64(used))
  }

  /// Tells how much of a meter is used in one of its windows, in its unit.
  @_disfavoredOverload
  public func set(
    _ meter: MeterName<Names>, to used: Int, in window: Usage.Window, resets end: Instant? = nil
  ) {
    set(meter, to: Int64(used), in: window, resets: end)
  }

  /// Tells a fact that is a number.
  @_disfavoredOverload
  public func set(_ fact: FactName<Names, Int64>, to value: Int) {
    set(fact, to: Int64(value))
  }
}

#if canImport(Observation)
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
  extension LiveGate {
    /// Whether the user may use more of a meter, in its unit.
    @_disfavoredOverload
    public func allows(_ meter: MeterName<Names>, adding amount: Int) -> Bool {
      allows(meter, adding: Int64(amount))
    }
  }
#endif
