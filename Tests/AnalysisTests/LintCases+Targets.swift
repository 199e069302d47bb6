extension LintCase {
  static let targets: [LintCase] = [
    LintCase("0205: with and without", "f requires a", "f requires not a", finds: ["TG0205 f"]),
    LintCase(
      "0205: one finding for equal targets", "features f, g, h",
      "everything except h requires a and not a", finds: ["TG0205 f, g"]),
    LintCase("0205: a meter", "m requires a and not a", finds: ["TG0205 m"]),
    LintCase("0205: only from a value on", "m > 5 requires a and not a", finds: []),
    LintCase("0205: off on purpose", "f is off", finds: []),
    LintCase(
      "0205: off and closed besides", "f is off when in stage", "f requires a and not a",
      "rollout stage is 50% of users", finds: ["TG0203 1", "TG0205 f"]),
    LintCase(
      "0205: at different times", "f requires a until 2026-03-01",
      "f requires not a from 2026-03-01", finds: ["TG0212 f"]),
    LintCase(
      "0205: one only warns", "f requires a", "  soft", "f requires not a",
      finds: ["TG0212 f"]),
    LintCase(
      "0205: each for one half", "fact beta is yes or no", "f requires a when beta",
      "f requires not a unless beta", finds: ["TG0212 f"]),
    LintCase(
      "0205: nobody begins what may finish", "f requires a and not a",
      "  running use may finish", finds: ["TG0205 f"]),
    LintCase(
      "0205: what is included cannot be missing", "entitlement a",
      "entitlement full includes a", "f requires full", "f requires not a", finds: ["TG0205 f"]),

    LintCase("0310: a limit of 0 for all", "m > 0 is not allowed", finds: ["TG0310 m"]),
    LintCase("0310: more than nothing", "m > 1 is not allowed", finds: []),
    LintCase("0310: for some", "m > 0 requires a", finds: []),
    LintCase("0310: off on purpose", "meter m", "m is off", finds: []),
    LintCase(
      "0310: an add-on", "meter m", "product p", "  adds 3 to m", "m > 0 is not allowed",
      finds: []),
    LintCase("0310: a server may allow it", "m > allowance otherwise 0 is not allowed", finds: []),
    LintCase(
      "0310: two that leave nothing", "m > 0 per day is not allowed when beta",
      "m > 0 is not allowed unless beta", "fact beta is yes or no", finds: ["TG0310 m"]),

    LintCase("0212: lost with another", "f requires a and not b", finds: ["TG0212 f"]),
    LintCase(
      "0212: lost with what includes it", "tiers free < pro",
      "entitlement full includes pro", "f requires not full", "g requires pro",
      finds: ["TG0212 f"]),
    LintCase(
      "0212: lost by who asks for much at once", "m > 5 requires not b when m < 3",
      finds: ["TG0212 m"]),
    LintCase("0212: only a warning", "f requires not b", "  soft", finds: []),
    LintCase("0212: made up for", "f requires b or not b or a", finds: ["TG0202 1"]),
    LintCase("0212: at some time", "f requires not a until 2026-03-01", finds: ["TG0212 f"]),
    LintCase(
      "0212: given to everybody before", "entitlements a, b", "grant b",
      "f requires a or not b", finds: ["TG0206 3"]),

    LintCase(
      "0213: the next step", "tiers free < pro", "f requires not pro",
      finds: ["TG0213 f"]),
    LintCase(
      "0213: one of three", "tiers free < pro < max", "f requires pro and not max",
      "g requires max", finds: ["TG0213 f"]),
    LintCase(
      "0213: a tier and another", "tiers free < pro", "entitlement a",
      "f requires not pro and not a",
      finds: ["TG0213 f"]),
    LintCase(
      "0213: a limit", "tiers free < pro", "f requires pro", "m > 5 requires not pro",
      finds: ["TG0213 m"]),
    LintCase(
      "0213: as it should be", "tiers free < pro < max", "f requires pro",
      "g requires max", finds: []),
    LintCase(
      "0213: closed before as well", "tiers free < pro", "f requires not pro",
      "f requires pro", finds: ["TG0205 f", "TG0408 pro"]),

    LintCase("0304: the wrong way round", "f requires a when m < 3", finds: ["TG0304 f"]),
    LintCase("0304: the right way round", "f requires a unless m < 3", finds: []),
    LintCase("0304: one value", "f requires a when m is 3", finds: ["TG0304 f"]),
    LintCase(
      "0304: its own counter of a day", "m > 5 requires a when m < 8 per day",
      finds: ["TG0304 m"]),
    LintCase("0304: only a warning", "f requires a when m < 3", "  soft", finds: []),
    LintCase(
      "0304: caught by another rule", "f requires a when m < 3", "f requires a when m >= 3",
      finds: []),
    LintCase(
      "0304: soft beyond a value", "m > 3 requires a when m < 5", "m > 5 requires a",
      "  soft", finds: ["TG0304 m"]),

    LintCase(
      "0408: nothing asks for it", "tiers free < pro < max", "f requires pro",
      finds: ["TG0408 max"]),
    LintCase(
      "0408: a step between", "tiers free < pro < max", "f requires max",
      finds: ["TG0408 pro"]),
    LintCase(
      "0408: a warning less is something", "tiers free < pro", "f requires pro", "  soft",
      finds: []),
    LintCase(
      "0408: a limit of much at once is something", "tiers free < pro",
      "m > 5 requires pro when m < 3", finds: []),
    LintCase("0408: a limit is something", "tiers free < pro", "m > 5 requires pro", finds: []),
    LintCase(
      "0408: given to everybody", "tiers free < pro < max", "grant max until 2026-03-01",
      "f requires max until 2026-03-01", "g requires pro",
      finds: ["TG0202 3", "TG0408 max"]),
  ]
}
