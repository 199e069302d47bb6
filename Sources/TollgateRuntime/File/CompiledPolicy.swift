/// The compiled file: a policy's graph, versioned, with the hash of what it means.
///
/// ```
/// "TOLLGATE"  version: 4 bytes  fingerprint: 32  hash of the places: 32
/// length of the meaning: 8  length of the places: 8  the meaning  the places
/// ```
/// All numbers have the lowest byte first. The meaning is what a decision depends on; the places
/// are the file's name, and the line and the text of each rule.
package enum CompiledPolicy {
  package static let magic = Array("TOLLGATE".utf8)
  package static let version: UInt64 = 1

  /// Whether these bytes begin like a compiled policy.
  package static func isCompiled(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: magic)
  }

  /// The file of these bytes, with their hashes.
  package static func file(meaning: [UInt8], places: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.raw(magic)
    writer.fixed(version, bytes: 4)
    writer.raw(SHA256.hash(meaning[...]))
    writer.raw(SHA256.hash(places[...]))
    writer.fixed(UInt64(meaning.count))
    writer.fixed(UInt64(places.count))
    writer.raw(meaning)
    writer.raw(places)
    return writer.bytes
  }
}

extension RuleGraph {
  /// The policy as the bytes of a compiled file.
  public func compiled() -> [UInt8] {
    CompiledPolicy.file(meaning: parts.meaning(), places: parts.places())
  }

  /// Reads a compiled file. Bytes that are cut, changed or hostile give an error.
  public convenience init(compiled bytes: [UInt8]) throws(GraphError) {
    guard CompiledPolicy.isCompiled(bytes) else { throw .notACompiledPolicy }
    var reader = ByteReader(bytes[CompiledPolicy.magic.count...])
    let version = try reader.fixed(bytes: 4)
    guard version == CompiledPolicy.version else { throw .version(Int(version)) }
    let digest = Array(try reader.raw(32))
    let placesDigest = Array(try reader.raw(32))
    let meaningSize = Int(exactly: try reader.fixed(bytes: 8))
    let placesSize = Int(exactly: try reader.fixed(bytes: 8))
    guard let meaningSize, let placesSize else { throw .size }
    let meaning = try reader.raw(meaningSize)
    let places = try reader.raw(placesSize)
    guard reader.isAtEnd else { throw .size }
    guard SHA256.hash(meaning) == digest, SHA256.hash(places) == placesDigest else {
      throw .damaged
    }
    var parts = try Parts(meaning: meaning)
    try parts.read(places: places)
    try Verifier(parts: parts).verify()
    self.init(verified: parts, digest: digest)
  }
}
