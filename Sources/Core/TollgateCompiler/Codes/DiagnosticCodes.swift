package import TollgateSyntax

/// Every code that the parser and the checker report, in order, each with its page. Codes are
/// written by hand and never reused.
package enum DiagnosticCodes {
  /// The pages, sorted by code.
  package static let all: [DiagnosticPage] =
    text + values + ceilings + kinds + clauses + ladders + counting + sales + files + names
    + additions + meanings
}

/// The page of a code, which `explain TG0101` prints.
package struct DiagnosticPage: Sendable, Hashable {
  package var code: String
  /// The mistake in a few words.
  package var title: String
  package var level: Diagnostic.Level
  /// The mistake in full.
  package var what: String
  /// Why it matters.
  package var why: String
  /// A policy that has it, and nothing else wrong.
  package var avoid: String
  /// The same policy without it.
  package var prefer: String
  /// Cases that are fine, or that it does not find.
  package var exceptions: String

  package init(
    _ code: String, _ title: String, level: Diagnostic.Level = .error, what: String, why: String,
    avoid: String, prefer: String, exceptions: String = "None."
  ) {
    self.code = code
    self.title = title
    self.level = level
    self.what = what
    self.why = why
    self.avoid = avoid
    self.prefer = prefer
    self.exceptions = exceptions
  }
}

extension DiagnosticCodes {
  /// TG0010–TG0015: words, characters and ceilings. (TG0007–TG0009 are among the literals.)
  static let ceilings: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0010", "a word of the language used as a name",
      what: "A name is a word that the language uses itself at this place.",
      why: "The sentence could be read in two ways.",
      avoid: "feature price\nprice requires pro\n",
      prefer: "feature `price`\n`price` requires pro\n",
      exceptions: "Any word can be a name in backquotes."),
    DiagnosticPage(
      "TG0011", "invalid or invisible characters",
      what: "The file contains control characters, unusual spaces, line separators, or bytes that "
        + "are not UTF-8. Or a comment ends in a carriage return without a line feed.",
      why: "Different programs show and read such a file in different ways.",
      avoid: "csv-export requires\u{A0}pro\n", prefer: "csv-export requires pro\n",
      exceptions: "Tabs and the line ends of every system are fine."),
    DiagnosticPage(
      "TG0012", "a policy that is too large",
      what: "The file is larger than 16 MiB, or a policy has more than 1,000 files or more than "
        + "16 MiB in all of them.",
      why: "No policy needs that much. Such a file is something else, or it is made to waste time.",
      avoid: "", prefer: "csv-export requires pro\n",
      exceptions: "Split the policy by product, or name features by a series."),
    DiagnosticPage(
      "TG0013", "too many nested parentheses",
      what: "Parentheses and `not` are nested more than 64 deep.",
      why: "Nobody can read that.",
      avoid: "csv-export requires " + String(repeating: "not ", count: 65) + "pro\n",
      prefer: "csv-export requires not pro\n"),
    DiagnosticPage(
      "TG0014", "a name, text or list that is too long",
      what: "A name has more than 256 bytes, a text more than 10,000, or a list more than 10,000 "
        + "items.",
      why: "An app could not show it.",
      avoid: "feature " + String(repeating: "csv-", count: 65) + "export\n",
      prefer: "feature csv-export\n",
      exceptions: "Write a longer list as several lines."),
    DiagnosticPage(
      "TG0015", "more errors than are shown",
      what: "A run shows at most a hundred errors. This one says how many more there are.",
      why: "Most errors after the first hundred have the same cause.",
      avoid: "csv-export requires pro\n  message \"" + String(repeating: "{a}", count: 101)
        + "\"\n",
      prefer: "csv-export requires pro\n  message \"Only with {products}\"\n"),
  ]
}

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

extension DiagnosticCodes {
  /// TG0035–TG0037: windows, counters and the clauses of meters.
  static let counting: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0035", "a window in the wrong spelling",
      what: "A window after `per` has another spelling, or a number that it cannot have.",
      why: "The name of a window is the name of its counter, so each window has one name: `day`, "
        + "or `3 hours`. `24 hours` and `day` are two windows, each with its own counter.",
      avoid: "messages > 40 per 24h requires plus\n",
      prefer: "messages > 40 per 24 hours requires plus\n"),
    DiagnosticPage(
      "TG0036", "a counter that cannot fall like this",
      what: "The later steps of a counter are not in order, or one is more than the one before.",
      why: "The steps say how a counter falls if nothing is used. Only a use makes it rise.",
      avoid: """
        messages > 40 per 3 hours requires plus
        scenario "s"
          given messages 10 per 3 hours then 12 at 2026-01-02
          expect messages allowed

        """,
      prefer: """
        messages > 40 per 3 hours requires plus
        scenario "s"
          given messages 12 per 3 hours then 10 at 2026-01-02
          expect messages allowed

        """),
    DiagnosticPage(
      "TG0037", "a meter that refills and has windows",
      what: "A meter `refills`, and has a clause `windows` or a limit with `per`. Or its windows "
        + "begin at a time of day, and do not follow the calendar.",
      why: "A counter of a window begins again with the window. One that refills falls little by "
        + "little. It cannot do both.",
      avoid: "meter hearts\n  refills 1 every 30min\nhearts > 5 per day requires plus\n",
      prefer: "meter hearts\n  refills 1 every 30min\nhearts > 5 requires plus\n"),
    DiagnosticPage(
      "TG0038", "an amount of a use that does not fit",
      what: "A line with `uses` takes from one meter twice, a line below it is about another "
        + "meter or belongs to several amounts, or `for each` counts no meter.",
      why: "Each use has one price, and everybody should be able to tell it.",
      avoid: "feature image\ncredits > 20 requires pro\nimage uses 1 credit and 2 credits\n",
      prefer: "feature image\ncredits > 20 requires pro\nimage uses 3 credits\n",
      exceptions: "Two lines may be about one feature and one meter: the greatest amount counts."),
    DiagnosticPage(
      "TG0039", "amounts that depend on each other",
      what: "A meter that is used uses another meter itself, or the amount of a use depends on a "
        + "meter that it is taken from.",
      why: "A price that changes while it is paid cannot be told before.",
      avoid: "meters credits, points\nfeature image\ncredits > 20 requires pro\n"
        + "points > 9 requires pro\nimage uses 1 credit\ncredits use 2 points\n",
      prefer: "meters credits, points\nfeature image\ncredits > 20 requires pro\n"
        + "points > 9 requires pro\nimage uses 1 credit and 2 points\n"),
  ]
}

extension DiagnosticCodes {
  /// TG0060–TG0062: policies in several files.
  static let files: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0060", "a file that cannot be used",
      what:
        "`use` names a file that is not there, cannot be read, or is not the text of a policy. Upper "
        + "and lower case count. Or the policy is a text from memory, and nobody supplies its files.",
      why: "Without the file a part of the policy is missing.",
      avoid: "use \"prices.gate\"\nbills > 500 requires pro\n",
      prefer: "bills > 500 requires pro\n",
      exceptions: "A file beside the first one can be used: `use \"prices.gate\"`. An app that "
        + "compiles a text from memory supplies the files with it."),
    DiagnosticPage(
      "TG0061", "a path that leads out of the folder",
      what:
        "The path of `use` begins with `/`, is written with `\\`, or leads out of the folder of "
        + "the first file: by `..` or by a link.",
      why:
        "A policy is one folder. It means the same wherever the folder is, and reads nothing else.",
      avoid: "use \"../prices.gate\"\nbills > 500 requires pro\n",
      prefer: "bills > 500 requires pro\n",
      exceptions: "A file in a subfolder may use one beside the first file: "
        + "`use \"../prices.gate\"` in `plans/annual.gate`."),
    DiagnosticPage(
      "TG0062", "`policy`, `trust` or `snooze` in a used file",
      what: "A file that another one uses says `policy`, `trust` or `snooze`.",
      why: "They are about the whole policy. Only the file that one begins with may say them.",
      avoid: "", prefer: "trust snapshots for 24h\ncsv-export requires pro\n",
      exceptions: "A used file may say everything else. `tiers` may be in one file of the policy."),
  ]
}

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

  /// TG0108–TG0115: what products add, and what is paid for.
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
    DiagnosticPage(
      "TG0115", "`paid` of some entitlements only",
      what: "A requirement has `paid` before one entitlement and not before another one, or `paid` "
        + "before something that nobody pays for.",
      why: "`paid pro or team` may mean that both must be paid for, or that a trial of `team` is "
        + "enough. People read it in both ways.",
      avoid: "certificate requires paid pro or team\n",
      prefer: "certificate requires paid (pro or team)\n",
      exceptions: "`(paid pro) or team`, in parentheses of its own, says that a trial of `team` is "
        + "enough. Entitlements behind `not` need no `paid`: `paid pro and not banned`."),
  ]
}

extension DiagnosticCodes {
  /// TG0007–TG0009: numbers, dates and prices that cannot be read.
  static let values: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0007", "a number out of range",
      what: "A number is too large, too small, or not whole in its unit.",
      why: "Every quantity is an exact whole number. The engine never rounds.",
      avoid: "meter storage in bytes\nstorage > 0.3 B requires pro\n",
      prefer: "meter storage in bytes\nstorage > 300 MB requires pro\n",
      exceptions: "Decimals are fine if the result is whole: `1.5 GB` is 1,500,000,000 bytes."),
    DiagnosticPage(
      "TG0008", "a date, time or version that does not exist",
      what:
        "A date is not in the calendar, a time has no time zone, a time of day or a time zone does "
        + "not exist, or a version is not one to three numbers.",
      why: "A rule would never begin on a day that does not exist.",
      avoid: "csv-export requires pro from 2026-02-30\n",
      prefer: "csv-export requires pro from 2026-03-01\n",
      exceptions: "A date alone is midnight UTC."),
    DiagnosticPage(
      "TG0009", "a price that cannot be read",
      what: "A price has no currency, an unknown currency, or too many digits.",
      why: "The app shows prices and compares them, and people believe what they see.",
      avoid: "product annual\n  grants pro\n  price 12 RMB per year\ncsv-export requires pro\n",
      prefer: "product annual\n  grants pro\n  price 12 CNY per year\ncsv-export requires pro\n",
      exceptions: "All active codes of ISO 4217 are known."),
  ]

  /// TG0016–TG0017: literals and values of the wrong kind.
  static let kinds: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0016", "a quantity of the wrong kind",
      what:
        "A size or a duration is written where another quantity is needed, or its unit is unknown. "
        + "Or months are counted from a date, and elsewhere days.",
      why: "Nobody can count bills in gigabytes.",
      avoid: "meter bills\nbills > 5 GB requires pro\n",
      prefer: "meter bills\nbills > 500 requires pro\n",
      exceptions: "A number without a unit is always in the unit of the meter."),
    DiagnosticPage(
      "TG0017", "a fact compared with the wrong kind of value",
      what: "A condition compares a fact with a value or a sign that does not fit its type.",
      why: "The comparison could never be true.",
      avoid: "fact installed is a date\ncsv-export requires pro when installed is ios\n",
      prefer: "fact installed is a date\ncsv-export requires pro when installed since 2026-03-01\n"),
  ]
}

extension DiagnosticCodes {
  /// TG0407–TG0602: products, time and texts.
  static let meanings: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0407", "one store id for two products",
      what: "Two products have one id in the same store, or one id without a store, or one has the "
        + "name of the other as its id.",
      why: "Nobody could tell which of them a user has bought.",
      avoid: "product annual\n  sold as \"com.app.pro\"\n  grants pro\n"
        + "product lifetime\n  sold as \"com.app.pro\"\n  grants pro\ncsv-export requires pro\n",
      prefer: "product annual\n  sold as \"com.app.pro.annual\"\n  grants pro\n"
        + "product lifetime\n  sold as \"com.app.pro.lifetime\"\n  grants pro\n"
        + "csv-export requires pro\n",
      exceptions: "One id may belong to two products in two different stores."),
    DiagnosticPage(
      "TG0501", "an interval that ends before it begins",
      what: "`until` is not later than `from`.",
      why: "It never applies. An interval includes its start and not its end, so an interval that "
        + "ends when it begins is empty too.",
      avoid: "csv-export requires pro from 2026-03-01 until 2026-02-01\n",
      prefer: "csv-export requires pro from 2026-02-01 until 2026-03-01\n"),
    DiagnosticPage(
      "TG0602", "an unknown placeholder",
      what: "A message has a word in braces that is not a placeholder.",
      why: "People would see the braces.",
      avoid: "bills > 500 requires pro\n  message \"The free plan holds {limt} bills.\"\n",
      prefer: "bills > 500 requires pro\n  message \"The free plan holds {limit} bills.\"\n"),
  ]
}

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

extension DiagnosticCodes {
  /// TG0043–TG0047: how products are sold, what goes beyond a limit, rolls over or is counted.
  static let sales: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0043", "for sale and not for sale",
      what: "A product says `for sale` and `not for sale`.",
      why: "`not for sale` offers a product to nobody, and `for sale` says to whom it is offered.",
      avoid: "product annual\n  grants pro\n  for sale from 2026-03-01\n  not for sale\n"
        + "csv-export requires pro\n",
      prefer: "product annual\n  grants pro\n  for sale from 2026-03-01\n"
        + "csv-export requires pro\n"),
    DiagnosticPage(
      "TG0044", "a price that does not fit its product",
      what: "An introductory price has no price to begin, another period or another currency; or "
        + "a price that is not per month is billed for several months.",
      why: "Nobody could tell what people pay, and when.",
      avoid: "product annual\n  grants pro\n  price 10 USD per month\n"
        + "  introductory price 60 USD per year\ncsv-export requires pro\n",
      prefer: "product annual\n  grants pro\n  price 10 USD per month billed yearly\n"
        + "  introductory price 60 USD per year\ncsv-export requires pro\n",
      exceptions: "An introductory price that is paid once, ahead, may last as long as you like: "
        + "`introductory price 5 USD for 3 months`."),
    DiagnosticPage(
      "TG0045", "a price beyond a limit that does not fit",
      what: "`then` stands below a rule that is no limit, or one that is soft or open; or its "
        + "price has no period where it needs one, another unit than the meter, or an end that "
        + "pays for nothing.",
      why: "Nobody could tell what people pay, and from when on.",
      avoid: "tiers free < pro\ncredits at most 20 per month\n"
        + "  then 5 USD per month for each 100 with pro\n",
      prefer: "tiers free < pro\ncredits at most 20 per month\n"
        + "  then 5 USD for each 100 with pro\n",
      exceptions: "What is held, below a limit without a window, is paid for by week, month or "
        + "year."),
    DiagnosticPage(
      "TG0046", "unused amounts that cannot roll over",
      what: "`unused rolls over` stands below a rule that is no limit, or one that counts over no "
        + "days, weeks, months or years; or another limit counts the same.",
      why: "Nothing would ever be carried, or nobody could tell of which limit it was left.",
      avoid: "minutes at most 100 per hour\n  unused rolls over\n",
      prefer: "minutes at most 100 per day\n  unused rolls over\n"),
    DiagnosticPage(
      "TG0047", "a quantity for each of what cannot be counted",
      what: "A quantity is `for each of` a meter that nobody can buy, or a fact that is no number; "
        + "or two quantities of one limit count different things.",
      why: "The quantity would always be 0, or nobody could work it out.",
      avoid: "tiers free < team\nmeters seats, credits\n"
        + "product team-plan\n  grants team\n  price 20 USD per month\n"
        + "credits at most 20 per month\n  400 for each of seats with team\n"
        + "seats at most 5\n",
      prefer: "tiers free < team\nmeters seats, credits\n"
        + "product team-plan\n  grants team\n  price 20 USD per month for each of seats\n"
        + "credits at most 20 per month\n  400 for each of seats with team\n"
        + "seats at most 5\n"),
  ]
}

extension DiagnosticCodes {
  /// TG0001–TG0006: the text does not parse.
  static let text: [DiagnosticPage] = [
    DiagnosticPage(
      "TG0001", "something else was expected",
      what: "A sentence continues in a way that the language does not know.",
      why: "A sentence that is half understood could open what should stay closed.",
      avoid: "csv-export require s pro\n", prefer: "csv-export requires pro\n"),
    DiagnosticPage(
      "TG0002", "a line that is not a sentence",
      what: "A line is neither a rule nor a declaration nor a clause.",
      why: "Its author meant something, and the engine cannot know what.",
      avoid: "csv-export\n", prefer: "csv-export requires nothing\n",
      exceptions: "Comments begin with `#` and may say anything."),
    DiagnosticPage(
      "TG0003", "a clause without a statement",
      what: "A clause such as `reminder` or `price` comes before the first statement.",
      why: "A clause belongs to the nearest statement above it.",
      avoid: "message \"Only for friends.\"\ncsv-export requires pro\n",
      prefer: "csv-export requires pro\n  message \"Only for friends.\"\n"),
    DiagnosticPage(
      "TG0004", "quotes that are missing or not closed",
      what: "A text or a name in backquotes is not closed, or has other quotes.",
      why: "Where a text ends decides what the rest of the line means.",
      avoid: "csv-export requires pro\n  message \"Only for friends.\n",
      prefer: "csv-export requires pro\n  message \"Only for friends.\"\n"),
    DiagnosticPage(
      "TG0005", "an unknown escape",
      what: "A `\\` in a text comes before a character other than `\"` and `\\`.",
      why: "People would see the `\\`.",
      avoid: "csv-export requires pro\n  message \"First\\nsecond\"\n",
      prefer: "csv-export requires pro\n  message \"First, second\"\n"),
    DiagnosticPage(
      "TG0006", "a single parenthesis",
      what: "A parenthesis is opened and not closed, or closed and not opened.",
      why: "The parentheses decide who has access.",
      avoid: "csv-export requires (pro or team\n", prefer: "csv-export requires pro or team\n"),
  ]
}
