import TollgateWords

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
    }
  }
}
