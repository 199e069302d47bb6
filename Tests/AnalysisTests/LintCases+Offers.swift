extension LintCase {
  static let offers: [LintCase] = [
    LintCase(
      "0401: a step that nothing for sale meets", "entitlements a, b", "product p", "  grants a",
      "m at most 5", "  10 with a", "  20 with b", finds: ["TG0401 6"]),
    LintCase(
      "0401: a step for who has what is no longer sold", "entitlements a, b", "product p",
      "  grants a", "product q", "  grants b", "  not for sale", "m at most 5", "  10 with a",
      "  20 with b", finds: []),
    LintCase(
      "0401: a value for who has what is no longer sold", "entitlements a, b", "product p",
      "  grants a", "product q", "  grants b", "  not for sale", "setting history is 7",
      "  30 with a", "  90 with b", finds: []),
    LintCase(
      "0403: sold once more to who has it", "entitlement b", "product q", "  grants b",
      "  adds 3 to m", "  for sale with b", "m at most 5", "  10 with b", finds: ["TG0402 m"]),
    LintCase(
      "0403: once more adds to nothing", "entitlement b", "product q", "  grants b",
      "  adds 3 to m", "  for sale with b", "m at most 5", "  unlimited with b",
      finds: ["TG0402 m", "TG0403 q"]),
    LintCase(
      "0401: a value that nothing for sale gives", "entitlements a, b", "product p",
      "  grants a", "setting history is 7", "  30 with a", "  90 with b", finds: ["TG0401 6"]),
    LintCase(
      "0401: a step for nothing", "product p", "  grants a", "m at most 5", "  10 with a",
      "  20 with nothing when beta", "fact beta is yes or no", finds: ["TG0402 m"]),
    LintCase(
      "0402: offered to others", "entitlements a, b", "product p", "  grants a",
      "  for sale with b", "product q", "  grants b", "  not for sale", "f requires a",
      "g requires b or a", finds: ["TG0402 f", "TG0402 g"]),
    LintCase(
      "0402: beyond the last step", "product p", "  grants a", "m at most 5", "  10 with a",
      finds: []),
    LintCase(
      "0402: between the steps", "tiers free < pro < max", "product p", "  grants max",
      "  for sale without pro", "product r", "  grants pro", "  not for sale", "m at most 5",
      "  10 with max", finds: ["TG0402 m", "TG0403 r", "TG0408 pro"]),
    LintCase(
      "0402: a pack is always enough", "meter m", "product p", "  adds 5 to m until used up",
      "  price 1 EUR once", "m > 5 is not allowed", finds: []),
    LintCase(
      "0402: a pack for some", "fact platform is ios or web", "meter m", "product p",
      "  adds 5 to m until used up", "  price 1 EUR once", "  for sale when platform is ios",
      "product q", "  grants b", "m > 5 requires a", "entitlements a, b", "grant a when beta",
      "fact beta is yes or no", "f requires b", finds: ["TG0402 m"]),
    LintCase(
      "0402: a fact that an offer asks for", "fact team is yes or no", "product p", "  grants a",
      "  for sale when team", "f requires a", finds: []),

    LintCase(
      "0403: a value", "product p", "  grants a", "setting history is 7", "  30 with a", finds: []),
    LintCase(
      "0403: no better value", "entitlements a, b", "product p", "  grants a", "product q",
      "  grants b", "  only with p", "setting history is 7", "  30 with a", "  20 with b",
      finds: ["TG0403 q"]),
    LintCase(
      "0403: it adds to a value", "product p", "  grants a", "product q", "  adds 3 to history",
      "setting history is 7", "  30 with a", finds: []),
    LintCase(
      "0403: it adds to what has no end", "product p", "  adds 3 to history",
      "setting history is 7", "  unlimited with nothing", finds: ["TG0403 p"]),
    LintCase(
      "0403: a step for others than its buyers", "entitlements a, b", "product p", "  grants a",
      "product q", "  grants b", "  for sale with a", "f requires a or b", finds: ["TG0403 q"]),
    LintCase(
      "0403: who may buy it holds what it replaces", "tiers free < pro < max", "product p",
      "  grants pro", "product q", "  grants max", "  not with p", "  for sale with pro",
      "f requires pro", "g requires max", finds: ["TG0402 g"]),
    LintCase(
      "0403: it counts when it is no longer offered", "product p", "  grants a",
      "  for sale until 2026-03-01", "f requires a from 2026-04-01", finds: ["TG0402 f"]),
    LintCase(
      "0403: a pack for a bare meter", "meter m", "product p", "  grants a", "product q",
      "  adds 3 to m until used up", "m requires a", finds: ["TG0403 q"]),

    LintCase(
      "0404: a better value for less", "entitlements a, b", "product p", "  grants a",
      "  price 3 EUR per year", "product q", "  grants b", "  price 2 EUR per year",
      "setting history is 7", "  30 with a", "  90 with b", finds: ["TG0404 p"]),
    LintCase(
      "0404: another value", "entitlements a, b", "product p", "  grants a",
      "  price 3 EUR per year", "product q", "  grants b", "  price 2 EUR per year",
      "setting history is 7", "  30 with a", "  90 with b", "setting size is 5", "  10 with a",
      finds: []),
    LintCase(
      "0404: a larger limit for less", "entitlements a, b", "product p", "  grants a",
      "  price 3 EUR per year", "product q", "  grants b", "  price 2 EUR per year",
      "m at most 7", "  30 with a", "  90 with b", finds: ["TG0404 p"]),
    LintCase(
      "0404: it adds more to a value", "product p", "  adds 2 to history",
      "  price 3 EUR per year", "product q", "  adds 3 to history", "  price 3 EUR per year",
      "setting history is 7", finds: ["TG0404 p"]),
    LintCase(
      "0404: offered to fewer", "fact beta is yes or no", "product p", "  grants a",
      "  price 3 EUR per year", "product q", "  grants a", "  price 2 EUR per year",
      "  for sale when beta", "f requires a", finds: []),
    LintCase(
      "0404: offered to the same", "fact beta is yes or no", "product p", "  grants a",
      "  price 3 EUR per year", "  for sale when beta", "product q", "  grants a",
      "  price 2 EUR per year", "  for sale when beta", "f requires a",
      finds: ["TG0404 p"]),
    LintCase(
      "0404: dearer in another currency", "product p", "  grants a",
      "  price 3 EUR or 3 USD per year", "product q", "  grants a",
      "  price 2 EUR or 4 USD per year", "f requires a", finds: []),
    LintCase(
      "0404: cheaper in all currencies", "product p", "  grants a",
      "  price 3 EUR or 3 USD per year", "product q", "  grants a",
      "  price 2 USD or 2 EUR or 2 CNY per year", "f requires a", finds: ["TG0404 p"]),

    LintCase(
      "0409: the first tier is everybody's", "tiers free < pro", "product p", "  grants pro",
      "product q", "  grants pro", "  for sale without free", "f requires pro",
      finds: ["TG0409 q"]),
    LintCase(
      "0409: a condition that is never true", "fact beta is yes or no", "product p",
      "  grants a", "  for sale when beta unless beta", "f requires a",
      finds: ["TG0401 5", "TG0409 p"]),
    LintCase(
      "0409: once", "product p", "  grants a", "  for sale until 2020-01-01", "f requires a",
      finds: ["TG0402 f"]),
    LintCase(
      "0409: an upgrade", "tiers free < pro < max", "product p", "  grants pro", "product q",
      "  grants max", "  for sale with pro", "f requires pro", "g requires max",
      finds: ["TG0402 g"]),
    LintCase(
      "0408: a tier with a better value", "tiers free < pro < max", "f requires pro",
      "setting history is 7", "  30 with max", finds: []),
  ]
}
