extension DiagnosticCodes {
  /// TG0035–TG0037: windows, counters and the clauses of meters.
  static let counting: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0035", "a window in the wrong spelling",
      what: "A window after `per` has another spelling, or a number that it cannot have.",
      why: "The name of a window is the name of its counter, so each window has one name: `day`, "
        + "or `3 hours`. `24 hours` and `day` are two windows, each with its own counter.",
      avoid: "messages > 40 per 24h requires plus\n",
      prefer: "messages > 40 per 24 hours requires plus\n"),
    DiagnosticPage(
      "TG0036", "a counter that cannot fall like this",
      what: "The later steps of a counter are not in order, or one is more than the one before.",
      why: "The steps say how a counter falls if nothing is used. Only a use makes it rise.",
      avoid: """
        messages > 40 per 3 hours requires plus
        scenario "s"
          given messages 10 per 3 hours then 12 at 2026-01-02
          expect messages allowed

        """,
      prefer: """
        messages > 40 per 3 hours requires plus
        scenario "s"
          given messages 12 per 3 hours then 10 at 2026-01-02
          expect messages allowed

        """),
    DiagnosticPage(
      "TG0037", "a meter that refills and has windows",
      what: "A meter `refills`, and has a clause `windows` or a limit with `per`.",
      why: "A counter of a window begins again with the window. One that refills falls little by "
        + "little. It cannot do both.",
      avoid: "meter hearts\n  refills 1 every 30min\nhearts > 5 per day requires plus\n",
      prefer: "meter hearts\n  refills 1 every 30min\nhearts > 5 requires plus\n"),
  ]
}
