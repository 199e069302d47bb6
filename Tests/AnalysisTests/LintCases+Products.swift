extension LintCase {
  static let products: [LintCase] = [
    LintCase(
      "0401: not granted", "entitlements a, b", "product p", "  grants a", "f requires b",
      "g requires a", finds: ["TG0401 4"]),
    LintCase(
      "0401: not for sale", "product p", "  grants a", "  not for sale", "f requires a",
      finds: ["TG0401 4"]),
    LintCase(
      "0401: given by the policy", "entitlement a", "product p", "  grants b",
      "entitlement b", "grant a from 2026-03-01", "f requires a", "g requires b",
      finds: ["TG0402 f"]),
    LintCase(
      "0401: a fact is enough", "fact beta is yes or no", "product p", "  grants a",
      "f requires beta", "g requires a", finds: []),
    LintCase("0401: no product, no question", "f requires a", finds: []),
    LintCase(
      "0401: sold only with what is not sold", "product p", "  grants a", "  only with q",
      "product q", "  grants b", "  not for sale", "f requires a", "g requires a or b",
      finds: ["TG0401 7", "TG0401 8"]),
    LintCase(
      "0401: two that are never held together", "product p", "  grants a", "product q",
      "  grants b", "  not with p", "f requires a and b", "g requires a", "h requires b",
      finds: ["TG0401 6"]),

    LintCase(
      "0402: an old product in the way", "product p", "  grants a", "product q",
      "  grants b", "  not for sale", "f requires a and not b", "g requires b or a",
      finds: ["TG0212 f", "TG0402 f"]),
    LintCase(
      "0402: an old product that is replaced", "product p", "  grants a", "product q",
      "  grants b", "  not for sale", "  not with p", "f requires a and not b",
      "g requires b or a", finds: ["TG0212 f"]),
    LintCase(
      "0402: a fact that can be changed", "fact beta is yes or no", "product p",
      "  grants a", "f requires a and beta", finds: []),
    LintCase(
      "0402: a fact in a condition cannot", "fact beta is yes or no", "entitlement a",
      "entitlement b", "grant a when beta", "product p", "  grants b", "f requires a",
      "g requires b", finds: ["TG0402 f"]),
    LintCase(
      "0402: a cap is not a dead end", "product p", "  grants a", "m > 5 requires a",
      "m > 9 is not allowed", finds: []),
    LintCase(
      "0402: a meter with an add-on that is too small", "meter m", "entitlement a",
      "entitlement b", "product p", "  grants a", "product x", "  adds 3 to m",
      "m > 5 requires b", "grant b when beta", "fact beta is yes or no", "f requires a",
      finds: ["TG0402 m"]),

    LintCase(
      "0403: grants nothing", "product p", "  grants a", "product q", "f requires a",
      finds: ["TG0403 q"]),
    LintCase(
      "0403: nothing asks for it", "entitlements a, b", "product p", "  grants a",
      "product q", "  grants b", "f requires a", finds: ["TG0403 q"]),
    LintCase(
      "0403: an add-on", "meter m", "product p", "  grants a", "product q",
      "  adds 3 to m", "m > 5 requires a", finds: []),
    LintCase(
      "0403: an add-on for a bare meter", "meter m", "product p", "  grants a",
      "product q", "  adds 3 to m", "m requires a", finds: ["TG0403 q"]),
    LintCase(
      "0403: half of what is asked for", "product p", "  grants a", "product q",
      "  grants b", "f requires a and b", finds: []),
    LintCase(
      "0403: never the half that is missing", "product p", "  grants a", "product q",
      "  grants b", "  not with p", "f requires a and b", "g requires a",
      finds: ["TG0401 6", "TG0403 q"]),

    LintCase(
      "0403: nothing more for those who may buy it", "product p", "  grants a", "product q",
      "  grants b", "  only with p", "f requires a or b", finds: ["TG0403 q"]),
    LintCase(
      "0403: more for one of those who may buy it", "product p", "  grants a", "product q",
      "  grants b", "  only with p or r", "product r", "  grants c", "f requires a or b",
      "g requires c", finds: []),
    LintCase(
      "0403: it closes something", "tiers free < premium", "product p", "  grants premium",
      "ads requires not premium", finds: ["TG0213 ads", "TG0402 ads"]),
    LintCase(
      "0403: a warning less", "product p", "  grants a", "f requires a", "  soft", finds: []),
    LintCase(
      "0404: more for who has the other one", "entitlements editor, cloud", "product editor",
      "  grants editor", "  price 10 USD per month", "product cloud", "  grants cloud",
      "  price 10 USD per month", "retouch requires editor",
      "shared-albums requires editor and cloud", finds: []),
    LintCase(
      "0404: products that belong together", "product p", "  grants e0", "  price 1 USD once",
      "product q", "  grants e1", "  price 1 USD once", "f requires e0 and e1", finds: []),
    LintCase(
      "0404: shared with family", "product p", "  grants a", "  price 3 EUR per year",
      "  shared with family", "product q", "  grants a", "  price 2 EUR per year",
      "f requires a", finds: []),
    LintCase(
      "0404: grace and a trial", "product p", "  grants a", "  price 3 EUR per year",
      "  grace 3 days", "product q", "  grants a", "  price 2 EUR per year", "  trial 1 week",
      "f requires a", finds: []),
    LintCase(
      "0404: a year at once is a price per year", "product p", "  grants a",
      "  price 36 EUR per year", "product q", "  grants a", "  price 2 EUR per month billed yearly",
      "f requires a", finds: ["TG0404 p"]),
    LintCase(
      "0404: cheaper at first", "product p", "  grants a", "  price 3 EUR per year",
      "  introductory price 1 EUR per year", "product q", "  grants a", "  price 2 EUR per year",
      "f requires a", finds: []),
    LintCase(
      "0404: in another store", "product p", "  grants a", "  price 3 EUR per year",
      "  sold as \"p\" on google-play", "product q", "  grants a", "  price 2 EUR per year",
      "  sold as \"q\" on app-store", "f requires a", finds: []),
    LintCase(
      "0404: the twin of an add-on, not its plan", "meter m", "tiers free < pro", "product plan",
      "  grants pro", "  price 1 EUR per year", "product x", "  adds 5 to m",
      "  price 1 EUR per year", "  only with plan", "product y", "  adds 5 to m",
      "  price 1 EUR per year", "  only with plan", "m > 10 is not allowed", "f requires pro",
      finds: ["TG0404 y"]),
    LintCase(
      "0404: cheaper and sold to more people", "product p", "  grants a",
      "  price 3 EUR per year", "  only with r", "product q", "  grants a",
      "  price 2 EUR per year", "product r", "  grants b", "f requires a", "g requires b",
      finds: ["TG0404 p"]),
    LintCase(
      "0404: another product is sold only with it", "product p", "  grants a",
      "  price 3 EUR per year", "product q", "  grants a", "  price 2 EUR per year",
      "product r", "  grants b", "  only with p", "f requires a", "g requires b", finds: []),
    LintCase(
      "0404: it may be held with less", "product p", "  grants a", "  price 3 EUR per year",
      "product q", "  grants a", "  price 2 EUR per year", "  not with r", "product r",
      "  grants b", "f requires a", "g requires b", finds: []),
    LintCase(
      "0404: dearer for less", "product p", "  grants a", "  price 3 EUR per year",
      "product q", "  grants a, b", "  price 2 EUR per year", "f requires a", "g requires b",
      finds: ["TG0404 p"]),
    LintCase(
      "0404: one price, the later one", "product p", "  grants a",
      "  price 2 EUR per year", "product q", "  grants a", "  price 2.0 EUR per 12 months",
      "f requires a", finds: ["TG0404 q"]),
    LintCase(
      "0404: another currency", "product p", "  grants a", "  price 3 EUR per year",
      "product q", "  grants a", "  price 2 USD per year", "f requires a", finds: []),
    LintCase(
      "0404: another period", "product p", "  grants a", "  price 3 EUR per year",
      "product q", "  grants a", "  price 2 EUR once", "f requires a", finds: []),
    LintCase(
      "0404: sold only with another", "product p", "  grants a", "  price 3 EUR per year",
      "product q", "  grants a", "  price 2 EUR per year", "  only with r", "product r",
      "  grants b", "f requires a", "g requires b", finds: []),
    LintCase(
      "0404: the larger add-on", "meter m", "product p", "  adds 2 to m",
      "  price 3 EUR per year", "product q", "  adds 3 to m", "  price 3 EUR per year",
      "product r", "  grants a", "m > 5 requires a", finds: ["TG0404 p"]),
    LintCase(
      "0404: one price, the larger one", "product p", "  grants a", "  price 2 EUR per year",
      "product q", "  grants a, b", "  price 2 EUR per year", "f requires a", "g requires b",
      finds: ["TG0404 p"]),
    LintCase(
      "0404: one price, the smaller one came later", "product q", "  grants a, b",
      "  price 2 EUR per year", "product p", "  grants a", "  price 2 EUR per year",
      "f requires a", "g requires b", finds: ["TG0404 p"]),
    LintCase(
      "0404: the larger add-on for less", "meter m", "product p", "  adds 2 to m",
      "  price 3 EUR per year", "product q", "  adds 3 to m", "  price 2 EUR per year",
      "product r", "  grants a", "m > 5 requires a", finds: ["TG0404 p"]),

    LintCase(
      "0406: with what excludes it", "product p", "  grants a", "product q", "  grants b",
      "  only with p", "  not with p", "f requires a", "g requires b",
      finds: ["TG0401 8", "TG0406 q"]),
    LintCase(
      "0406: with one of two", "product p", "  grants a", "product q", "  grants b",
      "  only with p, r", "  not with p", "product r", "  grants a", "f requires a",
      "g requires b", finds: []),
    LintCase(
      "0406: what it is sold with cannot be had with it", "product p", "  grants a",
      "product q", "  grants b", "  only with p", "product r", "  grants c", "  only with q",
      "  not with p", "f requires a", "g requires b", "h requires c",
      finds: ["TG0401 12", "TG0406 r"]),
    LintCase(
      "0406: not for sale is never bought", "product p", "  grants a", "product q",
      "  grants b", "  only with p", "  not with p", "  not for sale", "f requires a or b",
      finds: ["TG0403 q"]),
  ]
}
