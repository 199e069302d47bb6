import TollgateKit
import TollgateRuntime

/// Reads snapshots.
enum SnapshotFile {
  /// The longest file that is read, in bytes.
  private static let longest = 16 << 20

  /// A snapshot with its facts as the policy declares them. Unknown keys and names are told on
  /// standard error, or are an error if `isStrict`.
  static func snapshot(
    at path: String, for graph: RuleGraph, isStrict: Bool
  ) throws(Failure) -> Snapshot {
    let bytes = try InputFile.contents(of: path, limit: longest)
    let name = InputFile.name(of: path)
    let document: JSONValue
    let snapshot: Snapshot
    do throws(SnapshotError) {
      document = try SnapshotError.read(bytes)
      let (resolved, problems) = try Snapshot(json: document).resolvingFacts(for: graph)
      if let problem = problems.first { throw problem }
      snapshot = resolved
    } catch {
      throw .unreadable("\(name) cannot be read as a snapshot: \(error.description(in: "en"))")
    }
    let findings = UnknownNames(graph: graph).inSnapshot(document)
    if isStrict, let first = findings.first(where: { !$0.isFromStore }) {
      throw .unreadable("\(name): \(first.description(in: "en"))")
    }
    var warnings = UnknownNameWarnings()
    for finding in findings { warnings.warn(finding, in: name) }
    return snapshot
  }
}
