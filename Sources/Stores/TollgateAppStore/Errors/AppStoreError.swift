public import TollgateKit
import TollgatePurchases

/// The error of a signed text or a document of the App Store, with its place.
///
/// ```swift
/// do {
///   let reading = try await appStore.read(body)
///   show(reading.records)
/// } catch {
///   log("\(error)")  // the path in the document, and why it is refused
/// }
/// ```
public struct AppStoreError: Error, Sendable, Hashable {
  /// The mistake.
  public let refusal: AppStoreRefusal
  let place: JSONPath

  init(_ refusal: AppStoreRefusal, at place: JSONPath = JSONPath()) {
    self.refusal = refusal
    self.place = place
  }

  /// The path from the top of the document: `data[0].lastTransactions[1].signedTransactionInfo`.
  /// The path inside a signed text follows after a dot. Empty for the whole document.
  public var path: String { place.text }
}

extension JSONPath {
  /// A place further down.
  func appending(_ steps: Step...) -> JSONPath {
    (self.steps + steps).reversed().reduce(JSONPath()) { $0.under($1) }
  }
}

extension AppStoreError: WordedError {
  /// The place and the mistake in words: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    let isChinese = Language(locale) == .chinese
    let words = refusal.description(in: locale)
    guard !path.isEmpty else { return words }
    return path + (isChinese ? "：" : ": ") + words
  }
}

extension AppStoreRefusal: WordedError {
  /// The mistake in words, without its place: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    Language(locale) == .chinese ? chinese : english
  }

  fileprivate var english: String {
    switch self {
    case .empty: "it is empty"
    case .tooLong(let bytes, let most): "it has \(bytes) bytes; at most \(most) are allowed"
    case .notJSON(let error): error.description(in: "en")
    case .unknownDocument:
      "it is not a document of the App Store: expected a signed text, a list of them, a notification, a transaction history or a subscription status"
    case .parts(let count): "a signed text has 3 parts separated by points; this one has \(count)"
    case .encoding(let part): "its \(part.rawValue) is not base64url; the text may be incomplete"
    case .unreadable(let part): "its \(part.rawValue) is not a JSON object"
    case .badJSON(let part, let error): "its \(part.rawValue): \(error.description(in: "en"))"
    case .algorithm(let name):
      "it must be signed with `ES256`, not with \(name.map { "`\($0)`" } ?? "another algorithm")"
    case .criticalHeader: "its header contains `crit`, which the App Store does not use"
    case .missing(let expected): "missing; expected \(expected.english)"
    case .wrong(let expected): "expected \(expected.english)"
    case .kind: "this is a different kind of signed text"
    case .chainLength(1): "its chain has 1 certificate instead of 3; Xcode signs like this"
    case .chainLength(let count): "its chain has \(count) certificates instead of 3"
    case .certificate(let place): "its \(place.rawValue) certificate cannot be read"
    case .root:
      "its chain does not end in Apple's root; it may come from Xcode or from somebody else"
    case .marker(let place): "its \(place.rawValue) certificate is not an App Store certificate"
    case .notValid(let place, let instant):
      "its \(place.rawValue) certificate was not valid at the time of signing, \(instant.text)"
    case .chain: "its certificates do not form a valid chain"
    case .curve: "its signer's key is not on the curve P-256"
    case .signatureLength(let count): "its signature has \(count) bytes instead of 64"
    case .signature:
      "its signature does not match the text; the text was changed or is not from Apple"
    case .unchecked: "this build cannot check Apple's signatures; build with the trait `AppStore`"
    case .app(let id): "it belongs to another app, \(JSONText.quoted(id))"
    case .appleID(let id): "it belongs to another app, with the Apple ID \(id)"
    case .appleIDNeeded: "the app's Apple ID is needed to check data from production"
    case .environment(let environment):
      "it comes from the environment `\(environment.rawValue)`, which does not count"
    case .length(let product):
      "the length of \(JSONText.quoted(product)) is needed; the App Store does not report it"
    case .renewalAlone: "its transaction is not in the document"
    case .mismatch: "the transaction and the renewal belong to different subscriptions"
    }
  }

  fileprivate var chinese: String {
    switch self {
    case .empty: "内容为空"
    case .tooLong(let bytes, let most): "共 \(bytes) 字节，上限为 \(most) 字节"
    case .notJSON(let error): error.description(in: "zh")
    case .unknownDocument: "不是 App Store 的文档：应为签名文本、签名文本列表、通知、交易历史或订阅状态"
    case .parts(let count): "签名文本应有以点分隔的 3 段，实际为 \(count) 段"
    case .encoding(let part): "\(part.chinese)不是 base64url；文本可能不完整"
    case .unreadable(let part): "\(part.chinese)不是 JSON 对象"
    case .badJSON(let part, let error): "\(part.chinese)：\(error.description(in: "zh"))"
    case .algorithm(let name): "应以 `ES256` 签名，实际为\(name.map { " `\($0)`" } ?? "其他方式")"
    case .criticalHeader: "头部含有 `crit`，而 App Store 不使用该字段"
    case .missing(let expected): "缺少该字段；应为\(expected.chinese)"
    case .wrong(let expected): "应为\(expected.chinese)"
    case .kind: "签名文本的类型不符"
    case .chainLength(1): "证书链应有 3 张证书，实际只有 1 张；Xcode 的签名就是这样"
    case .chainLength(let count): "证书链应有 3 张证书，实际为 \(count) 张"
    case .certificate(let place): "无法读取\(place.chinese)证书"
    case .root: "证书链的终点不是 Apple 根证书；它可能来自 Xcode 或第三方"
    case .marker(let place): "\(place.chinese)证书不是 App Store 的证书"
    case .notValid(let place, let instant): "\(place.chinese)证书在签名时（\(instant.text)）不在有效期内"
    case .chain: "这些证书不构成有效的证书链"
    case .curve: "签名者的密钥不在 P-256 曲线上"
    case .signatureLength(let count): "签名应为 64 字节，实际为 \(count) 字节"
    case .signature: "签名与文本不符；文本被修改过，或并非来自 Apple"
    case .unchecked: "此构建无法验证 Apple 的签名；请启用 trait `AppStore` 重新构建"
    case .app(let id): "属于另一个应用：\(JSONText.quoted(id))"
    case .appleID(let id): "属于另一个应用，其 Apple ID 为 \(id)"
    case .appleIDNeeded: "需要应用的 Apple ID 才能核对来自正式环境的数据"
    case .environment(let environment): "来自环境 `\(environment.rawValue)`，该环境的购买无效"
    case .length(let product): "需要 \(JSONText.quoted(product)) 的有效期；App Store 不提供"
    case .renewalAlone: "对应的交易不在文档中"
    case .mismatch: "交易与续订信息属于不同的订阅"
    }
  }
}

extension AppStoreRefusal.Part {
  fileprivate var chinese: String {
    switch self {
    case .header: "头部"
    case .payload: "内容"
    case .signature: "签名"
    }
  }
}

extension AppStoreRefusal.Certificate {
  fileprivate var chinese: String {
    switch self {
    case .leaf: "签名者"
    case .intermediate: "中间"
    case .root: "根"
    }
  }
}

extension AppStoreRefusal.Expected {
  fileprivate var english: String {
    switch self {
    case .text: "a non-empty text"
    case .boolean: "true or false"
    case .wholeNumber: "a whole number, 0 or more"
    case .time: "a time in milliseconds since 1970"
    case .percentage: "thousandths of a percent, from 0 to 100000"
    case .currency: "a currency code such as CNY"
    case .object: "an object"
    case .list: "a list"
    case .signedText: "a signed text"
    }
  }

  fileprivate var chinese: String {
    switch self {
    case .text: "非空文本"
    case .boolean: " true 或 false"
    case .wholeNumber: "非负整数"
    case .time: "自 1970 年起的毫秒数"
    case .percentage: "0 到 100000 的整数（单位为千分之一个百分点）"
    case .currency: "货币代码，如 CNY"
    case .object: "对象"
    case .list: "列表"
    case .signedText: "签名文本"
    }
  }
}
