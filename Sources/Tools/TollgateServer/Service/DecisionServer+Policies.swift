import Foundation
import TollgateAnalysis
import TollgateFiles
import TollgateKit
import TollgateRuntime
import TollgateSyntax
import TollgateUsage

// A policy that changes on disk comes into use within seconds; one that does not compile, or that has
// an error among its findings, never does.
extension DecisionServer {
  /// How often files are looked at, in seconds.
  static let lookSeconds = 1

  /// Reads a policy again, and puts it into use.
  func reload(_ served: ServedPolicy) async throws {
    do {
      if case .sealed(let address) = served.origin { try await address.fetch() }
      let policy = try served.origin.policy()
      if policy.fingerprint != served.state.policy.fingerprint { try lint(served.origin) }
      let wasRefused = served.problem != nil
      let isNew = try served.replace(policy, at: now)
      guard isNew || wasRefused else { return }
      streams.wake(nil)
      options.log?(
        ServerEvent(
          .info, "a policy is in use",
          ["policy": served.name, "fingerprint": policy.fingerprint]))
    } catch {
      let isTold = error is PolicyError || error is ServerError
      let reason = isTold ? "\(error)" : Problem(error).detail
      if served.problem != reason {
        served.refuse(reason)
        options.log?(
          ServerEvent(
            .error, "a policy is refused; the one before stays in use",
            ["policy": served.name, "reason": reason]))
      }
      throw error
    }
  }

  /// Throws for a finding that is an error.
  private func lint(_ origin: PolicyOrigin) throws(Problem) {
    guard case .file(let url) = origin, let data = try? Data(contentsOf: url) else { return }
    let bytes = [UInt8](data)
    guard !CompiledPolicy.isCompiled(bytes) else { return }
    let source = Source(name: url.lastPathComponent, bytes: bytes).joined(at: url)
    let findings = Linter.lint(source, LintOptions(today: now)).findings
    for finding in findings where finding.level == .error {
      throw Problem(.refused, "\(finding.code): \(finding.headline)")
    }
  }

  /// Goes on until the task is cancelled: looks at the files of policies, wakes streams whose time has
  /// come, and follows what other processes change in the store.
  public func work() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.watchFiles() }
      group.addTask { await self.keepTime() }
      group.addTask { await self.askAddresses() }
      group.addTask {
        for await key in self.store.changes() { self.streams.wake(key) }
      }
    }
  }

  private func keepTime() async {
    while !Task.isCancelled {
      try? await Task.sleep(nanoseconds: 250_000_000)
      streams.wakeDue(at: now)
    }
  }

  private func askAddresses() async {
    let sealed = shelf.policies.filter { if case .sealed = $0.origin { true } else { false } }
    guard !sealed.isEmpty else { return }
    while !Task.isCancelled {
      try? await Task.sleep(nanoseconds: UInt64(SealedAddress.seconds) * 1_000_000_000)
      for served in sealed { try? await reload(served) }
    }
  }

  private func watchFiles() async {
    var marks = shelf.policies.map { $0.origin.mark }
    while !Task.isCancelled {
      try? await Task.sleep(nanoseconds: UInt64(DecisionServer.lookSeconds) * 1_000_000_000)
      for (place, served) in shelf.policies.enumerated() {
        let mark = served.origin.mark
        guard mark != marks[place] else { continue }
        // An editor that saves may empty the file first: it is read once it has stayed the same.
        try? await Task.sleep(nanoseconds: 200_000_000)
        guard served.origin.mark == mark else { continue }
        marks[place] = mark
        try? await reload(served)
      }
    }
  }
}

extension PolicyOrigin {
  /// The marks of a file and of those that it uses; others when one was changed.
  fileprivate var mark: [String] {
    guard case .file(let url) = self else { return [] }
    var urls = [url]
    if let data = try? Data(contentsOf: url), !CompiledPolicy.isCompiled([UInt8](data)) {
      let source = Source(name: url.path, bytes: [UInt8](data)).joined(at: url)
      let folder = url.deletingLastPathComponent()
      urls += source.files.dropFirst().map { folder.appendingPathComponent($0.name) }
    }
    return urls.map { url in
      let found = try? FileManager.default.attributesOfItem(atPath: url.path)
      let modified = (found?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return "\(modified) \(found?[.size] ?? 0) \(found?[.systemFileNumber] ?? 0)"
    }
  }
}
