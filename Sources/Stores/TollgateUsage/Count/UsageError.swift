public import TollgateKit
public import TollgatePurchases

/// Why nothing was counted, or why a book cannot be kept.
///
/// ```swift
/// do {
///   let answer = try await gate.use(.bills, adding: 3)
///   show(answer)
/// } catch {
///   alert(error.description(in: gate.locale))
/// }
/// ```
public enum UsageError: Error, Sendable, Hashable {
  /// The policy does not know the target.
  case unknownTarget(String)
  /// The target is a feature or a setting: only meters count.
  case notAMeter(String)
  /// The meter is counted for each `thing` (`counted per team`), and none was named.
  case missingThing(meter: String, thing: String)
  /// The amount is below what is possible here: 1 for a use, 0 for a total.
  case amountTooSmall(meter: String, amount: Int64)
  /// The count would go beyond 2^63 − 1.
  case tooMuch(meter: String)
  /// The meter refills by itself, so it is not set, raised or lowered.
  case refills(meter: String)
  /// The text cannot be an id: it is empty, or longer than 200 bytes.
  case notAnID(String)
  /// The id belongs to another use.
  case idTaken(String)
  /// There is no use and no reservation with this id in the book of this device.
  case unknownID(String)
  /// The reservation was cancelled, or its time limit is over; or the use was refunded.
  case ended(id: String)
  /// More is to be committed than was reserved.
  case moreThanReserved(id: String, reserved: Int64)
  /// Others wrote in the book at the same moment, again and again. Nothing was counted; try again.
  case busy(attempts: Int)
  /// The gate counts nothing: it has no book yet.
  case noBook
  /// The store cannot be opened, read or written.
  case store(JournalError)
}

extension UsageError: WordedError {
  /// The error in words: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    Language(locale) == .chinese ? chinese : english
  }

  private var english: String {
    switch self {
    case .unknownTarget(let name): "the policy does not know `\(name)`; declare it as a meter"
    case .notAMeter(let name): "`\(name)` is not a meter, so it is not counted"
    case .missingThing(let meter, let thing):
      "`\(meter)` is counted per \(thing); say for which \(thing)"
    case .amountTooSmall(let meter, let amount):
      "\(amount) is too small an amount of `\(meter)`; a use is at least 1, and a total at least 0"
    case .tooMuch(let meter): "the count of `\(meter)` would be too large; nothing is counted"
    case .refills(let meter): "`\(meter)` refills by itself, so it cannot be set; call `use`"
    case .notAnID(let id):
      "\(JSONText.quoted(id)) cannot be an id; an id has 1 to \(UsageError.mostIDBytes) bytes"
    case .idTaken(let id):
      "the id \(JSONText.quoted(id)) belongs to another use; give each use its own id"
    case .unknownID(let id):
      "this device has no use and no reservation with the id \(JSONText.quoted(id))"
    case .ended(let id):
      "the use or reservation \(JSONText.quoted(id)) is over; use or reserve anew, with another id"
    case .moreThanReserved(let id, let reserved):
      "the reservation \(JSONText.quoted(id)) is for \(reserved); commit no more than that"
    case .busy(let attempts):
      "others were counting at the same moment, \(attempts) times; nothing is counted, try again"
    case .noBook: "the gate has no book; call `count(in:device:)` first"
    case .store(let error): error.words(.counts, "en")
    }
  }

  private var chinese: String {
    switch self {
    case .unknownTarget(let name): "规则中没有“\(name)”；请将其声明为计量项"
    case .notAMeter(let name): "“\(name)”不是计量项，不计数"
    case .missingThing(let meter, let thing): "“\(meter)”按\(thing)计数；请指明\(thing)"
    case .amountTooSmall(let meter, let amount):
      "“\(meter)”的数量 \(amount) 过小；使用量至少为 1，总量至少为 0"
    case .tooMuch(let meter): "“\(meter)”的计数过大；未计数"
    case .refills(let meter): "“\(meter)”会自动恢复，不能直接设置；请用 use 计数"
    case .notAnID(let id): "\(JSONText.quoted(id)) 不能作为编号；编号为 1 至 \(UsageError.mostIDBytes) 字节"
    case .idTaken(let id): "编号 \(JSONText.quoted(id)) 已属于另一次使用；请为每次使用单独编号"
    case .unknownID(let id): "本设备没有编号为 \(JSONText.quoted(id)) 的使用或预留"
    case .ended(let id): "编号 \(JSONText.quoted(id)) 已结束；请用另一个编号重新使用或预留"
    case .moreThanReserved(let id, let reserved):
      "预留 \(JSONText.quoted(id)) 的数量为 \(reserved)；确认的数量不能超过它"
    case .busy(let attempts): "同时有其他计数，已尝试 \(attempts) 次；未计数，请重试"
    case .noBook: "尚未为 gate 指定计数存储；请先调用 count(in:device:)"
    case .store(let error): error.words(.counts, "zh")
    }
  }

  /// The longest id, in bytes.
  static let mostIDBytes = 200
}
