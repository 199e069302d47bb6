#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// A signed text's content, or an object in it, read field by field. Unknown fields are ignored,
/// `null` counts as absent, and an error names a place and no value.
struct Payload {
  let object: JSONObject
  let place: JSONPath

  init(_ value: JSONValue, at place: JSONPath) throws(AppStoreError) {
    guard let object = try? JSONObject(value) else {
      throw AppStoreError(.wrong(.object), at: place)
    }
    self.object = object
    self.place = place
  }

  func has(_ key: String) -> Bool { object[key] != nil }

  /// An optional field; `read` returns nil for a wrong value.
  func field<Value>(
    _ key: String, _ expected: AppStoreRefusal.Expected, _ read: (JSONValue) -> Value?
  ) throws(AppStoreError) -> Value? {
    guard let found = object[key] else { return nil }
    if let value = read(found) { return value }
    throw AppStoreError(.wrong(expected), at: place.appending(.key(key)))
  }

  /// A required field.
  func require<Value>(
    _ key: String, _ expected: AppStoreRefusal.Expected, _ value: Value?
  ) throws(AppStoreError) -> Value {
    if let value { return value }
    throw AppStoreError(.missing(expected), at: place.appending(.key(key)))
  }

  func text(_ key: String) throws(AppStoreError) -> String? {
    try field(key, .text) { value in
      guard case .text(let text) = value, !text.isEmpty else { return nil }
      return text
    }
  }

  func requiredText(_ key: String) throws(AppStoreError) -> String {
    try require(key, .text, try text(key))
  }

  func boolean(_ key: String) throws(AppStoreError) -> Bool? {
    try field(key, .boolean) { value in
      guard case .boolean(let isTrue) = value else { return nil }
      return isTrue
    }
  }

  func wholeNumber(_ key: String) throws(AppStoreError) -> Int64? {
    try field(key, .wholeNumber) { value in
      guard case .integer(let number) = value, number >= 0 else { return nil }
      return number
    }
  }

  /// A time within the supported years; the App Store gives milliseconds.
  func time(_ key: String) throws(AppStoreError) -> Instant? {
    try field(key, .time) { value in
      guard case .integer(let milliseconds) = value else { return nil }
      let instant = Instant(milliseconds: milliseconds)
      return SnapshotJSON.readable(instant) == instant ? instant : nil
    }
  }

  func requiredTime(_ key: String) throws(AppStoreError) -> Instant {
    try require(key, .time, try time(key))
  }

  /// An amount in thousandths of a currency's unit, whatever its decimals; nil if the amount or the
  /// currency is missing.
  func money(_ amount: String, _ currency: String = "currency") throws(AppStoreError) -> Money? {
    let code: String? = try field(currency, .currency) { value in
      guard case .text(let code) = value, code.utf8.count == 3,
        code.utf8.allSatisfy({ $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") })
      else { return nil }
      return code
    }
    guard let milliunits = try wholeNumber(amount), let code else { return nil }
    return Money(milliunits: milliunits, code)
  }

  func environment(_ key: String = "environment") throws(AppStoreError) -> StoreEnvironment {
    StoreEnvironment(appStore: try requiredText(key))
  }

  /// An object in it; nil if absent.
  func part(_ key: String) throws(AppStoreError) -> Payload? {
    guard let value = object[key] else { return nil }
    return try Payload(value, at: place.appending(.key(key)))
  }

  /// The values of a list in it, with their places; nil if absent.
  func list(_ key: String) throws(AppStoreError) -> [(value: JSONValue, place: JSONPath)]? {
    let values: [JSONValue]? = try field(key, .list) { value in
      guard case .list(let values) = value else { return nil }
      return values
    }
    return values?.enumerated().map { index, value in
      (value, place.appending(.key(key), .element(index)))
    }
  }
}

extension Payload {
  /// A percentage, which the App Store gives in thousandths; exact.
  func percentage(_ key: String) throws(AppStoreError) -> Decimal? {
    try field(key, .percentage) { value in
      guard case .integer(let thousandths) = value, (0...100_000).contains(thousandths) else {
        return nil
      }
      return Decimal(thousandths) / 1000
    }
  }

  /// A list of texts; empty if absent.
  func texts(_ key: String) throws(AppStoreError) -> [String] {
    var texts: [String] = []
    for (value, place) in try list(key) ?? [] {
      guard case .text(let text) = value else { throw AppStoreError(.wrong(.text), at: place) }
      texts.append(text)
    }
    return texts
  }
}

extension StoreEnvironment {
  /// Creates an environment from its name in signed texts.
  init(appStore name: String) {
    switch name {
    case "Production": self = .production
    case "Sandbox": self = .sandbox
    case "Xcode", "LocalTesting": self = .xcode
    default: self = .other
    }
  }
}
