extension LintCase {
  static let parts: [LintCase] = [
    LintCase(
      "0206: included", "entitlement a", "entitlement full includes a",
      "f requires a or full", finds: ["TG0206 3"]),
    LintCase(
      "0206: not included", "entitlement a", "entitlement full includes a", "entitlement b",
      "f requires b or full", "g requires a", finds: []),
    LintCase(
      "0206: tiers", "tiers free < pro < max", "f requires max or pro", "g requires max",
      finds: ["TG0206 2"]),
    LintCase("0206: in a condition", "f requires a when m > 3 or m > 5", finds: ["TG0206 1"]),
    LintCase("0206: other windows", "f requires a when m > 3 or m > 5 per day", finds: []),
    LintCase(
      "0206: twice the same is one too many", "f requires a or b or a",
      finds: ["TG0206 1"]),
    LintCase("0206: true for nobody", "f requires a or (b and not b)", finds: ["TG0206 1"]),
    LintCase(
      "0206: under a `not`", "m > 3 requires a unless not (m > 4 or m > 5)",
      finds: ["TG0206 1"]),
    LintCase(
      "0206: unknown opposites leave room", "fact beta is yes or no",
      "fact platform is ios, web or tv",
      "f requires a when beta or platform is ios or not beta", finds: ["TG0207 3"]),
    LintCase(
      "0206: a part of another alternative", "f requires (a and b) or a",
      finds: ["TG0206 1"]),

    LintCase(
      "0207: a number is not negative", "fact build is a number", "fact beta is yes or no",
      "f requires a when build >= 0 and beta", finds: ["TG0207 3"]),
    LintCase(
      "0207: above the first number", "fact build is a number", "fact beta is yes or no",
      "f requires a when build >= 1 and beta", finds: []),
    LintCase(
      "0207: a part of a requirement", "f requires a and (b or not b)",
      finds: ["TG0207 1"]),
    LintCase(
      "0207: all choices", "fact platform is ios or web",
      "f requires a when platform is one of ios, web", finds: ["TG0207 2"]),
    LintCase(
      "0207: or anything else", "fact platform is ios, web or anything else",
      "f requires a when platform is one of ios, web", finds: []),
    LintCase(
      "0207: a whole exception", "fact beta is yes or no",
      "f requires a unless beta and not beta", finds: ["TG0207 2"]),
    LintCase(
      "0207: the first version", "fact app is a version", "f requires a when app since 0.0",
      finds: ["TG0207 2"]),
    LintCase(
      "0207: just above the first version", "fact app is a version",
      "f requires a when app since 0.0.1", finds: []),
    LintCase(
      "0207: a rollout of all", "rollout stage is 100% of users",
      "f requires a when in stage", finds: ["TG0207 2"]),
    LintCase(
      "0207: all but one bucket", "rollout stage is 99.99% of users",
      "f requires a when in stage", finds: []),
    LintCase(
      "0207: the first tier in a requirement", "tiers free < pro",
      "f requires free and pro", finds: ["TG0207 2"]),
    LintCase(
      "0207: the largest part alone", "fact build is a number", "fact beta is yes or no",
      "f requires a when beta or (build < 0 and (build >= 0 or beta))", finds: ["TG0206 3"]),
    LintCase(
      "0207: an allowance may be more than is used", "meter m", "f requires a when m >= 0",
      finds: []),
  ]

  static let limits: [LintCase] = [
    LintCase(
      "0301: thresholds in the wrong order", "m > 5 requires a", "m > 3 requires a",
      finds: ["TG0301 1"]),
    LintCase(
      "0301: `>=` is one less", "m >= 6 requires a", "m > 4 requires a",
      finds: ["TG0301 1"]),
    LintCase("0301: another requirement", "m > 5 requires a", "m > 3 requires b", finds: []),
    LintCase("0301: another window", "m > 5 requires a", "m > 3 per day requires a", finds: []),
    LintCase(
      "0301: one window", "m > 5 per day requires a", "m > 3 per day requires a",
      finds: ["TG0301 1"]),
    LintCase(
      "0301: what asks for more", "entitlement a", "entitlement full includes a",
      "m > 3 requires full", "m > 5 requires a", finds: ["TG0301 4"]),
    LintCase(
      "0301: by two together", "fact beta is yes or no", "m > 3 requires a when beta",
      "m > 4 requires a unless beta", "m > 5 requires a", finds: ["TG0301 4"]),
    LintCase(
      "0301: under a condition only", "fact beta is yes or no",
      "m > 3 requires a when beta", "m > 5 requires a", finds: []),
    LintCase(
      "0301: the stricter one only warns", "m > 3 requires a", "  soft",
      "m > 5 requires a", finds: []),

    LintCase(
      "0302: beyond its limit", "m > 5 requires a", "  reminder at 6",
      finds: ["TG0302 2"]),
    LintCase("0302: at its limit", "m > 5 requires a", "  reminder at 5", finds: []),
    LintCase("0302: at `>=` itself", "m >= 5 requires a", "  reminder at 5", finds: ["TG0302 2"]),
    LintCase(
      "0302: beyond a limit that only warns", "m > 5 requires a", "  soft",
      "  reminder at 9", finds: []),
    LintCase(
      "0302: beyond a limit that warned once", "m > 5 requires a",
      "  soft until 2026-03-01", "  reminder at 9", finds: []),
    LintCase(
      "0302: beyond another limit that does not warn", "m > 5 requires a", "  soft",
      "  reminder at 9", "m > 7 requires b", finds: []),
    LintCase(
      "0302: beyond a cap", "m > 5 requires a", "  soft", "  reminder at 9",
      "m > 7 is not allowed", finds: ["TG0302 3"]),
    LintCase(
      "0302: two at one value", "m > 5 requires a", "  reminder at 5",
      "  reminder at 100%", finds: ["TG0302 3"]),
    LintCase(
      "0302: percentages are rounded up", "m > 3 requires a", "  reminder at 3",
      "  reminder at 67%", finds: ["TG0302 3"]),
    LintCase(
      "0302: and no further", "m > 3 requires a", "  reminder at 3", "  reminder at 66%",
      finds: []),
    LintCase(
      "0302: beyond a percentage", "m > 5 requires a", "  reminder at 101%",
      finds: ["TG0302 2"]),
    LintCase(
      "0302: more than the allowance", "m > allowance requires a", "  reminder at 150%",
      finds: ["TG0302 2"]),
    LintCase(
      "0302: all of the allowance", "m > allowance requires a", "  reminder at 100%",
      finds: []),
    LintCase(
      "0302: more than an allowance that only warns", "m > allowance requires a", "  soft",
      "  reminder at 150%", finds: []),
    LintCase(
      "0302: a limit that stops nobody says it itself", "m > 5 requires a",
      "  reminder at 9", "m > 3 requires a", finds: ["TG0301 1"]),
    LintCase(
      "0302: never in force", "m > 5 requires a when m > 7", "  reminder at 5",
      finds: ["TG0302 2"]),
  ]
}
