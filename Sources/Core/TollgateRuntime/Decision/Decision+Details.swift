extension Decision {
  /// How it was made: things to know about it.
  public var flags: [Flag] {
    var flags: [Flag] = isClockBehind ? [.clockBehind] : []
    let areMoreWays = outcome != .allowed && inquiry?.waysIn(from: outcome).areMore == true
    if areMoreWays || inquiry?.settingState?.areMore == true { flags.append(.moreWaysIn) }
    return flags
  }

  /// For a meter, the limit and how much is left.
  public var quota: Quota? { inquiry?.quota(of: verdict) }

  /// For a setting, its value, whatever the outcome.
  public var value: SettingState? { inquiry?.settingState }

  /// Every rule that fails, in the order of the source.
  public var blockers: [Blocker] {
    guard outcome != .allowed, let inquiry else { return [] }
    var evaluation = inquiry.evaluation()
    return inquiry.blockers(inquiry.standings(&evaluation), reason, &evaluation)
  }

  /// Every way to turn a denial into a use, or to be rid of a warning: refresh, fix a payment,
  /// buy (fewest products first, then the cheaper), wait, delete some of what is used.
  public var waysIn: [WayIn] { inquiry?.waysIn(from: outcome).ways ?? [] }

  /// For a meter, the reminder that is due.
  public var reminder: DueReminder? {
    guard let inquiry else { return nil }
    var evaluation = inquiry.evaluation()
    return inquiry.reminder(after: outcome, &evaluation)
  }

  /// How the app presents a denial or a warning.
  public var prompt: Prompt? {
    guard outcome != .allowed, let inquiry, let position = inquiry.answer.position else {
      return nil
    }
    return inquiry.prompt(of: inquiry.subject.rule(at: position), for: reason)
  }

  /// The first later instant at which the outcome would differ, or the value of a setting, if the
  /// snapshot stayed as it is; nil if never. Until then the decision is valid.
  public var validUntil: Instant? {
    guard let inquiry else { return nil }
    var evaluation = inquiry.evaluation()
    return inquiry.validUntil(outcome, Readings(of: inquiry), &evaluation)
      .map(Instant.init(milliseconds:))
  }
}

extension Decision {
  /// Everything about a decision at once: what the properties of the same names say, worked out
  /// together, which costs about half of asking for one after another.
  public var details: Details {
    guard let inquiry else {
      return Details(
        flags: isClockBehind ? [.clockBehind] : [], quota: nil, blockers: [], waysIn: [],
        reminder: nil, prompt: nil, validUntil: nil, instead: [], value: nil)
    }
    var evaluation = inquiry.evaluation()
    let readings = Readings(of: inquiry)
    let validUntil = inquiry.validUntil(outcome, readings, &evaluation)
    var standings = outcome == .allowed ? [] : inquiry.standings(&evaluation)
    let (waysIn, areMore) = inquiry.waysIn(
      from: outcome, past: &standings, readings, validUntil: validUntil, &evaluation)
    var flags: [Flag] = isClockBehind ? [.clockBehind] : []
    let value = inquiry.settingState
    if areMore || value?.areMore == true { flags.append(.moreWaysIn) }
    return Details(
      flags: flags, quota: inquiry.quota(of: verdict),
      blockers: inquiry.blockers(standings, reason, &evaluation), waysIn: waysIn,
      reminder: inquiry.reminder(after: outcome, &evaluation),
      prompt: standings.fold.deciding.flatMap { place in
        inquiry.prompt(of: standings[place].index, for: reason)
      },
      validUntil: validUntil.map(Instant.init(milliseconds:)),
      instead: outcome == .denied ? inquiry.instead(of: standings) : [], value: value)
  }

  /// The parts of a decision beyond its verdict.
  public struct Details: Sendable, Hashable {
    /// How it was made: things to know about it.
    public let flags: [Flag]
    /// For a meter, the limit and how much is left.
    public let quota: Quota?
    /// Every rule that fails, in the order of the source.
    public let blockers: [Blocker]
    /// Every way to turn a denial into a use, or to be rid of a warning.
    public let waysIn: [WayIn]
    /// For a meter, the reminder that is due.
    public let reminder: DueReminder?
    /// How the app presents a denial or a warning.
    public let prompt: Prompt?
    /// The first later instant at which the outcome would differ if the snapshot stayed as it is.
    public let validUntil: Instant?
    /// The targets to use in place of the denied one, by name; empty unless denied.
    public let instead: [String]
    /// For a setting, its value, whatever the outcome.
    public let value: SettingState?
  }
}
