package import TollgateCompiler
import TollgateRuntime
package import TollgateWords

/// A problem in a snapshot, a batch line, a purchase ledger or a store's document: its place, and
/// what is expected there.
///
/// ```swift
/// do throws(SnapshotError) {
///   gate.update(merging: try Snapshot(json: data))
/// } catch {
///   log("the server's data at \(error.path): \(error)")
/// }
/// ```
public struct SnapshotError: Error, Sendable, Hashable {
  package var place: JSONPath
  package var problem: Problem

  package init(_ problem: Problem, at place: JSONPath = JSONPath()) {
    self.problem = problem
    self.place = place
  }

  /// Its place, from the top of the document: `grants[2].until`. Empty for the whole document.
  public var path: String { place.text }

  /// The facts; the words are in `SnapshotError+Words.swift`.
  package enum Problem: Sendable, Hashable {
    /// The text is not JSON. Line and column from 1, the column in characters.
    case notJSON(JSONReader.ParseError, line: Int, column: Int)
    /// The document has no schema, or one that this version does not read.
    case schema(found: JSONValue?)
    case missing(Expected)
    /// Lists and objects are shown without their contents.
    case expected(Expected, found: JSONValue)
    case instant(String, InstantText.ParseError)
    /// A grant with neither a product nor an entitlement.
    case grantsNothing
    /// Two members together of which each says in its own way what the object is.
    case together(String, String)
    /// `resets` together with `then`.
    case twoFalls
    /// The later steps of a counter cannot be right.
    case steps(CounterError)
    /// The reader refuses the value, in its own words.
    case refused(String, chinese: String)
  }

  /// The kinds of values that a reader expects.
  package enum Expected: Sendable, Hashable {
    case object, list, text, boolean, instant, fact, usage, counter
    /// A number that stands for an instant in the years 1 to 9999.
    case instantNumber
    /// A whole number, at least this one.
    case wholeNumber(from: Int64)
    case date, version, number, yesOrNo
    /// An amount of money.
    case money
    /// An ISO 4217 code.
    case currency
    /// A number from 0 to 100.
    case percentage
    case oneOf([String])
  }

  /// The same problem, with its place from one level further up.
  package func under(_ step: JSONPath.Step) -> SnapshotError {
    SnapshotError(problem, at: place.under(step))
  }
}

extension SnapshotError {
  /// Reads the tree of a text, or throws the reason why it is not JSON.
  package static func read(_ bytes: [UInt8]) throws(SnapshotError) -> JSONValue {
    do throws(JSONReader.Failure) {
      return try JSONReader.read(bytes)
    } catch {
      let before = bytes.prefix(error.offset)
      let lines = before.split(separator: 0x0A, omittingEmptySubsequences: false)
      // Bytes that go on with a character are not counted.
      let column = lines.last?.reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 } ?? 1
      throw SnapshotError(
        .notJSON(error.fault, line: lines.count, column: column),
        at: error.path
      )
    }
  }
}

extension SnapshotError: WordedError {
  /// Where it is and what is wrong, in a language: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    words(Language(locale))
  }

  /// The same, in one of the two languages.
  package func words(_ language: Language) -> String {
    let words = problem.words(language)
    guard !path.isEmpty else { return words }
    return path + (language == .chinese ? "：" : ": ") + words
  }
}

extension SnapshotError.Problem {
  fileprivate func words(_ language: Language) -> String {
    let isChinese = language == .chinese
    switch self {
    case .notJSON(let fault, let line, let column):
      let words = fault.words(language)
      switch fault {
      case .empty, .tooLong: return words
      default:
        return isChinese
          ? "\(words)（第 \(line) 行第 \(column) 列）" : "\(words) (line \(line), column \(column))"
      }
    case .schema(nil):
      return isChinese ? "缺少；此版本读取 1" : "missing; this edition reads 1"
    case .schema(let found?):
      let found = found.words(language)
      return isChinese
        ? "应为 1（此版本只读取 1），实际为 \(found)"
        : "expected 1, the only one that this version reads, found \(found)"
    case .missing(let expected):
      let expected = expected.words(language)
      return isChinese ? "缺少；应为\(expected)" : "missing; expected \(expected)"
    case .expected(let expected, let found):
      let (expected, found) = (expected.words(language), found.words(language))
      return isChinese ? "应为\(expected)，实际为 \(found)" : "expected \(expected), found \(found)"
    case .instant(let text, .shape):
      return SnapshotError.Problem.expected(.instant, found: .text(text)).words(language)
    case .instant(let text, let fault):
      return fault.words(JSONText.quoted(text), language)
    case .grantsNothing:
      return isChinese
        ? "既没有 product 也没有 entitlement" : "has neither a product nor an entitlement"
    case .together(let one, let other):
      return isChinese
        ? "\(one) 与 \(other) 只能给出一个" : "give `\(one)` or `\(other)`, not both"
    case .twoFalls:
      return isChinese
        ? "resets 与 then 只能给出一个" : "give a counter `resets` or `then`, not both"
    case .steps(let fault): return isChinese ? fault.chinese : fault.description
    case .refused(let english, let chinese): return isChinese ? chinese : english
    }
  }
}

extension CounterError {
  /// The fault in Simplified Chinese.
  fileprivate var chinese: String {
    switch self {
    case .tooMany(let count): "计数器最多有 1,000 步，这里有 \(count) 步"
    case .notLater(let place): "第 \(place + 1) 步不晚于前一步"
    case .negative(let place): "第 \(place + 1) 步小于 0"
    case .rises(let place, let before, let used):
      "第 \(place + 1) 步从 \(before) 升到 \(used)；计数器自己只会下降"
    }
  }
}

extension SnapshotError.Expected {
  fileprivate func words(_ language: Language) -> String {
    let (english, chinese) =
      switch self {
      case .object: ("an object", "对象")
      case .list: ("a list", "列表")
      case .text: ("a text", "文本")
      case .boolean, .yesOrNo: ("true or false", " true 或 false")
      case .instant:
        ("an instant such as 2026-03-01T08:00:00Z", "时间，如 2026-03-01T08:00:00Z")
      case .instantNumber:
        ("an instant between the years 1 and 9999", "公元 1 年至 9999 年之间的时间")
      case .fact:
        ("true, false, a whole number, 0 or more or a text", " true、false、非负整数或文本")
      case .usage:
        (
          "a whole number, 0 or more, or an object with keys such as total, day, 3 hours",
          "非负整数，或含 total、day、3 hours 等键的对象"
        )
      case .counter:
        (
          "a whole number, 0 or more, or an object with used and resets or then",
          "非负整数，或含 used 与 resets 或 then 的对象"
        )
      case .wholeNumber(.min):
        ("a whole number up to 9223372036854775807", "不超过 9223372036854775807 的整数")
      case .wholeNumber(let least):
        (
          "a whole number from \(least) to 9223372036854775807",
          " \(least) 到 9223372036854775807 之间的整数"
        )
      case .date: ("a date such as 2026-01-05", "日期，如 2026-01-05")
      case .version: ("a version such as 1.4.2", "版本号，如 1.4.2")
      case .number: ("a whole number, 0 or more", "非负整数")
      case .money: ("an amount of money as a text such as \"12.50\"", "金额文本，如 \"12.50\"")
      case .percentage: ("a percentage from 0 to 100", "0 到 100 的百分比")
      case .currency: ("a currency's code such as CNY", "货币代码，如 CNY")
      case .oneOf(let choices): ("one of \(shown(choices, ", "))", "以下之一：\(shown(choices, "、"))")
      }
    return language == .chinese ? chinese : english
  }

  private func shown(_ choices: [String], _ separator: String) -> String {
    choices.prefix(20).joined(separator: separator) + (choices.count > 20 ? "…" : "")
  }
}

extension JSONValue {
  fileprivate func words(_ language: Language) -> String {
    let isChinese = language == .chinese
    switch self {
    case .null: return "null"
    case .boolean(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    case .number(let text): return JSONText.number(text)
    case .text(let text): return JSONText.quoted(text)
    case .list: return isChinese ? "列表" : "a list"
    case .object: return isChinese ? "对象" : "an object"
    }
  }
}

extension InstantText.ParseError {
  fileprivate func words(_ text: String, _ language: Language) -> String {
    let isChinese = language == .chinese
    switch self {
    case .shape: return isChinese ? "不是时间：\(text)" : "is not an instant: \(text)"
    case .noSuchDay: return isChinese ? "没有这一天：\(text)" : "there is no such day: \(text)"
    case .noSuchTime: return isChinese ? "没有这个时刻：\(text)" : "there is no such time: \(text)"
    case .noOffset:
      return isChinese
        ? "\(text) 缺少 Z 或时差（如 +08:00）" : "\(text) lacks a Z or an offset such as +08:00"
    case .tooFine:
      return isChinese ? "\(text) 精确到毫秒以下" : "\(text) is finer than a millisecond"
    }
  }
}

extension JSONReader.ParseError {
  fileprivate func words(_ language: Language) -> String {
    let isChinese = language == .chinese
    switch self {
    case .empty: return isChinese ? "内容为空" : "it is empty"
    case .tooLong:
      return isChinese ? "超过 16 MiB，不予读取" : "it is longer than 16 MiB"
    case .tooDeep: return isChinese ? "嵌套超过 64 层" : "it nests deeper than 64 levels"
    case .notUTF8: return isChinese ? "不是 UTF-8 编码" : "it is not UTF-8"
    case .endsEarly: return isChinese ? "JSON 不完整" : "the JSON ends too early"
    case .trailing: return isChinese ? "JSON 之后还有内容" : "there is more text after the JSON"
    case .twice: return isChinese ? "重复出现" : "appears twice"
    case .controlCharacter:
      return isChinese ? "文本中的控制字符须转义" : "a control character in a text must be escaped"
    case .escape:
      return isChinese ? "这个转义不存在或不完整" : "the escape is unknown or incomplete"
    case .number: return isChinese ? "这里应有数字" : "a digit is missing"
    case .expected(let expected, let found):
      let found = JSONText.quoted(String(found))
      let expected = expected.words(language)
      return isChinese ? "应为\(expected)，实际为 \(found)" : "expected \(expected), found \(found)"
    }
  }
}

extension JSONReader.Expected {
  fileprivate func words(_ language: Language) -> String {
    let isChinese = language == .chinese
    switch self {
    case .value: return isChinese ? "值" : "a value"
    case .key: return isChinese ? "带引号的键" : "a key in quotation marks"
    case .colon: return isChinese ? "冒号" : "a colon"
    case .commaOrBracket: return isChinese ? "逗号或 ]" : "a comma or ]"
    case .commaOrBrace: return isChinese ? "逗号或 }" : "a comma or }"
    }
  }
}
