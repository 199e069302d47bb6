package import TollgateCompiler
import TollgateRuntime
package import TollgateWords

extension ReachText.ParseError {
  /// The form that a text should have, and why it has not.
  package func words(_ text: String, _ language: Language) -> String {
    let isChinese = language == .chinese
    let shown = JSONText.quoted(text)
    switch self {
    case .noValues:
      return isChinese
        ? "对象没有可达到的值，实际为 \(shown)"
        : "this target takes no value: leave out --reaching, found \(shown)"
    case .choice(let names):
      let list = names.map { JSONText.quoted($0) }.joined(separator: isChinese ? "、" : ", ")
      return isChinese ? "应为以下之一：\(list)，实际为 \(shown)" : "expected one of \(list), found \(shown)"
    case .quantity(let kind, let mayBeUnlimited, let headline):
      let unlimited = mayBeUnlimited ? (isChinese ? "，或 \"unlimited\"" : ", or \"unlimited\"") : ""
      let why = headline.map { (isChinese ? "：" : ": ") + $0 } ?? ""
      let expected = ReachText.ParseError.example(of: kind, isChinese: isChinese) + unlimited
      return isChinese
        ? "应为\(expected)，实际为 \(shown)\(why)" : "expected \(expected), found \(shown)\(why)"
    }
  }

  private static func example(of kind: Setting.Kind, isChinese: Bool) -> String {
    switch kind {
    case .count: isChinese ? "整数，如 500" : "a whole number such as 500"
    case .bytes: isChinese ? "字节数或大小，如 5GB" : "a number of bytes or a size such as 5GB"
    case .seconds:
      isChinese
        ? "时长，如 2h，或以对象单位计的整数" : "a duration such as 2h, or a whole number in the target's own unit"
    case .basisPoints:
      isChinese
        ? "百分比，如 12.5%，或以万分之一计的整数" : "a percentage such as 12.5%, or its hundredths of a percent"
    case .choice: isChinese ? "选项之一" : "one of the choices"
    }
  }
}
