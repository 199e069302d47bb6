import TollgateKit

/// Reads snapshots.
enum SnapshotFile {
  /// The longest file that is read, in bytes.
  private static let longest = 16 << 20

  /// A snapshot with its facts as the policy declares them.
  static func snapshot(at path: String, for graph: RuleGraph) throws(Failure) -> Snapshot {
    let bytes = try InputFile.contents(of: path, limit: longest)
    do throws(SnapshotError) {
      let (snapshot, problems) = try Snapshot(json: bytes).resolvingFacts(for: graph)
      if let problem = problems.first { throw problem }
      return snapshot
    } catch {
      let name = InputFile.name(of: path)
      throw .unreadable(
        "\(name) is not a snapshot that can be read: \(error.description(in: "en"))")
    }
  }
}
