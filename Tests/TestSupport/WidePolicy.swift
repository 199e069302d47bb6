/// A policy that is simple and large: so many statements of one kind. Whatever a command does about
/// it, the time must not grow with the pairs or sets of them.
///
/// Each is the same in every run. The benchmark `budgets` measures the large ones; tests count what
/// is asked about small ones.
public struct WidePolicy: Sendable, CustomStringConvertible {
  /// The name by which a command asks for it.
  public let name: String
  /// So many of what, in a few words.
  public let what: String
  /// How many the benchmark takes.
  public let size: Int
  /// A target that a user asks about.
  public let target: String
  private let lines: @Sendable (Int) -> [String]

  public var description: String { name }

  /// The policy with so many statements.
  public func text(_ size: Int) -> String {
    lines(size).joined(separator: "\n") + "\n"
  }

  /// Every one of them, by name.
  public static let all: [WidePolicy] = products + holdings + limits + conditions + texts

  private init(
    _ name: String, _ size: Int, _ what: String, _ target: String = "f",
    _ lines: @escaping @Sendable (Int) -> [String]
  ) {
    self.name = name
    self.size = size
    self.what = what
    self.target = target
    self.lines = lines
  }

  /// The lines that one function makes for each number.
  private static func each(_ count: Int, _ lines: (Int) -> [String]) -> [String] {
    (0..<count).flatMap(lines)
  }

  private static func names(_ letter: String, _ count: Int, by word: String = ", ") -> String {
    (0..<count).map { "\(letter)\($0)" }.joined(separator: word)
  }

  /// Prices that differ, so that each product may be dearer than others.
  private static func price(_ number: Int) -> String {
    "  price \(1 + number * 7919 % 997) USD per month"
  }
}

// MARK: Products

extension WidePolicy {
  private static let products = [
    WidePolicy("one-tier", 1_000, "products of one tier") { oneTier($0, features: 1) },
    WidePolicy("one-tier-2", 2_000, "products of one tier") { oneTier($0, features: 1) },
    WidePolicy("one-tier-5", 5_000, "products of one tier, with 200 features", "f0") { count in
      oneTier(count, features: 200)
    },
    WidePolicy("one-each", 3_000, "products of one entitlement each", "f0") { count in
      ["entitlements " + names("e", count), "features " + names("f", count)]
        + each(count) {
          ["product p\($0)", "  grants e\($0)", price($0), "f\($0) requires e\($0)"]
        }
    },
    WidePolicy("tiers", 2_000, "tiers with a product and a feature each", "f1") { count in
      ["tiers " + names("t", count, by: " < "), "features " + names("f", count)]
        + each(count) { number in
          number == 0
            ? ["f0 requires nothing"]
            : ["product p\(number)", "  grants t\(number)", price(number)]
              + ["f\(number) requires t\(number)"]
        }
    },
    WidePolicy("only-with", 1_000, "products each sold only with the one before") { count in
      ["entitlements " + names("e", count), "feature f"]
        + each(count) { number in
          ["product p\(number)", "  grants e\(number)", price(number)]
            + (number > 0 ? ["  only with p\(number - 1)"] : [])
        } + ["f requires e\(count - 1)"]
    },
    WidePolicy("not-with", 300, "products none of which is held with another") { count in
      ["tiers free < pro", "feature f", "f requires pro"]
        + each(count) { number in
          ["product p\(number)", "  grants pro", price(number)]
            + (number > 0 ? ["  not with " + names("p", number)] : [])
        }
    },
    WidePolicy("for-sale", 1_000, "products that are for sale on conditions") { count in
      ["tiers free < pro", "feature f", "f requires pro", "fact region is a number"]
        + each(count) { number in
          [
            "product p\(number)", "  grants pro", price(number),
            "  for sale when region >= \(number)",
          ]
        }
    },
    WidePolicy("bundles", 400, "products of two entitlements of forty", "f0") { count in
      ["entitlements " + names("e", 40), "features " + names("f", 40)]
        + each(40) { ["f\($0) requires e\($0)"] }
        + each(count) { number in
          [
            "product p\(number)", "  grants e\(number % 40), e\((number * 7 + 1) % 40)",
            price(number),
          ]
        }
    },
    WidePolicy("add-ons", 1_000, "products that add to one meter", "m") { count in
      ["tiers free < pro", "meter m", "m > 10 requires pro"]
        + each(count) { ["product p\($0)", "  adds \($0 + 1) to m", price($0)] }
    },
    WidePolicy("packs", 1_000, "packs of one meter", "m") { count in
      ["tiers free < pro", "meter m", "m > 10 requires pro"]
        + each(count) { ["product p\($0)", "  adds \($0 + 1) to m until used up"] }
    },
  ]

  private static func oneTier(_ count: Int, features: Int) -> [String] {
    let names = features == 1 ? "f" : names("f", features)
    return ["tiers free < pro", "features " + names, names + " requires pro"]
      + each(count) { ["product p\($0)", "  grants pro", price($0)] }
  }
}

// MARK: What is held

extension WidePolicy {
  private static let holdings = [
    WidePolicy("includes", 2_000, "entitlements each of which includes the one before") { count in
      each(count) { ["entitlement e\($0)" + ($0 > 0 ? " includes e\($0 - 1)" : "")] }
        + ["feature f", "f requires e\(count / 2)"]
    },
    WidePolicy("grants", 1_000, "grants of one entitlement") { count in
      ["entitlement e", "feature f", "f requires e"]
        + each(count) { ["grant e from 2027-01-01 when region is \($0)"] }
        + ["fact region is a number"]
    },
    WidePolicy("alternatives", 2_000, "alternatives of one requirement") { count in
      ["entitlements " + names("e", count), "feature f"]
        + ["f requires " + names("e", count, by: " or ")]
    },
    WidePolicy("nested", 60, "parentheses in each of 60 requirements", "f0") { count in
      ["entitlements " + names("e", count), "features " + names("f", 60)]
        + each(60) { feature in
          let text = (0..<count).reversed().reduce("") { inner, number in
            let name = "e\((number + feature) % count)"
            let word = number % 2 == 0 ? "or" : "and"
            return inner.isEmpty ? name : "\(name) \(word) (\(inner))"
          }
          return ["f\(feature) requires " + text]
        }
    },
    WidePolicy("negations", 500, "features that require not to have something", "f0") { count in
      ["entitlements " + names("e", count), "features " + names("f", count)]
        + each(count) { ["f\($0) requires e\(($0 + 1) % count) and not e\($0)"] }
    },
  ]
}

// MARK: Limits and values

extension WidePolicy {
  private static let limits = [
    WidePolicy("ladder", 1_000, "steps of one ladder", "m") { count in
      ladder(of: ["m"], steps: count)
    },
    WidePolicy("ladders", 200, "ladders of 50 steps", "m0") { count in
      ladder(of: (0..<count).map { "m\($0)" }, steps: 50)
    },
    WidePolicy("settings", 500, "settings of ten steps", "s0") { count in
      ["tiers " + names("t", 10, by: " < "), "entitlement beta"]
        + each(count) { setting in
          ["setting s\(setting) is 1"] + (1..<10).map { "  \($0 * 10 + setting) with t\($0)" }
        } + each(10) { $0 == 0 ? [] : ["product p\($0)", "  grants t\($0)", price($0)] }
    },
    WidePolicy("windows", 545, "limits with a window and a condition", "m") { count in
      ["tiers free < pro", "meter m", "fact region is a number"]
        + each(count) { number in
          ["m > \(number + 10) per \(number + 2) hours requires pro when region >= \(number)"]
        }
    },
    WidePolicy("limits", 1_000, "limits of one meter", "m") { count in
      ["tiers free < pro", "meter m"] + each(count) { ["m > \($0 + 1) requires pro"] }
    },
    WidePolicy("meters", 2_000, "meters with a limit each", "m0") { count in
      ["tiers free < pro", "meters " + names("m", count)]
        + each(count) { ["m\($0) > \($0 + 1) requires pro", "  reminder at 90%"] }
    },
    WidePolicy("reminders", 1_000, "reminders of one limit", "m") { count in
      ["tiers free < pro", "meter m", "m > 100_000 requires pro"]
        + each(count) { ["  reminder at \($0 + 1)"] }
    },
    WidePolicy("instead", 1_000, "things to use instead", "m") { count in
      ["tiers free < pro", "meter m", "features " + names("f", count), "m > 10 requires pro"]
        + ["  instead use " + names("f", count)] + each(count) { ["f\($0) requires nothing"] }
    },
  ]

  private static func ladder(of meters: [String], steps: Int) -> [String] {
    ["entitlements " + names("e", steps), "meters " + meters.joined(separator: ", ")]
      + meters.flatMap { meter in
        ["\(meter) at most 1"] + each(steps) { ["  \($0 * 3 + 5) with e\($0)"] }
      }
  }
}

// MARK: Conditions

extension WidePolicy {
  private static let conditions = [
    WidePolicy("rollouts", 500, "rollouts with a feature each", "f0") { count in
      ["entitlement pro", "features " + names("f", count)]
        + each(count) { number in
          ["rollout r\(number) is \(number % 99 + 1)% of users"]
            + ["f\(number) requires pro when in r\(number)"]
        }
    },
    WidePolicy("numbers", 1_000, "facts with a rule each") { count in
      ["entitlement pro", "feature f"]
        + each(count) { ["fact n\($0) is a number", "f requires pro when n\($0) > \($0)"] }
    },
    WidePolicy("choices", 1_000, "choices of one fact with a rule each") { count in
      ["entitlements " + names("e", count), "feature f", "fact c is " + names("c", count)]
        + each(count) { ["f requires e\($0) when c is c\($0)"] }
    },
    WidePolicy("dates", 500, "rules between dates") { count in
      ["entitlements " + names("e", count), "feature f"]
        + each(count) { number in
          ["f requires e\(number) from \(2000 + number)-01-01 until \(2000 + number)-07-01"]
        }
    },
    WidePolicy("claims", 1_000, "claims about one feature") { count in
      ["entitlements " + names("e", count), "feature f"]
        + ["f requires " + names("e", count, by: " or ")]
        + each(count) { ["always f allowed with e\($0)"] }
    },
  ]
}

// MARK: Texts

extension WidePolicy {
  private static let texts = [
    WidePolicy("features", 20_000, "features of one requirement", "f0") { count in
      ["tiers free < pro", "features " + names("f", count), "everything requires pro"]
        + ["product p", "  grants pro", price(1)]
    },
    WidePolicy("groups", 2_000, "groups each of which holds the one before", "f0") { count in
      ["entitlement e", "features " + names("f", count)]
        + each(count) { ["group g\($0) is f\($0)" + ($0 > 0 ? ", g\($0 - 1)" : "")] }
        + ["g\(count - 1) requires e"]
    },
    WidePolicy("exceptions", 2_000, "features that are excepted from a rule", "f0") { count in
      ["entitlement e", "features " + names("f", count)]
        + ["everything except " + names("f", count / 2) + " requires e"]
        + each(count / 2) { ["f\($0) requires nothing"] }
    },
    WidePolicy("labels", 500, "features with labels in 20 languages", "f0") { count in
      let locales = (0..<20).map { number in
        "\(Character(Unicode.Scalar(UInt8(97 + number))))n \"text\""
      }
      return ["entitlement e"]
        + each(count) { ["feature f\($0) \"text\" " + locales.joined(separator: " ")] }
        + ["everything requires e"]
    },
    WidePolicy("scenarios", 3_000, "scenarios about one limit", "m") { count in
      ["tiers free < pro", "meter m", "m > 1000 requires pro"]
        + each(count) { number in
          ["scenario \"number \(number)\"", "  given m \(number)"]
            + ["  expect m \(number < 1000 ? "allowed" : "denied")"]
        }
    },
  ]
}
