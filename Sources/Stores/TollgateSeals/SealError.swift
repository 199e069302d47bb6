import TollgateCompiler
public import TollgateKit
public import TollgateRuntime
import TollgateWords

/// The reason why something sealed, or a key, is refused. Nothing of it is used then.
///
/// ```swift
/// do {
///   let snapshot = try Snapshot(sealed: text, keys: keys, policy: "Shop", subject: "ada")
///   gate.update(merging: snapshot)
/// } catch {
///   log("the server's answer is not used: \(error)")
/// }
/// ```
public enum SealError: Error, Sendable {
  // MARK: It cannot be read.

  /// The text is longer than any seal.
  case tooLong(bytes: Int, most: Int)
  /// A part is not what it must be.
  case unreadable(Part)
  /// A claim is missing, or has the wrong type or value.
  case claim(String)
  /// The snapshot in it cannot be read.
  case snapshot(SnapshotError)
  /// The sealed file cannot be read as a policy, or lacks what the app asks for.
  case policy(PolicyError)

  // MARK: It is not signed as it must be.

  /// It is not signed at all: `alg` is `none`, or there is no signature.
  case unsigned
  /// It is signed with another algorithm than EdDSA.
  case algorithm
  /// It is a seal of another kind, such as a policy's where a snapshot's is expected.
  case kind
  /// No key of this id is known.
  case unknownKey(String)
  /// The key of this id is revoked.
  case revokedKey(String)
  /// The signature is not that of this text by this key.
  case signature
  /// The bytes of the file are not those that were sealed.
  case file

  // MARK: It is genuine, and not to be used here.

  /// It belongs to the policy of this name.
  case otherPolicy(String)
  /// It is about another user.
  case otherSubject
  /// It could be used until this instant.
  case expired(Instant)
  /// Its sequence number is below the least one that is accepted.
  case rolledBack(sequence: Int64, floor: Int64)

  // MARK: Keys and builds.

  /// The key cannot be used.
  case key(KeyFault)
  /// The document cannot be sealed.
  case unsealable(Unsealable)
  /// This build has no Ed25519: it needs the trait `Seals`.
  case unavailable

  /// A part of a seal.
  public enum Part: String, Sendable, Hashable {
    /// Three parts separated by points.
    case text
    /// The first part.
    case header
    /// The second part.
    case payload
    /// The third part.
    case signature
  }

  /// The fault of a key.
  public enum KeyFault: Sendable, Hashable {
    /// It is not JSON of the expected form.
    case unreadable
    /// It has members of one key and members of a set of keys.
    case mixed
    /// It is no Ed25519 key.
    case kind
    /// It has no id, or one that is too long.
    case id
    /// It does not have 32 bytes.
    case length
    /// It accepts signatures of anything.
    case weak
    /// Two keys have this id.
    case twice(String)
    /// It is a public key, where a private one is needed.
    case noPrivateHalf
    /// Its private and public halves do not belong together.
    case halves
  }

  /// Why something cannot be sealed.
  public enum Unsealable: Sendable, Hashable {
    /// The policy has no name.
    case noName
    /// The snapshot has no subject.
    case noSubject
    /// It would end before it begins, or before the time of its data.
    case ended
    /// The sequence number is below 0.
    case sequence
    /// An instant is outside the years 1970 to 9999.
    case instant
  }
}

extension SealError: WordedError {
  /// The error in a language: Simplified Chinese for `zh…`, otherwise English.
  public func description(in locale: String) -> String {
    let words = SealWords(isChinese: Language(locale) == .chinese, locale: locale)
    return words.reading(self) ?? words.signing(self) ?? words.use(self) ?? words.keys(self)
  }
}

/// The sentences for one language.
private struct SealWords {
  let isChinese: Bool
  let locale: String

  func say(_ english: String, _ chinese: String) -> String { isChinese ? chinese : english }

  func reading(_ error: SealError) -> String? {
    switch error {
    case .tooLong(let bytes, let most):
      say(
        "the seal has \(bytes) bytes; \(most) are the most",
        "签章有 \(bytes) 字节，最多 \(most) 字节")
    case .unreadable(let part):
      say(
        "the \(part.rawValue) of the seal cannot be read", "无法读取签章的 \(part.rawValue)")
    case .claim(let name):
      say(
        "the claim `\(name)` of the seal is missing or has a wrong value",
        "签章的声明 `\(name)` 缺失或值有误")
    case .snapshot(let error):
      say("the sealed snapshot cannot be read: ", "无法读取签章中的快照：")
        + error.description(in: locale)
    case .policy(let error): error.description(in: locale)
    default: nil
    }
  }

  func signing(_ error: SealError) -> String? {
    switch error {
    case .unsigned: say("it is not signed", "没有签名")
    case .algorithm: say("it is not signed with EdDSA", "签名算法不是 EdDSA")
    case .kind: say("it is a seal of another kind", "签章的种类不符")
    case .unknownKey(let id):
      say("no key has the id \(JSONText.quoted(id))", "没有标识为 \(JSONText.quoted(id)) 的密钥")
    case .revokedKey(let id):
      say("the key \(JSONText.quoted(id)) is revoked", "密钥 \(JSONText.quoted(id)) 已被吊销")
    case .signature: say("the signature does not fit", "签名不符")
    case .file:
      say("the file is not the one that was sealed", "文件与签章时不同")
    default: nil
    }
  }

  func use(_ error: SealError) -> String? {
    switch error {
    case .otherPolicy(let name):
      say(
        "it belongs to the policy \(JSONText.quoted(name))", "它属于策略 \(JSONText.quoted(name))")
    case .otherSubject: say("it is about another user", "它属于其他用户")
    case .expired(let instant):
      say(
        "it could be used until \(InstantText.print(instant))",
        "有效期到 \(InstantText.print(instant)) 为止")
    case .rolledBack(let sequence, let floor):
      say(
        "its sequence number is \(sequence), and \(floor) is the least that is accepted",
        "序号为 \(sequence)，低于可接受的最小序号 \(floor)")
    default: nil
    }
  }

  func keys(_ error: SealError) -> String {
    switch error {
    case .key(let fault): say(fault.english, fault.chinese)
    case .unsealable(let fault): say(fault.english, fault.chinese)
    default:
      say(
        "this build cannot sign or check; build it with the trait `Seals`",
        "此构建无法签名或验证；请启用 trait `Seals` 构建")
    }
  }
}

extension SealError.KeyFault {
  fileprivate var english: String {
    switch self {
    case .unreadable: "the key cannot be read: it must be a JSON Web Key, or a set of them"
    case .mixed:
      "one key and a set of keys are mixed; `keys` and `revoked` belong to a set: "
        + "put the key into `keys`"
    case .kind: "the key is not an Ed25519 key (`kty` OKP, `crv` Ed25519)"
    case .id: "a key needs an id (`kid`) of 1 to 256 bytes without control characters"
    case .length: "a key has 32 bytes"
    case .weak: "the key would accept a signature of anything; make another one"
    case .twice(let id): "two keys have the id \(JSONText.quoted(id))"
    case .noPrivateHalf: "the key is a public one; sealing needs the private key"
    case .halves: "the private and the public half of the key do not belong together"
    }
  }

  fileprivate var chinese: String {
    switch self {
    case .unreadable: "无法读取密钥：须为 JSON Web Key 或其集合"
    case .mixed: "单个密钥与密钥集合混在一起；`keys` 和 `revoked` 属于集合：请将密钥放入 `keys`"
    case .kind: "不是 Ed25519 密钥（`kty` 为 OKP，`crv` 为 Ed25519）"
    case .id: "密钥须有标识（`kid`），1 至 256 字节，不含控制字符"
    case .length: "密钥须为 32 字节"
    case .weak: "此密钥会接受任何签名；请另行生成"
    case .twice(let id): "两个密钥的标识都是 \(JSONText.quoted(id))"
    case .noPrivateHalf: "这是公钥；签章需要私钥"
    case .halves: "密钥的私钥与公钥不匹配"
    }
  }
}

extension SealError.Unsealable {
  fileprivate var english: String {
    switch self {
    case .noName: "a policy without a name cannot be sealed; begin it with `policy NAME`"
    case .noSubject: "a snapshot without a `subject` cannot be sealed"
    case .ended: "the seal would end before it begins, or before the time of its data"
    case .sequence: "a sequence number is 0 or more"
    case .instant: "the instants of a seal are in the years 1970 to 9999"
    }
  }

  fileprivate var chinese: String {
    switch self {
    case .noName: "没有名称的策略无法签章；请在开头写 `policy 名称`"
    case .noSubject: "没有 `subject` 的快照无法签章"
    case .ended: "签章会在开始之前或数据时间之前结束"
    case .sequence: "序号不能小于 0"
    case .instant: "签章的时间须在 1970 年至 9999 年之间"
    }
  }
}
