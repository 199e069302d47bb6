/// A policy of any size: 40 products, 10 meters, as many features as wanted with rules of many
/// kinds. The same size gives the same text. Ten of the features are the same in every size,
/// spread evenly, so that the same questions can be asked of all.
public struct GeneratedPolicy {
  public var features: Int
  /// How many rules each feature has.
  public var rules = 1
  /// Whether one feature in a hundred differs from what it would be.
  public var isChanged = false

  private var random = SplitMix64(seed: 20_261_121)

  public init(features: Int, rules: Int = 1, isChanged: Bool = false) {
    self.features = features
    self.rules = rules
    self.isChanged = isChanged
  }

  /// The names of the ten features that are the same in every size.
  public static let asked = (0..<10).map { "asked-\($0)" }

  /// The most features that get rules of their own. A file has at most 16 MiB: with more, features
  /// are declared as series, and a rule is about four neighbours.
  private static let mostApart = 200_000

  /// The text, in pieces.
  public mutating func write(_ write: (String) throws -> Void) rethrows {
    try write(declarations)
    if features <= GeneratedPolicy.mostApart {
      try writeApart(write)
    } else {
      try writeSeries(write)
    }
    try write(limits)
  }

  private mutating func writeSeries(_ write: (String) throws -> Void) rethrows {
    let members = features / 10 - 1
    for (index, letter) in "abcdefghij".enumerated() {
      try write("feature \(GeneratedPolicy.asked[index])\n")
      try write("series s\(letter)1..s\(letter)\(members)\n")
    }
    for (index, letter) in "abcdefghij".enumerated() {
      try write("asked-\(index) requires \(GeneratedPolicy.requirements[index])\n")
      for first in stride(from: 1, to: members, by: 4) {
        let range = "s\(letter)\(first)..s\(letter)\(min(first + 3, members))"
        try write("\(range) requires \(requirement(isOther: false))\n")
      }
    }
  }

  private mutating func writeApart(_ write: (String) throws -> Void) rethrows {
    let step = max(1, features / 10)
    for feature in 0..<features {
      try write("feature \(name(feature, step))\n")
    }
    for feature in 0..<features {
      let name = name(feature, step)
      if name.hasPrefix("asked") {
        try write("\(name) requires \(GeneratedPolicy.requirements[feature / step])\n")
      } else {
        for number in 0..<rules {
          let isOther = isChanged && feature % 100 == 7 && number == 0
          try write("\(name) requires \(requirement(isOther: isOther))\n")
        }
      }
    }
  }

  /// The text at once.
  public var text: String {
    var copy = self
    var text = ""
    copy.write { text += $0 }
    return text
  }

  private func name(_ feature: Int, _ step: Int) -> String {
    let isAsked = feature % step == 0 && feature / step < 10
    return isAsked ? GeneratedPolicy.asked[feature / step] : "feature-\(feature)"
  }

  private var declarations: String {
    var text = "policy Generated\ntiers free < basic < pro < max\n"
    for index in 0..<40 {
      let other = (index * 7 + 3) % 40
      text += """
        entitlement e\(index)
        product p\(index)
          grants e\(index), e\(other)\(index % 5 == 0 ? ", pro" : "")
          price \(index + 1) USD per month

        """
    }
    for index in 0..<10 { text += "meter m\(index)\n" }
    text += "fact platform is ios, android or web\nfact installed is a date\n"
    return text
  }

  private mutating func requirement(isOther: Bool) -> String {
    let first = random.pick(40)
    let second = (first + 1 + random.pick(39)) % 40
    // As many numbers are drawn for one that differs: the others stay what they are.
    let drawn = random.pick(6)
    let kind = isOther ? (drawn + 1) % 6 : drawn
    let meter = random.pick(10)
    let quantity = 1 + random.pick(200)
    let entitlements =
      kind < 3 ? "e\(first) or e\(second)" : "e\(first) or (e\(second) and basic)"
    return switch kind {
    case 1: entitlements + " when platform is ios"
    case 4: entitlements + " unless m\(meter) > \(quantity)"
    case 5: entitlements + " when installed since 2026-03-01"
    default: entitlements
    }
  }

  /// What the ten ask for.
  private static let requirements = [
    "e0 or e1", "e2 or (e3 and basic)", "pro", "e4 or e5 when platform is ios",
    "e6 or (e7 and basic) unless m3 > 20", "nothing", "e8 or e9 when installed since 2026-03-01",
    "e10 and e11", "max or e12", "e13 or e14 or e15",
  ]

  private var limits: String {
    var text = ""
    for meter in 0..<10 {
      for limit in [100, 200, 300] {
        text += "m\(meter) > \(limit) requires pro or e\(meter * 3 + limit / 100)\n"
      }
    }
    return text
  }
}
