extension DiagnosticCodes {
  /// TG0101–TG0107: names, ranges and expressions.
  static let names: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0101", "a name that is not declared",
      what: "The policy does not declare a name, and the language has no such word at this place.",
      why: "A typo in a name would open a feature for everybody, or close it for everybody.",
      avoid: "tiers free < pro\nbills > 500 requires por\n",
      prefer: "tiers free < pro\nbills > 500 requires pro\n",
      exceptions: "A policy that declares no name of a kind may use any name of that kind."),
    DiagnosticPage(
      "TG0102", "a name with two meanings",
      what: "A name is declared twice, or used as two kinds of thing.",
      why: "A sentence has one meaning only if each name has one.",
      avoid: "feature bills\nmeter bills\nbills requires pro\n",
      prefer: "feature billing\nmeter bills\nbilling requires pro\nbills > 500 requires pro\n",
      exceptions:
        "A product may have the name of something else: a product `basic` may grant `basic`."),
    DiagnosticPage(
      "TG0104", "letters that are not what they seem",
      what: "A name mixes letters of scripts that look alike, looks like another name, or contains "
        + "invisible characters. Or the file contains characters that change the order of a line.",
      why: "People would not read in a review what the engine reads.",
      avoid: "tiers free < pro\ncsv-export requires pr\u{43E}\n",
      prefer: "tiers free < pro\ncsv-export requires pro\n",
      exceptions: "Han, kana and Hangul may be mixed with Latin letters: `K球` is a name."),
    DiagnosticPage(
      "TG0105", "a range that names nothing",
      what: "A range runs backwards, mixes two series, or goes beyond its series.",
      why: "It names features that do not exist, and perhaps misses those that its author meant.",
      avoid: "series L1..L18\nL9..L24 requires pro\n",
      prefer: "series L1..L18\nL9..L18 requires pro\n",
      exceptions: "If the policy declares no feature, a range declares its members."),
    DiagnosticPage(
      "TG0106", "a circle",
      what: "An entitlement includes itself, a group contains itself, or products are sold only "
        + "with each other, and none of them with any other product.",
      why: "All entitlements of such a circle would be the same, a group would have no members of "
        + "its own, and nobody could buy the first of the products.",
      avoid: "entitlement basic includes full\nentitlement full includes basic\n"
        + "csv-export requires full\n",
      prefer: "entitlement basic\nentitlement full includes basic\ncsv-export requires full\n",
      exceptions:
        "Two products may be sold only with each other or with a third one: then a user can "
        + "begin with the third."),
    DiagnosticPage(
      "TG0107", "`and` mixed with `or`",
      what: "A requirement or a condition has both `and` and `or`, without parentheses.",
      why: "People read it in two different ways.",
      avoid: "csv-export requires basic and advanced or full\n",
      prefer: "csv-export requires (basic and advanced) or full\n"),
  ]
}
