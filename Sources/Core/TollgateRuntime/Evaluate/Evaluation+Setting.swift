extension Evaluation {
  /// The value that the user surely has of a setting, with its allowance; or (`.unknown`) the one
  /// that is possible: with every step that is not surely out, and all that is stale.
  package mutating func value(
    of setting: SettingIndex, counting least: Truth = .yes
  ) -> Ladder.Value {
    let limit = Limit(setting: setting)
    switch reach(of: limit, counting: least) {
    case .quantity(let quantity):
      let raise = raise(of: limit)
      return .quantity(quantity.saturatingAdd(least == .yes ? raise.known : raise.perhaps))
    case .unlimited, .unknown, .undecided: return .unlimited
    }
  }
}
