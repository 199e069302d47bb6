import TollgateRuntime
import TollgateWords

/// Why a policy cannot take the place of the one that an app was built with: what the app asks for
/// is missing, or of another kind.
///
/// ```swift
/// do throws(PolicyError) {
///   try gate.replace(newPolicy)
/// } catch {
///   log("the old policy stays: \(error)")
/// }
/// ```
///
/// Features, members of series, groups, meters, settings, products and facts are compared, by name
/// and kind. Whatever else a policy says may change: rules, limits, prices, tiers, labels.
public struct PolicyMismatch: Error, Sendable, Hashable {
  /// The name of the policy that the app was built with.
  public let expected: String
  /// The name of the other policy, if it has another one; else nil.
  public let otherName: String?
  /// The names that are missing or of another kind: targets, then products, then facts, each in the
  /// order of the app's policy.
  public let missing: [Missing]

  /// A name that an app asks for and a policy lacks.
  public struct Missing: Sendable, Hashable {
    /// The name in the app's policy.
    public let name: String
    /// The kind of thing that it is for the app.
    public let kind: Kind
    /// The kind of thing that it is in the other policy; nil if there is none of this name.
    public let found: Kind?
  }

  /// The kinds of things that an app asks for by name.
  public enum Kind: Sendable, Hashable {
    /// A feature, a member of a series, or a group.
    case feature
    /// A meter, with what it counts in.
    case meter(Measure)
    /// A setting, with what its values are.
    case setting(Measure)
    /// A product.
    case product
    /// A fact, with what its values are.
    case fact(FactType)
    /// A choice of a fact: the app may tell it.
    case choice(ofFact: String)
  }

  /// A unit of meters and settings.
  public enum Measure: Sendable, Hashable {
    /// Things, or what the name says.
    case count
    /// Bytes.
    case bytes
    /// Seconds.
    case seconds
    /// Minutes.
    case minutes
    /// Hours.
    case hours
    /// Days.
    case days
    /// Hundredths of a percent.
    case percent
    /// Calendar months.
    case months
    /// One of several choices.
    case choices
  }

  /// The values of a fact.
  public enum FactType: Sendable, Hashable {
    /// One of several choices.
    case choices
    /// A date.
    case date
    /// Yes or no.
    case yesOrNo
    /// A version.
    case version
    /// A number.
    case number
  }
}

/// The differences that a policy may have from the one that an app was built with, and take its
/// place all the same.
///
/// ```swift
/// try store.replace(policy, allowing: .missingNames)
/// ```
public struct PolicyDifferences: OptionSet, Sendable, Hashable {
  /// The differences as bits.
  public let rawValue: Int

  /// Differences of bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A name that the app asks for is missing, or is of another kind. A missing target is denied as
  /// ``Reason/undeclared``; a setting has the value of who has nothing.
  public static let missingNames = PolicyDifferences(rawValue: 1)
  /// It has another name than the policy of the app.
  public static let otherName = PolicyDifferences(rawValue: 2)
}

extension Policy {
  /// The reason why another policy cannot take the place of this one; nil if it can.
  ///
  /// - Parameters:
  ///   - other: The policy that would be put into use.
  ///   - allowed: The differences that do not matter.
  public func mismatch(
    with other: Policy, allowing allowed: PolicyDifferences = []
  ) -> PolicyMismatch? {
    let otherName = allowed.contains(.otherName) || other.name == name ? nil : other.name
    let missing =
      allowed.contains(.missingNames) ? [] : NamesInUse(graph).missing(in: NamesInUse(other.graph))
    guard otherName != nil || !missing.isEmpty else { return nil }
    return PolicyMismatch(expected: name, otherName: otherName, missing: missing)
  }
}

/// The names by which an app asks for things of a policy.
private struct NamesInUse {
  typealias Kind = PolicyMismatch.Kind

  private let graph: RuleGraph

  init(_ graph: RuleGraph) {
    self.graph = graph
  }

  /// The names of this policy that another one lacks.
  func missing(in other: NamesInUse) -> [PolicyMismatch.Missing] {
    var missing: [PolicyMismatch.Missing] = []
    func compare(_ name: String, _ kind: Kind, _ found: Kind?) {
      guard found != kind else { return }
      missing.append(PolicyMismatch.Missing(name: name, kind: kind, found: found))
    }
    for target in graph.parts.targets {
      if let kind = self.target(target.name) {
        compare(target.name, kind, other.target(target.name))
      }
    }
    for group in graph.parts.groups where !group.isSeries {
      compare(group.name, .feature, other.target(group.name))
    }
    for product in graph.parts.products {
      let isThere = other.graph.names.products[product.name] != nil
      compare(product.name, .product, isThere ? .product : nil)
    }
    for fact in graph.parts.facts {
      let found = other.fact(fact.name)
      compare(fact.name, NamesInUse.kind(fact), found.map { NamesInUse.kind($0) })
      guard let found, found.type == fact.type, !found.isOpen else { continue }
      for choice in fact.choices where !found.choices.contains(choice) {
        compare(choice, .choice(ofFact: fact.name), nil)
      }
    }
    return missing
  }

  /// The kind of a target or group; nil if there is none of this name.
  private func target(_ name: String) -> Kind? {
    guard let place = graph.names.targets[name] else {
      return graph.names.groups[name] == nil ? nil : .feature
    }
    if let setting = graph.setting(of: place) {
      return NamesInUse.kind(graph.parts.settings[Int(setting)].kind)
    }
    guard let meter = graph.parts.targets[Int(place)].meter else { return .feature }
    return NamesInUse.kind(graph.parts.meters[Int(meter)].unit)
  }

  private func fact(_ name: String) -> Fact? {
    graph.names.facts[name].map { graph.parts.facts[Int($0)] }
  }

  private static func kind(_ kind: Setting.Kind) -> Kind {
    switch kind {
    case .count: .setting(.count)
    case .bytes: .setting(.bytes)
    case .seconds: .setting(.seconds)
    case .basisPoints: .setting(.percent)
    case .months: .setting(.months)
    case .choice: .setting(.choices)
    }
  }

  private static func kind(_ unit: Meter.Unit) -> Kind {
    switch unit {
    case .count: .meter(.count)
    case .bytes: .meter(.bytes)
    case .seconds: .meter(.seconds)
    case .minutes: .meter(.minutes)
    case .hours: .meter(.hours)
    case .days: .meter(.days)
    }
  }

  private static func kind(_ fact: Fact) -> Kind {
    switch fact.type {
    case .choice: .fact(.choices)
    case .date: .fact(.date)
    case .yesOrNo: .fact(.yesOrNo)
    case .version: .fact(.version)
    case .number: .fact(.number)
    }
  }
}

extension PolicyMismatch: WordedError, CustomStringConvertible {
  /// So many names are listed; of the others the number is told.
  private static let most = 20

  /// The names that are missing, and what to do, in a language: Simplified Chinese for `zh…`, else
  /// English.
  public func description(in locale: String) -> String {
    let isChinese = Language(locale) == .chinese
    var lines = [isChinese ? "该策略不能取代应用内的策略" : "it cannot take the place of the app's policy"]
    if let otherName {
      lines.append(
        isChinese
          ? "名称是“\(otherName)”，而不是“\(expected)”"
          : "it is called `\(otherName)`, not `\(expected)`")
    }
    for one in missing.prefix(PolicyMismatch.most) { lines.append(one.words(isChinese)) }
    let rest = missing.count - PolicyMismatch.most
    if rest > 0 { lines.append(isChinese ? "另有 \(rest) 项" : "and \(rest) more") }
    lines.append(help(isChinese))
    return lines.joined(separator: isChinese ? "；" : "; ")
  }

  private func help(_ isChinese: Bool) -> String {
    let allowed =
      (otherName == nil ? [] : [".otherName"]) + (missing.isEmpty ? [] : [".missingNames"])
    let list = allowed.joined(separator: ", ")
    let code = "`allowing: \(allowed.count == 1 ? list : "[" + list + "]")`"
    guard !isChinese else {
      return (missing.isEmpty ? "请提供应用的策略" : "请在策略中恢复这些名称") + "，或以 \(code) 明确允许"
    }
    return (missing.isEmpty ? "give the app's policy" : "bring the names back into the policy")
      + ", or allow it with \(code)"
  }
}

extension PolicyMismatch.Missing {
  /// The name, what the app takes it for, and what it is instead.
  fileprivate func words(_ isChinese: Bool) -> String {
    if case .choice(let fact) = kind {
      return isChinese
        ? "事实“\(fact)”没有选项“\(name)”" : "the fact `\(fact)` has no choice `\(name)`"
    }
    guard let found else {
      return isChinese
        ? "缺少\(kind.chineseNoun)“\(name)”" : "it has no \(kind.englishNoun) called `\(name)`"
    }
    return isChinese
      ? "“\(name)”是\(found.chinese)，而不是\(kind.chinese)"
      : "`\(name)` is \(found.english), not \(kind.english)"
  }
}

extension PolicyMismatch.Kind {
  fileprivate var englishNoun: String {
    switch self {
    case .feature: "feature"
    case .meter: "meter"
    case .setting: "setting"
    case .product: "product"
    case .fact: "fact"
    case .choice: "choice"
    }
  }

  fileprivate var chineseNoun: String {
    switch self {
    case .feature: "功能"
    case .meter: "计量项"
    case .setting: "设置"
    case .product: "商品"
    case .fact: "事实"
    case .choice: "选项"
    }
  }

  /// The kind with its article and what is counted, as in `a meter in bytes`.
  fileprivate var english: String {
    switch self {
    case .feature, .product, .choice, .meter(.count), .setting(.count): "a \(englishNoun)"
    case .setting(.choices): "a setting of choices"
    case .meter(let measure), .setting(let measure): "a \(englishNoun) in \(measure.english)"
    case .fact(.choices): "a fact of choices"
    case .fact(.date): "a date"
    case .fact(.yesOrNo): "a yes or no"
    case .fact(.version): "a version"
    case .fact(.number): "a number"
    }
  }

  fileprivate var chinese: String {
    switch self {
    case .feature, .product, .choice, .meter(.count), .setting(.count): chineseNoun
    case .setting(.choices): "选项设置"
    case .meter(let measure), .setting(let measure): "以\(measure.chinese)计的\(chineseNoun)"
    case .fact(.choices): "选项事实"
    case .fact(.date): "日期"
    case .fact(.yesOrNo): "是非"
    case .fact(.version): "版本"
    case .fact(.number): "数字"
    }
  }
}

extension PolicyMismatch.Measure {
  fileprivate var english: String {
    switch self {
    case .count, .choices: ""
    case .bytes: "bytes"
    case .seconds: "seconds"
    case .minutes: "minutes"
    case .hours: "hours"
    case .days: "days"
    case .percent: "percent"
    case .months: "months"
    }
  }

  fileprivate var chinese: String {
    switch self {
    case .count, .choices: ""
    case .bytes: "字节"
    case .seconds: "秒"
    case .minutes: "分钟"
    case .hours: "小时"
    case .days: "天"
    case .percent: "百分比"
    case .months: "个月"
    }
  }
}
