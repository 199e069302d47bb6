import TollgateKit
import TollgatePurchases

extension AppStoreError {
  /// Where it is and what is wrong, in a language: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    let isChinese = Language(locale) == .chinese
    let words = isChinese ? fault.chinese : fault.english
    guard !path.isEmpty else { return words }
    return path + (isChinese ? "：" : ": ") + words
  }
}

extension AppStoreRefusal {
  fileprivate var english: String {
    switch self {
    case .empty: "there is nothing in it"
    case .tooLong(let bytes, let most): "it has \(bytes) bytes, more than the \(most) that are read"
    case .notJSON(let error): error.description(in: "en")
    case .unknownDocument:
      "it is none of the documents of the App Store: a signed text, a list of them, a notification, a transaction history or a subscription status"
    case .parts(let count): "a signed text has 3 parts with points between them, this has \(count)"
    case .encoding(let part): "its \(part.rawValue) is not base64url; is the text whole?"
    case .unreadable(let part): "its \(part.rawValue) is no JSON object"
    case .algorithm(let name):
      "it must be signed with `ES256`, and is signed with \(name.map { "`\($0)`" } ?? "something else")"
    case .criticalHeader: "its header has `crit`, which the App Store does not use"
    case .missing(let expected): "missing; expected \(expected.english)"
    case .wrong(let expected): "expected \(expected.english)"
    case .kind: "it is a signed text of another kind"
    case .chainLength(1): "its chain has 1 certificate in place of 3, as what Xcode signs"
    case .chainLength(let count): "its chain must have 3 certificates, and has \(count)"
    case .certificate(let place): "its \(place.rawValue) certificate cannot be read"
    case .root: "its chain does not end in Apple's root; was it made in Xcode or by somebody else?"
    case .marker(let place): "its \(place.rawValue) certificate is not one for the App Store"
    case .notValid(let place, let instant):
      "its \(place.rawValue) certificate was not valid when it was signed, \(instant.text)"
    case .chain: "its certificates do not vouch for each other"
    case .curve: "who signed it has no key on the curve P-256"
    case .signatureLength(let count): "its signature must have 64 bytes, and has \(count)"
    case .signature: "its signature is not that of the text; it was changed, or is not from Apple"
    case .unchecked: "this build cannot check Apple's signatures; build with the trait `AppStore`"
    case .app(let id): "it is of another app, \(JSONText.quoted(id))"
    case .appleID(let id): "it is of another app, the one with the Apple ID \(id)"
    case .appleIDNeeded: "say the app's Apple ID: what comes from production is checked against it"
    case .environment(let environment):
      "it is of the environment `\(environment.rawValue)`, which does not count"
    case .length(let product):
      "how long does \(JSONText.quoted(product)) last? The App Store does not say; name its length"
    case .renewalAlone: "it is about a transaction that is not in the document"
    case .mismatch: "the transaction and the renewal are of different subscriptions"
    }
  }

  fileprivate var chinese: String {
    switch self {
    case .empty: "内容为空"
    case .tooLong(let bytes, let most): "共 \(bytes) 字节，超过可读取的 \(most) 字节"
    case .notJSON(let error): error.description(in: "zh")
    case .unknownDocument: "不是 App Store 的文档：应为签名文本、其列表、通知、交易历史或订阅状态"
    case .parts(let count): "签名文本应有 3 段，以点分隔，实际为 \(count) 段"
    case .encoding(let part): "\(part.chinese)不是 base64url；文本完整吗？"
    case .unreadable(let part): "\(part.chinese)不是 JSON 对象"
    case .algorithm(let name): "应以 `ES256` 签名，实际为\(name.map { " `\($0)`" } ?? "其他方式")"
    case .criticalHeader: "头部含有 `crit`，App Store 不使用它"
    case .missing(let expected): "缺少；应为\(expected.chinese)"
    case .wrong(let expected): "应为\(expected.chinese)"
    case .kind: "是另一种签名文本"
    case .chainLength(1): "证书链应有 3 张证书，实际只有 1 张，如同 Xcode 的签名"
    case .chainLength(let count): "证书链应有 3 张证书，实际为 \(count) 张"
    case .certificate(let place): "\(place.chinese)证书无法读取"
    case .root: "证书链的终点不是 Apple 的根证书；它来自 Xcode 或其他人吗？"
    case .marker(let place): "\(place.chinese)证书不是 App Store 的证书"
    case .notValid(let place, let instant): "签名时（\(instant.text)）\(place.chinese)证书无效"
    case .chain: "证书之间不能互相证明"
    case .curve: "签名者的密钥不在 P-256 曲线上"
    case .signatureLength(let count): "签名应为 64 字节，实际为 \(count) 字节"
    case .signature: "签名与文本不符；文本被改动过，或不是来自 Apple"
    case .unchecked: "此版本不能验证 Apple 的签名；请以 `AppStore` 特性（trait）构建"
    case .app(let id): "属于另一个应用 \(JSONText.quoted(id))"
    case .appleID(let id): "属于另一个应用，其 Apple ID 为 \(id)"
    case .appleIDNeeded: "请给出应用的 Apple ID：来自正式环境的内容须与它核对"
    case .environment(let environment): "来自环境 `\(environment.rawValue)`，不予认可"
    case .length(let product): "\(JSONText.quoted(product)) 有效多久？App Store 没有给出；请指明时长"
    case .renewalAlone: "所指的交易不在文档中"
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
    case .leaf: "签名者的"
    case .intermediate: "中间"
    case .root: "根"
    }
  }
}

extension AppStoreRefusal.Expected {
  fileprivate var english: String {
    switch self {
    case .text: "a text that is not empty"
    case .boolean: "true or false"
    case .wholeNumber: "a whole number from 0"
    case .time: "a time in milliseconds since 1970"
    case .percentage: "a percentage in thousandths, from 0 to 100000"
    case .currency: "a currency's code such as CNY"
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
    case .percentage: "千分之一的百分比，0 到 100000"
    case .currency: "货币代码，如 CNY"
    case .object: "对象"
    case .list: "列表"
    case .signedText: "签名文本"
    }
  }
}
