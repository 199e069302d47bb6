/// The compiled file: a policy's graph as it is in memory. Rules, targets and texts are not read
/// but used where they are.
///
/// ```
/// "TOLLGATE"  version: 4 bytes  fingerprint: 32  length of the file: 8
/// the declarations, then column after column, each with how many numbers it has before it: 8
/// the checksum of all bytes before it: 8
/// ```
/// The last columns follow from the others, and are kept so that they need not be worked out: where
/// each name is found, and which targets ask for the same.
///
/// All numbers have the lowest byte first. The fingerprint is worked out when a policy is compiled,
/// and carried along. The checksum tells damage: a cut, a flipped bit, a half-written file. Neither
/// keeps anybody from writing a file on purpose; whatever a file says is checked all the same
/// (`Verifier`), so one that is accepted can be used without fear, and `isGenuine` compares what it
/// means with its fingerprint.
package enum CompiledPolicy {
  package static let magic = Array("TOLLGATE".utf8)
  package static let version: UInt64 = 5
  /// The bytes before the declarations, and after the last column.
  package static let headSize = 52
  package static let checksumSize = 8

  /// Whether these bytes begin like a compiled policy.
  package static func isCompiled(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: magic)
  }

  /// The file of this body, with its fingerprint, its length and its checksum.
  package static func file(fingerprint: [UInt8], body: ArraySlice<UInt8>) -> [UInt8] {
    var writer = ByteWriter()
    writer.reserve(headSize + body.count + checksumSize)
    writer.raw(magic)
    writer.fixed(version, bytes: 4)
    writer.raw(fingerprint)
    writer.fixed(UInt64(headSize + body.count + checksumSize))
    writer.raw(body)
    writer.fixed(Checksum.of(writer.bytes[...]))
    return writer.bytes
  }
}

extension RuleGraph {
  /// The policy as the bytes of a compiled file.
  package func compiled() -> [UInt8] {
    var writer = ByteWriter()
    writer.column(parts.declarations())
    parts.writeConditions(to: &writer)
    parts.tables.write(to: &writer)
    writeLookups(to: &writer)
    return CompiledPolicy.file(fingerprint: digest, body: writer.bytes[...])
  }

  /// Reads a compiled file. Throws an error for cut, changed or hostile bytes.
  package convenience init(compiled bytes: [UInt8]) throws(GraphError) {
    guard CompiledPolicy.isCompiled(bytes) else { throw .notACompiledPolicy }
    var head = ByteReader(bytes[CompiledPolicy.magic.count...])
    let version = try head.fixed(bytes: 4)
    guard version == CompiledPolicy.version else { throw .version(Int(version)) }
    let digest = Array(try head.raw(32))
    let end = bytes.count - CompiledPolicy.checksumSize
    guard try head.fixed(bytes: 8) == UInt64(bytes.count), end >= CompiledPolicy.headSize
    else { throw .size }
    var checksum = ByteReader(bytes[end...])
    guard try checksum.fixed(bytes: 8) == Checksum.of(bytes[..<end]) else { throw .damaged }
    var reader = ByteReader(bytes[CompiledPolicy.headSize..<end])
    var parts = try Parts(declarations: try reader.bytes(ofWidth: 1))
    try parts.readConditions(from: &reader)
    parts.tables = try FlatTables(&reader, in: bytes)
    guard reader.isAtEnd else { throw .size }
    try Verifier(parts: parts).verify()
    guard let lookups = parts.tables.lookups else { throw .size }
    self.init(verified: parts, digest: digest) { _, _ in lookups.patterns }
  }

  /// Whether the fingerprint is that of what the policy means, and every name is found. It always
  /// is so in a policy that was compiled here; a compiled file brings its own, which is compared
  /// when this is asked, in time in proportion to the policy.
  package func isGenuine() -> Bool {
    guard digest == SHA256.hash(parts.meaning()[...]) else { return false }
    let targets = NameIndex(of: parts.tables.names)
    guard names.targets.slots == targets.slots && names.targets.others == targets.others
    else { return false }
    // Of names that are equal only the last is found.
    return parts.tables.names.indices.allSatisfy { targets[parts.tables.names[$0]] == $0 }
  }

  /// The indexes, in the order in which `FlatTables` reads them.
  private func writeLookups(to writer: inout ByteWriter) {
    // The names that an app asks about are no part of the policy.
    let numbers =
      isFavoring
      ? Patterns(parts, cores: cores, uses, meterTargets: names.meterTargets) {
        PatternNumbers(of: parts.tables, $0, without: $1)
      }.numbers : patterns.numbers
    writer.column(names.targets.slots)
    writer.column(names.targets.others)
    writer.column(numbers.byTarget)
    writer.column(numbers.plain)
  }
}

extension RuleGraph.Parts {
  /// The conditions, a column for each of their numbers.
  fileprivate func writeConditions(to writer: inout ByteWriter) {
    let nodes = nodes.map { $0.flat }
    writer.column(nodes.map { $0.kind.rawValue })
    writer.column(nodes.map { $0.a })
    writer.column(nodes.map { $0.b })
    writer.column(nodes.map { $0.value })
    writer.column(edges)
  }

  fileprivate mutating func readConditions(from reader: inout ByteReader) throws(GraphError) {
    let kinds = try reader.column(UInt8.self)
    let a = try reader.column(Int32.self)
    let b = try reader.column(Int32.self)
    let values = try reader.column(Int64.self)
    edges = try reader.column(Int32.self)
    guard a.count == kinds.count, b.count == kinds.count, values.count == kinds.count
    else { throw .impossible("a condition") }
    nodes.reserveCapacity(kinds.count)
    for index in kinds.indices {
      guard let kind = Node.Kind(rawValue: kinds[index]),
        let node = Node(FlatNode(kind: kind, a: a[index], b: b[index], value: values[index]))
      else { throw .impossible("a condition") }
      nodes.append(node)
    }
  }
}
