import TollgateSyntax

extension MistakeCase {
  static let names: [MistakeCase] = [
    .init(
      "tiers free < pro\nx requires por", "TG0101", "there is no entitlement called `por`",
      at: "por", .unsafe, "pro"),
    .init(
      "meter bils\nbills > 500 requires pro\nbills > 20 per day requires pro\n"
        + "x is off when bills > 9", "TG0101",
      "there is no meter called `bills`, which is used 3 times", at: "bils", .unsafe, "bills"),
    .init(
      "tiers fre < pro\nproduct a\n  grants free\nx requires free\ny requires free", "TG0101",
      "there is no entitlement called `free`, which is used 3 times", at: "fre", .unsafe, "free"),
    .init(
      "entitlement baic\nproduct basic\n  grants basic\nx requires basic", "TG0101",
      "there is no entitlement called `basic`, which is used 2 times", at: "baic", .unsafe, "basic"),
    .init(
      "fact bta is yes or no\nx is off when beta\ny is off when beta\nz is off when not beta",
      "TG0101", "there is no fact called `beta`, which is used 3 times", at: "bta", .unsafe, "beta"),
    .init(
      "feature `prise`\n`price` requires pro\n`price` requires max\n`price` requires team",
      "TG0101", "there is no feature called `price`, which is used 3 times", at: "`prise`", .unsafe,
      "`price`"),
    .init(
      "entitlements ab, ac\nx requires ad", "TG0101", "there is no entitlement called `ad`",
      at: "ad", .unsafe, "ab"),
    .init(
      "entitlements team-a, team-b\nx requires team-c", "TG0101",
      "there is no entitlement called `team-c`", at: "team-c", .unsafe, "team-a"),
    .init(
      "tiers free < Pro\nx requires pro", "TG0101", "there is no entitlement called `pro`",
      at: "pro", .unsafe, "Pro"),
    .init(
      "feature `price`\nprise requires pro", "TG0101",
      "there is no feature or group called `prise`", at: "prise", .unsafe, "`price`"),
    .init(
      "tiers free < pro\nx requires enterprise", "TG0101",
      "there is no entitlement called `enterprise`", at: "enterprise"),
    .init(
      "x is off when platform is web or android", "TG0101",
      "there is no yes-or-no fact called `android`", at: "android", .unsafe,
      "platform is one of web, android"),
    .init(
      "fact p is ios or web\nx is off when p is web or linux or mac", "TG0101",
      "there is no yes-or-no fact called `linux`", at: "linux", .unsafe,
      "p is one of web, linux, mac"),
    .init(
      "fact beta is yes or no\nx is off when beto", "TG0101",
      "there is no yes-or-no fact called `beto`", at: "beto", .unsafe, "beta"),
    .init(
      "fact p is ios or web\nx is off when p is wep", "TG0101", "`wep` is not a value of `p`",
      at: "wep", .unsafe, "web"),
    .init(
      "x > 3 per dya requires pro", "TG0101", "there is no window called `dya`", at: "dya", .unsafe,
      "day"),
    .init(
      "x > 3 requires pro\n  reminder at 2 prominentt", "TG0101",
      "there is no level called `prominentt`", at: "prominentt", .unsafe, "prominent"),
    .init(
      "meter x in byte", "TG0101", "there is no unit called `byte`", at: "byte", .unsafe, "bytes"),
    .init("feature a\nfeature a", "TG0102", "the feature `a` is declared twice", at: "a"),
    .init(
      "feature a\nmeter a\na requires pro", "TG0102",
      "`a` is declared as a feature and as a meter", at: "a"),
    .init(
      "meter bills\nx requires bills", "TG0102", "`bills` is a meter, not an entitlement",
      at: "bills"),
    .init(
      "entitlement pro\nproduct annual\nx requires annual", "TG0102",
      "`annual` is a product, not an entitlement",
      at: "annual"),
    .init(
      "product monthly\n  grants pro\nx is off when monthly is trial", "TG0102",
      "`monthly` is a product, not a fact", at: "monthly"),
    .init(
      "product monthly\n  grants pro\nx is off when monthly since 2026-01-01", "TG0102",
      "`monthly` is a product, not a fact", at: "monthly"),
    .init(
      "product monthly\n  grants pro\nx is off when not monthly", "TG0102",
      "`monthly` is a product, not a fact", at: "monthly"),
    .init(
      "product monthly\n  grants pro\nx is off until 3 days after monthly", "TG0102",
      "`monthly` is a product, not a fact", at: "monthly"),
    .init(
      "x is off when pro is trial\nproduct monthly\n  grants pro", "TG0102",
      "`pro` is an entitlement, not a fact", at: "pro"),
    .init(
      "x is off when pro is one of trial, grace\ngrant pro until 2027-01-01", "TG0102",
      "`pro` is an entitlement, not a fact", at: "pro"),
    .init(
      "x requires a when pro\ny requires pro", "TG0102",
      "`pro` is an entitlement, not a yes-or-no fact", at: "pro", .unsafe, "a or not pro"),
    .init(
      "x requires a and b unless pro\ny requires pro", "TG0102",
      "`pro` is an entitlement, not a yes-or-no fact", at: "pro", .unsafe, "(a and b) or pro"),
    .init(
      "entitlement premium\nx, y are off when premium", "TG0102",
      "`premium` is an entitlement, not a yes-or-no fact", at: "premium", .unsafe,
      "require not premium"),
    .init(
      "entitlement premium\nx > 3 is not allowed unless premium", "TG0102",
      "`premium` is an entitlement, not a yes-or-no fact", at: "premium", .unsafe,
      "requires premium"),
    .init(
      "entitlement premium\nx is off when premium and in-test\nfact in-test is yes or no",
      "TG0102", "`premium` is an entitlement, not a yes-or-no fact", at: "premium"),
    .init(
      "ads are off when premium", "TG0101", "there is no yes-or-no fact called `premium`",
      at: "premium"),
    .init(
      "series L1..L9\nseries L9..L12", "TG0102", "the series `L9..L12` and `L1..L9` share members",
      at: "L9..L12"),
    .init(
      "feature L3\nseries L1..L9", "TG0102",
      "`L3` is declared alone and as a member of `L1..L9`", at: "L1..L9"),
    .init(
      "tiers free < pro\nx requires pr\u{43E}", "TG0104",
      "the name `pr\u{43E}` mixes Latin and Cyrillic letters", at: "pr\u{43E}", .unsafe, "pro"),
    .init(
      "feature a\u{3B1}", "TG0104", "the name `a\u{3B1}` mixes Latin and Greek letters",
      at: "a\u{3B1}"),
    .init(
      "feature exp\nmeter \u{435}\u{445}\u{440}", "TG0104",
      "the name `\u{435}\u{445}\u{440}` looks like `exp`, but is a different name",
      at: "\u{435}\u{445}\u{440}"),
    .init(
      "feature p\nmeter \u{2CA3}", "TG0104",
      "the name `\u{2CA3}` looks like `p`, but is a different name", at: "\u{2CA3}"),
    .init(
      "feature B\nmeter \u{A4D0}", "TG0104",
      "the name `\u{A4D0}` looks like `B`, but is a different name", at: "\u{A4D0}"),
    .init(
      "feature file\nmeter \u{FB01}le", "TG0104",
      "the name `\u{FB01}le` looks like `file`, but is a different name", at: "\u{FB01}le"),
    .init(
      "feature exp\nｅxp requires pro", "TG0104",
      "the name `ｅxp` looks like `exp`, but is a different name", at: "ｅxp", .unsafe, "exp"),
    .init(
      "L9..L1 requires pro", "TG0105", "the range `L9..L1` runs backwards", at: "L9..L1", .safe,
      "L1..L9"),
    .init(
      "series L9..L1", "TG0105", "the range `L9..L1` runs backwards", at: "L9..L1", .safe,
      "L1..L9"),
    .init(
      "series L1..L9\nL5..L12 requires pro", "TG0105", "no declared series holds all of `L5..L12`",
      at: "L5..L12"),
    .init(
      "L1..M3 requires pro", "TG0105", "a range runs from `L…` to `M…`", at: "L1..M3"),
    .init(
      "L01..L9 requires pro", "TG0105", "the number of `L01` begins with a zero", at: "L01"),
    .init(
      "L1..last requires pro", "TG0105", "`last` has no number", at: "last"),
    .init(
      "a, b except everything require pro", "TG0105",
      "the exceptions leave no target", at: "a, b except everything"),
    .init(
      "entitlement a includes a", "TG0106", "`a` includes itself", at: "a"),
    .init(
      "group a is b\ngroup b is x, a", "TG0106", "the group `a` contains itself: `a`, `b`, `a`",
      at: "b"),
    .init(
      "product a\n  only with b\nproduct b\n  only with a", "TG0106",
      "`a` is sold only with itself: `a`, `b`, `a`", at: "b"),
    .init(
      "product a\n  only with b or c\nproduct b\n  only with c\nproduct c\n  only with a or d\n"
        + "product d\n  only with d", "TG0106", "`d` is sold only with itself", at: "d"),
    .init("product a\n  not with a", "TG0106", "`a` is `not with` itself", at: "a"),
  ]
}
