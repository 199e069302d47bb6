extension DiagnosticCodes {
  /// TG0018–TG0024: sentences that parse and cannot stand so.
  static let clauses: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0018", "said twice",
      what: "A clause, or a part of a sentence, that may stand once stands twice.",
      why: "One of them would have to win, and nobody could tell which.",
      avoid: "product annual\n  grants pro\n  price 12 CNY per year\n  price 13 CNY per year\n"
        + "csv-export requires pro\n",
      prefer: "product annual\n  grants pro\n  price 12 CNY per year\ncsv-export requires pro\n",
      exceptions: "`sold as` (one a store), `grants`, `adds`, `not with`, `benefit`, `reminder`, "
        + "`given` and `expect` may repeat."),
    DiagnosticPage(
      "TG0019", "a clause where it does not belong",
      what: "A clause, or a part of a sentence, stands under something it cannot speak of.",
      why: "It would have no effect, though its author meant one.",
      avoid: "csv-export requires pro\n  reminder at 450\n",
      prefer: "bills > 500 requires pro\n  reminder at 450\n"),
    DiagnosticPage(
      "TG0020", "a statement twice",
      what: "`policy`, `trust`, `snooze` or `tiers` stands a second time.",
      why: "Each says something about the whole policy, and the whole has one.",
      avoid: "trust snapshots for 24h\ntrust snapshots for 48h\ncsv-export requires pro\n",
      prefer: "trust snapshots for 48h\ncsv-export requires pro\n"),
    DiagnosticPage(
      "TG0021", "a language that is none, or twice",
      what: "The tag of a language is not well-formed, or stands twice in one label.",
      why: "The text would be shown to nobody.",
      avoid: "feature csv-export \"CSV export\" zh_Hans \"CSV 导出\"\ncsv-export requires pro\n",
      prefer: "feature csv-export \"CSV export\" zh-Hans \"CSV 导出\"\ncsv-export requires pro\n"),
    DiagnosticPage(
      "TG0022", "a percentage out of range",
      what: "A rollout is more than 100% of the users, or a reminder beyond 1,000% of a limit.",
      why: "There are no more users than all.",
      avoid: "rollout new-paywall is 120% of users\ncsv-export requires pro when in new-paywall\n",
      prefer: "rollout new-paywall is 20% of users\ncsv-export requires pro when in new-paywall\n",
      exceptions: "A reminder may be beyond 100%: usage may stand above a limit that got smaller."),
    DiagnosticPage(
      "TG0023", "more than an app could load",
      what: "A series has more than 1,000,000 members, the policy more than 4,000,000 features, or "
        + "its lists more than 20,000,000 entries.",
      why: "Every device would have to hold it.",
      avoid: "series L1..L2000000\nL1..L5 requires pro\n",
      prefer: "series L1..L2000\nL1..L2000 requires pro\n"),
    DiagnosticPage(
      "TG0024", "`off` for a limit, or `not allowed` for a feature",
      what: "A comparison `is off`, or a feature `is not allowed`.",
      why: "A feature is on or off; what is above a limit is allowed or not. The words are kept "
        + "apart, so that a rule reads as it works.",
      avoid: "uploads > 20 is off\n", prefer: "uploads > 20 is not allowed\n"),
  ]
}
