import TollgateKit
import TollgateSeals

/// The shared parts of the commands `seal`, `verify` and `key`.
enum Seals {
  /// A new key.
  static func make(id: String?) throws(Failure) -> SigningKey {
    try failing { () throws(SealError) in try SigningKey.make(id: id) }
  }

  /// The private key in a file.
  static func privateKey(at path: String) throws(Failure) -> SigningKey {
    let bytes = try InputFile.contents(of: path, limit: 1 << 20)
    return try failing(path) { () throws(SealError) in try SigningKey(json: bytes) }
  }

  /// The public keys in a file.
  static func keys(at path: String) throws(Failure) -> SealKeys {
    let bytes = try InputFile.contents(of: path, limit: 1 << 20)
    return try failing(path) { () throws(SealError) in try SealKeys(json: bytes) }
  }

  /// The snapshot in a file that is to be sealed.
  static func snapshot(_ bytes: [UInt8], _ name: String) throws(Failure) -> Snapshot {
    do throws(SnapshotError) {
      return try Snapshot(json: bytes)
    } catch {
      throw .unreadable(
        "\(name) is neither a compiled policy nor a snapshot: \(error.description(in: "en"))")
    }
  }

  /// The result, or what is wrong as a failure of the command.
  static func failing<Result>(
    _ path: String? = nil, _ body: () throws(SealError) -> Result
  ) throws(Failure) -> Result {
    do throws(SealError) {
      return try body()
    } catch {
      if case .unavailable = error {
        throw .unreadable(
          "this `tollgate` has no Ed25519; build one that has it with "
            + "`swift build --traits Seals`")
      }
      let place = path.map { "\(InputFile.name(of: $0)): " } ?? ""
      throw .unreadable(place + error.description)
    }
  }
}
