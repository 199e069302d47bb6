import TollgateKit
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// Reads the parts of a new policy.
///
/// The compiler decides what is a name, a price or a quantity: an answer is right only if a small
/// policy with it compiles to exactly that. So no answer can add anything else to the policy.
enum StarterReader {
  /// The widest name, in columns, so that every line fits into 100.
  private static let widest = 24

  /// The uses of a name.
  enum Kind {
    case policy, tier, meter, feature, product

    fileprivate var words: String {
      switch self {
      case .policy: "a name such as Shop"
      case .tier: "a name such as pro"
      case .meter: "a name and its free limit, such as bills=500 or \"exports=3 per day\""
      case .feature: "a name such as csv-export"
      case .product: "a name such as pro-yearly"
      }
    }

    /// A policy with the name wherever a starter policy writes one of its kind.
    fileprivate func policy(_ name: String) -> String {
      let asks = "scenario \"x\"\n  expect \(name) allowed\n"
      return switch self {
      case .policy: "policy \(name)\n"
      case .tier:
        "tiers \(name) < zq-top\nfeature zq-use\nproduct zq-sale\n  grants \(name)\n"
          + "zq-use requires \(name)\nscenario \"x\"\n  given \(name)\n  expect zq-use allowed\n"
      case .meter: "meter \(name)\n\(name) > 5 requires nothing\n" + asks
      case .feature: "feature \(name)\n\(name) requires nothing\n" + asks
      case .product:
        "feature zq-use\nproduct \(name)\nscenario \"x\"\n  given product \(name)\n"
          + "  expect zq-use allowed\n"
      }
    }

    /// The name in the graph of that policy.
    fileprivate func name(in graph: RuleGraph) -> String? {
      switch self {
      case .policy: graph.name
      case .tier: graph.parts.tierCount == 2 ? graph.parts.entitlements[0].name : nil
      case .meter, .feature: graph.parts.targets.count == 1 ? graph.parts.targets[0].name : nil
      case .product: graph.parts.products.count == 1 ? graph.parts.products[0].name : nil
      }
    }
  }

  /// A name, or one that is made of the words that were typed. `option` is where it was given.
  static func name(
    _ text: String, _ kind: Kind, behind option: String?
  ) throws(Failure) -> Starter.Spelling {
    do throws(Failure) {
      return try exactName(text, kind, behind: option)
    } catch {
      guard let made = EverydaySpelling.name(of: text.trimmed, kind), made != text.trimmed,
        var spelling = try? exactName(made, kind, behind: option)
      else { throw error }
      spelling.typed = text.split { $0.isWhitespace }.joined(separator: " ")
      return spelling
    }
  }

  /// How a message begins that says what is taken behind an option, or as an answer.
  private static func takes(_ option: String?) -> String { option.map { "\($0) takes" } ?? "write" }

  private static func exactName(
    _ text: String, _ kind: Kind, behind option: String?
  ) throws(Failure) -> Starter.Spelling {
    let name = text.trimmed
    let takes = "\(takes(option)) \(kind.words)"
    guard !name.isEmpty else { throw .usage("\(takes), not an empty text") }
    let width = Source(name: "", text: name).displayColumn(at: name.utf8.count) - 1
    // The name of a product is that of its tier and one more word.
    let widest = kind == .product ? widest + 12 : widest
    guard name.utf8.count <= 4 * widest, width <= widest else {
      throw .usage("\(takes), at most \(widest) letters wide")
    }
    var fault: Diagnostic?
    for code in [name, "`\(name)`"] {
      let result = Compiler.compile(Source(name: option ?? "answer", text: kind.policy(code)))
      if let graph = result.graph, result.diagnostics.isEmpty, kind.name(in: graph) == name {
        return Starter.Spelling(text: name, code: code)
      }
      fault = fault ?? result.diagnostics.first
    }
    let why = fault.map { ": \($0.headline)" } ?? ""
    throw .usage("\(takes), not `\(shown(name))`\(why)")
  }

  /// A price in one or several currencies, such as `12 CNY per year`, `38 CNY or 5 USD once` or
  /// `$9.99/month`; at least one.
  static func prices(_ typed: String, behind option: String?) throws(Failure) -> [Price] {
    let takes = "\(takes(option)) a price such as \"12 CNY per year\" or \"38 CNY once\""
    // The words between several prices are written as in a policy; they have no everyday spelling.
    let text = typed.contains(" or ") ? typed : EverydaySpelling.price(of: typed) ?? typed
    let source = "product zq-sale\n  price \(text)\n"
    guard isPlain(text),
      let graph = Compiler.compile(Source(name: option ?? "answer", text: source)).graph,
      graph.parts.products.count == 1, let price = graph.parts.products[0].price,
      price.each == nil
    else {
      throw .usage("\(takes), not `\(shown(typed))`\(hint(about: typed))")
    }
    return graph.parts.products[0].prices
  }

  private static func hint(about price: String) -> String {
    if price.contains("¥") { return "; ¥ is the sign of CNY and JPY" }
    if let amount = EverydaySpelling.ungrouped(price), price.contains(",") {
      return "; write the amount as \(amount)"
    }
    // A shell takes `$9` in double quotes for a word of its own.
    return price.hasPrefix(".") ? "; write `$` in single quotes: '$9.99 per month'" : ""
  }

  /// A duration, as `7 days`.
  static func trial(_ text: String, behind option: String?) throws(Failure) -> String {
    let takes = "\(takes(option)) a duration such as \"7 days\""
    let source = "product zq-sale\n  price 1 USD per year\n  trial \(text)\n"
    guard isPlain(text),
      let graph = Compiler.compile(Source(name: option ?? "answer", text: source)).graph,
      graph.parts.products.count == 1,
      (graph.parts.products[0].trial ?? 0) > 0 || graph.parts.products[0].trialMonths > 0
    else { throw .usage("\(takes), not `\(shown(text))`") }
    return text.split(separator: " ").joined(separator: " ")
  }

  /// A meter with its limit, as `bills=500`, `storage=5 GB` or `exports=3 per day`.
  static func meter(_ text: String, behind option: String?) throws(Failure) -> Starter.Meter {
    guard let sign = text.firstIndex(of: "=") else {
      throw .usage("\(takes(option)) \(Kind.meter.words), not `\(shown(text))`")
    }
    let name = try name(String(text[..<sign]), .meter, behind: option)
    let amount = limit(String(text[text.index(after: sign)...]))
    if let plain = EverydaySpelling.ungrouped(amount) {
      throw .usage(
        "\(takes(option)) an amount without separators, such as \(plain), not `\(shown(amount))`")
    }
    guard isPlain(amount) else {
      throw .usage("\(takes(option)) \(Kind.meter.words), not `\(shown(amount))`")
    }
    for unit in [Meter.Unit.count, .bytes, .seconds] {
      let source = "meter zq\(suffix(unit))\nzq > \(amount) requires nothing\n"
      guard let graph = Compiler.compile(Source(name: option ?? "answer", text: source)).graph,
        let rule = graph.parts.rules.first, graph.parts.rules.count == 1, let limit = rule.limit,
        case .atMost(let value) = limit.kind, value < .max
      else { continue }
      return Starter.Meter(
        name: name, unit: unit, limit: value, quantity: literal(value, unit),
        window: limit.window)
    }
    throw .usage("\(takes(option)) \(Kind.meter.words), not `\(shown(amount))`")
  }

  /// `3/day` and `3 a day` as `3 per day`.
  private static func limit(_ typed: String) -> String {
    let words = typed.split { $0 == " " || $0 == "/" }.map { String($0) }
    guard words.count > 1, words.contains("a") || typed.contains("/"), let last = words.last else {
      return typed
    }
    let amount = words.dropLast().filter { $0 != "a" && $0 != "per" }.joined(separator: " ")
    return "\(amount) \(EverydaySpelling.period(of: last))"
  }

  /// The end of the declaration of a meter with this unit.
  static func suffix(_ unit: Meter.Unit) -> String {
    switch unit {
    case .count: ""
    case .bytes: " in bytes"
    case .seconds, .minutes, .hours, .days: " in \(unit)"
    }
  }

  /// A quantity as the language writes it.
  private static func literal(_ value: Int64, _ unit: Meter.Unit) -> String {
    let units: [(Int64, String)] =
      switch unit {
      case .count: []
      case .bytes:
        [
          (1_000_000_000_000, " TB"), (1_000_000_000, " GB"), (1_000_000, " MB"),
          (1 << 30, " GiB"), (1 << 20, " MiB"), (1000, " KB"), (1 << 10, " KiB"), (1, " B"),
        ]
      case .minutes, .hours, .days: []
      case .seconds: [(86_400, " days"), (3600, "h"), (60, "min"), (1, "s")]
      }
    guard value > 0, let fitting = units.first(where: { value % $0.0 == 0 }) else {
      return "\(value)"
    }
    return "\(value / fitting.0)\(fitting.1)"
  }

  /// Letters, digits, points, spaces and `_`: no character that ends a line or a text.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= 60
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "."),
          UInt8(ascii: " "):
          true
        default: false
        }
      }
  }

  /// An answer in a message: short, and in one line.
  static func shown(_ text: String) -> String {
    let line = text.prefix(40).map { $0.isNewline ? " " : String($0) }.joined()
    return text.count > 40 ? line + "…" : line
  }
}

extension StringProtocol {
  /// Without the white space at both ends.
  var trimmed: String {
    let characters = drop { $0.isWhitespace }
    return String(characters.reversed().drop { $0.isWhitespace }.reversed())
  }
}
