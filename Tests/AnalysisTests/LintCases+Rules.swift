extension LintCase {
  static let rules: [LintCase] = [
    LintCase(
      "0201: two choices at once", "fact platform is ios or web",
      "f requires a when platform is ios and platform is web", finds: ["TG0201 2"]),
    LintCase(
      "0201: nobody knows whether it applies, and it does not", "fact beta is yes or no",
      "f is off when beta and not beta", finds: ["TG0201 2"]),
    LintCase(
      "0201: a rollout of nobody", "rollout stage is 0% of users", "f requires a when in stage",
      finds: ["TG0201 2"]),
    LintCase(
      "0201: a rollout of one bucket", "rollout stage is 0.01% of users",
      "f requires a when in stage", finds: []),
    LintCase(
      "0201: dates and the clock together", "fact installed is a date",
      "f is off from 2026-03-02 until 1 day after installed when installed before 2026-03-01",
      finds: ["TG0201 2"]),
    LintCase(
      "0201: a day later it fits", "fact installed is a date",
      "f is off from 2026-03-02 until 1 day after installed when installed before 2026-03-02",
      finds: []),
    LintCase(
      "0201: the same counter", "m > 5 requires a when m < 3", finds: ["TG0201 1"]),
    LintCase(
      "0201: another window", "m > 5 requires a when m < 3 per day", finds: ["TG0304 m"]),
    LintCase(
      "0201: one value is left", "m > 5 requires a when m < 6", finds: ["TG0304 m"]),
    LintCase(
      "0201: `unless` the opposite", "fact build is a number",
      "f requires a when build < 3 unless build <= 2", finds: ["TG0201 2"]),

    LintCase(
      "0202: the first tier", "tiers free < pro", "f requires free", "g requires pro",
      finds: ["TG0202 2"]),
    LintCase("0202: held or not held", "f requires a or not a", finds: ["TG0202 1"]),
    LintCase(
      "0202: given to everybody", "tiers free < pro < max", "grant pro", "f requires pro",
      "g requires max", finds: ["TG0202 3", "TG0408 pro"]),
    LintCase(
      "0202: given for a while", "tiers free < pro", "grant pro until 2026-03-01",
      "f requires pro", finds: []),
    LintCase(
      "0202: only for a while, and just then given", "entitlement a", "grant a until 2026-03-01",
      "f requires a until 2026-03-01", finds: ["TG0202 3"]),
    LintCase(
      "0202: a day longer than given", "entitlement a", "grant a until 2026-03-01",
      "f requires a until 2026-03-02", finds: []),
    LintCase(
      "0202: a choice for each", "fact beta is yes or no", "f requires a or beta or not beta",
      finds: ["TG0202 2"]),

    LintCase(
      "0208: everything is gated", "features f, g", "everything requires a", "f requires nothing",
      finds: ["TG0208 3"]),
    LintCase(
      "0208: everything except", "features f, g", "everything except f requires a",
      "f requires nothing", finds: []),
    LintCase(
      "0208: a group of which it is", "features f, g, h", "group both is f, g",
      "both requires a", "g, h requires nothing", finds: ["TG0208 4"]),
    LintCase(
      "0208: one after the other", "f requires nothing until 2026-03-01",
      "f requires a from 2026-03-01", finds: []),
    LintCase(
      "0208: conditions that exclude each other", "fact beta is yes or no",
      "f requires nothing when beta", "f requires a unless beta", finds: []),
    LintCase(
      "0208: conditions that meet", "fact beta is yes or no", "fact build is a number",
      "f requires nothing when beta", "f requires a when build > 3", finds: ["TG0208 3"]),
    LintCase(
      "0208: a warning is no permission", "f requires nothing", "f requires a", "  soft",
      finds: ["TG0208 1"]),
    LintCase(
      "0208: a limit below, and one above", "m > 5 requires nothing", "m > 3 requires a",
      finds: ["TG0208 1"]),
    LintCase(
      "0208: what always holds gates nothing", "tiers free < pro", "f requires nothing",
      "f requires free", "g requires pro", finds: ["TG0202 3"]),
  ]

  static let implied: [LintCase] = [
    LintCase(
      "0203: by a rule that asks for more", "f requires a and b", "f requires a",
      finds: ["TG0203 2"]),
    LintCase(
      "0203: of two that imply each other the later", "features f, g",
      "everything requires a", "f, g requires a when not in stage", "f requires a",
      "rollout stage is 50% of users", finds: ["TG0203 3", "TG0203 4"]),
    LintCase(
      "0203: by one rule for each target", "f, g requires a", "f requires a and b",
      "g requires a and c", finds: ["TG0203 1"]),
    LintCase("0203: for one target only", "f, g requires a", "f requires a and b", finds: []),
    LintCase(
      "0203: everything except", "features f, g, h", "everything except f requires a",
      "g requires a", finds: ["TG0203 3"]),
    LintCase(
      "0203: everything except just this", "features f, g",
      "everything except f requires a", "f requires a", finds: []),
    LintCase(
      "0203: by two halves", "fact beta is yes or no", "f requires a when beta",
      "f requires a unless beta", "f requires a", finds: ["TG0203 4"]),
    LintCase("0203: by what is off", "f is off", "f requires a", finds: ["TG0203 2"]),
    LintCase("0203: off for a while", "f is off until 2026-03-01", "f requires a", finds: []),
    LintCase(
      "0203: what is unknown counts too", "fact beta is yes or no",
      "f requires (a and beta) or (a and not beta)", "f requires a", finds: ["TG0203 3"]),
    LintCase(
      "0203: soft beside the same that is not", "f requires a", "  soft", "f requires a",
      finds: ["TG0203 1"]),
    LintCase(
      "0203: soft until the other begins", "f requires a", "  soft until 2026-03-01",
      "f requires a from 2026-03-01", finds: ["TG0203 3"]),
    LintCase(
      "0203: soft until after the other begins", "f requires a",
      "  soft until 2026-03-02", "f requires a from 2026-03-01", finds: []),
    LintCase(
      "0203: a limit by a bare meter", "m > 5 requires a", "m requires a",
      finds: ["TG0203 1"]),
    LintCase(
      "0203: a bare meter is not raised", "meter m", "m > 0 requires a", "m requires a",
      finds: ["TG0203 2"]),
    LintCase(
      "0203: what stands twice is removed first", "f requires a", "f requires a",
      finds: []),
    LintCase(
      "0203: `undecided` stops whom any limit stops", "m > 5 requires a",
      "m > undecided requires a", finds: ["TG0203 1"]),
  ]
}
