extension DiagnosticCodes {
  /// TG0101–TG0107: names, ranges and expressions.
  static let names: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0101", "a name that is not declared",
      what: "A name stands for nothing: it is not declared, nor a word that the language has here.",
      why: "A typo in a name would open a gate, or shut one for everybody.",
      avoid: "tiers free < pro\nbills > 500 requires por\n",
      prefer: "tiers free < pro\nbills > 500 requires pro\n",
      exceptions: "A policy that declares nothing of a kind may just use names of that kind."),
    DiagnosticPage(
      "TG0102", "a name with two meanings",
      what: "A name is declared twice, or used as two kinds of thing.",
      why: "One name has one meaning, so that a sentence has one.",
      avoid: "feature bills\nmeter bills\nbills requires pro\n",
      prefer: "feature billing\nmeter bills\nbilling requires pro\nbills > 500 requires pro\n",
      exceptions: "Products have names of their own: a product `basic` may grant `basic`."),
    DiagnosticPage(
      "TG0104", "letters that are not what they seem",
      what: "A name mixes scripts whose letters look alike, looks like another name, or holds "
        + "invisible characters; or characters that reorder a line stand anywhere.",
      why: "What people read in a review would not be what the engine reads.",
      avoid: "tiers free < pro\ncsv-export requires pr\u{43E}\n",
      prefer: "tiers free < pro\ncsv-export requires pro\n",
      exceptions: "Han, kana and Hangul may stand beside Latin letters: `K球` is a name."),
    DiagnosticPage(
      "TG0105", "a range that names nothing",
      what: "A range runs backwards, from one series into another, or out of its series.",
      why: "It names features that do not exist, and perhaps not those that were meant.",
      avoid: "series L1..L18\nL9..L24 requires pro\n",
      prefer: "series L1..L18\nL9..L18 requires pro\n",
      exceptions: "Where no feature is declared, a range declares its members."),
    DiagnosticPage(
      "TG0106", "a circle",
      what: "An entitlement includes itself, a group contains itself, or products are sold only "
        + "with each other, and none of them with any other product.",
      why: "Entitlements in a circle would all be the same one, a group would have no members of "
        + "its own, and products could never be bought.",
      avoid: "entitlement basic includes full\nentitlement full includes basic\n"
        + "csv-export requires full\n",
      prefer: "entitlement basic\nentitlement full includes basic\ncsv-export requires full\n",
      exceptions: "Products may be sold with each other where one of them is also sold with a "
        + "product outside the circle."),
    DiagnosticPage(
      "TG0107", "`and` mixed with `or`",
      what: "`and` and `or` stand beside each other without parentheses.",
      why: "People disagree about which binds first; a gate must not depend on that.",
      avoid: "csv-export requires basic and advanced or full\n",
      prefer: "csv-export requires (basic and advanced) or full\n"),
  ]
}
