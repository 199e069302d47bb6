extension LintCase {
  static let values: [LintCase] = [
    LintCase(
      "0307: less than the base", "m at most 10", "  8 with a", "f requires a",
      finds: ["TG0307 2"]),
    LintCase(
      "0307: a higher step for fewer people", "tiers free < pro < max", "setting history is 1",
      "  30 with pro", "  20 with max", finds: ["TG0307 4", "TG0408 max"]),
    LintCase(
      "0307: the other way round", "tiers free < pro < max", "setting history is 1",
      "  20 with pro", "  30 with max", finds: []),
    LintCase(
      "0307: only where smaller is better", "setting delay is 10, smaller is better", "  8 with a",
      finds: []),
    LintCase(
      "0307: two steps cover it together", "m at most 1", "  5 with a or b", "  5 with a",
      "  6 with b", "entitlements a, b", finds: ["TG0307 3"]),
    LintCase("0307: an open base is no value", "m at most undecided", "  5 with a", finds: []),

    LintCase(
      "0308: a limit that is not for the higher tier", "tiers free < pro < max", "m at most 10",
      "  100 with pro and not max", "  50 with max", finds: ["TG0308 m"]),
    LintCase(
      "0308: a value that is not for the higher tier", "tiers free < pro < max",
      "setting history is 7", "  90 with pro and not max", "  30 with max",
      finds: ["TG0308 history"]),
    LintCase(
      "0308: the first tier has it", "tiers free < pro", "setting quality is low < high",
      "  high with not pro", finds: ["TG0308 quality"]),
    LintCase(
      "0308: as much on both", "tiers free < pro < max", "m at most 10",
      "  100 with pro and not max", "  100 with max", finds: ["TG0408 max"]),
    LintCase(
      "0308: smaller is better", "tiers free < pro < max",
      "setting delay is 90, smaller is better", "  60 with pro and not max", "  30 with max",
      finds: []),
    LintCase(
      "0308: an entitlement that is no tier", "entitlements a, b", "setting history is 7",
      "  90 with a and not b", finds: ["TG0212 history"]),

    LintCase(
      "0311: a higher tier", "tiers free < plus < pro", "feature gold",
      "m > 4 requires plus", "  instead use gold", "gold requires pro", finds: ["TG0311 3 gold"]),
    LintCase(
      "0311: closed when the rule applies", "fact beta is yes or no", "features f, g",
      "f is off when beta", "  instead use g", "g is off when beta", finds: ["TG0311 3 g"]),
    LintCase(
      "0311: itself", "features f, g", "f requires a", "  instead use f", "g requires a",
      finds: ["TG0311 2 f"]),
    LintCase(
      "0311: one of two", "tiers free < plus < pro", "features gold, basic",
      "m > 4 requires plus", "  instead use gold, basic", "gold requires pro",
      "basic requires nothing", finds: ["TG0311 3 gold"]),
    LintCase(
      "0311: open to some who are denied", "entitlements a, b", "features f, g",
      "f requires a", "  instead use g", "g requires b", finds: []),
    LintCase(
      "0311: each for the other", "fact beta is yes or no", "features f, g",
      "f, g require a unless beta", "  instead use f, g", finds: ["TG0311 3 f, g"]),
    LintCase(
      "0311: a meter of which some is left", "meters m, n", "m > 4 requires a",
      "  instead use n", "n > 4 requires a", finds: []),
    LintCase(
      "0311: what the ladder does not give", "meters m, n", "m at most 4", "  9 with a",
      "  instead use n", "n requires a", finds: []),
  ]
}
