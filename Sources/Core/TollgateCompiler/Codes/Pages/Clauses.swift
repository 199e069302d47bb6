extension DiagnosticCodes {
  /// TG0018–TG0024: sentences that parse, but with a clause or a value that does not fit.
  static let clauses: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0018", "said twice",
      what: "A clause or a part of a sentence is written twice, and only one is allowed.",
      why: "Nobody could tell which of the two counts.",
      avoid: "product annual\n  grants pro\n  price 12 CNY per year\n  price 13 CNY per year\n"
        + "csv-export requires pro\n",
      prefer: "product annual\n  grants pro\n  price 12 CNY per year\ncsv-export requires pro\n",
      exceptions:
        "`sold as` (once for each store), `grants`, `adds`, `not with`, `benefit`, `reminder`, "
        + "`given`, `expect` and steps may repeat. One `price` clause holds the prices in all "
        + "currencies."),
    DiagnosticPage(
      "TG0019", "a clause where it does not belong",
      what: "A clause or a part of a sentence does not fit the statement above it.",
      why: "It would have no effect, but its author wanted one.",
      avoid: "csv-export requires pro\n  reminder at 450\n",
      prefer: "bills > 500 requires pro\n  reminder at 450\n"),
    DiagnosticPage(
      "TG0020", "a statement twice",
      what: "A policy says `policy`, `trust`, `snooze` or `tiers` a second time.",
      why: "Each of them is about the whole policy, so there can be only one.",
      avoid: "trust snapshots for 24h\ntrust snapshots for 48h\ncsv-export requires pro\n",
      prefer: "trust snapshots for 48h\ncsv-export requires pro\n"),
    DiagnosticPage(
      "TG0021", "an unknown or repeated language tag",
      what: "A language tag is misspelt, or a label has two texts for one language.",
      why: "Nobody would see the text.",
      avoid: "feature csv-export \"CSV export\" zh_Hans \"CSV 导出\"\ncsv-export requires pro\n",
      prefer: "feature csv-export \"CSV export\" zh-Hans \"CSV 导出\"\ncsv-export requires pro\n"),
    DiagnosticPage(
      "TG0022", "a percentage out of range",
      what: "A rollout is more than 100% of the users, or a reminder beyond 1,000% of a limit.",
      why: "A rollout cannot have more than all users.",
      avoid: "rollout new-paywall is 120% of users\ncsv-export requires pro when in new-paywall\n",
      prefer: "rollout new-paywall is 20% of users\ncsv-export requires pro when in new-paywall\n",
      exceptions: "A reminder may be at more than 100%: a user may have more than the limit allows."
    ),
    DiagnosticPage(
      "TG0023", "too large to load",
      what: "A series has more than 1,000,000 members, the policy more than 4,000,000 features, or "
        + "its lists more than 20,000,000 entries. Or a rule names more than 1,000 targets after "
        + "`instead use`.",
      why: "Every device would have to keep it in memory.",
      avoid: "series L1..L2000000\nL1..L5 requires pro\n",
      prefer: "series L1..L2000\nL1..L2000 requires pro\n"),
    DiagnosticPage(
      "TG0024", "`off` for a limit, or `not allowed` for a feature",
      what: "A comparison `is off`, or a feature `is not allowed`.",
      why: "A feature is on or off. An amount above a limit is allowed or not allowed. Each has "
        + "its own words, so that a rule reads as it works.",
      avoid: "uploads > 20 is off\n", prefer: "uploads > 20 is not allowed\n"),
  ]
}
