import TollgateAnalysis
import TollgateKit
import TollgateSyntax

/// A policy as it is in the last commit, kept until there is another commit.
struct CommittedPolicy: Sendable {
  private var commit: String
  private var policy: Policy

  /// Who gains and who loses by the text in the editor, in a line: `since the last commit: 1 target
  /// loses; 3 decide as before`. Nil where git has no such file, or nothing changed.
  static func changes(
    to policy: Policy, at path: FilePath, _ known: Locked<[FilePath: CommittedPolicy]>,
    _ run: RunBudget
  ) -> String? {
    guard path.text.hasPrefix("/"), let old = committed(path, known) else { return nil }
    // A lens is looked at in passing: the command behind it has more time.
    let budget = Budget(nodes: 20_000, steps: 5_000, run: run)
    let report = DiffReport.comparing(old, policy, budget: budget, withPlans: false, at: .now)
    return report.difference.isEmpty ? nil : "since the last commit: " + report.summary
  }

  private static func committed(
    _ path: FilePath, _ known: Locked<[FilePath: CommittedPolicy]>
  ) -> Policy? {
    do throws(Failure) {
      let commit = try Git(folder: path.folder).commit("HEAD")
      if let found = known.withLock({ $0[path] }), found.commit == commit { return found.policy }
      let policy = try GitPolicy(path.text, at: commit).policy()
      known.withLock { $0[path] = CommittedPolicy(commit: commit, policy: policy) }
      return policy
    } catch {
      return nil
    }
  }
}
