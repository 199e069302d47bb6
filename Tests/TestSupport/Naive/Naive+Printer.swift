extension Naive {
  /// The text of a policy, and the line on which each of its statements starts.
  public struct PrintedPolicy: Equatable, Sendable {
    public var text: String
    /// One for each statement, counted from 1.
    public var lines: [Int]

    public init(text: String, lines: [Int]) {
      self.text = text
      self.lines = lines
    }
  }

  struct Printer {
    let units: [String: Unit]
    var settings: [String: Setting] = [:]

    func lines(of statement: Statement) -> [String] {
      switch statement {
      case .policy(let name, let label):
        return ["policy \(name)" + label.map { " \(Text.quoted($0))" }.orEmpty]
      case .trust(let seconds):
        return ["trust snapshots for \(Text.duration(seconds))"]
      case .snooze(let seconds):
        return ["snooze prompts for \(Text.duration(seconds))"]
      case .tiers(let names):
        return ["tiers \(names.joined(separator: " < "))"]
      case .entitlements(let names):
        return [plural("entitlement", names) + names.joined(separator: ", ")]
      case .entitlement(let name, let includes):
        return ["entitlement \(name) includes \(Text.list(includes))"]
      case .product(let product):
        return ["product \(product.name)"] + clauses(of: product).map { "  \($0)" }
      case .meters(let names, let unit):
        return [plural("meter", names) + names.joined(separator: ", ") + suffix(unit)]
      case .features(let names):
        return [plural("feature", names) + names.joined(separator: ", ")]
      case .series(let prefix, let count):
        return ["series \(prefix)1..\(prefix)\(count)"]
      case .group(let name, let members):
        return ["group \(name) is \(members.joined(separator: ", "))"]
      case .fact(let fact):
        return ["fact \(fact.name) is \(values(of: fact))"]
      case .rollout(let name, let hundredths):
        return ["rollout \(name) is \(percentage(hundredths))% of users"]
      case .setting(let setting):
        return lines(of: setting)
      case .grant(let grant):
        return [line(of: grant)]
      case .rule(let rule):
        return [line(of: rule)] + clauses(of: rule).map { "  \($0)" }
      case .uses(let uses):
        return lines(of: uses)
      }
    }

    private func plural(_ word: String, _ names: [String]) -> String {
      names.count == 1 ? "\(word) " : "\(word)s "
    }

    private func suffix(_ unit: Unit) -> String {
      switch unit {
      case .count: return ""
      case .bytes: return " in bytes"
      case .seconds: return " in seconds"
      }
    }

    private func percentage(_ hundredths: Int) -> String {
      let rest = hundredths % 100
      return rest == 0 ? "\(hundredths / 100)" : "\(hundredths / 100).\(Text.padded(rest, 2))"
    }

    // MARK: Products

    private func clauses(of product: Product) -> [String] {
      var result: [String] = []
      for sold in product.soldAs {
        result.append("sold as \(Text.quoted(sold.id))" + sold.store.map { " on \($0)" }.orEmpty)
      }
      if !product.grants.isEmpty { result.append("grants \(Text.list(product.grants))") }
      for addition in product.adds {
        if let setting = settings[addition.meter] {
          result.append("adds \(value(addition.amount, setting)) to \(setting.name)")
          continue
        }
        let unit = units[addition.meter] ?? .count
        let window = addition.window.map { " per \($0.rawValue)" }.orEmpty
        result.append("adds \(Text.quantity(addition.amount, unit)) to \(addition.meter)\(window)")
      }
      for pack in product.packs {
        let unit = units[pack.meter] ?? .count
        result.append("adds \(Text.quantity(pack.amount, unit)) to \(pack.meter) until used up")
      }
      if let price = product.price { result.append(words(price, product.otherPrices)) }
      if product.isPriceOnRequest { result.append("price on request") }
      if let sale = product.sale { result.append(words(sale)) }
      if let text = product.introduction { result.append("introductory price \(text)") }
      if let trial = product.trialSeconds { result.append("trial \(Text.duration(trial))") }
      if let grace = product.graceSeconds { result.append("grace \(Text.duration(grace))") }
      if !product.onlyWith.isEmpty {
        result.append("only with \(Text.list(product.onlyWith, "or"))")
      }
      if !product.notWith.isEmpty {
        result.append("not with \(product.notWith.joined(separator: ", "))")
      }
      if product.sharedWithFamily { result.append("shared with family") }
      if product.notForSale { result.append("not for sale") }
      if product.recommended { result.append("recommended") }
      return result + product.benefits.map { "benefit \(Text.quoted($0))" }
    }

    private func words(_ price: Price, _ others: [Price]) -> String {
      let amounts = ([price] + others).map { "\($0.tag.perMonth ?? $0.amountText) \($0.currency)" }
      var text = "price " + amounts.joined(separator: " or ")
      if let months = price.billed?.months {
        text += " per month billed " + (months == 12 ? "yearly" : "every \(months) months")
      } else {
        text += words(price.period)
      }
      if let each = price.each {
        let quantity =
          price.eachQuantity == 1
          ? "" : Text.quantity(price.eachQuantity, units[each] ?? .count) + " "
        text += " for each \(quantity)of \(each)"
      }
      if let each = price.each, let least = price.atLeast {
        text += ", at least \(Text.quantity(least, units[each] ?? .count))"
      }
      return text
    }

    private func words(_ period: Period) -> String {
      switch period {
      case .use: return ""
      case .once: return " once"
      case .week: return " per week"
      case .month: return " per month"
      case .year: return " per year"
      case .months(let count): return " per \(count) months"
      }
    }

    // MARK: Facts

    private func values(of fact: Fact) -> String {
      let kind: String
      switch fact.kind {
      case .choice(let choices, let anythingElse):
        kind =
          anythingElse
          ? choices.joined(separator: ", ") + " or anything else" : Text.list(choices, "or")
      case .date: kind = "a date"
      case .flag: kind = "yes or no"
      case .number: kind = "a number"
      case .version: kind = "a version"
      }
      return kind + fact.otherwise.map { ", otherwise \(value($0))" }.orEmpty
    }

    func value(_ value: FactValue) -> String {
      switch value {
      case .choice(let choice): return choice
      case .date(let date): return Text.instant(date)
      case .flag(let isTrue): return isTrue ? "yes" : "no"
      case .number(let number): return Text.count(number)
      case .version(let parts): return parts.map { String($0) }.joined(separator: ".")
      }
    }
  }
}

extension Naive.Policy {
  /// The `.gate` text.
  public func source() -> String {
    printed().text
  }

  /// The `.gate` text with the line of every statement; blank lines and comments between them.
  public func printed() -> Naive.PrintedPolicy {
    let declared = statements.flatMap(\.metersDeclared)
    let settings = statements.compactMap(\.settingDeclared).map { ($0.name, $0) }
    let printer = Naive.Printer(
      units: Dictionary(uniqueKeysWithValues: declared),
      settings: Dictionary(uniqueKeysWithValues: settings))
    var lines: [String] = []
    var starts: [Int] = []
    for (index, statement) in statements.enumerated() {
      if index % 4 == 3 { lines.append("") }
      if index % 6 == 5 { lines.append("# statement \(index + 1)") }
      starts.append(lines.count + 1)
      lines += printer.lines(of: statement)
    }
    return Naive.PrintedPolicy(text: lines.joined(separator: "\n") + "\n", lines: starts)
  }
}

extension Optional where Wrapped == String {
  fileprivate var orEmpty: String {
    self ?? ""
  }
}
