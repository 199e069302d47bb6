public import TollgateRuntime

extension Decision {
  /// What a rule says to the person whom it denies or warns; nothing where it says nothing.
  ///
  /// - Parameters:
  ///   - blocker: One of the decision's ``Decision/blockers``.
  ///   - locale: A BCP 47 tag; the policy's text in that language, or its first one.
  public func message(of blocker: Blocker, in locale: String) -> String? {
    Texts(graph: inquiry?.graph, locale: locale)
      .message(of: blocker, decision: self, ways: waysIn)
  }

  /// What a reminder says; nothing where it says nothing. Amounts are those that stand after the
  /// decision.
  public func text(of reminder: DueReminder, in locale: String) -> String? {
    Texts(graph: inquiry?.graph, locale: locale).text(of: reminder, decision: self)
  }
}
