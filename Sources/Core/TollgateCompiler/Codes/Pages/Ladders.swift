extension DiagnosticCodes {
  /// TG0025–TG0030: ladders, settings and their steps.
  static let ladders: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0025", "`unlimited` where it cannot be",
      what: "`unlimited` is written as the value of everybody, as a choice, or as a value of which "
        + "smaller ones are better.",
      why: "A limit that nobody reaches is no limit, and there is no best value without an end "
        + "where smaller is better.",
      avoid: "guests at most unlimited\n", prefer: "guests at most 10\n  unlimited with plus\n",
      exceptions: "A choice may have the name `unlimited` if it is written in backquotes."),
    DiagnosticPage(
      "TG0026", "a value that is still open",
      what: "A step, or a value of a setting, is `undecided` or `allowance`.",
      why: "A step says how much more its users get. If that is open, they get nothing more.",
      avoid: "guests at most 10\n  undecided with plus\n",
      prefer: "guests at most 10\n  100 with plus\n",
      exceptions: "The first line of a ladder may say `undecided` or `allowance`."),
    DiagnosticPage(
      "TG0027", "too much in the first line of a ladder",
      what: "The first line of a ladder has a requirement or a step, or is about several meters.",
      why: "The first line has the limit of everybody. Who may use more is written below it, a "
        + "line for each, so that the ladder reads like a price list.",
      avoid: "guests at most 10 requires plus\n",
      prefer: "guests at most 10\n  unlimited with plus\n",
      exceptions: "A window, `from`, `until`, `when` and `unless` belong in the first line."),
    DiagnosticPage(
      "TG0028", "a setting with one choice",
      what: "A setting has only one choice.",
      why: "A value that is the same for everybody for ever is not a setting.",
      avoid: "setting quality is high\n", prefer: "setting quality is low < high\n  high with pro\n"
    ),
    DiagnosticPage(
      "TG0029", "choices with `smaller is better`",
      what: "`smaller is better` is written after choices.",
      why: "Choices have an order of their own: the last one is the best.",
      avoid: "setting delay is none < short < long, smaller is better\n",
      prefer: "setting delay is long < short < none\n  none with pro\n",
      exceptions: "It belongs after a quantity: `setting delay is 30s, smaller is better`."),
    DiagnosticPage(
      "TG0030", "`at most` for a value of which more is better",
      what: "A sentence about a setting says `at most` where more is better, or `at least` where "
        + "less is better.",
      why: "Such a sentence promises users that they get no more. A test should say what they get.",
      avoid: "setting history is 7 days\n  30 days with plus\nscenario \"plus\"\n  given plus\n"
        + "  expect history is at most 30 days\n",
      prefer: "setting history is 7 days\n  30 days with plus\nscenario \"plus\"\n  given plus\n"
        + "  expect history is at least 30 days\n",
      exceptions: "Without `at least` and `at most`, the value is expected exactly."),
  ]

  /// TG0108–TG0109: what products add.
  static let additions: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0108", "an addition to a value that cannot grow",
      what: "A product adds to a setting that has choices, or of which smaller values are better. "
        + "Or a scenario gives an allowance of choices.",
      why: "There is nothing between two choices, and more would be worse where smaller is better.",
      avoid: "setting quality is low < high\nproduct boost\n  adds 1 to quality\n",
      prefer: "setting quality is low < high\n  high with boosted\nproduct boost\n"
        + "  grants boosted\n"),
    DiagnosticPage(
      "TG0109", "packs of a meter whose limits have two windows",
      what: "A product adds to a meter `until used up`, and the limits of the meter have two "
        + "windows.",
      why: "When a window ends, what its limit did not cover is taken from the packs. With two "
        + "windows, nobody could say how much that is.",
      avoid: "product pack\n  adds 100 to credits until used up\n"
        + "credits > 10 per day is not allowed\ncredits > 100 per month is not allowed\n",
      prefer: "product pack\n  adds 100 to credits until used up\n"
        + "credits > 100 per month is not allowed\n",
      exceptions:
        "A limit of the total is a window, too. `adds 100 to credits` without `until used "
        + "up` raises every limit for as long as the product is held."),
  ]
}
