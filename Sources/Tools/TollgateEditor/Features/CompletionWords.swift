import TollgateCompiler
import TollgateRuntime
import TollgateSyntax
import TollgateWords

extension CompletionContext {
  static let windows = ["minute", "hour", "day", "week", "month", "year"]
  static let durations = [
    "s", "min", "h", "days", "weeks", "seconds", "minutes", "hours",
  ]
  static let sizes = ["KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB", "B"]

  /// The reasons that a decision can have.
  static let reasons: [String] = Reason.allCases.map { $0.rawValue }
  /// The states that a purchase can have.
  static let states: [String] = Grant.State.allCases.filter { $0 != .other }.map { $0.rawValue }

  /// The stores that the policy names, and the usual ones.
  static func stores(in project: Project) -> [String] {
    var names = ["app-store", "google-play", "stripe"]
    for product in project.meaning?.products ?? [] {
      for id in product.storeIDs where !id.store.isEmpty && !names.contains(id.store) {
        names.append(id.store)
      }
    }
    return names
  }

  /// The languages of the policy's labels, and the usual ones.
  static func locales(in project: Project) -> [String] {
    var names: [String] = []
    let tokens = project.syntax.tokens.filter { $0.kind != .whitespace }
    for (index, token) in tokens.enumerated().dropFirst().dropLast() {
      // A language is a word between two texts of one line; so is the level of a reminder.
      guard token.kind == .name, tokens[index - 1].kind == .text, tokens[index + 1].kind == .text
      else { continue }
      let name = project.source.text(token.span)
      let isLevel = [Word.gentle.rawValue, Word.prominent.rawValue].contains(name)
      if !isLevel, !names.contains(name) { names.append(name) }
    }
    for usual in ["zh-Hans", "en"] where !names.contains(usual) { names.append(usual) }
    return names
  }

  /// The currencies that the policy uses, and the usual ones.
  static func currencies(in project: Project) -> [String] {
    var names: [String] = []
    for product in project.meaning?.products ?? [] {
      for price in product.price.map({ [$0] + product.otherPrices }) ?? [] {
        if !names.contains(price.currency) { names.append(price.currency) }
      }
    }
    for other in ["CNY", "USD", "EUR"] + Currencies.all where !names.contains(other) {
      names.append(other)
    }
    return names
  }
}

/// A whole sentence with blanks. They hold names of the policy, so that it is no mistake as it stands.
struct Snippet: Sendable {
  /// The names that stand in the blanks.
  struct Names {
    var feature: String
    var meter: String
    var entitlement: String
  }

  var label: String
  var detail: String
  var text: @Sendable (Names) -> String

  /// One for each sentence that a policy is made of.
  static let all: [Snippet] = [
    Snippet(label: "gate", detail: "a feature needs an entitlement") {
      "${1:\($0.feature)} requires ${2:\($0.entitlement)}"
    },
    Snippet(label: "limit", detail: "more than so many need an entitlement") {
      "${1:\($0.meter)} > ${2:500} requires ${3:\($0.entitlement)}"
    },
    Snippet(label: "ladder", detail: "more for those who pay more") {
      "${1:\($0.meter)} at most ${2:10}\n  ${3:100} with ${4:\($0.entitlement)}"
    },
    Snippet(label: "product with price", detail: "something that is sold") {
      "product ${1:name} \"${2:label}\"\n  sold as \"${3:store id}\"\n"
        + "  grants ${4:\($0.entitlement)}\n  price ${5:12} ${6:CNY} per ${7:year}"
    },
    Snippet(label: "scenario with expectation", detail: "a case that must come out so") {
      "scenario \"${1:title}\"\n  given ${2:\($0.entitlement)}\n"
        + "  expect ${3:\($0.feature)} ${4:allowed}"
    },
    Snippet(label: "claim", detail: "true of every user") {
      "always ${1:\($0.feature)} allowed with ${2:\($0.entitlement)}"
    },
  ]
}

extension Project {
  /// A few words about each name of a kind: its label, its price or its tier.
  func details(of kind: NameKind, in policy: CheckedPolicy) -> [String: String] {
    var details: [String: String] = [:]
    func add(_ name: CheckedName, _ label: CheckedLabel?, _ more: [String] = []) {
      let parts = [label?.label.texts.first?.text].compactMap { $0 } + more
      if !parts.isEmpty { details[name.text] = parts.joined(separator: ", ") }
    }
    switch kind {
    case .entitlement:
      for entitlement in policy.entitlements {
        let tier = entitlement.rank.map { ["tier \($0 + 1)"] } ?? []
        let offers = offers(granting: entitlement.name.text, in: policy)
        add(entitlement.name, entitlement.label, tier + offers)
      }
    case .product:
      for product in policy.products {
        add(product.name, product.label, product.price.map { [$0.words(.english)] } ?? [])
      }
    case .meter: for meter in policy.meters { add(meter.name, meter.label) }
    case .feature: for feature in policy.features { add(feature.name, feature.label) }
    case .setting, .group, .fact, .rollout: break
    }
    return details
  }

  /// The prices of the products that give an entitlement by themselves, each once.
  func offers(granting name: String, in policy: CheckedPolicy) -> [String] {
    // Everybody has the first tier.
    guard let wanted = policy.entitlements.firstIndex(where: { $0.name.text == name }),
      policy.entitlements[wanted].rank != 0
    else { return [] }
    var offers: [String] = []
    for product in policy.products where product.isForSale {
      guard let price = product.price else { continue }
      let isGiven = product.grants.contains {
        policy.entitlements[Int($0.index)].gives.contains(Int32(wanted))
      }
      let words = price.words(.english)
      if isGiven, !offers.contains(words) { offers.append(words) }
    }
    return offers
  }
}
